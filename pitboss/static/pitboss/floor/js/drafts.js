// drafts.js: irregularities that somebody has begun to tell and not finished, on the tablet's disk: a reload, another
// screen or somebody else's turn costs nothing of what was tapped.

import { openDB } from "../../vendor/idb-8.0.4.js";

/**
 * @typedef {Record<string, any>} Facts
 * @typedef {{id: string, table: number, code: string, title: string, facts: Facts, own: string[], changed: number,
 *   said: {id: string, facts: string} | null, cctv: string | null, disputed: string | null,
 *   reason?: string, words?: string}} Draft
 *   own: the facts that a person tapped, the others were known; said: the declaration as it was written already;
 *   cctv, disputed: when footage was asked for and a dispute noted; reason, words: of another resolution
 */

/** @type {Promise<any> | undefined} */
let opened;

function database() {
  opened ??= openDB("pitboss-drafts", 1, {
    upgrade(made) {
      made.createObjectStore("drafts", { keyPath: "id" }).createIndex("table", "table");
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}

/** @type {Promise<any>} */
let writing = Promise.resolve();
/** One after the other, and told when the disk has it. @param {(store: any) => void} change */
function write(change) {
  const next = writing.then(async () => {
    const work = (await database()).transaction("drafts", "readwrite", { durability: "strict" });
    change(work.store);
    await work.done;
    document.dispatchEvent(new CustomEvent("floor:drafts"));
  });
  writing = next.catch(() => {});
  return next;
}

/** @param {Draft} draft */
export const keep = (draft) => write((store) => store.put({ ...draft, facts: { ...draft.facts }, changed: Date.now() }));

/** It was finished, or is not wanted. @param {string} id */
export const drop = (id) => write((store) => store.delete(id));

/** The one changed last first. @param {number} table @returns {Promise<Draft[]>} */
export async function ofTable(table) {
  await writing;
  const found = await (await database()).getAllFromIndex("drafts", "table", table);
  return found.sort((/** @type {Draft} */ one, /** @type {Draft} */ other) => other.changed - one.changed);
}
