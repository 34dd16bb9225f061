// notices.js: what somebody at the tablet has to know about the record itself. Lines above the felt, never over it.

import { h, icon, key } from "./parts.js";
import { clock, t, tn } from "./words.js";

/** @type {Set<string>} notices that were read on this page */
const read = new Set();

/**
 * Every notice that holds now and was not read yet.
 * @param {any} store
 * @returns {HTMLElement[]}
 */
export function notices(store) {
  const { others = [], conflict, rejected = [] } = store.state;
  const made = [];
  if (rejected.length) made.push(rejectedNotice(store, rejected));
  if (conflict) made.push(notice(store, `conflict ${conflict.at ?? conflict.number ?? ""}`, "swap", t("notice.conflict"), t("notice.conflict_what"), "note--major"));
  for (const other of others) {
    const who = other.person ? `${other.name} (${other.person})` : other.name;
    made.push(notice(store, `two ${other.id} ${other.since}`, "tablet", t("notice.two", { who }), t("notice.two_since", { at: clock(other.since) }), ""));
  }
  return made.filter((one) => one !== null);
}

/**
 * @param {any} store @param {string} name @param {string} drawn @param {string} head @param {string} more @param {string} kind
 */
function notice(store, name, drawn, head, more, kind) {
  if (read.has(name)) return null;
  const close = () => {
    read.add(name);
    made.remove();
    store.dismiss?.(name);
  };
  const made = h(`div.note${kind ? `.${kind}` : ""}`, { role: "status" }, icon(drawn), h("span.note__words", {}, h("b", {}, head), " ", more), key({ label: t("notice.seen"), tap: close }));
  return made;
}

/** Entries that the server could not take: nothing is lost silently. @param {any} store @param {any[]} rejected */
function rejectedNotice(store, rejected) {
  const name = `rejected ${rejected.map((one) => one.id ?? one.event?.id ?? one.index).join(" ")}`;
  if (read.has(name)) return null;
  const lines = rejected.map((one) => h("li", {}, t("notice.rejected_what", {
    kind: one.event?.kind ?? one.kind ?? "", at: one.event?.at ? clock(one.event.at) : "", field: one.field ?? "", expected: one.expected ?? "",
  })));
  const close = () => {
    read.add(name);
    made.remove();
    store.dismiss?.(name);
  };
  const made = h(
    "div.note.note--bad", { role: "alert" }, icon("critical"),
    h("span.note__words", {}, h("b", {}, tn("notice.rejected", rejected.length)), h("ul", {}, lines)),
    key({ label: t("notice.seen"), tap: close }),
  );
  return made;
}
