// sound.js: a new irregularity may be heard. Off until someone at this device turns it on, and kept as chosen.

import { addSetting, setting } from "./frame.js";
import { t } from "./words.js";

/** @type {AudioContext | null} */
let context = null;

/** Two short tones; the graver, the higher and the more often. @type {Record<string, [number, number]>} */
const TONES = { critical: [880, 3], major: [660, 2], minor: [520, 1] };

addSetting({
  name: "sound", label: t("frame.sound"), otherwise: "off",
  of: [{ value: "off", label: t("frame.off") }, { value: "on", label: t("frame.on") }],
});

// a browser lets a page be heard only after it was touched: the context is made in the touch that turns it on, or in
// the first one after a reload
function wake() {
  if (setting("sound", "off") !== "on") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}
document.addEventListener("pointerdown", wake);
document.addEventListener("floor:setting", (event) => {
  const { name, value } = /** @type {CustomEvent} */ (event).detail;
  if (name !== "sound" || value !== "on") return;
  wake();
  sound("minor");
});

/** Sound the severity, if sound is on. @param {string} severity */
export function sound(severity) {
  if (setting("sound", "off") !== "on" || !context) return;
  const [pitch, times] = TONES[severity] ?? TONES.minor;
  for (let place = 0; place < times; place += 1) {
    const begins = context.currentTime + place * 0.22;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(0.2, begins + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.18);
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + 0.2);
  }
}
