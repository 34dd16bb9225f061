// saying.js: from facts that somebody tapped to events of the contract, and from these to entries of the outbox.

import { uuid7 } from "./uuid7.js";

/**
 * @typedef {import("./outbox.js").Entry} Entry
 * @typedef {import("./state.js").Who} Who
 * @typedef {{who: Who | null, clock: import("./timekeeper.js").Timekeeper, table?: string}} Around
 */

/** The event with its id, its moment, who says it and where. @param {any} facts @param {Around} around */
export function complete(facts, { who, clock, table }) {
  const at = facts.at ?? new Date(clock.next()).toISOString();
  const event = { ...facts, id: facts.id ?? uuid7(Date.parse(at)), at, by: facts.by ?? who?.badge };
  if (table) event.table ??= table;
  // As it will be read again from the disk: without what is undefined
  return JSON.parse(JSON.stringify(event));
}

/**
 * The correction of an entry, by its id: the sender puts the place in the ledger beside it.
 * @param {string} id @param {object | null} instead @param {string} reason @param {Who | null} who
 */
export function corrected(id, instead, reason, who) {
  return { kind: "corrected", ref: 1, ref_id: id, instead, reason, by_role: who?.role ?? "floor" };
}

/**
 * @param {any[]} said @param {Around & {pk: number, sign?: (event: any) => Promise<any>}} around
 * @returns {Promise<Entry[]>}
 */
export async function written(said, { pk, sign, ...around }) {
  /** @type {Entry[]} */
  const entries = [];
  for (const { signed: brought, ref_id: refId, ...facts } of said) {
    const event = complete(facts, around);
    let signed = sign ? await sign(event) : brought;
    if (signed?.signed) signed = signed.signed;
    entries.push({ table: pk, id: event.id, event, signed: signed ?? undefined, refId, state: "waiting" });
  }
  return entries;
}
