// table.js: one table. The page is a frame: felt, rail, bar and notices here; entering is full.js and exception.js.

import { band, tell } from "./band.js";
import { felt } from "./felt.js";
import { ofTable } from "./drafts.js";
import { addSetting, connection, keepSetting, nameOf, now, setClock, setting } from "./frame.js";
import { showNotices } from "./notices.js";
import { chip, choice, fill, h, icon, key, segments } from "./parts.js";
import { begin as identify, subscribe as onPerson } from "./people.js";
import { decide, holder } from "./ruling.js";
import { sound } from "./sound.js";
import { openTable } from "./store.js";
import { clock, count, money, setZone, t, tn } from "./words.js";

/** @typedef {import("./band.js").Finding} Finding */

const board = /** @type {HTMLElement} */ (document.getElementById("board"));
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** of /floor/tables/7/: the kept page knows no table */
const PK = Number(location.pathname.match(/\/tables\/(\d+)\//)?.[1]);
let title = place("title").textContent ?? "";
const RECENT = 6;
const PHONE = matchMedia("(max-width: 40em)");

/** @type {Array<{value: string, label: string, icon: string}>} */
const MODES = [{ value: "exception", label: t("table.mode_exception"), icon: "flag" }, { value: "full", label: t("table.mode_full"), icon: "cards" }];
addSetting({ name: "mode", label: t("table.modes"), otherwise: "exception", of: MODES });
addSetting({
  name: "view", label: t("frame.view"), otherwise: "pit",
  of: [{ value: "pit", label: t("frame.from_pit") }, { value: "camera", label: t("frame.from_camera") }],
});

/** @type {any} */
let store;
/** @type {{mount: Function, unmount?: Function} | null} */
let entering = null;
let drawnScene = "";
let drawnRail = "";
/** the finding in the rail */
let chosen = new URLSearchParams(location.hash.slice(1)).get("finding") ?? "";
/** the wall's key: until the table is open the page is for opening it, however this tablet enters events */
let opening = location.hash === "#open";
/** @type {Map<string, number>} when each open finding was first seen, in milliseconds */
const seen = new Map();
let first = true;
/** where the next card goes, as full mode has it @type {string | null | undefined} */
let aimed;

async function begin() {
  // on its way while the table is read
  if (mode() === "full") void import("./full.js");
  try {
    store = await openTable(PK, { person: holder });
  } catch {
    const again = key({ label: t("table.retry"), kind: "primary", tap: () => location.reload() });
    fill(place("rail"), h("div.calm", {}, h("p.calm__state", {}, t("table.unreadable")), again));
    return;
  }
  store.subscribe(draw);
  onPerson(() => {
    if (store.state.needs === "sign_in" && holder()) store.retry();
    draw();
  });
  await enter(mode());
}

const mode = () => (opening ? "full" : setting("mode", "exception"));

// Drawing

function draw() {
  const { table, picture, online, unsent } = store.state;
  setClock(new Date(store.now()).toISOString());
  connection({ online, unsent });
  if (table && table.name !== title) named(table);
  showNotices(place("notices"), store);
  if (!picture) return;
  if (opening && picture.opened) {
    opening = false;
    void enter(mode());
  }
  facts(picture);
  drawFelt(picture);
  drawRail(picture);
}

/** What the page did not know when it came from the tablet's own store. @param {any} table */
function named(table) {
  title = table.name;
  document.title = `${title} · pitboss`;
  if (table.zone) setZone(table.zone);
  if (!board.dataset.open) place("title").textContent = title;
}

/** @param {any} picture */
function facts({ scene }) {
  const told = [
    scene.round !== null && scene.round !== undefined && h("span", {}, t("table.round"), " ", h("b", {}, count(scene.round))),
    scene.dealer_name && h("span.bar__dealer", {}, t("table.dealer"), " ", h("b", {}, nameOf(scene.dealer_name))),
  ];
  fill(place("facts"), told);
}

/** @param {any} picture */
function drawFelt(picture) {
  const { scene, expects, findings } = picture;
  const flip = setting("view", "pit") === "camera";
  const marks = Object.fromEntries(open(findings).filter((one) => one.spot).map((one) => [one.spot, { hot: true }]));
  const next = aimed === undefined ? (expects?.step === "card" || expects?.step === "dealer" ? expects.to : null) : aimed;
  const drawn = JSON.stringify([scene, flip, marks, next, PHONE.matches]);
  if (drawn === drawnScene) return;
  drawnScene = drawn;
  const turned = key({ label: "", icon: "flip", kind: "quiet", name: t("table.flip"), id: "flip", tap: () => keepSetting("view", flip ? "pit" : "camera") });
  turned.classList.add("felt__flip");
  const section = place("felt");
  section.removeAttribute("aria-busy");
  section.classList.toggle("felt--turned", flip);
  const tap = (/** @type {string} */ spot) => document.dispatchEvent(new CustomEvent("floor:spot", { detail: { spot } }));
  fill(section, felt(scene, { flip, marks, next, tap, label: title, large: PHONE.matches, shoe: !PHONE.matches }), turned);
}

/** @param {Finding[]} findings */
const open = (findings) => findings.filter((one) => one.outcome === "pending");

/** @param {any} picture */
function drawRail(picture) {
  const pending = open(picture.findings);
  const fresh = pending.filter((one) => !seen.has(one.key));
  for (const one of fresh) seen.set(one.key, raised(one));
  if (fresh.length && !first) {
    chosen = fresh[0].key;
    tell(fresh[0]);
    sound(fresh[0].severity);
  }
  first = false;
  chosen = keyOf(chosen);
  if (!pending.some((one) => one.key === chosen)) chosen = pending[0]?.key ?? "";
  const drawn = JSON.stringify([pending, chosen, pending.length ? null : [picture.expects, picture.house, picture.findings.slice(0, RECENT)]]);
  if (drawn === drawnRail) return;
  drawnRail = drawn;
  board.toggleAttribute("data-calm", !pending.length);
  fill(place("rail"), pending.length ? bandOf(pending) : calm(picture));
}

/** A link may name the case by its number, where no finding was known to who made it. @param {string} named */
const keyOf = (named) =>
  store.state.tile?.incidents.find((/** @type {{id: number}} */ incident) => String(incident.id) === named)?.key ?? named;

/** When it was opened, as the server knows it; one that it does not know yet is of now. @param {Finding} finding */
function raised(finding) {
  const known = store.state.tile?.incidents.find((/** @type {{key: string}} */ incident) => incident.key === finding.key);
  return known ? new Date(known.opened_at).getTime() : now();
}

/** @param {Finding[]} pending */
function bandOf(pending) {
  const at = pending.findIndex((one) => one.key === chosen);
  const turn = (/** @type {number} */ step) => {
    chosen = pending[(at + step + pending.length) % pending.length].key;
    drawRail(store.state.picture);
  };
  const hands = {
    answer: async (/** @type {Finding} */ finding, /** @type {Array<Record<string, unknown>>} */ events) => decide(store, events, { hint: finding.title }),
    other: (/** @type {Finding} */ finding) => openException({ finding }),
  };
  return band(pending[at], hands, { since: seen.get(pending[at].key), place: at + 1, of: pending.length, turn });
}

/** What the rail shows while nothing is to be resolved. @param {any} picture */
function calm({ expects, house, findings }) {
  const recent = findings.slice(0, RECENT);
  return h(
    "div.calm", {},
    h("p.calm__state", {}, icon("followed"), t("table.none_open")),
    expects?.words && h("div", {}, h("h2", {}, t("table.expects")), h("p.calm__expects", {}, segments(expects.words)), (expects.missing ?? []).map((/** @type {string} */ one) => h("p.muted", {}, one))),
    house?.max && h("div", {}, h("h2", {}, t("table.limits")), h("p", {}, t("table.limits_of", { min: money(house.min), max: money(house.max) }))),
    recent.length > 0 && h("div.calm__recent", {}, h("h2", {}, t("table.recent")), h("ul.calm__list", {}, recent.map(recentOne))),
  );
}

/** @param {Finding} finding */
const recentOne = (finding) =>
  h("li.calm__one", {}, h("b", {}, segments(finding.title)), h("span", {}, chip(finding.outcome), finding.round !== null && h("span.muted", {}, `· ${t("table.round")} ${count(finding.round)}`)));

// Entering

/** @param {string} mode  "exception" or "full" */
async function enter(mode) {
  if (board.dataset.mode === mode) return;
  board.dataset.mode = mode;
  const root = place("entry");
  entering?.unmount?.(root);
  entering = null;
  root.replaceChildren();
  // the bar has it where there is room, the settings always
  const of = MODES.map(({ value, label }) => ({ value, label }));
  fill(place("modes"), choice({ label: t("table.modes"), value: mode, of, pick: (picked) => keepSetting("mode", picked) }));
  if (mode === "full") {
    entering = await import("./full.js");
    entering?.mount(root, store, t);
  } else {
    const big = key({ label: t("table.irregularity"), small: t("table.irregularity_what"), icon: "flag", kind: "major", id: "irregularity", tap: () => openException({}) });
    big.classList.add("key--irregularity");
    root.append(h("div.rest", {}, big, h("div.rest__drafts", { id: "unfinished" })));
    await drawDrafts();
  }
}

/** What was begun and not finished; one tap goes on with it. */
async function drawDrafts() {
  if (!document.getElementById("unfinished")) return;
  const drafts = await ofTable(PK);
  const root = document.getElementById("unfinished");
  if (!root) return;
  fill(root, drafts.length > 0 && h("h2.rest__title", {}, tn("exception.unfinished", drafts.length)), ...drafts.slice(0, 3).map((draft) =>
    key({ label: draft.title, small: t("exception.go_on", { at: clock(draft.changed).slice(0, 5) }), icon: "pending", id: `draft-${draft.id}`, tap: () => openException({ draft: draft.id }) })));
}

/** @type {{unmount?: Function} | null} */
let picking = null;

/** @param {{finding?: Finding, spot?: string, draft?: string}} asked */
async function openException(asked) {
  if (board.dataset.open) return;
  const root = place("exception");
  const chooser = await import("./exception.js");
  picking = chooser;
  board.dataset.open = "exception";
  root.hidden = false;
  place("title").textContent = t("table.irregularity");
  fill(/** @type {HTMLElement} */ (place("back").querySelector("span")), title);
  history.pushState({ open: "exception" }, "");
  chooser.mount(root, store, t, asked);
}

function closeException() {
  if (!board.dataset.open) return;
  const root = place("exception");
  picking?.unmount?.(root);
  picking = null;
  root.hidden = true;
  root.replaceChildren();
  delete board.dataset.open;
  place("title").textContent = title;
  fill(/** @type {HTMLElement} */ (place("back").querySelector("span")), place("back").dataset.pit ?? "");
  document.getElementById("irregularity")?.focus();
}

place("back").dataset.pit = place("back").textContent ?? "";
place("back").addEventListener("click", (event) => {
  if (!board.dataset.open) return;
  event.preventDefault();
  history.back();
});
PHONE.addEventListener("change", () => store?.state.picture && drawFelt(store.state.picture));
window.addEventListener("popstate", closeException);
document.addEventListener("floor:aim", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  aimed = detail ? detail.spot : undefined;
  if (store?.state.picture) drawFelt(store.state.picture);
});
document.addEventListener("floor:irregularity", (event) => openException(/** @type {CustomEvent} */ (event).detail ?? {}));
document.addEventListener("floor:other", (event) => openException(/** @type {CustomEvent} */ (event).detail ?? {}));
document.addEventListener("floor:drafts", () => void drawDrafts());
document.addEventListener("floor:leave", () => board.dataset.open && history.back());
document.addEventListener("floor:setting", () => {
  if (store?.state.picture) drawFelt(store.state.picture);
  if (store) void enter(mode());
});
identify({ required: true, lockAfter: "capture" });
begin();
