// spots.js: hands by their names, and what a spot has on it.

import { t } from "./words.js";

/** "casilla 3", "croupier". @param {string} spot */
export const spotName = (spot) => (spot === "dealer" ? t("full.the_dealer") : spot === "none" ? t("full.nobody") : t("full.the_spot", { spot }));

/** "la casilla 3", "el croupier", as it stands behind "para". @param {string} spot */
export const whose = (spot) => (spot === "dealer" ? t("full.for_dealer") : spot === "none" ? t("full.for_nobody") : t("full.for_spot", { spot }));

/** Half of the main bet, as far as the chips make it. @param {any} picture @param {string} spot @returns {number} */
export function insurance(picture, spot) {
  const chip = picture.house.chip || 1;
  return Math.floor(mainBet(picture, spot) / 2 / chip) * chip;
}

/** @param {any} picture @param {string} spot @returns {number} */
export function mainBet({ scene }, spot) {
  const seat = scene.spots.find((/** @type {any} */ one) => one.spot === spot.split(".")[0]);
  return seat?.bets.find((/** @type {any} */ bet) => bet.on === "main" && !bet.owner && (bet.hand ?? spot) === spot)?.amount ?? 0;
}

/** Hands with cards or a bet, in the order of play. @param {any} picture @returns {string[]} */
export const handsThere = ({ scene }) => scene.spots.flatMap((/** @type {any} */ seat) => seat.hands.map((/** @type {any} */ hand) => hand.spot));

/** The seats of this table. @param {any} picture @returns {string[]} */
export const seats = ({ house }) => Array.from({ length: house.seats || 7 }, (_, place) => String(place + 1));
