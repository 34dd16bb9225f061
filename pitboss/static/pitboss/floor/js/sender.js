// sender.js: the outbox on its way to the ledger: in order, each entry until it is answered for, one page at a time.

import * as outbox from "./outbox.js";
import { Refused, post } from "./server.js";

const AT_ONCE = 200;
const LONGEST = 30000;
const REFUSED_FOR = 60000; // until somebody signs in, asking again soon is of no use

/**
 * @typedef {import("./outbox.js").Entry} Entry
 * @typedef {{around: () => object, place: (id: string) => number | undefined,
 *   heard: (answer: import("./server.js").Heard, sent: Entry[]) => Promise<void>,
 *   changed: (change: any) => void, idle: () => void, quiet: () => Promise<any>}} Desk
 */

export class Sender {
  #pk;
  #desk;
  #again = false;
  #tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  sending = false;

  /** @param {number} pk @param {Desk} desk */
  constructor(pk, desk) {
    [this.#pk, this.#desk] = [pk, desk];
  }

  /** Send what waits, now. Asked while it is sending, it goes on afterwards. */
  send() {
    clearTimeout(this.#timer);
    // A browser that says it has no network is right; one that says it has may be wrong
    if (!navigator.onLine) {
      this.#desk.changed({ online: false });
      this.#timer = setTimeout(() => this.send(), LONGEST);
      return;
    }
    this.#again = true;
    if (!this.sending) this.#go();
  }

  async #go() {
    this.sending = true;
    try {
      while (this.#again) {
        this.#again = false;
        // Two pages of one tablet share the outbox; they must not send it past each other
        await navigator.locks.request(`pitboss-send-${this.#pk}`, () => this.#all());
      }
      this.#tries = 0;
    } catch (why) {
      this.#failed(why);
    } finally {
      this.sending = false;
    }
    // Said between the last look and here
    if (this.#again && this.#tries === 0) this.#go();
    else this.#desk.idle();
  }

  async #all() {
    for (;;) {
      const waiting = await outbox.waiting(this.#pk);
      if (!waiting.length) return;
      const batch = await this.#batch(waiting);
      if (!batch.length) continue;
      await this.#desk.quiet();
      const body = {
        ...this.#desk.around(),
        unsent: waiting.length - batch.length,
        entries: batch.map(({ event, signed }) => ({ event, ...(signed && { signed }) })),
      };
      const answer = await post(`/floor/api/tables/${this.#pk}/events/`, body);
      this.#tries = 0;
      this.#desk.changed({ needs: null });
      await this.#desk.heard(answer, batch);
    }
  }

  /**
   * The first of them that can go together. A correction names its entry by the place in the ledger, so it waits until
   * that entry has one; if the ledger would not have the entry, there is nothing to correct.
   * @param {Entry[]} waiting
   */
  async #batch(waiting) {
    /** @type {Entry[]} */
    const batch = [];
    const ids = new Set();
    for (const entry of waiting.slice(0, AT_ONCE)) {
      if (entry.refId !== undefined && !entry.event.ref_id) {
        if (ids.has(entry.refId)) break;
        const ref = this.#desk.place(entry.refId);
        if (ref === undefined) {
          if (batch.length) break;
          const why = { id: entry.id, field: "ref", expected: "an entry that the ledger has" };
          await outbox.settle({ pk: this.#pk }, [], { aside: [why] });
          this.#desk.changed({ aside: await outbox.aside(this.#pk) });
          return [];
        }
        // Written down before it is sent: a repetition must say the very same
        entry.event = { ...entry.event, ref, ref_id: entry.refId };
        await outbox.rewrite(entry);
      }
      batch.push(entry);
      ids.add(entry.id);
    }
    return batch;
  }

  /** @param {unknown} why */
  #failed(why) {
    this.#tries += 1;
    let pause = Math.min(LONGEST, 500 * 2 ** Math.min(this.#tries, 6)) * (0.75 + Math.random() / 2);
    if (why instanceof Refused) {
      // Everything waits: nobody is signed in, the tablet was revoked, or the server cannot read what we write
      const needs = ["sign_in", "device", "role", "table"].includes(why.why) ? why.why : null;
      this.#desk.changed({ online: true, needs: needs ?? (why.status < 404 && why.status > 400 ? "sign_in" : null) });
      if (!needs) this.#desk.changed({ trouble: JSON.stringify(why.body) });
      pause = REFUSED_FOR;
    } else {
      this.#desk.changed({ online: false });
    }
    this.#timer = setTimeout(() => this.send(), pause);
  }
}
