// store.js: one table on this tablet. What is said here is on the tablet's disk before it shows, goes through the engine
// at once, and reaches the ledger once and in order, whatever the network does meanwhile.
//
//   const store = await openTable(pk, {lang: "es", person: () => ({badge: "R-1042", role: "pit_boss"})});
//   store.subscribe((state) => draw(state.picture));
//   await store.say([{kind: "dealt", to: "3", card: "6s"}]);

import { Engine } from "./engine.js";
import { keepPages } from "./offline.js";
import * as outbox from "./outbox.js";
import { common, placed } from "./placed.js";
import { Sender } from "./sender.js";
import { Refused, get, post } from "./server.js";
import { listen } from "./stream.js";
import { Timekeeper } from "./timekeeper.js";
import { uuid7 } from "./uuid7.js";

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

const BEAT = 15000;
const MINE = 200; // how far back "undo" reaches

class Store {
  #pk;
  #lang;
  #who;
  #base = { session: /** @type {any} */ (null), entries: /** @type {outbox.Known[]} */ ([]), unread: [] };
  /** @type {Entry[]} */ #waiting = [];
  /** @type {string[][]} */ #mine = [];
  /** @type {Engine | null} */ #engine = null;
  /** @type {string[]} */ #fed = [];
  #clock = new Timekeeper();
  /** @type {Set<(state: State) => void>} */ #readers = new Set();
  /** @type {Promise<any>} */ #saying = Promise.resolve();
  /** @type {Promise<any>} */ #playing = Promise.resolve();
  /** @type {Promise<any>} */ #durable = Promise.resolve();
  /** @type {(() => void)[]} */ #ends = [];
  #tabs = new BroadcastChannel("pitboss-floor");
  #forms = /** @type {Record<string, any>} */ ({});
  /** @type {string | null} */ #told = null;

  /** @param {number} pk @param {string} lang @param {() => Who | null} who */
  constructor(pk, lang, who) {
    [this.#pk, this.#lang, this.#who] = [pk, lang, who];
    /** @type {State} */
    this.state = {
      table: null, picture: null, source: null, engine: "off", online: navigator.onLine, unsent: 0, aside: [],
      tile: null, session: null, others: [], conflict: null, needs: null, differs: null, trouble: null,
    };
    this.sender = new Sender(pk, {
      around: () => ({ session: this.#base.session?.id ?? null, known: this.#number, picture: this.#engine ? null : this.#lang }),
      place: (id) => this.#base.entries.find(({ event }) => event.id === id)?.seq,
      heard: (answer, sent) => this.#heard(answer, sent),
      changed: (change) => this.#change(change),
    });
  }

  get #address() {
    return `/floor/api/tables/${this.#pk}/`;
  }

  /** The number of the last entry of the ledger that we have. */
  get #number() {
    const { entries } = this.#base;
    return entries.length ? entries[entries.length - 1].number : 0;
  }

  /** Now by the server's clock, in milliseconds. */
  now() {
    return this.#clock.now();
  }

  /** Be told of every change, and of the state as it is. @param {(state: State) => void} reader @returns {() => void} */
  subscribe(reader) {
    this.#readers.add(reader);
    reader(this.state);
    return () => this.#readers.delete(reader);
  }

  /**
   * Say that this happened. Resolves once it cannot be lost any more and the picture shows it.
   * @param {object | object[]} events  without id, at, by and table; one with `signed` brings its signature along
   * @param {{sign?: (event: any) => Promise<any>}} [how]  sign: gives the signature {by, key_id, mac} of an event, or the
   *   event with it as `signed`; ask for the PIN before, so that the moment in the event is the one of the decision
   * @returns {Promise<Entry[]>}
   */
  say(events, { sign } = {}) {
    const said = Array.isArray(events) ? events : [events];
    const next = this.#saying.then(() => this.#say(said, sign));
    this.#saying = next.catch(() => {});
    return next;
  }

  /** @param {any[]} said @param {((event: any) => Promise<any>) | undefined} sign */
  async #say(said, sign) {
    if (!said.length) return [];
    const who = this.#who();
    if (!who) {
      this.#change({ needs: "sign_in" });
      throw new Refused(401, { why: "sign_in" });
    }
    /** @type {Entry[]} */
    const entries = [];
    for (const { signed: brought, ref_id: refId, ...facts } of said) {
      const event = this.#complete(facts, who);
      let signed = brought;
      if (sign) signed = (await sign(event)) ?? undefined;
      if (signed?.signed) signed = signed.signed;
      entries.push({ table: this.#pk, id: event.id, event, signed, refId, state: "waiting" });
    }
    this.#mine = [...this.#mine, entries.map(({ id }) => id)].slice(-MINE);
    const written = outbox.add(entries, { pk: this.#pk, mine: this.#mine, lastAt: this.#clock.last });
    this.#durable = written.catch(() => {});
    this.#waiting.push(...entries);
    const shown = this.#play();
    try {
      await written;
    } catch (why) {
      // Nothing that the disk does not have may be shown as entered
      this.#waiting = this.#waiting.filter((entry) => !entries.includes(entry));
      this.#mine.pop();
      this.#change({ trouble: String(why) });
      await this.#play();
      throw why;
    }
    this.#change({ unsent: this.#waiting.length });
    this.#tabs.postMessage(this.#pk);
    this.sender.send();
    await shown;
    return entries;
  }

  /** @param {any} facts @param {Who} who */
  #complete(facts, who) {
    const at = facts.at ?? new Date(this.#clock.next()).toISOString();
    const event = { ...facts, id: facts.id ?? uuid7(Date.parse(at)), at, by: facts.by ?? who.badge };
    if (this.state.table) event.table ??= this.state.table.name;
    return JSON.parse(JSON.stringify(event));
  }

  /** Take back what this tablet said last and has not taken back: one tap, however many events it wrote. */
  async undo() {
    const last = this.#mine.pop();
    if (!last) return [];
    const taken = await this.say(this.#takingBack(last));
    // Taking back is not taken back in its turn
    this.#mine.pop();
    await outbox.remember({ pk: this.#pk, mine: this.#mine });
    return taken;
  }

  /** Is there anything that `undo` would take back? */
  get canUndo() {
    return this.#mine.length > 0;
  }

  /** @param {string[]} ids */
  #takingBack(ids) {
    return [...ids].reverse().map((id) => this.#corrected(id, null, "undo"));
  }

  /**
   * Put right what was entered wrong. The first entry stays in the ledger; this stands in its place.
   * @param {string} id  of the entry's event @param {object | null} instead  null strikes it @param {string} reason
   */
  correct(id, instead, reason) {
    return this.say([this.#corrected(id, instead && this.#complete({ ...instead, id: undefined }, this.#whoever()), reason)]);
  }

  /** @param {string} id @param {object | null} instead @param {string} reason */
  #corrected(id, instead, reason) {
    const role = this.#whoever().role;
    return { kind: "corrected", ref: 1, ref_id: id, instead, reason, by_role: role };
  }

  #whoever() {
    return this.#who() ?? { badge: "", role: "floor" };
  }

  /** The finding that this declaration would raise; nothing is written. @param {string} code @param {object} facts */
  async preview(code, facts) {
    if (this.#engine) return this.#engine.preview(code, facts);
    return (await post(`${this.#address}preview/`, { code, facts, lang: this.#lang })).body.finding;
  }

  /** The events that declare it, to be said. @param {string} code @param {object} facts @returns {Promise<any[]>} */
  async declare(code, facts) {
    if (this.#engine) return this.#engine.declare(code, facts);
    return (await post(`${this.#address}preview/`, { code, facts, lang: this.#lang })).body.events;
  }

  /** What can be declared, by groups; kept for when the network is gone. @returns {Promise<any[]>} */
  async forms() {
    if (!this.#forms[this.#lang]) {
      const there = this.#engine ? await this.#engine.forms() : (await get(`${this.#address}forms/?lang=${this.#lang}`)).body.forms;
      this.#forms[this.#lang] = there;
      await outbox.remember({ pk: this.#pk, forms: { [this.#lang]: there } });
    }
    return this.#forms[this.#lang];
  }

  /** A person has read why an entry was refused: let it go, or send it again. @param {string} id @param {boolean} [again] */
  async release(id, again = false) {
    await outbox.release(id, again);
    await this.#reread();
    this.sender.send();
  }

  /** Somebody signed in, or the network may be back: try now. */
  retry() {
    this.#change({ needs: null });
    this.sender.send();
    this.#look();
  }

  /** The page goes away. */
  close() {
    for (const end of this.#ends) end();
    this.#tabs.close();
    this.#engine?.stop();
  }

  // ── beginning ──

  async open() {
    const { kept, entries } = await outbox.remembered(this.#pk);
    this.#base = { session: kept.session ?? null, entries, unread: kept.unread ?? [] };
    this.#mine = kept.mine ?? [];
    this.#forms = kept.forms ?? {};
    this.#waiting = await outbox.waiting(this.#pk);
    this.#clock = new Timekeeper({ offset: kept.offset, last: kept.lastAt });
    this.#change({
      table: kept.table ?? null, picture: kept.picture ?? null, source: kept.picture ? "kept" : null,
      session: kept.session ?? null, tile: kept.tile ?? null, unsent: this.#waiting.length,
      aside: await outbox.aside(this.#pk),
    });
    const heard = this.#look();
    // Without the network the engine is all there is; with it, what the server shows goes first
    (kept.picture || !navigator.onLine ? Promise.resolve() : heard).finally(() => afterPaint(() => this.#startEngine()));
    this.sender.send();
    this.#keepUp();
    if (!kept.picture) await heard;
  }

  #keepUp() {
    const beat = setInterval(() => this.#beat(), BEAT);
    const back = () => this.retry();
    const gone = () => this.#change({ online: false });
    const leaving = () => void post(`${this.#address}here/`, { unsent: this.#waiting.length, leaving: true }, { leaving: true }).catch(() => {});
    window.addEventListener("online", back);
    window.addEventListener("offline", gone);
    window.addEventListener("pagehide", leaving);
    this.#tabs.onmessage = ({ data }) => data === this.#pk && this.#reread();
    this.#ends.push(
      () => clearInterval(beat),
      () => window.removeEventListener("online", back),
      () => window.removeEventListener("offline", gone),
      () => window.removeEventListener("pagehide", leaving),
      listen({
        floor: ({ table, session, last_number: last }) => {
          if (table === this.#pk && (session !== this.#base.session?.id || last > this.#number)) this.#look();
        },
        presence: ({ table }) => table === this.#pk && this.#beat(),
        look: () => this.#look(),
        state: (listening) => listening && !this.state.online && this.retry(),
      }),
    );
    this.#beat();
  }

  async #startEngine() {
    this.#change({ engine: "loading" });
    try {
      const engine = await Engine.start(this.#lang);
      this.#engine = engine;
      this.#fed = [];
      this.#told = null;
      await this.#play();
      this.#change({ engine: "ready" });
    } catch (why) {
      this.#change({ engine: "failed", trouble: String(why) });
    }
  }

  // ── hearing ──

  async #look() {
    // While entries are on their way their answer brings all that is new, and a question beside it would cross it
    if (this.sender.sending) return;
    const known = this.#base.session ? `session=${this.#base.session.id}&known=${this.#number}&` : "";
    const picture = this.#engine ? "no" : "yes";
    try {
      await this.#heard(await get(`${this.#address}?${known}lang=${this.#lang}&picture=${picture}`), []);
      this.#change({ needs: null });
    } catch (why) {
      this.#failed(why);
    }
  }

  async #beat() {
    try {
      const answer = await post(`${this.#address}here/`, { unsent: this.#waiting.length });
      this.#clock.heard(answer.body.server_time, answer.sent, answer.heard);
      this.#company(answer.body.others);
      this.#change({ online: true });
      if (this.#waiting.length) this.sender.send();
    } catch (why) {
      this.#failed(why);
    }
  }

  /** @param {unknown} why */
  #failed(why) {
    if (why instanceof Refused) this.#change({ online: true, needs: /** @type {any} */ (why.why || "sign_in") });
    else this.#change({ online: false });
  }

  /**
   * The server has told: of the entries sent with the question, and of what the ledger has beside them.
   * @param {import("./server.js").Heard} answer @param {Entry[]} sent
   */
  async #heard({ body, sent: asked, heard }, sent) {
    this.#clock.heard(body.server_time, asked, heard);
    const anew = (body.session?.id ?? null) !== (this.#base.session?.id ?? null);
    const fresh = body.entries.filter((/** @type {outbox.Known} */ { number }) => anew || number > this.#number);
    const first = anew ? 1 : this.#number + 1;
    if (fresh.length && fresh[0].number !== first) {
      this.#base = { session: null, entries: [], unread: [] };
      return this.#look();
    }
    this.#base = {
      session: body.session, unread: body.unread,
      entries: anew ? fresh : [...this.#base.entries, ...fresh],
    };
    const gone = (body.numbered ?? []).map((/** @type {{id: string}} */ { id }) => id);
    const aside = (body.receipt?.rejected ?? []).map((/** @type {any} */ { index, ...why }) => ({ ...why, id: sent[index].id }));
    const out = new Set([...gone, ...aside.map(({ id }) => id)]);
    this.#waiting = this.#waiting.filter(({ id }) => !out.has(id));
    const { table, picture } = body;
    const kept = {
      pk: this.#pk, session: body.session, unread: body.unread, tile: body.tile, offset: this.#clock.offset,
      ...(table && { table }), ...(picture && { picture }),
    };
    await outbox.settle(kept, fresh, { gone, aside, anew });
    this.#change({
      ...(table && { table }), session: body.session, tile: body.tile, online: true, unsent: this.#waiting.length,
      ...(aside.length && { aside: await outbox.aside(this.#pk) }),
      ...(picture && !this.#engine && { picture, source: "server" }),
    });
    this.#company(body.others);
    if (gone.length) this.#tabs.postMessage(this.#pk);
    await this.#play();
    await this.#compare(body.tally);
  }

  /** @param {any[]} others */
  #company(others) {
    this.#change({ others, conflict: others.find(({ first }) => first) ?? null });
  }

  /** Another page of this tablet has said or sent something. */
  async #reread() {
    this.#waiting = await outbox.waiting(this.#pk);
    this.#change({ unsent: this.#waiting.length, aside: await outbox.aside(this.#pk) });
    await this.#play();
    await this.#look();
  }

  // ── playing ──

  /** Bring the engine to where the stream is, and show it. */
  #play() {
    const next = this.#playing.then(() => this.#playNow());
    this.#playing = next.catch(() => {});
    return next;
  }

  async #playNow() {
    const engine = this.#engine;
    if (!engine) return;
    const stream = placed(this.#base, this.#waiting);
    const from = common(this.#fed, stream);
    if (from === stream.length && this.#told !== null) return;
    const anew = from < 0 || this.#told === null;
    const next = (anew ? stream : stream.slice(from)).map(({ seq, event }) => ({ seq, event }));
    this.#fed = stream.map(({ key }) => key);
    let told;
    try {
      told = await (anew ? engine.reset(next) : engine.feed(next));
    } catch (why) {
      this.#engine = null;
      engine.stop();
      this.#change({ engine: "failed", trouble: String(why) });
      return;
    }
    this.#told = `${told.tally.count} ${told.tally.digest}`;
    await this.#durable;
    this.#change({ picture: told.picture, source: "engine" });
    if (!this.#waiting.length) outbox.remember({ pk: this.#pk, picture: told.picture }).catch(() => {});
  }

  /** Has our engine found what the server's has? Only where both were fed the same. @param {any} tally */
  async #compare(tally) {
    if (!tally || !this.#engine || this.#waiting.length || tally.number !== this.#number) return;
    if (this.#told === `${tally.count} ${tally.digest}`) {
      this.#change({ differs: null });
      return;
    }
    try {
      const found = await this.#engine.found();
      const where = { session: this.#base.session.id, number: this.#number, found };
      const { body } = await post(`${this.#address}differs/`, where);
      // By now both may have gone on: only a difference that is one is shown
      if (body.only_there.length || body.only_here.length) this.#change({ differs: body });
    } catch (why) {
      this.#failed(why);
    }
  }

  /** @param {Partial<State>} change */
  #change(change) {
    const now = /** @type {any} */ (this.state);
    if (Object.entries(change).every(([name, value]) => now[name] === value)) return;
    this.state = { ...this.state, ...change };
    for (const reader of this.#readers) reader(this.state);
  }
}

/**
 * One table of this tablet, with what is known of it; what the server has comes as it comes.
 * @param {number} pk
 * @param {{lang?: string, person?: () => Who | null}} [how]
 * @returns {Promise<Store>}
 */
export async function openTable(pk, { lang = document.documentElement.lang, person = () => null } = {}) {
  const language = lang.startsWith("en") ? "en" : "es";
  const store = new Store(pk, language, person);
  keepPages(language);
  await store.open();
  return store;
}

/** @param {() => void} then */
function afterPaint(then) {
  requestAnimationFrame(() => setTimeout(then, 0));
}

export { unsent } from "./outbox.js";
