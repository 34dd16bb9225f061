// keyboard.js: full mode from a keyboard. A card is its rank and then its suit; the rest are letters that no rank has.

import { setting } from "./frame.js";
import { ACTIONS } from "./plan.js";
import { t } from "./words.js";

const ELSEWHERE = "input, textarea, select, dialog, [contenteditable]";

/**
 * Listen until told not to; the function that is returned stops it.
 * @param {import("./full.js").Desk} desk
 */
export function keyboard(desk) {
  /** @type {Map<string, () => any>} */
  const letters = new Map(ACTIONS.map((action) => [t(`full.key_${action}`), () => desk.act(action)]));
  letters.set(t("full.key_other"), () => document.getElementById("other")?.click());
  letters.set(t("full.key_irregularity"), () => document.getElementById("irregularity")?.click());
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (setting("keyboard", "on") === "off" || event.altKey || event.metaKey || event.repeat) return;
    const { target } = event;
    if (!desk.root.isConnected || !desk.root.offsetParent || document.querySelector("dialog[open]")) return;
    if (target instanceof Element && target.closest(ELSEWHERE)) return;
    if (take(event)) event.preventDefault();
  };
  const take = (/** @type {KeyboardEvent} */ { key, ctrlKey, target }) => {
    if (key === "Backspace" || (ctrlKey && key.toLowerCase() === "z")) return Boolean(desk.undo());
    if (ctrlKey) return false;
    if (key === "Escape") {
      desk.deck.drop();
      desk.rest();
      desk.draw();
      return false;
    }
    // Enter on a key is that key's
    if (key === "Enter") return !(target instanceof Element && target.closest("button, a, summary, [role='button']")) && desk.confirm();
    if (desk.deck.element.isConnected && desk.deck.type(key)) return true;
    const other = letters.get(key.toLowerCase());
    if (!other || !desk.deck.element.isConnected) return false;
    other();
    return true;
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
