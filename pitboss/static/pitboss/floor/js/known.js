// known.js: what a tablet has of a table's ledger, and what an answer of the server adds to it.

/**
 * @typedef {import("./outbox.js").Known} Known
 * @typedef {{session: any, entries: Known[], unread: {after: number, seq: number}[]}} Base  one session of the table
 */

/** @type {Base} */
export const NOTHING = { session: null, entries: [], unread: [] };

/** The number of the last entry, 0 where there is none. @param {Base} base */
export const numberOf = ({ entries }) => (entries.length ? entries[entries.length - 1].number : 0);

/**
 * @param {Base} base @param {Base} body  the answer: entries behind the one that was asked for, or of another session all
 * @returns {{base: Base, fresh: Known[], anew: boolean} | null}  fresh: what was new; anew: the session is another one;
 *   null where entries are missing between what we have and what was told
 */
export function after(base, body) {
  const anew = (body.session?.id ?? null) !== (base.session?.id ?? null);
  const last = anew ? 0 : numberOf(base);
  const fresh = body.entries.filter(({ number }) => number > last);
  if (fresh.length && fresh[0].number !== last + 1) return null;
  const entries = anew ? fresh : fresh.length ? [...base.entries, ...fresh] : base.entries;
  return { base: { session: body.session, entries, unread: body.unread }, fresh, anew };
}
