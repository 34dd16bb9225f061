// verify-worker.js: hashes a file and plays the verifier over a bundle, in the visitor's own browser. Served from
// /verify/worker.js with a policy by which it reaches nothing but the files that it runs on.
//
// Asked: {id, do: "hash", file, sha256} → hex; {id, do: "check", file, parts} → the verifier's report as JSON text.
// On the way it says {id, at} (bytes hashed) or {id, stage}. Answers: {id, ok} or {id, wrong}.

const CHUNK = 4 * 1024 * 1024;
const HERE = "/bundle";

/** @type {Promise<any> | null} */
let python = null;

/** @param {number} id @param {File} file @param {string} address  of the module that hashes */
async function hash(id, file, address) {
  const { sha256 } = await import(address);
  const sum = sha256.create();
  for (let at = 0; at < file.size; at += CHUNK) {
    // A slice at a time: a bundle of gigabytes never lies in memory
    sum.update(new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer()));
    self.postMessage({ id, at: Math.min(at + CHUNK, file.size) });
  }
  return Array.from(sum.digest(), (/** @type {number} */ byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {{pyodide: string, wheel: string, verifier: string}} parts */
async function start(parts) {
  const base = new URL(parts.pyodide, self.location.href).href;
  const [{ loadPyodide }, wheel, verifier] = await Promise.all([
    import(`${base}pyodide.mjs`),
    bytes(parts.wheel),
    bytes(parts.verifier),
  ]);
  const loaded = await loadPyodide({ indexURL: base, packageBaseUrl: base });
  loaded.unpackArchive(wheel, "wheel", { extractDir: "/lib/pitboss" });
  loaded.FS.writeFile("/lib/pitboss/pitboss_verify.py", new Uint8Array(verifier));
  loaded.runPython('import sys; sys.path.insert(0, "/lib/pitboss")');
  loaded.FS.mkdirTree(HERE);
  return loaded;
}

/**
 * The file is mounted, not copied: Python reads the parts of it that it asks for.
 * @param {number} id @param {File} file
 * @param {{pyodide: string, wheel: string, verifier: string, keys: string[], checkpoint: Uint8Array | null, language: string}} parts
 */
async function check(id, file, parts) {
  self.postMessage({ id, stage: "load" });
  python ??= start(parts);
  const loaded = await python;
  self.postMessage({ id, stage: "check" });
  loaded.FS.mount(loaded.FS.filesystems.WORKERFS, { blobs: [{ name: "bundle.zip", data: file }] }, HERE);
  try {
    const run = loaded.runPython(`
import json
from pitboss_verify import verify

def run(path, keys, checkpoint, language):
    kept = None if checkpoint is None else checkpoint.to_bytes()
    return json.dumps(verify(path, keys=json.loads(keys), checkpoint=kept).as_dict(language))

run`);
    return run(`${HERE}/bundle.zip`, JSON.stringify(parts.keys), parts.checkpoint ?? undefined, parts.language);
  } finally {
    loaded.FS.unmount(HERE);
  }
}

/** @param {string} address */
async function bytes(address) {
  const answer = await fetch(new URL(address, self.location.href), { credentials: "omit" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

self.addEventListener("message", async ({ data: { id, do: what, file, sha256, parts } }) => {
  try {
    const ok = what === "hash" ? await hash(id, file, sha256) : await check(id, file, parts);
    self.postMessage({ id, ok });
  } catch (why) {
    self.postMessage({ id, wrong: String(/** @type {any} */ (why)?.message ?? why) });
  }
});
