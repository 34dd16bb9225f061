// keep_up.js: what goes on around a table while its page is open: the server's news, the network's coming and going, and
// the word every quarter of a minute that this tablet is here.

import { listen } from "./stream.js";

const BEAT = 15000;

/**
 * @param {{beat: () => void, back: () => void, gone: () => void, leaving: () => Promise<any>,
 *   floor: (told: {table: number, session: number, last_number: number}) => void,
 *   filed: (told: {table: number}) => void, presence: (told: {table: number}) => void, look: () => void, listening: () => void}} then
 * @returns {() => void}  ends it
 */
export function keepUp({ beat, back, gone, leaving, floor, filed, presence, look, listening }) {
  const timer = setInterval(beat, BEAT);
  const left = () => void leaving().catch(() => {});
  window.addEventListener("online", back);
  window.addEventListener("offline", gone);
  window.addEventListener("pagehide", left);
  const deaf = listen({ floor, case: filed, presence, look, state: (hears) => hears && listening() });
  beat();
  return () => {
    clearInterval(timer);
    deaf();
    window.removeEventListener("online", back);
    window.removeEventListener("offline", gone);
    window.removeEventListener("pagehide", left);
  };
}
