// ruling.js: who says it, and what has to be signed before it is said. Used by the band and by exception mode.

import { person, signAll } from "./people.js";
import { uuid7 } from "./uuid7.js";

const CHIEFS = ["section_head", "pit_boss"];
/** Kinds that the ledger takes from a chief only when signed. */
const SIGNED = new Set(["ruled", "reordered", "excluded"]);

/**
 * Who holds the tablet, as the store wants it: badge, and the role that events name.
 * @returns {{badge: string, role: string} | null}
 */
export function holder() {
  const one = person();
  return one && { badge: one.badge, role: roleOf(one.roles) };
}

/** @param {string[]} roles */
const roleOf = (roles) => ["pit_boss", "section_head", "dealer"].find((role) => roles.includes(role)) ?? "floor";

/** Must a chief sign this? @param {Record<string, any>} event */
export const mustBeSigned = (event) => event.kind === "ruled" || (SIGNED.has(event.kind) && CHIEFS.includes(event.by_role));

/** The PIN was not given: nothing was said. */
export class NotSigned extends Error {
  constructor() {
    super("not signed");
    this.name = "AbortError";
  }
}

/**
 * Say these events, with the PIN where one of them decides something. The moment in a signed event is that of the PIN.
 * Raises NotSigned when the pad was closed without one.
 * @param {any} store
 * @param {Array<Record<string, any>>} events  without id, at, by and table
 * @param {{hint?: string}} [how]  hint: what is signed, in a line above the pad
 */
export async function decide(store, events, { hint } = {}) {
  const decisions = events.filter(mustBeSigned).map((event) => ({
    ...event, table: store.state.table?.name,
    // read when the PIN has been entered, so that no clock seems to run back
    get id() {
      return uuid7(store.now());
    },
    get at() {
      return new Date(store.now()).toISOString();
    },
  }));
  const signed = decisions.length > 0 ? await signAll(decisions, { hint }) : [];
  if (!signed) throw new NotSigned();
  const waiting = signed.values();
  return store.say(events.map((event) => {
    if (!mustBeSigned(event)) return event;
    const written = waiting.next().value;
    return { ...written.event, signed: written.signed };
  }));
}
