// outbox.js: what this tablet knows, on its own disk. An entry is written here before anybody sees it as entered, and
// leaves only when the ledger has it, or when a person has read why the ledger would not have it.

import { openDB } from "../../vendor/idb-8.0.4.js";

/**
 * @typedef {Record<string, any> & {kind: string, id: string, at: string, by?: string, table?: string}} Event
 * @typedef {{n?: number, table: number, id: string, event: Event, signed?: object, refId?: string,
 *   state: "waiting" | "aside", why?: {field: string, expected: string}}} Entry  n: its place in the outbox
 * @typedef {{number: number, seq: number, event: Event}} Known  an entry of the ledger
 * @typedef {{pk: number, table?: any, session?: any, unread?: any[], picture?: any, forms?: Record<string, any>,
 *   tile?: any, mine?: string[][], lastAt?: number, offset?: number}} Kept  what is remembered of a table
 */

const NAME = "pitboss-floor";
const VERSION = 1;
// The disk has it when the promise is kept, not only the browser's memory
const DURABLE = /** @type {const} */ ({ durability: "strict" });

/** @type {Promise<any> | undefined} */
let opened;

function database() {
  opened ??= openDB(NAME, VERSION, {
    upgrade(made) {
      const entries = made.createObjectStore("entries", { keyPath: "n", autoIncrement: true });
      entries.createIndex("table", ["table", "state", "n"]);
      entries.createIndex("id", "id", { unique: true });
      made.createObjectStore("ledger", { keyPath: ["pk", "session", "number"] });
      made.createObjectStore("tables", { keyPath: "pk" });
    },
    blocking(_old, _new, event) {
      /** @type {any} */ (event.target).close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}

/** Add entries behind all others; kept when this resolves. @param {Entry[]} entries @param {Kept} kept */
export async function add(entries, kept) {
  const work = (await database()).transaction(["entries", "tables"], "readwrite", DURABLE);
  const put = entries.map(async (entry) => {
    entry.n = await work.objectStore("entries").add(entry);
  });
  await Promise.all([...put, merge(work, kept), work.done]);
}

/** Those that the ledger does not have, in the order they were said. @param {number} table @returns {Promise<Entry[]>} */
export async function waiting(table) {
  return (await database()).getAllFromIndex("entries", "table", within(table, "waiting"));
}

/** Those that the ledger would not have, with the reason. @param {number} table @returns {Promise<Entry[]>} */
export async function aside(table) {
  return (await database()).getAllFromIndex("entries", "table", within(table, "aside"));
}

/** How many wait, per table: `{[table]: n}`. @returns {Promise<Record<number, number>>} */
export async function unsent() {
  /** @type {Record<number, number>} */
  const found = {};
  for (const { table, state } of await (await database()).getAll("entries")) {
    if (state === "waiting") found[table] = (found[table] ?? 0) + 1;
  }
  return found;
}

/** @param {number} pk @returns {Promise<{kept: Kept, entries: Known[]}>} */
export async function remembered(pk) {
  const there = await database();
  const kept = (await there.get("tables", pk)) ?? { pk };
  if (!kept.session) return { kept, entries: [] };
  const { id } = kept.session;
  return { kept, entries: await there.getAll("ledger", IDBKeyRange.bound([pk, id], [pk, id, []])) };
}

/**
 * What the server has told, all of it or nothing: entries that it has leave the outbox, others are put aside.
 * @param {Kept} kept @param {Known[]} entries
 * @param {{gone?: string[], aside?: {id: string, field: string, expected: string}[], anew?: boolean}} [more]
 *   gone, aside: ids of entries; anew: forget the entries known so far
 */
export async function settle(kept, entries, { gone = [], aside: refused = [], anew = false } = {}) {
  const work = (await database()).transaction(["entries", "ledger", "tables"], "readwrite", DURABLE);
  const outbox = work.objectStore("entries");
  const ledger = work.objectStore("ledger");
  if (anew) await ledger.delete(IDBKeyRange.bound([kept.pk], [kept.pk, []]));
  for (const entry of entries) ledger.put({ pk: kept.pk, session: kept.session.id, ...entry });
  for (const id of gone) {
    const n = await outbox.index("id").getKey(id);
    if (n !== undefined) outbox.delete(n);
  }
  for (const { id, field, expected } of refused) {
    const there = await outbox.index("id").get(id);
    if (there) outbox.put({ ...there, state: "aside", why: { field, expected } });
  }
  await Promise.all([merge(work, kept), work.done]);
}

/** Write what was worked out at sending time, so that a repetition says the same. @param {Entry} entry */
export async function rewrite(entry) {
  await (await database()).put("entries", entry);
}

/** A person has read why, and lets it go; or wants it sent again. @param {string} id @param {boolean} again */
export async function release(id, again) {
  const work = (await database()).transaction("entries", "readwrite", DURABLE);
  const there = await work.store.index("id").get(id);
  if (there?.state === "aside") {
    await work.store.delete(there.n);
    if (again) {
      // Behind all others: those after it may be in the ledger already
      const { n, why, ...entry } = there;
      await work.store.add({ ...entry, state: "waiting" });
    }
  }
  await work.done;
}

/** Remember more of a table. @param {Kept} kept */
export async function remember(kept) {
  const work = (await database()).transaction("tables", "readwrite");
  await Promise.all([merge(work, kept), work.done]);
}

/** @param {any} work @param {Kept} kept */
async function merge(work, kept) {
  const tables = work.objectStore("tables");
  const { forms, ...rest } = kept;
  const there = (await tables.get(kept.pk)) ?? {};
  await tables.put({ ...there, ...rest, forms: { ...there.forms, ...forms } });
}

/** @param {number} table @param {string} state */
function within(table, state) {
  return IDBKeyRange.bound([table, state], [table, state, []]);
}
