// deck.js: the cards to be tapped, all 52 at once or rank then suit, and the same from a keyboard.

import { face, pip } from "./card.js";
import { setting } from "./frame.js";
import { h } from "./parts.js";
import { LANGUAGE, t } from "./words.js";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";
/** Suits by their first letter in the reader's language; those of the card's code always. @type {Record<string, string>} */
const LETTERS = LANGUAGE === "es" ? { p: "s", c: "h", d: "d", t: "c", s: "s", h: "h" } : { s: "s", h: "h", d: "d", c: "c" };
const PHONE = matchMedia("(max-width: 40em)");

/** Which pad this tablet shows: "all" or "two". A phone has no room for 52. */
export const layout = () => setting("pad", PHONE.matches ? "two" : "all");

/**
 * The pad. Give it what a tapped card does; the rank chosen first is its own affair.
 * @param {(card: string) => void} tap
 * @returns {{element: HTMLElement, type: (pressed: string) => boolean, drop: () => void}}
 *   type: a key of the keyboard, true where it was taken; drop: forget the rank
 */
export function deck(tap) {
  const two = layout() === "two";
  let rank = "";
  const hint = h("p.pad__hint", { role: "status" });
  /** @type {Map<string, HTMLElement>} */
  const ranks = new Map();
  /** @type {HTMLElement[]} */
  const suits = [];
  const hold = (/** @type {string} */ chosen) => {
    rank = chosen;
    for (const [one, made] of ranks) made.setAttribute("aria-pressed", String(one === rank));
    for (const made of suits) made.setAttribute("data-legal", rank ? "yes" : "no");
    hint.textContent = rank && !two ? t("full.then_suit", { rank: t(`card.rank.${rank}`) }) : "";
  };
  const give = (/** @type {string} */ suit) => {
    const card = rank + suit;
    hold("");
    tap(card);
  };
  const element = two
    ? h(
        "div.pad.pad--two", { role: "group", "aria-label": t("full.cards") },
        [...RANKS].map((one) => {
          const made = h("button.pad__rank", { type: "button", "data-rank": one, "aria-pressed": "false", onclick: () => hold(rank === one ? "" : one) }, h("span.vh", {}, t(`card.rank.${one}`)), h("span", { "aria-hidden": true }, one === "T" ? "10" : one));
          ranks.set(one, made);
          return made;
        }),
        [...SUITS].map((one) => {
          const red = one === "h" || one === "d";
          const made = h(`button.pad__suit${red ? ".r" : ""}`, { type: "button", "data-suit": one, "data-legal": "no", "aria-label": t(`card.suit.${one}`), onclick: () => rank && give(one) }, pip(one));
          suits.push(made);
          return made;
        }),
      )
    : h(
        "div.pad", { role: "group", "aria-label": t("full.cards") },
        [...SUITS].flatMap((suit) => [...RANKS].map((one) => {
          const { rank: shown, red, spoken } = face(one + suit);
          return h(`button${red ? ".r" : ""}`, { type: "button", "data-card": one + suit, onclick: () => tap(one + suit) }, h("span.vh", {}, spoken), h("span", { "aria-hidden": true }, shown), pip(suit));
        })),
        hint,
      );
  const type = (/** @type {string} */ pressed) => {
    const letter = pressed.toLowerCase();
    if (rank && LETTERS[letter]) {
      give(LETTERS[letter]);
      return true;
    }
    // 10 is typed 1, 0, or T; whoever hits 1 means ten already
    const found = letter === "1" || letter === "0" ? "T" : pressed.toUpperCase();
    if (found === "T" && letter === "0" && rank === "T") return true;
    if (pressed.length !== 1 || !RANKS.includes(found)) return false;
    hold(found);
    return true;
  };
  return { element, type, drop: () => hold("") };
}
