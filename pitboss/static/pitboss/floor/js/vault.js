// vault.js: the people of this tablet and their signing keys, in IndexedDB. A key lies there encrypted and only the
// person's PIN opens it; after five wrong ones it is wiped. Works without the network.

import { canonical } from "./canonical.js";

/**
 * @typedef {{id: number, badge: string, name: string, initials: string, role: string, roles: string[], verbs: string[],
 *   language: string}} Person
 * @typedef {{badge: string, person: Person, key_id: string | null, salt?: Uint8Array, iv?: Uint8Array, box?: ArrayBuffer,
 *   tries: number, used: number, locked_until: number}} Kept  one person; without a box the PIN opens nothing here
 * @typedef {{id: string, badge: string, at: string}} Report  a lock that the server has not heard of yet
 */

const NAME = "pitboss-people";
const ITERATIONS = 310_000;
export const TRIES = 5;
const LOCKED_FOR = 15 * 60 * 1000;
const text = new TextEncoder();

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

function open() {
  opening ??= new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("people", { keyPath: "badge" });
      asked.result.createObjectStore("reports", { keyPath: "id" });
      asked.result.createObjectStore("state");
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  return opening;
}

/**
 * One request in a transaction of its own; done when it is on the disk.
 * @template T
 * @param {string} store @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} ask
 * @returns {Promise<T>}
 */
async function run(store, mode, ask) {
  const database = await open();
  return new Promise((done, failed) => {
    const work = database.transaction(store, mode, { durability: "strict" });
    const asked = ask(work.objectStore(store));
    work.oncomplete = () => done(asked.result);
    work.onerror = work.onabort = () => failed(work.error);
  });
}

/** @param {string} badge @returns {Promise<Kept | undefined>} */
export const kept = (badge) => run("people", "readonly", (store) => store.get(badge));

/** Newest first. @returns {Promise<Kept[]>} */
export async function everybody() {
  const all = await run("people", "readonly", (store) => store.getAll());
  return all.sort((one, other) => other.used - one.used);
}

/** @param {Kept} who */
const write = (who) => run("people", "readwrite", (store) => store.put(who));

/** @param {string} badge */
export const forget = (badge) => run("people", "readwrite", (store) => store.delete(badge));

/** @param {string} name @returns {Promise<any>} */
export const remembered = (name) => run("state", "readonly", (store) => store.get(name));

/** @param {string} name @param {unknown} value */
export const remember = (name, value) => run("state", "readwrite", (store) => store.put(value, name));

/** @returns {Promise<Report[]>} */
export const reports = () => run("reports", "readonly", (store) => store.getAll());

/** @param {string} id */
export const reported = (id) => run("reports", "readwrite", (store) => store.delete(id));

/** @param {string} pin @param {Uint8Array} salt */
async function keyOf(pin, salt) {
  const material = await crypto.subtle.importKey("raw", text.encode(pin), "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: /** @type {BufferSource} */ (salt), iterations: ITERATIONS };
  return crypto.subtle.deriveKey(how, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/**
 * Put a person's signing key away under the PIN.
 * @param {Person} person @param {{key_id: string, key: string}} signing @param {string} pin
 */
export async function put(person, signing, pin) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const raw = Uint8Array.from(atob(signing.key), (letter) => letter.charCodeAt(0));
  const box = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(pin, salt), raw);
  await write({ badge: person.badge, person, key_id: signing.key_id, salt, iv, box, tries: 0, used: Date.now(), locked_until: 0 });
}

/**
 * Open a person's key with the PIN. `key` signs and can't be read out again.
 * @param {string} badge @param {string} pin
 * @returns {Promise<{key: CryptoKey, key_id: string} | {why: "none"} | {why: "wrong", left: number} | {why: "locked", until: number}>}
 */
export async function unlock(badge, pin) {
  const who = await kept(badge);
  if (who && who.locked_until > Date.now()) return { why: "locked", until: who.locked_until };
  if (!who?.box || !who.salt || !who.iv || !who.key_id) return { why: "none" };
  // Counted before the PIN is tried: pulling the plug in between is no way to a sixth try
  await write({ ...who, tries: who.tries + 1 });
  let raw;
  try {
    raw = await crypto.subtle.decrypt({ name: "AES-GCM", iv: /** @type {BufferSource} */ (who.iv) }, await keyOf(pin, who.salt), who.box);
  } catch {
    const left = TRIES - who.tries - 1;
    if (left > 0) return { why: "wrong", left };
    return { why: "locked", until: await lock(badge, { report: true }) };
  }
  await write({ ...who, tries: 0, used: Date.now() });
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return { key, key_id: who.key_id };
}

/**
 * Wipe a person's key here, for fifteen minutes at least; from then on only the server lets the person in again.
 * @param {string} badge @param {{until?: number, report?: boolean}} how  report: the server does not know it yet
 */
export async function lock(badge, { until = Date.now() + LOCKED_FOR, report = false } = {}) {
  const who = await kept(badge);
  if (!who) return until;
  const { person, used } = who;
  await write({ badge, person, used, key_id: null, tries: 0, locked_until: until });
  if (report) {
    const told = { id: crypto.randomUUID(), badge, at: new Date().toISOString() };
    await run("reports", "readwrite", (store) => store.put(told));
  }
  return until;
}

/**
 * What the server says of this tablet's people: keys that ended are wiped here, locks that ended are lifted.
 * @param {Array<{badge: string, key_id: string | null, locked_until: string | null}>} told
 */
export async function agree(told) {
  const waiting = new Set((await reports()).map(({ badge }) => badge));
  for (const who of await everybody()) {
    const said = told.find(({ badge }) => badge === who.badge);
    if (!said) await forget(who.badge);
    else if (said.locked_until) await lock(who.badge, { until: Date.parse(said.locked_until) });
    else if (who.key_id !== said.key_id || (who.locked_until && !waiting.has(who.badge))) {
      await write({ badge: who.badge, person: who.person, used: who.used, key_id: null, tries: 0, locked_until: waiting.has(who.badge) ? who.locked_until : 0 });
    }
  }
}

/** The tablet is a stranger now: nothing of its people stays. */
export async function wipe() {
  for (const { badge } of await everybody()) await forget(badge);
  await remember("me", null);
}

/** @param {ArrayBuffer} bytes */
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** HMAC-SHA256 of the canonical text, as hex. @param {CryptoKey} key @param {object} value */
export const mac = async (key, value) => hex(await crypto.subtle.sign("HMAC", key, text.encode(canonical(value))));
