// engine-worker.js: the rules, in the tablet. A worker of its own, so that a tap is never kept waiting; served from
// /floor/engine/worker.js with a policy that lets it, and nothing else of ours, compile WebAssembly.
//
// Asked: {id, do, args}. Answers: {id, ok} with JSON text, or {id, wrong}. The first thing asked is "load".

const STDLIB = "/lib/pitboss";
// By name: a text right behind `pyimport(` reads like an import of ours to who gives our files their hashed names
const [RULES, HELD] = ["rules", "rules.held"];

/** @type {any} */
let held = null;

/** @param {{pyodide: string, wheel: string, rules: string}} parts @param {string} lang */
async function load(parts, lang) {
  const base = new URL(parts.pyodide, self.location.href).href;
  // All parts at once: the slowest one decides, not their sum
  const [{ loadPyodide }, rules, wheel] = await Promise.all([
    import(`${base}pyodide.mjs`),
    bytes(parts.rules),
    bytes(parts.wheel),
  ]);
  const python = await loadPyodide({ indexURL: base, packageBaseUrl: base });
  python.unpackArchive(wheel, "wheel", { extractDir: STDLIB });
  python.unpackArchive(rules, "zip", { extractDir: STDLIB });
  python.runPython(`import sys; sys.path.insert(0, "${STDLIB}")`);
  held = python.pyimport(HELD).Held(lang);
  // A first sentence is spoken now, so that the first tap need not wait for what is imported on the way
  held.reset("[]");
  return JSON.stringify({ python: python.version, edition: python.pyimport(RULES).EDITION });
}

/** @param {string} address */
async function bytes(address) {
  const answer = await fetch(new URL(address, self.location.href));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** One thing after the other, in the order asked. */
let last = Promise.resolve();

self.addEventListener("message", ({ data }) => {
  last = last.then(() => perform(data));
});

/** @param {{id: number, do: string, args: any[]}} asked */
async function perform({ id, do: what, args }) {
  try {
    const ok = what === "load" ? await load(args[0], args[1]) : held[what](...args);
    self.postMessage({ id, ok });
  } catch (why) {
    self.postMessage({ id, wrong: String(why?.message ?? why) });
  }
}
