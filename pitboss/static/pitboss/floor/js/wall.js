// wall.js: the tables of a pit, live. Tiles never move: each keeps the place that the page gave it.

import { tileFelt } from "./felt.js";
import { connection, everySecond, nameOf, now, setClock } from "./frame.js";
import { announce, chip, fill, gauge, h, icon, key, segments } from "./parts.js";
import { begin as identify, person, subscribe, switchTo } from "./people.js";
import { sound } from "./sound.js";
import { listen } from "./stream.js";
import { age, clock, count, money, shortDay, t, tn } from "./words.js";

/**
 * @typedef {{id: number, folio: string, code: string, title: string, message_segments?: import("./parts.js").Segments,
 *   headline: string, severity: string, outcome: string, decides?: string, opened_at: string, preserve_by?: string,
 *   cctv_asked_at?: string | null, camera?: string, spot?: string | null, key?: string}} Incident
 * @typedef {{id: number, name: string, state: string, scene: import("./felt.js").Scene | null, expects_words?: string,
 *   missing?: string | string[] | null, round: number | null, dealer_name: string | null, min: number | null,
 *   max: number | null, shoe: import("./felt.js").Shoe | null, incidents: Incident[], last_event_at: string | null,
 *   offline_since: string | null, devices: Array<{name: string}>}} Tile
 */

const SOONEST = 80; // milliseconds between two looks, so that a busy floor is drawn and not queued
const UNHEARD = 30000; // look by ourselves when the stream has said nothing for so long
const GRAVER = ["critical", "major", "minor"];

const wall = /** @type {HTMLElement} */ (document.getElementById("wall"));
/** @type {Map<number, string>} what each tile shows, to draw only what changed */
const shown = new Map();
/** @type {Set<number> | null} incidents already told; null before the first answer */
let told = null;
let looking = false;
let again = false;
let lookedAt = 0;

// Looking

async function look() {
  if (looking) {
    again = true;
    return;
  }
  looking = true;
  try {
    const answer = await fetch(`/floor/api/wall/?pit=${wall.dataset.pit}`, { headers: { Accept: "application/json" } });
    if (answer.status === 401) return signIn();
    if (!answer.ok) throw new Error(String(answer.status));
    const { tables, server_time: time } = await answer.json();
    setClock(time);
    draw(tables);
    connection({ online: true });
  } catch {
    connection({ online: false });
  } finally {
    looking = false;
    lookedAt = Date.now();
    if (again) soon();
  }
}

function soon() {
  again = false;
  setTimeout(look, Math.max(0, SOONEST - (Date.now() - lookedAt)));
}

const signIn = () => location.assign(`/floor/sign-in/?next=${encodeURIComponent(location.pathname + location.search)}`);

// Drawing

/** @param {Tile[]} tables */
function draw(tables) {
  if (wall.dataset.count !== String(tables.length)) wall.dataset.count = String(tables.length);
  for (const tile of tables) {
    const drawn = JSON.stringify(tile);
    if (shown.get(tile.id) === drawn) continue;
    shown.set(tile.id, drawn);
    show(place(tile), tile);
  }
  for (const gone of wall.querySelectorAll("[data-table]"))
    if (!tables.some((tile) => String(tile.id) === /** @type {HTMLElement} */ (gone).dataset.table)) gone.remove();
  tally(tables);
  tell(tables);
  tick();
}

/** @param {Tile} tile */
function place(tile) {
  const found = wall.querySelector(`[data-table="${tile.id}"]`);
  if (found) return found;
  const made = h("article.tile", { "data-table": tile.id });
  wall.append(made);
  return made;
}

/** @param {Element} article @param {Tile} tile */
function show(article, tile) {
  const pending = tile.incidents.filter(toResolve).sort(graver);
  const [first] = pending;
  const asked = tile.incidents.find((incident) => incident.cctv_asked_at);
  const off = tile.state === "closed";
  const kind = first ? `tile--alert tile--${first.severity}` : asked ? "tile--cctv" : off ? "tile--off" : "";
  const [mid, note] = middle(tile, pending);
  article.className = `tile ${kind}${tile.offline_since ? " tile--stale" : ""}${note ? " tile--note" : ""}`;
  article.removeAttribute("aria-busy");
  fill(article, head(tile, first, asked), mid, h("div.tile__foot", {}, first ? alertFoot(tile, pending) : asked ? cctvFoot(tile, asked) : off ? offFoot(tile) : foot(tile)));
}

/** @param {Incident} incident */
const toResolve = (incident) => incident.outcome === "pending";

/** @param {Incident} one @param {Incident} other */
const graver = (one, other) => GRAVER.indexOf(one.severity) - GRAVER.indexOf(other.severity) || one.opened_at.localeCompare(other.opened_at);

/** @param {Tile} tile @param {Incident | undefined} first @param {Incident | undefined} asked */
function head(tile, first, asked) {
  const link = h("a.tile__link", { id: `tile-${tile.id}`, href: address(tile, first) }, tile.name);
  const state = first ? first.severity : asked ? "cctv" : tile.offline_since ? "offline" : tile.state;
  const since = first ? first.opened_at : asked || tile.offline_since || tile.state === "closed" ? null : tile.last_event_at;
  const word = asked && !first ? t("wall.cctv_review") : t(`state.${state}`);
  const made = chip(state, { words: word });
  if (since) made.append(h("span.tile__since", {}, "· ", agoOf(since)));
  return h("header.tile__head", {}, h("h2", {}, link), made);
}

/** "hace 0:07", of which a narrow tile shows only the figures. @param {string} since */
function agoOf(since) {
  const [before, after] = t("wall.ago").split("{age}");
  return h("span", {}, h("span.ago", {}, before), h("span", { "data-since": since }), h("span.ago", {}, after));
}

/**
 * The half-moon, or words where there is nothing to see yet.
 * @param {Tile} tile @param {Incident[]} pending
 * @returns {[HTMLElement, boolean]}
 */
function middle(tile, pending) {
  const missing = [tile.missing ?? []].flat().join(" · ");
  const note = (/** @type {string} */ words, more = missing) => h("div.tile__mid", {}, h("div.tile__note", {}, h("b", {}, words), more && h("span", {}, more)));
  if (tile.state === "closed") {
    const ended = tile.session?.closed_at;
    return [note(t("wall.closed_note"), ended ? t("wall.closed_since", { day: shortDay(ended), at: clock(ended).slice(0, 5) }) : ""), true];
  }
  if (!tile.scene) return [note(tile.expects_words || t("wall.closed_note")), true];
  if (tile.state === "shuffling" && !pending.length) return [note(tile.expects_words || t("wall.shuffle_note")), true];
  const hot = pending.map((incident) => incident.spot).filter((spot) => spot != null);
  return [h("div.tile__mid", {}, tileFelt(tile.scene, { label: tile.name, hot: /** @type {string[]} */ (hot) })), false];
}

/** @param {Tile} tile */
function foot(tile) {
  const { shoe, offline_since: lost } = tile;
  const limits = tile.min !== null && tile.max !== null && t("wall.limits", { min: money(tile.min), max: money(tile.max) });
  const last = tile.last_event_at;
  const contrary = tile.incidents.filter((incident) => incident.outcome === "contrary");
  return [
    contrary.length > 0 && h("div.tile__row", {}, chip("contrary", { words: tn("wall.contrary", contrary.length) })),
    h("div.tile__row", {}, roundOf(tile), limits && h("span", {}, limits)),
    shoe && gauge(shoe),
    lost
      ? h("div.tile__row", {}, h("span", {}, t("wall.last"), " ", h("b", {}, clock(last ?? lost))), agoOf(last ?? lost))
      : shoe ? h("div.tile__row", {}, h("span", {}, t(shoe.left === 52 * shoe.decks ? "wall.new_shoe" : "wall.shoe"), " ", h("b", {}, count(shoe.left))), cutOf(shoe)) : h("div.tile__row", {}, t("wall.no_data")),
  ];
}

/** @param {Tile} tile */
const roundOf = (tile) =>
  h("span", {}, tile.round !== null && [t("wall.round"), " ", h("b", {}, count(tile.round))], tile.round !== null && tile.dealer_name && " · ", h("span.prop", {}, nameOf(tile.dealer_name)));

/** @param {import("./felt.js").Shoe} shoe */
function cutOf(shoe) {
  if (shoe.cut_out) return h("span", {}, t("wall.cut_out"));
  if (shoe.behind === null || shoe.behind === undefined) return h("span", {}, t("wall.no_cut"));
  return h("span", {}, t("wall.cut_in"), " ", h("b", {}, count(Math.max(0, shoe.left - shoe.behind))));
}

/** @param {Tile} tile @param {Incident[]} pending */
function alertFoot(tile, pending) {
  const [first] = pending;
  const kind = first.severity === "minor" ? "" : `.key--solid-${first.severity}`;
  const asked = tile.incidents.find((incident) => incident.cctv_asked_at)?.cctv_asked_at;
  const who = first.decides && t(`wall.decides_${first.decides}`);
  return [
    h("div.tile__row", {}, roundOf(tile), asked ? chipOf(asked) : tile.shoe && h("span", {}, t("wall.shoe"), " ", h("b", {}, count(tile.shoe.left)))),
    h("p.tile__told", {}, segments(first.message_segments ?? first.headline), pending.length > 1 && h("span.tile__more", {}, ` ${tn("wall.more", pending.length - 1)}`)),
    h(
      `a.key${kind}`, { href: address(tile, first), id: `see-${tile.id}` },
      h("span.key__words", {}, h("span", {}, t("wall.see"), h("span.vh", {}, ` ${tile.name}`)), who && h("small", {}, who)),
    ),
  ];
}

/** Footage was asked for as well: its clock. @param {string} asked */
function chipOf(asked) {
  const made = chip("cctv", { words: "CCTV" });
  made.append(h("span", { "data-since": asked }));
  return made;
}

/** @param {Tile} tile @param {Incident} asked */
function cctvFoot(tile, asked) {
  const at = /** @type {string} */ (asked.cctv_asked_at);
  return [
    h("div.clockline", {}, h("strong", { "data-since": at }), h("span", {}, t("wall.asked", { at: clock(at) }))),
    h("div.tile__row", {}, h("span", {}, asked.title, spotOf(asked)), tile.round !== null && roundOf({ ...tile, dealer_name: null })),
    h("div.tile__row", {}, asked.preserve_by && h("span", {}, t("wall.keep_until"), " ", h("b.prop", {}, shortDay(asked.preserve_by)))),
  ];
}

/** @param {Incident} incident */
function spotOf(incident) {
  if (!incident.spot) return null;
  return incident.spot === "dealer" ? ` · ${t("wall.spot_dealer")}` : h("span", {}, ` · ${t("wall.spot")} `, h("b", {}, incident.spot));
}

/** @param {Tile} tile */
const offFoot = (tile) => h("a.key", { href: `${address(tile)}#open`, id: `open-${tile.id}` }, t("wall.open"), h("span.vh", {}, ` ${tile.name}`));

/** @param {Tile} tile @param {Incident} [incident] */
const address = (tile, incident) => `/floor/tables/${tile.id}/${incident ? `#finding=${incident.key ?? incident.id}` : ""}`;

/** Counts of the bar. @param {Tile[]} tables */
function tally(tables) {
  const all = tables.flatMap((tile) => tile.incidents);
  const pending = all.filter(toResolve).sort(graver);
  const worst = pending[0]?.severity ?? "major";
  pill("to-resolve", pending.length && tn("wall.to_resolve", pending.length), worst, worst === "critical" ? "pill--critical" : worst === "major" ? "pill--warn" : "");
  const asked = all.filter((incident) => incident.cctv_asked_at).length;
  pill("in-cctv", asked && tn("wall.in_cctv", asked), "camera", "pill--cctv");
}

/** @param {string} id @param {string | 0} words @param {string} drawn @param {string} kind */
function pill(id, words, drawn, kind) {
  const place = /** @type {HTMLElement} */ (document.getElementById(id));
  place.hidden = !words;
  if (!words || place.textContent === words) return;
  place.className = `pill ${kind}`;
  place.replaceChildren(icon(drawn), h("span", {}, words));
}

/** New irregularities are said at once, and heard where this device wants it. @param {Tile[]} tables */
function tell(tables) {
  const pending = tables.flatMap((tile) => tile.incidents.filter(toResolve).map((incident) => ({ tile, incident })));
  const fresh = told === null ? [] : pending.filter(({ incident }) => !told?.has(incident.id));
  told = new Set([...(told ?? []), ...pending.map(({ incident }) => incident.id)]);
  if (!fresh.length) return;
  announce(fresh.map(({ tile, incident }) => t("wall.alert", { table: tile.name, severity: t(`state.${incident.severity}`), headline: incident.headline })).join(" "), { urgent: true });
  sound(fresh.map(({ incident }) => incident.severity).sort((a, b) => GRAVER.indexOf(a) - GRAVER.indexOf(b))[0]);
}

/** Ages that run. */
function tick() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (wall.querySelectorAll("[data-since]"))) {
    const lasted = age(now() - new Date(place.dataset.since ?? "").getTime());
    if (place.textContent !== lasted) place.textContent = lasted;
  }
}

// a wall may hang where nobody holds it: it shows without a person, and lets one in
const door = key({ label: t("wall.sign_in"), id: "sign-in", tap: () => switchTo() });
document.getElementById("who")?.before(door);
const showDoor = () => (door.hidden = person() !== null);
door.hidden = true;

document.getElementById("pits")?.addEventListener("change", ({ target }) => {
  location.assign(`/floor/?pit=${/** @type {HTMLSelectElement} */ (target).value}`);
});
window.addEventListener("online", look);
window.addEventListener("offline", () => connection({ online: false }));
document.addEventListener("visibilitychange", () => document.hidden || look());
everySecond(() => {
  tick();
  if (Date.now() - lookedAt > UNHEARD && !looking) look();
});
look();
const news = () => (looking ? (again = true) : soon());
listen({ floor: news, case: news, presence: news, look: news, state: (listening) => listening && look() });
subscribe(showDoor);
identify().then(showDoor);
