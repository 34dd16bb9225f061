// engine.js: the page's side of the engine in the worker.

/**
 * @typedef {{picture: any, tally: {count: number, digest: string}, rejected: {index: number, field: string, expected: string}[]}} Told
 * @typedef {{seq: number, event?: object}} Placed  without an event: a place that an unreadable line took
 */

const PARTS = "/floor/api/engine/";

export class Engine {
  /** @type {Worker} */ #worker;
  /** @type {Map<number, {resolve: (text: string) => void, reject: (why: Error) => void}>} */ #waiting = new Map();
  #asked = 0;

  /** @param {string} address  of the worker's script */
  constructor(address) {
    this.#worker = new Worker(address, { type: "module", name: "engine" });
    this.#worker.onmessage = ({ data }) => this.#heard(data);
    this.#worker.onerror = (event) => this.#fail(new Error(event.message || "the engine's worker could not start"));
  }

  /**
   * The engine, ready to be fed. Throws where this installation or this browser has none.
   * @param {string} lang  "es" or "en"
   * @returns {Promise<Engine>}
   */
  static async start(lang) {
    const answer = await fetch(PARTS, { headers: { Accept: "application/json" } });
    const { engine: parts } = await answer.json();
    if (!parts) throw new Error("this installation has no engine for tablets");
    const engine = new Engine(parts.worker);
    try {
      await engine.#ask("load", parts, lang);
    } catch (why) {
      engine.stop();
      throw why;
    }
    keepForLater([PARTS, parts.worker, parts.rules, ...parts.files]);
    return engine;
  }

  /**
   * Begin anew with this stream.
   * @param {Placed[]} stream @param {string} [house]  what the house had set when the session opened, as JSON
   * @returns {Promise<Told>}
   */
  reset(stream, house = "{}") {
    return this.#told("reset", JSON.stringify(stream), house);
  }

  /** The next events. @param {Placed[]} next @returns {Promise<Told>} */
  feed(next) {
    return this.#told("feed", JSON.stringify(next));
  }

  /** From now on in this language. @param {string} lang @returns {Promise<Told>} */
  speak(lang) {
    return this.#told("speak", lang);
  }

  forms() {
    return this.#told("forms");
  }

  /** @param {string} code @param {object} facts @returns {Promise<object[]>} */
  declare(code, facts) {
    return this.#told("declare", code, JSON.stringify(facts));
  }

  /** @param {string} code @param {object} facts @returns {Promise<object>} */
  preview(code, facts) {
    return this.#told("preview", code, JSON.stringify(facts));
  }

  /** Every finding with its outcome. @returns {Promise<string[]>} */
  found() {
    return this.#told("found");
  }

  stop() {
    this.#worker.terminate();
    this.#fail(new Error("the engine was stopped"));
  }

  /** @param {string} what @param {...any} args @returns {Promise<any>} */
  async #told(what, ...args) {
    return JSON.parse(await this.#ask(what, ...args));
  }

  /** @param {string} what @param {...any} args @returns {Promise<string>} */
  #ask(what, ...args) {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, do: what, args });
    });
  }

  /** @param {{id: number, ok?: string, wrong?: string}} answer */
  #heard({ id, ok, wrong }) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (ok === undefined) asked?.reject(new Error(wrong));
    else asked?.resolve(ok);
  }

  /** @param {Error} why */
  #fail(why) {
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }
}

/** Ask the service worker to keep the engine's parts. @param {string[]} addresses */
async function keepForLater(addresses) {
  const there = await navigator.serviceWorker?.ready;
  there?.active?.postMessage({ keep: addresses });
}
