// timekeeper.js: the server's time on a tablet whose own clock may be wrong, and may be put right while we look.

const FRESH = 10 * 60 * 1000;

export class Timekeeper {
  // The page's own clock runs evenly, whatever happens to the tablet's
  #began = Date.now() - performance.now();
  /** @type {{offset: number, trip: number, at: number} | null} */
  #best = null;
  #last;

  /** @param {{offset?: number, last?: number}} [kept]  from an earlier page */
  constructor({ offset = 0, last = 0 } = {}) {
    this.offset = offset;
    this.#last = last;
  }

  /**
   * The server's time came with an answer. The shortest trip of the last minutes tells best.
   * @param {string} serverTime @param {number} sent @param {number} heard  by performance.now()
   */
  heard(serverTime, sent, heard) {
    const server = Date.parse(serverTime);
    if (Number.isNaN(server)) return;
    const trip = heard - sent;
    if (this.#best && this.#best.trip <= trip && heard - this.#best.at < FRESH) return;
    this.#best = { offset: server - (this.#began + (sent + heard) / 2), trip, at: heard };
    this.offset = this.#best.offset;
  }

  /** Milliseconds since 1970, as the server counts them. */
  now() {
    return this.#began + performance.now() + this.offset;
  }

  /** The moment of an event: never before the one of the event said before it. */
  next() {
    this.#last = Math.max(Math.round(this.now()), this.#last + 1);
    return this.#last;
  }

  get last() {
    return this.#last;
  }
}
