// player.js: the engine fed with one table's stream, no more of it than is new, one thing after the other.

import { Engine } from "./engine.js";
import { common, placed } from "./placed.js";

/** @typedef {import("./engine.js").Told} Told */

export class Player {
  /** @type {Engine | null} */ #engine = null;
  /** @type {string[]} */ #fed = [];
  /** @type {string | null} */ #told = null;
  /** @type {Promise<any>} */ #turn = Promise.resolve();
  #stream;

  /** @param {() => {base: any, waiting: any[]}} stream  what there is to play, when its turn comes */
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
    const { base, waiting } = this.#stream();
    const stream = placed(base, waiting);
    const from = this.#told === null ? -1 : common(this.#fed, stream);
    if (from === stream.length) return null;
    const next = stream.slice(Math.max(from, 0)).map(({ seq, event }) => ({ seq, event }));
    try {
      const told = await (from < 0 ? engine.reset(next) : engine.feed(next));
      this.#fed = stream.map(({ key }) => key);
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
