// store.js: one table on this tablet. What is said here is on the tablet's disk before it shows, goes through the engine
// at once, and reaches the ledger once and in order, whatever the network does meanwhile.
//
//   const store = await openTable(pk, {lang: "es", person: () => ({badge: "R-1042", role: "pit_boss"})});
//   store.subscribe((state) => draw(state.picture));
//   await store.say([{kind: "dealt", to: "3", card: "6s"}]);

import { keepUp } from "./keep_up.js";
import { afterPaint, keepPages } from "./offline.js";
import { NOTHING, after, numberOf } from "./known.js";
import { placed } from "./placed.js";
import * as outbox from "./outbox.js";
import { Player } from "./player.js";
import { complete, corrected, written } from "./saying.js";
import { Sender } from "./sender.js";
import { nothingYet } from "./state.js";
import { Refused, get, post } from "./server.js";
import { Timekeeper } from "./timekeeper.js";

/**
 * @typedef {import("./outbox.js").Entry} Entry
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Who} Who
 */

const MINE = 200; // how far back "undo" reaches

class Store {
  #pk;
  #lang;
  #who;
  #base = NOTHING;
  /** @type {Entry[]} */ #waiting = [];
  /** @type {string[][]} */ #mine = [];
  #player = new Player(() => ({ base: this.#base, waiting: this.#waiting, house: this.state.table?.house }));
  #clock = new Timekeeper();
  /** @type {Set<(state: State) => void>} */ #readers = new Set();
  /** @type {Promise<any>} */ #saying = Promise.resolve();
  /** @type {Promise<any>} */ #durable = Promise.resolve();
  #end = () => {};
  #tabs = new BroadcastChannel("pitboss-floor");
  /** @type {any} */ #forms = null;
  /** @type {Promise<void> | null} */ #looking = null;
  #lookAgain = false;
  #latest = { session: 0, last: 0 };

  /** @param {number} pk @param {string} lang @param {() => Who | null} who */
  constructor(pk, lang, who) {
    [this.#pk, this.#lang, this.#who] = [pk, lang, who];
    this.state = nothingYet();
    this.sender = new Sender(pk, {
      around: () => ({ session: this.#base.session?.id ?? null, known: this.#number, picture: this.#engine ? null : this.#lang }),
      place: (id) => this.#base.entries.find(({ event }) => event.id === id)?.seq,
      heard: (answer, sent) => this.#heard(answer, sent),
      changed: (change) => this.#change(change),
      idle: () => (this.#lookAgain || this.#behind) && this.#look(),
      quiet: async () => this.#looking,
    });
  }

  /** Does the ledger have more than we? As far as we were told. */
  get #behind() {
    const { session, last } = this.#latest;
    return session !== 0 && (session !== this.#base.session?.id || last > this.#number);
  }

  get #engine() { return this.#player.engine; }
  get #number() { return numberOf(this.#base); }
  get #address() { return `/floor/api/tables/${this.#pk}/`; }

  /** Now by the server's clock, in milliseconds. */
  now() { return this.#clock.now(); }

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
    const entries = await written(said, { pk: this.#pk, who, clock: this.#clock, table: this.state.table?.name, sign });
    this.#mine = [...this.#mine, entries.map(({ id }) => id)].slice(-MINE);
    const onDisk = outbox.add(entries, { pk: this.#pk, mine: this.#mine, lastAt: this.#clock.last });
    this.#durable = onDisk.catch(() => {});
    this.#waiting.push(...entries);
    const shown = this.#play();
    try {
      await onDisk;
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

  /** Take back what this tablet said last and has not taken back: one tap, however many events it wrote. */
  async undo() {
    const places = new Set([...this.#base.entries.map(({ event }) => event.id), ...this.#waiting.map(({ id }) => id)]);
    // What was said in a session that is over is not this session's to take back
    const last = (this.#mine.pop() ?? []).filter((id) => places.has(id));
    const taken = await this.say([...last].reverse().map((id) => corrected(id, null, "undo", this.#who())));
    // Taking back is not taken back in its turn
    this.#mine.pop();
    await outbox.remember({ pk: this.#pk, mine: this.#mine });
    return taken;
  }

  /** Is there anything that `undo` would take back? */
  get canUndo() { return this.#mine.length > 0; }
  /** Ids of what that would be. */
  get last() { return this.#mine.at(-1) ?? []; }
  /** The session as it was said, `{seq, event}` in order, with what still waits; without `event`: a line nobody could read. */
  get stream() { return placed(this.#base, this.#waiting); }

  /**
   * Put right what was entered wrong. The first entry stays in the ledger; this stands in its place.
   * @param {string} id  of the entry's event @param {object | null} instead  null strikes it @param {string} reason
   */
  correct(id, instead, reason) {
    const who = this.#who();
    const facts = instead && complete({ ...instead, id: undefined }, { who, clock: this.#clock, table: this.state.table?.name });
    return this.say([corrected(id, facts, reason, who)]);
  }

  /** The finding that this declaration would raise; nothing is written. @param {string} code @param {object} facts */
  async preview(code, facts) {
    return this.#engine ? this.#engine.preview(code, facts) : (await this.#declared(code, facts)).finding;
  }

  /** The events that declare it, to be said. @param {string} code @param {object} facts @returns {Promise<any[]>} */
  async declare(code, facts) {
    return this.#engine ? this.#engine.declare(code, facts) : (await this.#declared(code, facts)).events;
  }

  /** @param {string} code @param {object} facts */
  async #declared(code, facts) {
    return (await post(`${this.#address}preview/`, { code, facts, lang: this.#lang })).body;
  }

  /** What can be declared, by groups; kept for when the network is gone. @returns {Promise<any[]>} */
  async forms() {
    const there = this.#engine?.forms() ?? this.#forms ?? (await get(`${this.#address}forms/?lang=${this.#lang}`)).body.forms;
    this.#forms = await there;
    await outbox.remember({ pk: this.#pk, forms: { [this.#lang]: this.#forms } });
    return this.#forms;
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
    this.#end();
    this.#tabs.close();
    this.#player.stop();
  }

  async open() {
    const { kept, entries } = await outbox.remembered(this.#pk);
    this.#base = { session: kept.session ?? null, entries, unread: kept.unread ?? [] };
    this.#mine = kept.mine ?? [];
    this.#forms = kept.forms?.[this.#lang] ?? null;
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
    this.#tabs.onmessage = ({ data }) => data === this.#pk && this.#reread();
    this.#end = keepUp({
      beat: () => this.#beat(),
      back: () => this.retry(),
      gone: () => this.#change({ online: false }),
      leaving: () => post(`${this.#address}here/`, { unsent: this.#waiting.length, leaving: true }, { leaving: true }),
      floor: ({ table, session, last_number: last }) => {
        if (table !== this.#pk) return;
        this.#latest = { session, last };
        if (this.#behind) this.#look();
      },
      filed: ({ table }) => table === this.#pk && this.#look(),
      presence: ({ table }) => table === this.#pk && this.#beat(),
      look: () => this.#look(),
      listening: () => !this.state.online && this.retry(),
    });
  }

  async #startEngine() {
    this.#change({ engine: "loading" });
    try {
      await this.#player.start(this.#lang);
      await this.#play();
      if (this.#engine) this.#change({ engine: "ready" });
    } catch (why) {
      this.#change({ engine: "failed", trouble: String(why) });
    }
  }

  /** Ask what is new; asked while it asks, it asks once more; asked while entries are on their way, it asks after them. */
  #look() {
    this.#lookAgain = true;
    this.#looking ??= this.#lookOn().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookOn() {
    // While entries are on their way their answer brings what is new, and a question beside it would cross it
    while (this.#lookAgain && !this.sender.sending) {
      this.#lookAgain = false;
      const known = this.#base.session ? `session=${this.#base.session.id}&known=${this.#number}&` : "";
      const picture = this.#engine ? "no" : "yes";
      try {
        await this.#heard(await get(`${this.#address}?${known}lang=${this.#lang}&picture=${picture}`), []);
        this.#change({ needs: null });
      } catch (why) {
        this.#failed(why);
        return;
      }
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
    this.#change(why instanceof Refused ? { online: true, needs: /** @type {any} */ (why.why || "sign_in") } : { online: false });
  }

  /**
   * The server has told: of the entries sent with the question, and of what the ledger has beside them.
   * @param {import("./server.js").Heard} answer @param {Entry[]} sent
   */
  async #heard({ body, sent: asked, heard }, sent) {
    this.#clock.heard(body.server_time, asked, heard);
    const told = after(this.#base, body);
    if (!told) {
      // Whoever heard this is asking or sending, and asks again when done: waiting here for that would never end
      this.#base = NOTHING;
      this.#lookAgain = true;
      return;
    }
    const { anew, fresh } = told;
    this.#base = told.base;
    const gone = (body.numbered ?? []).map((/** @type {{id: string}} */ { id }) => id);
    const aside = (body.receipt?.rejected ?? []).map((/** @type {any} */ { index, ...why }) => ({ ...why, id: sent[index].id }));
    const out = new Set([...gone, ...aside.map(({ id }) => id), ...fresh.map(({ event }) => event.id)]);
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

  /** Another page of this tablet has said or sent something, or an entry was released. */
  #reread() {
    // Between two sayings: what is being written is not on the disk yet
    const next = this.#saying.then(async () => {
      const [disk, aside] = [await outbox.waiting(this.#pk), await outbox.aside(this.#pk)];
      const known = new Set(this.#base.entries.map(({ event }) => event.id));
      const told = new Set([...known, ...[...disk, ...aside].map(({ id }) => id)]);
      // What another page has sent stays in its place until we have heard of it from the ledger
      const sent = this.#waiting.filter(({ id }) => !told.has(id));
      this.#waiting = [...disk.filter(({ id }) => !known.has(id)), ...sent].sort((one, other) => (one.n ?? 0) - (other.n ?? 0));
      this.#change({ unsent: this.#waiting.length, aside });
      await this.#play();
    });
    this.#saying = next.catch(() => {});
    return next.then(() => this.#look());
  }

  /** Bring the engine to where the stream is, and show it. */
  async #play() {
    let told;
    try {
      told = await this.#player.play();
    } catch (why) {
      this.#change({ engine: "failed", trouble: String(why) });
      return;
    }
    if (!told) return;
    await this.#durable;
    this.#change({ picture: told.picture, source: "engine" });
    if (!this.#waiting.length) outbox.remember({ pk: this.#pk, picture: told.picture }).catch(() => {});
  }

  /** Has our engine found what the server's has? Only where both were fed the same. @param {any} tally */
  async #compare(tally) {
    if (!tally || !this.#engine || this.#waiting.length || tally.number !== this.#number) return;
    if (this.#player.agrees(tally)) return this.#change({ differs: null });
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

export { unsent } from "./outbox.js";
