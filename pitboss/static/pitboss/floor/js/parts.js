// parts.js: the pieces that every floor screen is made of. Each gives a new element; none keeps state.
// Under the security policy no style attribute may be written: what varies is a class or an SVG attribute.

import { pc } from "./card.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false} Kid */
/** @typedef {Array<string | {card: string, hot?: boolean}>} Segments  words with cards between */
/** @typedef {Record<string, unknown>} Props  attributes; `onclick` and the like are listeners */

/**
 * h("button.key.key--major", {type: "button", onclick: go}, "Irregularidad")
 * @param {string} what  tag and classes
 * @param {Props} [props]  null and false are left out, but aria-* says "false"
 * @param {...(Kid | Kid[])} kids
 * @returns {HTMLElement}
 */
export function h(what, props = {}, ...kids) {
  const [tag, ...classes] = what.split(".");
  return /** @type {HTMLElement} */ (filled(document.createElement(tag), classes, props, kids));
}

/**
 * The same for SVG.
 * @param {string} what
 * @param {Props} [props]
 * @param {...(Kid | Kid[])} kids
 * @returns {SVGElement}
 */
export function s(what, props = {}, ...kids) {
  const [tag, ...classes] = what.split(".");
  return /** @type {SVGElement} */ (filled(document.createElementNS(SVG, tag), classes, props, kids));
}

/**
 * @param {Element} node
 * @param {string[]} classes
 * @param {Props} props
 * @param {Array<Kid | Kid[]>} kids
 */
function filled(node, classes, props, kids) {
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name.startsWith("aria-")) node.setAttribute(name, String(value));
    else if (value !== false) node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const kid of kids.flat()) if (kid !== null && kid !== undefined && kid !== false) node.append(/** @type {Node} */ (kid));
  return node;
}

/**
 * An icon of the sprite; silent unless it is given a label.
 * @param {string} name
 * @param {string} [label]
 */
export function icon(name, label) {
  const props = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return s("svg.i", props, s("use", { href: `#i-${name}` }));
}

/** Words with cards between, as nodes. @param {Segments | string} told @returns {Node[]} */
export function segments(told) {
  const pieces = typeof told === "string" ? cardsIn(told) : told.flatMap((piece) => (typeof piece === "string" ? cardsIn(piece) : [piece]));
  /** @type {Node[]} */
  const nodes = [];
  for (const piece of pieces) {
    const card = nodes[nodes.length - 1];
    const mark = typeof piece === "string" && card instanceof HTMLElement ? (piece.match(/^[;:,.!?)»]+/)?.[0] ?? "") : "";
    // a comma never begins a line
    if (mark) nodes[nodes.length - 1] = h("span.nowrap", {}, card, mark);
    if (typeof piece !== "string") nodes.push(pc(piece.card, { hot: piece.hot }));
    else if (piece.length > mark.length) nodes.push(document.createTextNode(piece.slice(mark.length)));
  }
  return nodes;
}

const GLYPHS = /** @type {Record<string, string>} */ ({ "♠": "s", "♥": "h", "♦": "d", "♣": "c" });

/** A sentence whose K♦ become cards. @param {string} text @returns {Segments} */
function cardsIn(text) {
  return text
    .split(/(?<![\p{L}\d])((?:10|[A2-9TJQK])[♠♥♦♣])\ufe0e?/u)
    .map((piece, place) => (place % 2 ? { card: piece.slice(0, -1).replace("10", "T") + GLYPHS[piece.slice(-1)] } : piece))
    .filter((piece) => piece !== "");
}

/**
 * A key of the floor: at least 56 high; "primary" 88, "best" 104. A play that the rules don't allow is dashed and
 * dim, and works all the same: nothing is refused.
 * @param {{label: Segments | string, icon?: string, kind?: "primary" | "best" | "major" | "solid-major" | "cctv" | "quiet",
 *   small?: string, tap?: (event: Event) => void, pressed?: boolean, legal?: boolean, name?: string, id?: string}} asked
 *   `name` is what a screen reader says instead of the label; `small` a second, smaller line
 * @returns {HTMLButtonElement}
 */
export function key({ label, icon: drawn, kind, small, tap, pressed, legal = true, name, id }) {
  const long = (typeof label === "string" ? label : label.map((piece) => (typeof piece === "string" ? piece : "10♠")).join("")).length > 14;
  const classes = kind === "best" ? `.key--primary.key--best${long ? ".key--long" : ""}` : kind ? `.key--${kind}` : "";
  const made = h(
    `button.key${classes}`,
    { type: "button", id, "aria-pressed": pressed, "aria-label": name, "data-legal": legal ? null : "no", onclick: tap },
    drawn && icon(drawn),
    h("span.key__words", {}, h("span.key__label", {}, segments(label)), small && h("small", {}, small)),
  );
  return /** @type {HTMLButtonElement} */ (made);
}

const CHIPS = /** @type {Record<string, [string, string]>} */ ({
  critical: ["critical", "critical"], major: ["major", "major"], minor: ["minor", "minor"],
  pending: ["pending", "pending"], followed: ["followed", "followed"], contrary: ["contrary", "contrary"],
  superseded: ["superseded", "superseded"], noted: ["noted", "noted"], cctv: ["camera", "cctv"],
  playing: ["play", "minor"], shuffling: ["shuffle", "minor"], closed: ["lock", "minor"], waiting: ["pause", "minor"],
  between: ["pause", "minor"], betting: ["coins", "minor"], offline: ["offline", "major"],
});

/**
 * Icon, word and colour, the same for a state on every screen.
 * @param {string} name  a severity, an outcome, "cctv", or the state of a table
 * @param {{words?: string, large?: boolean, box?: boolean}} [as]
 */
export function chip(name, { words, large = false, box = false } = {}) {
  const [drawn, colour] = CHIPS[name] ?? ["noted", "noted"];
  return h(
    `span.chip.chip--${colour}${large ? ".chip--lg" : ""}${box ? ".chip--box" : ""}`, {},
    icon(drawn), h("span", {}, words ?? t(`state.${name}`)),
  );
}

/** The sentence to be spoken aloud. @param {string} sentence */
export const say = (sentence) =>
  h("div.say", {}, h("span.label", {}, icon("say"), t("frame.announce")), h("p", {}, segments(`«${sentence.replace(/^«|»$/g, "")}»`)));

/** Numbered steps. @param {string[]} told */
export const steps = (told) => h("ol.steps", {}, told.map((step) => h("li", {}, h("span", {}, segments(step)))));

/**
 * Cards left in the shoe: amber mark = cut card, darker part = behind it. The text stands beside it, always.
 * @param {{left: number, decks: number, behind?: number | null}} shoe
 */
export function gauge({ left, decks, behind }) {
  const share = 344 / (52 * (decks || 6));
  const cut = behind === null || behind === undefined ? null : behind * share;
  return s(
    "svg.tile__gauge", { viewBox: "0 0 344 10", "aria-hidden": true, preserveAspectRatio: "none", height: 10 },
    s("rect.gauge__rail", { y: 2, width: 344, height: 6, rx: 1 }),
    s("rect.gauge__fill", { y: 2, width: Math.min(344, left * share), height: 6, rx: 1 }),
    cut !== null && s("rect.gauge__behind", { y: 2, width: Math.min(cut, left * share), height: 6, rx: 1 }),
    cut !== null && s("path.gauge__cut", { d: `M${cut} 0v10` }),
  );
}

/**
 * Several keys of which one is down, e.g. the two modes.
 * @param {{label: string, of: Array<{value: string, label: string, icon?: string}>, value: string, pick: (value: string) => void}} asked
 */
export function choice({ label, of, value, pick }) {
  const made = of.map((one) =>
    key({
      label: one.label, icon: one.icon, pressed: one.value === value,
      tap: () => {
        for (const [place, other] of made.entries()) other.setAttribute("aria-pressed", String(of[place].value === one.value));
        pick(one.value);
      },
    }));
  return h("div.choice", { role: "group", "aria-label": label }, made);
}

/** Tell a screen reader. Urgent interrupts; the rest waits its turn. @param {string} words @param {{urgent?: boolean}} [how] */
export function announce(words, { urgent = false } = {}) {
  const region = document.getElementById(urgent ? "alert" : "told");
  if (!region) return;
  // the same sentence twice must be heard twice
  region.replaceChildren(document.createTextNode(words));
}

/** Put new children in the place of the old, and leave the focus where it was if its id is still there. @param {Element} place @param {...(Kid | Kid[])} kids */
export function fill(place, ...kids) {
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  const name = held && (held.id ? `#${CSS.escape(held.id)}` : held.getAttribute("data-spot") && `[data-spot="${held.getAttribute("data-spot")}"]`);
  place.replaceChildren(...kids.flat().filter((kid) => kid !== null && kid !== undefined && kid !== false).map((kid) => /** @type {Node} */ (kid)));
  if (name) /** @type {HTMLElement | null} */ (place.querySelector(name))?.focus({ preventScroll: true });
}
