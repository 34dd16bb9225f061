// choosers.js: where a fact is picked that needs more room than a row of keys: a card, several cards, an amount.

import { deck } from "./deck.js";
import { h, key } from "./parts.js";
import { money, t } from "./words.js";

/**
 * The pad of full mode, as this device has it: 52 keys, or rank and then suit; a keyboard types both.
 * @param {{label: string, pick: (card: string) => void}} asked
 */
export function cardChooser({ label, pick }) {
  const { element, type } = deck(pick);
  const made = h("div.chooser", { role: "group", "aria-label": label }, element);
  made.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !type(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return made;
}

/**
 * An amount, or a count: what is known already in one tap, or chips that add up.
 * @param {{label: string, value: number | undefined, known: number[], chips: number[], amount: boolean,
 *   pick: (value: number | undefined, done: boolean) => void}} asked  done: nothing more is coming
 */
export function numberChooser({ label, value, known, chips, amount, pick }) {
  const shown = (/** @type {number} */ n) => (amount ? money(n) : String(n));
  const field = /** @type {HTMLInputElement} */ (h("input.input.number__field", {
    id: "number", inputmode: "numeric", autocomplete: "off", "aria-label": label, value: value === undefined ? "" : shown(value), placeholder: shown(0),
  }));
  const typed = () => {
    const digits = field.value.replace(/\D/g, "");
    return digits ? Math.min(Number(digits), 999_999_999) : undefined;
  };
  field.addEventListener("change", () => pick(typed(), false));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    pick(typed(), true);
  });
  const add = (/** @type {number} */ n) => key({ label: `+${shown(n)}`, id: `chip-${n}`, tap: () => pick((typed() ?? 0) + n, false) });
  return h(
    "div.chooser.number", { role: "group", "aria-label": label },
    known.length > 0 && h("div.number__row", {}, known.map((n) => key({ label: shown(n), id: `known-${n}`, tap: () => pick(n, true) }))),
    h("div.number__row", {}, chips.map(add)),
    h(
      "div.number__row.number__sum", {}, field,
      key({ label: "", icon: "undo", name: t("exception.clear"), id: "number-clear", tap: () => pick(undefined, false) }),
      key({ label: t("exception.ready"), icon: "check", id: "number-done", kind: "primary", tap: () => pick(typed(), true) }),
    ),
  );
}

/** A number of few, each a key. @param {{label: string, least: number, most: number, value: number | undefined, pick: (value: number) => void}} asked */
export const totalChooser = ({ label, least, most, value, pick }) =>
  h("div.chooser.chooser__totals", { role: "group", "aria-label": label }, upTo(least, most).map((n) => key({ label: String(n), id: `total-${n}`, pressed: value === n, tap: () => pick(n) })));

/** @param {number} least @param {number} most */
export const upTo = (least, most) => Array.from({ length: most - least + 1 }, (_, at) => least + at);

/** A key that shows what was picked, and opens its chooser. @param {{id: string, open: boolean, tap: () => void}} asked @param {...(Node | string)} kids */
export const opener = ({ id, open, tap }, ...kids) => h(`button.key.opener${open ? ".key--on" : ""}`, { type: "button", id, "aria-expanded": open, onclick: tap }, kids);
