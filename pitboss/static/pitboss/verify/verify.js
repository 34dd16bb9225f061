// verify.js: the page that checks a document. The file goes to a worker of this page and nowhere else; what is asked of
// the server is the file's hash, in the address.

/**
 * @typedef {{worker: string, sha256: string, known: string, verifier: string, engine: {pyodide: string, wheel: string} | null, keys: string[], language: string}} Told
 * @typedef {{name: string, place?: string, words: string}} Line
 * @typedef {{exit: number, words: string, bundle: string, wrong: Line[], proved: Line[], unproved: Line[], beyond: string[], counts: Record<string, number>}} Report
 * @typedef {{kind: string, words: string, at: string, about: string, checkpoint: number | null}} Known
 */

const HASH = /^[0-9a-f]{64}$/;
const ZIP = [0x50, 0x4b, 3, 4];

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const told = /** @type {Told} */ (JSON.parse(at("told").textContent));
const words = /** @type {Record<string, string>} */ (JSON.parse(at("words").textContent));
const worker = new Worker(told.worker, { type: "module", name: "verify" });

/** @type {Map<number, {done: (ok: string) => void, failed: (why: Error) => void, heard: (data: any) => void}>} */
const waiting = new Map();
let asked = 0;
/** Which file is shown: what comes late of an older one is dropped. */
let turn = 0;

worker.onmessage = ({ data }) => {
  const one = waiting.get(data.id);
  if (data.ok === undefined && data.wrong === undefined) return one?.heard(data);
  waiting.delete(data.id);
  if (data.ok === undefined) one?.failed(new Error(data.wrong));
  else one?.done(data.ok);
};
worker.onerror = (event) => {
  for (const one of waiting.values()) one.failed(new Error(event.message || "the worker could not start"));
  waiting.clear();
};

/** @param {object} what @param {(data: any) => void} heard @returns {Promise<string>} */
function ask(what, heard) {
  const id = ++asked;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed, heard });
    worker.postMessage({ id, ...what });
  });
}

/** @param {File} file */
async function checkFile(file) {
  const mine = ++turn;
  clear();
  at("name").textContent = file.name;
  at("size").textContent = size(file.size);
  at("file").hidden = false;
  at("results").hidden = false;
  say(words.hashing);
  try {
    const hash = await ask({ do: "hash", file, sha256: told.sha256 }, ({ at: done }) => {
      if (mine === turn) share(done / Math.max(file.size, 1));
    });
    if (mine !== turn) return;
    await lookUp(hash, mine);
    if (await isZip(file)) await checkBundle(file, mine);
    if (mine === turn) say("");
  } catch (why) {
    if (mine === turn) fail(why);
  }
}

/** @param {string} hash @param {number} mine */
async function lookUp(hash, mine) {
  at("hash").textContent = hash;
  at("sum").hidden = false;
  at("results").hidden = false;
  const answer = await fetch(told.known + hash, { headers: { Accept: "application/json" } });
  if (mine !== turn) return;
  const list = at("known");
  list.hidden = false;
  if (answer.status === 429) return verdict(list, "major", words.often);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { known } = /** @type {{known: Known[]}} */ (await answer.json());
  if (!known.length) return verdict(list, "major", words.unknown);
  for (const one of known) verdict(list, "ok", sentence(one));
}

/** @param {Known} one */
function sentence({ words: kind, at: when, about, checkpoint }) {
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short", hourCycle: "h23" });
  const parts = [words.issued.replace("[kind]", kind).replace("[at]", date.format(new Date(when)))];
  if (about) parts.push(words.about.replace("[about]", about.slice(0, 8)));
  if (checkpoint) parts.push(words.checkpoint.replace("[size]", checkpoint.toLocaleString(document.documentElement.lang)));
  return parts.join(" ");
}

/** @param {File} file @param {number} mine */
async function checkBundle(file, mine) {
  const panel = at("bundle");
  if (!told.engine) {
    panel.hidden = false;
    return verdict(at("verdict"), "major", words.noEngine);
  }
  const own = at("keys").value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean);
  const [kept] = at("checkpoint").files;
  const checkpoint = kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  // Whoever brings a checkpoint alone trusts the key that signed it, and need not trust what is published today
  const ours = !own.length && !checkpoint;
  const parts = { ...told.engine, verifier: told.verifier, keys: ours ? told.keys : own, checkpoint, language: told.language };
  const report = /** @type {Report} */ (
    JSON.parse(
      await ask({ do: "check", file, parts }, ({ stage }) => {
        if (mine === turn) say(stage === "load" ? words.loading : words.checking);
      }),
    )
  );
  if (mine !== turn) return;
  panel.hidden = false;
  const [tone, icon] = [["ok", "followed"], ["bad", "contrary"], ["bad", "contrary"], ["major", "major"]][report.exit];
  verdict(at("verdict"), tone, report.words + (report.bundle ? ` · ${report.bundle}` : ""), icon);
  at("by-ours").hidden = !ours;
  fill("wrong", report.wrong, "contrary");
  // "The key that you named" is for whoever has named one
  fill("proved", ours ? report.proved.filter(({ name }) => name !== "pinned") : report.proved, "check");
  fill("unproved", report.unproved, "pending");
  fill("beyond", report.beyond.map((said) => ({ name: "", words: said })), "pending");
  at("bundle-title").focus();
}

/** @param {string} id @param {Line[]} lines @param {string} icon */
function fill(id, lines, icon) {
  at(`${id}-part`).hidden = !lines.length;
  at(id).replaceChildren(
    ...lines.map(({ name, place, words: said }) => {
      const line = document.createElement("li");
      const text = document.createElement("span");
      if (place) text.append(make("b", place), " ");
      text.append(said.charAt(0).toUpperCase() + said.slice(1));
      if (id === "wrong" && name) text.append(" ", make("code", name));
      line.append(drawn(icon), text);
      return line;
    }),
  );
}

/** @param {Element} box @param {string} tone @param {string} said @param {string} [icon] */
function verdict(box, tone, said, icon = tone === "ok" ? "followed" : "major") {
  const note = make("p", "");
  note.className = `note note--${tone}`;
  note.append(drawn(icon), make("span", said));
  box.append(note);
}

/** @param {string} name */
function drawn(name) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("class", "i");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  drawing.append(use);
  return drawing;
}

/** @param {string} tag @param {string} text */
function make(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** @param {number} bytes */
function size(bytes) {
  const unit = bytes < 1e6 ? "kilobyte" : "megabyte";
  const number = Math.max(bytes / (bytes < 1e6 ? 1e3 : 1e6), 0.1);
  return number.toLocaleString(document.documentElement.lang, { style: "unit", unit, maximumFractionDigits: 1 });
}

function clear() {
  for (const id of ["file", "sum", "known", "bundle", "results"]) at(id).hidden = true;
  for (const id of ["known", "verdict"]) at(id).replaceChildren();
  at("problem").textContent = "";
  at("problem").hidden = true;
}

/** @param {string} said */
function say(said) {
  at("doing").textContent = said;
  at("share").hidden = said !== words.hashing;
}

/** @param {number} part */
function share(part) {
  at("share").value = part;
}

/** @param {unknown} why */
function fail(why) {
  say("");
  at("problem").hidden = false;
  at("problem").textContent = `${words.failed} (${/** @type {any} */ (why)?.message ?? why})`;
}

/** @param {File} file */
async function isZip(file) {
  const start = new Uint8Array(await file.slice(0, ZIP.length).arrayBuffer());
  return ZIP.every((byte, place) => start[place] === byte);
}

/** @param {string} text */
function checkHash(text) {
  const hash = text.trim().toLowerCase().replace(/[\s:]/g, "");
  const right = HASH.test(hash);
  at("paste-wrong").hidden = right;
  at("paste").setAttribute("aria-invalid", String(!right));
  if (!right) return at("paste").focus();
  const mine = ++turn;
  clear();
  lookUp(hash, mine).catch((why) => mine === turn && fail(why));
}

at("choose").addEventListener("change", () => {
  const [file] = at("choose").files;
  if (file) checkFile(file);
  at("choose").value = "";
});
at("by-hash").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  checkHash(at("paste").value);
});
// The whole page takes a drop: a file let go beside the frame would otherwise replace the page
for (const kind of ["dragenter", "dragover"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    at("drop").classList.add("drop--over");
  });
}
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) at("drop").classList.remove("drop--over");
});
addEventListener("drop", (event) => {
  event.preventDefault();
  at("drop").classList.remove("drop--over");
  const file = event.dataTransfer?.files[0];
  if (file) checkFile(file);
});
if (location.hash.length === 65) {
  at("paste").value = location.hash.slice(1);
  checkHash(at("paste").value);
}
at("drop").dataset.ready = "";
