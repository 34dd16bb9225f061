// sw.js: what a tablet keeps so that a table's page opens without the network. Served from /sw.js behind a line that
// says `const SHELL = {version, files, pages, hashed}`; a change of any of these files is a new version of this one.
//
// Kept: the frame of the table's page per language (no person, no table in it), our static files, and the engine.
// Never kept: anything of the API. What a table knows is in IndexedDB, written by store.js.

/* global SHELL */

const KEEP = `pitboss-floor-${SHELL.version}`;
const ENGINE = "pitboss-engine";
const CHOICES = "pitboss-choices";
const PATIENCE = 3000; // milliseconds for a page over a network that has died without saying so
const TABLE = /^\/floor\/tables\/\d+\/$/;
const FOR_EVER = /^\/floor\/engine\/rules-[0-9a-f]+\.zip$|\/engine\/pyodide-[^/]+\//;
const OF_ENGINE = new Set(["/floor/engine/worker.js", "/floor/api/engine/"]);

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("pitboss-floor-") && name !== KEEP) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  const { keep, language } = event.data ?? {};
  if (keep) event.waitUntil(keepEngine(keep).then(() => event.ports[0]?.postMessage("kept")));
  if (language) event.waitUntil(choose(language));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (TABLE.test(url.pathname)) event.respondWith(page(request));
  } else if (FOR_EVER.test(url.pathname)) {
    event.respondWith(kept(request, ENGINE));
  } else if (OF_ENGINE.has(url.pathname)) {
    event.respondWith(fresh(request, ENGINE));
  } else if (isStatic(url)) {
    event.respondWith(SHELL.hashed ? kept(request, KEEP) : fresh(request, KEEP));
  }
});

const isStatic = (url) => SHELL.files.some((file) => new URL(file, self.location.href).pathname === url.pathname);

async function keepShell() {
  const cache = await caches.open(KEEP);
  await cache.addAll(SHELL.files.map((file) => new Request(file, { cache: SHELL.hashed ? "default" : "reload" })));
  // Without a person's cookies these are the frame alone, whoever holds the tablet
  await cache.addAll(Object.values(SHELL.pages).map((address) => new Request(address, { cache: "reload" })));
}

/** Keep what the engine is made of, and let go of older editions. @param {string[]} addresses */
async function keepEngine(addresses) {
  const cache = await caches.open(ENGINE);
  for (const address of addresses) {
    if (!(await cache.match(address)) || OF_ENGINE.has(address)) await cache.add(address);
  }
  const wanted = new Set(addresses.map((address) => new URL(address, self.location.href).href));
  for (const request of await cache.keys()) {
    if (!wanted.has(request.url)) await cache.delete(request);
  }
}

async function choose(language) {
  const cache = await caches.open(CHOICES);
  await cache.put("/floor/language", new Response(language));
}

async function language() {
  const there = await (await caches.open(CHOICES)).match("/floor/language");
  const said = there ? await there.text() : "es";
  return said in SHELL.pages ? said : "es";
}

/** A table's page: from the server if it answers, else the frame that we kept. */
async function page(request) {
  try {
    const answer = await inTime(fetch(request), PATIENCE);
    if (answer.status < 500) return answer;
  } catch {
    // the network is gone, or as good as gone
  }
  const shell = await caches.match(SHELL.pages[await language()], { cacheName: KEEP });
  return shell ?? Response.error();
}

async function kept(request, name) {
  const cache = await caches.open(name);
  const there = await cache.match(request);
  if (there) return there;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function fresh(request, name) {
  const cache = await caches.open(name);
  const there = await cache.match(request);
  try {
    const answer = await (there ? inTime(fetch(request), PATIENCE) : fetch(request));
    if (answer.ok) await cache.put(request, answer.clone());
    return answer.ok || !there ? answer : there;
  } catch (why) {
    if (there) return there;
    throw why;
  }
}

function inTime(promise, milliseconds) {
  return Promise.race([
    promise,
    new Promise((_, reject) => setTimeout(() => reject(new Error("too slow")), milliseconds)),
  ]);
}
