// placed.js: the stream that the engine is fed: what the ledger has, and behind it what it will have.

/**
 * @typedef {import("./outbox.js").Entry} Entry
 * @typedef {import("./outbox.js").Known} Known
 * @typedef {{seq: number, event?: any, key: string}} Placed  key: what tells it from any other in its place
 */

// The ledger's rule (ingest/streams.py): these begin a session where none is open, the table's opening one of its own
const PREPARES = new Set(["decks_checked", "shuffled", "cut"]);

/**
 * The session that the table will be in once everything is sent, in the ledger's places. What waits takes the places
 * behind the last one; if another tablet was faster they turn out otherwise, and the stream is told anew.
 * @param {{session: any, entries: Known[], unread: {after: number, seq: number}[]}} base
 * @param {Entry[]} waiting
 * @returns {Placed[]}
 */
export const placed = (base, waiting) => played(base, waiting).stream;

/**
 * The same, and whether it is another session than the ledger shows: one that what waits begins, or none yet.
 * @param {{session: any, entries: Known[], unread: {after: number, seq: number}[]}} base @param {Entry[]} waiting
 * @returns {{stream: Placed[], begins: boolean}}
 */
export function played({ session, entries, unread }, waiting) {
  const holes = [...unread].sort((one, other) => one.after - other.after || one.seq - other.seq);
  /** @type {Placed[]} */
  let stream = [];
  let hole = 0;
  let opened = false;
  const fill = (/** @type {number} */ before) => {
    for (; hole < holes.length && holes[hole].after < before; hole += 1) {
      stream.push({ seq: holes[hole].seq, key: `unread ${holes[hole].seq}` });
    }
  };
  for (const { number, seq, event } of entries) {
    fill(number);
    stream.push({ seq, event, key: `${seq} ${event.id ?? `#${number}`}` });
    opened ||= event.kind === "table_opened";
  }
  fill(Infinity);
  let begun = !session;
  let closed = !session || Boolean(session.closed_at);
  let last = entries.length ? entries[entries.length - 1].seq : 0;
  const places = new Map(entries.map(({ seq, event }) => [event.id, seq]));
  for (const { event, id, refId } of waiting) {
    const begins = event.kind === "table_opened" ? opened || closed : closed && PREPARES.has(event.kind);
    if (begins) {
      stream = [];
      begun = true;
      [last, opened, closed] = [0, false, false];
    }
    const ref = refId === undefined ? undefined : places.get(refId);
    // What it corrects is not in this session: the ledger will not have it either
    if (refId !== undefined && ref === undefined) continue;
    last += 1;
    places.set(id, last);
    stream.push({ seq: last, event: ref === undefined ? event : { ...event, ref }, key: `${last} ${id}` });
    if (event.kind === "table_opened") opened = true;
    else if (event.kind === "table_closed") closed = true;
  }
  return { stream, begins: begun };
}

/** How much of the stream was fed already; -1 where something else was. @param {string[]} fed @param {Placed[]} stream */
export function common(fed, stream) {
  if (fed.length > stream.length) return -1;
  for (let place = fed.length - 1; place >= 0; place -= 1) {
    if (fed[place] !== stream[place].key) return -1;
  }
  return fed.length;
}
