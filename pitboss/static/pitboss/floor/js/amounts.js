// amounts.js: an amount by one tap on a likely one, by chips more or less, or typed on a pad of digits.

import { choice, h, key } from "./parts.js";
import { count, money, t } from "./words.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "00", "000"];

const NEAR = 14; // stakes one unit apart from the least one
const FAR = [4, 5, 6, 8, 10, 15, 20, 30, 40, 100];

/** Likely stakes at this table: near the least one, then further apart. @param {any} house @returns {number[]} */
export function likely({ min, max, chip }) {
  const least = min || chip || 1000;
  const unit = Math.max(chip || 1, Math.floor(least / 5));
  const near = Array.from({ length: NEAR }, (_, place) => least + place * unit);
  const found = [...near, ...FAR.map((times) => least * times).filter((amount) => amount > near[NEAR - 1])];
  return found.filter((amount) => !max || amount <= max);
}

/** Likely side bets. @param {any} house @returns {number[]} */
export function likelyAside({ min, chip }) {
  const unit = chip > 1 ? chip : Math.max(1, Math.floor((min || 1000) / 5));
  return [1, 2, 3, 4, 5, 10].map((times) => unit * times);
}

/**
 * @param {{value: number, of?: number[], chip?: number, plain?: boolean, none?: string, done: (amount: number) => void}} asked
 *   of: amounts of one tap; chip: what more and less step by; plain: a count, not money; none: a key for zero
 * @returns {HTMLElement}
 */
export function amounts({ value, of = [], chip = 0, plain = false, none, done }) {
  const told = plain ? count : money;
  let typed = "";
  const shown = h("output.amount__shown", {}, told(value));
  const now = () => (typed === "" ? value : Number(typed));
  const set = (/** @type {string} */ text) => {
    typed = text.replace(/^0+(?=\d)/, "").slice(0, 9);
    shown.textContent = told(typed === "" ? 0 : Number(typed));
  };
  const enter = key({ label: t("full.enter"), icon: "check", kind: "primary", id: "amount-enter", tap: () => done(now()) });
  enter.dataset.confirm = "";
  const erase = key({ label: "", icon: "back", name: t("full.erase"), id: "amount-erase", tap: () => set(typed.slice(0, -1)) });
  return h(
    "div.amount", {},
    (of.length > 0 || none) && h(
      "div.amount__likely", { role: "group", "aria-label": t("full.likely") },
      none && key({ label: none, icon: "x", id: "amount-none", tap: () => done(0) }),
      of.map((amount) => {
        const made = key({ label: told(amount), pressed: amount === value, tap: () => done(amount) });
        made.dataset.amount = String(amount);
        return made;
      }),
    ),
    h(
      "div.amount__typed", {},
      h("div.amount__top", {},
        chip > 0 && key({ label: "−", name: t("full.less", { amount: told(chip) }), tap: () => set(String(Math.max(0, now() - chip))) }),
        shown,
        chip > 0 && key({ label: "+", name: t("full.more", { amount: told(chip) }), tap: () => set(String(now() + chip)) })),
      h("div.amount__digits", { role: "group", "aria-label": t("full.digits") }, DIGITS.map((digit) => {
        const made = key({ label: digit, tap: () => set(typed + digit) });
        made.dataset.digits = digit;
        return made;
      })),
      h("div.amount__end", {}, erase, enter),
    ),
  );
}

/** A panel in the place of the cards, with its name and the way back. @param {string} title @param {() => void} back @param {...any} kids */
export const sub = (title, back, ...kids) =>
  h("section.sub", { "aria-label": title }, h("header.sub__head", {}, key({ label: t("full.back"), icon: "back", kind: "quiet", id: "sub-back", tap: back }), h("h2", {}, title)), ...kids.flat());

/** Keys in a grid. @param {...any} kids */
export const grid = (...kids) => h("div.sub__keys", {}, ...kids.flat());

/** Keys of which one is down, each with an id. @param {string} name @param {Parameters<typeof choice>[0]} asked */
export function choose(name, asked) {
  const made = choice(asked);
  for (const [place, one] of [...made.children].entries()) one.id = `${name}-${asked.of[place].value}`;
  return made;
}
