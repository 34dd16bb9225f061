// state.js: what a screen can read of a table's store.

/**
 * @typedef {import("./outbox.js").Entry} Entry
 * @typedef {{badge: string, role: string}} Who
 * @typedef {object} State
 * @property {any} table  name, profile, pit, casino, zone, currency; null while the tablet has never heard of it
 * @property {any} picture  what the engine shows (rules/tablet); null while nothing was heard
 * @property {"server" | "engine" | "kept" | null} source  who made the picture; kept: left from an earlier page
 * @property {"off" | "loading" | "ready" | "failed"} engine
 * @property {boolean} online  the server answered last time
 * @property {number} unsent  entries of this table that the ledger does not have
 * @property {Entry[]} aside  entries that the ledger would not have, each with `why`; they stay until released
 * @property {any} tile  as on the wall
 * @property {any} session
 * @property {any[]} others  other tablets at this table
 * @property {any} conflict  the tablet that was here before this one, null if there is none
 * @property {null | "sign_in" | "device" | "role" | "table"} needs  what keeps entries from being sent
 * @property {null | {only_there: string[], only_here: string[]}} differs  the engines disagree: must never be
 * @property {string | null} trouble  what went wrong on this tablet, for a person who mends it
 */

/** Before anything was heard. @returns {State} */
export const nothingYet = () => ({
  table: null, picture: null, source: null, engine: "off", online: navigator.onLine, unsent: 0, aside: [],
  tile: null, session: null, others: [], conflict: null, needs: null, differs: null, trouble: null,
});
