// stream.js: the server's news, as they happen. Ids only: what they mean is asked for by whoever wants to know.

const ADDRESS = "/floor/api/stream/";
const SILENCE = 40000; // two and a half of the server's heartbeats
const LONGEST = 30000;

/**
 * @param {{floor?: (told: {table: number, session: number, last_number: number, findings: string[] | null,
 *   incidents: number[] | null}) => void, case?: (told: {table: number, session: number, incident: number}) => void,
 *   presence?: (told: {table: number}) => void, look?: (told?: object) => void,
 *   state?: (listening: boolean) => void}} heard
 * @returns {() => void}  stops it
 */
export function listen(heard) {
  /** @type {EventSource | null} */
  let source = null;
  let last = "";
  let tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let stopped = false;

  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(again, SILENCE);
  };

  function open() {
    if (stopped) return;
    source = new EventSource(last ? `${ADDRESS}?last=${last}` : ADDRESS);
    source.onopen = () => {
      tries = 0;
      alive();
      heard.state?.(true);
    };
    source.onerror = again;
    source.addEventListener("floor", (event) => {
      alive();
      last = event.lastEventId || last;
      heard.floor?.(JSON.parse(event.data));
    });
    source.addEventListener("presence", (event) => {
      alive();
      heard.presence?.(JSON.parse(event.data));
    });
    source.addEventListener("case", (event) => {
      alive();
      (heard.case ?? heard.look)?.(JSON.parse(event.data));
    });
    source.addEventListener("beat", alive);
    source.addEventListener("look", () => {
      alive();
      heard.look?.();
    });
    alive();
  }

  // The browser's own repetition gives up after a refusal, and waits as long whether the network is back or not
  function again() {
    source?.close();
    clearTimeout(timer);
    if (stopped) return;
    heard.state?.(false);
    tries += 1;
    timer = setTimeout(open, Math.min(LONGEST, 500 * 2 ** Math.min(tries, 6)) * (0.75 + Math.random() / 2));
  }

  function now() {
    clearTimeout(timer);
    source?.close();
    open();
  }

  window.addEventListener("online", now);
  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source?.close();
    window.removeEventListener("online", now);
  };
}
