// card.js: a card, drawn and in running text. Places and sizes are those of the server's own drawing.

import { h, s } from "./parts.js";
import { t } from "./words.js";

const CARD = /^[A23456789TJQK][shdc]$/;

/** @param {unknown} code @returns {code is string} */
export const isCard = (code) => typeof code === "string" && CARD.test(code);

/**
 * What is printed on a card, and what is said for it. Ten is printed 10.
 * @param {string} code  like Kd
 */
export const face = (code) => ({
  rank: code[0] === "T" ? "10" : code[0],
  suit: code[1],
  red: code[1] === "h" || code[1] === "d",
  spoken: t("card.of", { rank: t(`card.rank.${code[0]}`), suit: t(`card.suit.${code[1]}`) }),
});

/** The spoken name; one nobody saw has none but "carta oculta". @param {string | null | undefined} code */
export const spoken = (code) => (isCard(code) ? face(code).spoken : t("card.hidden"));

/**
 * A card in running text and on keys.
 * @param {string | null} code
 * @param {{hot?: boolean}} [as]
 */
export function pc(code, { hot = false } = {}) {
  if (!isCard(code)) return h("span.pc", {}, code || t("card.hidden"));
  const seen = face(code);
  return h(
    `span.pc${seen.red ? ".pc--red" : ""}${hot ? ".pc--hot" : ""}`, { role: "img", "aria-label": seen.spoken },
    seen.rank, pip(seen.suit),
  );
}

/** The suit alone, in the colour of the text around it. @param {string} suit */
export const pip = (suit) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": true }, s("use", { href: `#s-${suit}` }));

/**
 * A card of the drawing, 46 by 64, as a group to be moved to its place.
 * @param {{card?: string | null, face?: string, counts?: boolean, hot?: boolean}} lying
 * @param {{x?: number, uncovered?: boolean}} [as]  uncovered: wholly in sight, so it shows its large pip
 */
export function drawn(lying, { x = 0, uncovered = true } = {}) {
  const seen = isCard(lying.card) ? face(lying.card) : null;
  const down = lying.face === "down";
  const classes = `${seen?.red ? ".card--red" : ""}${lying.hot ? ".card--hot" : ""}${lying.counts === false ? ".card--void" : ""}`;
  return s(
    `g.card${classes}`, { transform: `translate(${x} 0)` },
    s("rect.card__paper", { width: 46, height: 64, rx: 5 }),
    down && s("rect.card__back", { x: 4, y: 4, width: 38, height: 56, rx: 3 }),
    down && s("path.card__weave", { d: "M4 22 22 4M4 40 40 4M4 58 42 20M22 60 42 40" }),
    seen ? s("text.card__rank", { x: 4.1, y: 22.5, "font-size": seen.rank === "10" ? 21 : 24 }, seen.rank)
      : !down && s("text.card__rank", { x: 16, y: 41, "font-size": 24 }, "?"),
    seen && s("use.card__pip", { href: `#s-${seen.suit}`, x: 4.1, y: 27.6, width: 14, height: 14 }),
    seen && uncovered && !down && s("use.card__pip", { href: `#s-${seen.suit}`, x: 21.2, y: 39.2, width: 21.2, height: 21.2 }),
  );
}

/** A card by itself, for keys that show one. @param {string | null} code */
export const cardPicture = (code) =>
  s("svg.cardpic", { viewBox: "-1 -1 48 66", role: "img", "aria-label": spoken(code) }, drawn({ card: code }));
