// player.js: the engine fed with one table's stream, no more of it than is new, one thing after the other.

import { Engine } from "./engine.js";
import { common, played } from "./placed.js";

/** @typedef {import("./engine.js").Told} Told */

export class Player {
  /** @type {Engine | null} */ #engine = null;
  /** @type {string[]} */ #fed = [];
  /** @type {string | null} */ #told = null;
  #house = "{}";
  /** @type {Promise<any>} */ #turn = Promise.resolve();
  #stream;

  /** @param {() => {base: any, waiting: any[], house: any}} stream  what there is to play, when its turn comes;
   *   house: what the house has set for a session that is still to begin */
  constructor(stream) {
    this.#stream = stream;
  }

  /** The engine, once there is one that can be asked. */
  get engine() {
    return this.#engine;
  }

  /** @param {string} lang */
  async start(lang) {
    this.#engine = await Engine.start(lang);
    this.#fed = [];
    this.#told = null;
  }

  /**
   * Bring the engine to where the stream is. Throws where the engine has died: it is started anew, or done without.
   * @returns {Promise<Told | null>}  null: there is no engine, or nothing was new
   */
  play() {
    const next = this.#turn.then(() => this.#play());
    this.#turn = next.catch(() => {});
    return next;
  }

  async #play() {
    const engine = this.#engine;
    if (!engine) return null;
    const { base, waiting, house: next } = this.#stream();
    const { stream, begins } = played(base, waiting);
    // A session keeps what the house had set when it opened; one that begins here has what we last heard
    const house = JSON.stringify((begins ? next : base.session?.house) ?? {});
    const from = this.#told === null || house !== this.#house ? -1 : common(this.#fed, stream);
    if (from === stream.length) return null;
    const more = stream.slice(Math.max(from, 0)).map(({ seq, event }) => ({ seq, event }));
    try {
      const told = await (from < 0 ? engine.reset(more, house) : engine.feed(more));
      this.#fed = stream.map(({ key }) => key);
      this.#house = house;
      this.#told = `${told.tally.count} ${told.tally.digest}`;
      return told;
    } catch (why) {
      this.stop();
      throw why;
    }
  }

  /** Has our engine found what the server's has? @param {{count: number, digest: string}} tally */
  agrees(tally) {
    return this.#told === `${tally.count} ${tally.digest}`;
  }

  stop() {
    this.#engine?.stop();
    this.#engine = null;
  }
}
