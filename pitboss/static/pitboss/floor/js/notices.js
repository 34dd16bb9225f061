// notices.js: what somebody at the tablet has to know about the record itself. Lines above the felt, never over it.

import { h, icon, key } from "./parts.js";
import { person, switchTo } from "./people.js";
import { clock, t } from "./words.js";

/** @type {Set<string>} notices that were read on this page */
const read = new Set();
/** What is shown now, so that a screen reader does not hear it again at every card. */
let shown = "";

/**
 * Put the notices that hold now into their place.
 * @param {HTMLElement} place
 * @param {any} store
 */
export function showNotices(place, store) {
  const wanted = [...standing(store.state), ...store.state.aside.map((/** @type {any} */ entry) => refused(store, entry))].filter(({ name }) => !read.has(name));
  const now = wanted.map(({ name }) => name).join("\n");
  if (now === shown) return;
  shown = now;
  place.replaceChildren(...wanted.map((one) => drawn(one, () => showNotices(place, store))));
}

/**
 * @typedef {{name: string, icon: string, head: string, more?: string, kind?: string, urgent?: boolean,
 *   keys?: Array<{label: string, tap: () => void}>}} Notice  without keys of its own it can be closed
 */

/** @param {any} state @returns {Notice[]} */
function standing({ conflict, needs, differs, engine, online, trouble }) {
  /** @type {Notice[]} */
  const found = [];
  if (needs === "device") found.push({ name: "device", icon: "tablet", head: t("notice.device"), kind: "note--bad", urgent: true, keys: [] });
  else if (needs === "sign_in" || person() === null)
    found.push({ name: "sign_in", icon: "user", head: t("notice.signed_out"), keys: [{ label: t("notice.sign_in"), tap: () => void switchTo() }] });
  else if (needs) found.push({ name: `needs ${needs}`, icon: "major", head: t("notice.not_taken"), kind: "note--major" });
  if (conflict) {
    const who = conflict.person ? `${conflict.name} (${conflict.person})` : conflict.name;
    found.push({ name: `two ${conflict.id} ${conflict.since}`, icon: "tablet", head: t("notice.two", { who }), more: t("notice.two_since", { at: clock(conflict.since) }), kind: "note--major" });
  }
  if (differs) found.push({ name: "differs", icon: "major", head: t("notice.differs"), more: t("notice.differs_what"), kind: "note--major" });
  if (engine === "failed" && !online) found.push({ name: `engine ${trouble}`, icon: "major", head: t("notice.no_engine"), more: t("notice.no_engine_what"), kind: "note--major" });
  return found;
}

/** An entry that the ledger would not have: nothing is lost without being read. @param {any} store @param {any} entry @returns {Notice} */
function refused(store, entry) {
  const { field = "", expected = "" } = entry.why ?? {};
  return {
    name: `aside ${entry.id}`, icon: "critical", kind: "note--bad", urgent: true,
    head: t("notice.refused"),
    more: t("notice.refused_what", { kind: t(`kind.${entry.event.kind}`).replace(/^kind\./, ""), at: clock(entry.event.at), field, expected }),
    keys: [
      { label: t("notice.again"), tap: () => void store.release(entry.id, true) },
      { label: t("notice.let_go"), tap: () => void store.release(entry.id) },
    ],
  };
}

/** @param {Notice} notice @param {() => void} changed */
function drawn({ name, icon: drawing, head, more, kind, urgent, keys }, changed) {
  const close = () => {
    read.add(name);
    changed();
  };
  return h(
    `div.note${kind ? `.${kind}` : ""}`, { role: urgent ? "alert" : "status" },
    icon(drawing), h("span.note__words", {}, h("b", {}, head), more && ` ${more}`),
    (keys ?? [{ label: t("notice.seen"), tap: close }]).map((one) => key(one)),
  );
}
