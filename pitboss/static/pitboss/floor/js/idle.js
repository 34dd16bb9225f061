// idle.js: how long nobody has touched this tablet. The moment is kept outside the page, so that a reload is no way
// round a lock, and a tablet that slept through its time locks before the tap that wakes it counts.

const ACTIVE = "pitboss.active";
let timer = 0;
/** @type {() => number | null} seconds until the lock, null where nothing is to be locked */
let limit = () => null;
/** @type {() => void} */
let expired = () => undefined;

/** Begin to watch, once a page. @param {{limit: () => number | null, expired: () => void}} how */
export function watch(how) {
  const begun = expired === how.expired;
  ({ limit, expired } = how);
  if (begun) return;
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touched, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => document.hidden || arm());
}

/** Somebody is here now. */
export function touch() {
  localStorage.setItem(ACTIVE, String(Date.now()));
  arm();
}

/** Look at the time, and again when it will be up; call it when the limit has changed. */
export function arm() {
  clearTimeout(timer);
  const seconds = limit();
  if (seconds === null) return;
  const left = Number(localStorage.getItem(ACTIVE) ?? Date.now()) + seconds * 1000 - Date.now();
  if (left <= 0) expired();
  else timer = window.setTimeout(arm, left);
}

function touched() {
  arm();
  if (limit() !== null) touch();
}
