// other.js: "ocurrió otra cosa": whatever the next tap on a card would not say. Nothing is refused; the engine judges.

import { amounts, grid, sub } from "./amounts.js";
import { lateBet } from "./bets.js";
import { pc } from "./card.js";
import { dealerPanel } from "./opening.js";
import { h, key } from "./parts.js";
import { handOf } from "./plan.js";
import { correctPanel, reorderPanel } from "./rewrite.js";
import { loosePayment, settlePanel } from "./settle.js";
import { handsThere, insurance, mainBet, seats, spotName } from "./spots.js";
import { money, t } from "./words.js";
import { short } from "./written.js";

/** @typedef {import("./full.js").Desk} Desk */

const WHY = ["first", "exposed", "stuck", "extra", "over_17", "refused", "other"];

/** @param {Desk} desk */
export function otherPanel(desk) {
  const { picture } = desk;
  const { proposal, scene } = picture;
  const one = (/** @type {string} */ name, /** @type {() => void} */ tap, /** @type {string} */ drawn) => key({ label: t(`full.o_${name}`), icon: drawn, id: `o-${name}`, tap });
  const write = (/** @type {any} */ event) => () => desk.write([event]);
  const forHand = (/** @type {string} */ name, /** @type {(spot: string) => any} */ event) => () => desk.show(whom(t(`full.o_${name}`), (spot) => desk.write([event(spot)]), { of: handsThere(picture) }));
  const group = (/** @type {string} */ name, /** @type {any[]} */ ...keys) => h("section.others__group", {}, h("h3", {}, t(`full.g_${name}`)), grid(keys.filter(Boolean)));
  return sub(
    t("full.other"), () => desk.show(null),
    h(
      "div.others", {},
      group(
        "card",
        one("elsewhere", () => desk.show(whom(t("full.o_elsewhere"), (spot) => desk.arm(spot))), "swap"),
        one("nobody", () => desk.arm("none"), "card"),
        one("exposed", () => desk.ask({ words: t("full.which_exposed"), tap: (card) => desk.write([{ kind: "exposed", card }]) }), "card"),
        one("burned", () => desk.ask({ words: t("full.which_burned"), tap: (card) => desk.show(whyBurned(card)) }), "burn"),
        one("stuck", () => stuck(desk, []), "cards"),
        one("dropped", () => desk.ask({ words: t("full.which_dropped"), tap: (card) => desk.show(fromWhere(card)) }), "pick_up"),
        one("down", () => { desk.face = "down"; desk.arm(desk.armed); }, "card"),
        one("correct", () => desk.show(correctPanel()), "undo"),
        one("reorder", () => desk.show(reorderPanel([])), "reorder"),
      ),
      group(
        "turn",
        one("hit", forHand("hit", (spot) => ({ kind: "acted", spot, action: "hit" })), "plus"),
        one("stand", forHand("stand", (spot) => ({ kind: "acted", spot, action: "stand" })), "pause"),
        one("amount", () => desk.show(actWithAmount), "coins"),
        one("refused", forHand("refused", (spot) => ({ kind: "refused", spot })), "x"),
        one("accepted", forHand("accepted", (spot) => ({ kind: "accepted", spot })), "check"),
      ),
      group(
        "money",
        proposal && one("pay_now", () => desk.show(settlePanel), "coins"),
        one("payment", () => desk.show(whom(t("full.o_payment"), (spot) => desk.show(loosePayment(spot)), { of: handsThere(picture) })), "pay"),
        one("bet", () => desk.show(whom(t("full.o_bet"), (spot) => desk.show(lateBet(spot)), { of: seats(picture) })), "coins"),
        scene.phase !== "idle" && one("collected", write({ kind: "cards_collected", order: "left_to_right" }), "take"),
        one("disputed", () => desk.show(whom(t("full.o_disputed"), (spot) => desk.write([{ kind: "disputed", spot }]), { of: handsThere(picture) })), "rule"),
      ),
      group(
        "table",
        one("cut_card", write({ kind: "cut_card_out" }), "cut"),
        one("shoe_empty", write({ kind: "shoe_empty" }), "shoe"),
        one("shoe_ended", write({ kind: "shoe_ended" }), "shuffle"),
        one("discards", write({ kind: "discard_opened", by_role: desk.store.who?.()?.role ?? "pit_boss" }), "cards"),
        one("dealer", () => desk.show(dealerPanel), "user"),
        one("close", () => desk.show(closePanel), "lock"),
      ),
    ),
  );
}

/**
 * A choice of hands.
 * @param {string} title @param {(spot: string) => void} pick
 * @param {{of?: string[], card?: string, more?: Array<{label: string, tap: () => void}>}} [as]  of: left out, every seat and the dealer
 * @returns {(desk: Desk) => HTMLElement}
 */
export const whom = (title, pick, { of, card, more = [] } = {}) => (desk) => {
  const { picture } = desk;
  const spots = of ?? [...new Set([...seats(picture), ...handsThere(picture)])].sort().concat("dealer");
  return sub(
    title, () => desk.show(null), card && h("p.sub__card", {}, pc(card)),
    grid(
      spots.map((spot) => {
        const hand = handOf(picture.scene, spot);
        const cards = hand?.cards.map((/** @type {any} */ lying) => (lying.card ? short(lying.card) : "?")).join(" ");
        const made = key({ label: spotName(spot), small: cards ? `${cards} (${hand.total})` : "", tap: () => pick(spot) });
        made.dataset.whom = spot;
        return made;
      }),
      more.map(({ label, tap }) => key({ label, tap })),
    ),
    spots.length === 0 && h("p.muted", {}, t("full.no_hands")),
  );
};
otherPanel.whom = whom;

/** The hand of a tapped spot that is meant: of a split seat the next after the one that the card would go to. @param {any} picture @param {string} spot @param {string | null} armed */
otherPanel.handAt = (picture, spot, armed) => {
  const hands = handsThere(picture).filter((one) => one.split(".")[0] === spot);
  const now = hands.indexOf(armed ?? picture.expects.to);
  if (now >= 0) return hands[(now + 1) % hands.length];
  return (picture.turns ?? []).find((/** @type {any} */ one) => hands.includes(one.spot))?.spot ?? spot;
};

/** Who of several takes insurance, even money or gives up; any other hand too. @param {string} action @param {string[]} spots @returns {(desk: Desk) => HTMLElement} */
otherPanel.decides = (action, spots) => (desk) => {
  const { picture } = desk;
  const rest = handsThere(picture).filter((spot) => !spots.includes(spot));
  return sub(
    t(`full.act_${action}`), () => desk.show(null),
    grid([...spots, ...rest].map((spot) => {
      const made = key({ label: spotName(spot), small: action === "insurance" ? money(insurance(picture, spot)) : "", legal: spots.includes(spot), tap: () => desk.write([desk.decided(action, spot)]) });
      made.dataset.whom = spot;
      return made;
    })),
  );
};

/** @param {Desk} desk @param {string[]} cards */
function stuck(desk, cards) {
  const to = desk.aim.to;
  desk.ask({
    words: cards.length ? t("full.stuck_so_far", { cards: cards.map(short).join(" ") }) : t("full.which_stuck"),
    tap: (card) => stuck(desk, [...cards, card]),
    done: cards.length > 1 ? { label: t("full.stuck_these", { n: cards.length }), tap: () => desk.write([{ kind: "stuck", cards, to }]) } : null,
  });
}

/** @param {string} card @returns {(desk: Desk) => HTMLElement} */
const whyBurned = (card) => (desk) =>
  sub(t("full.why_burned"), () => desk.show(null), h("p.sub__card", {}, pc(card)), grid(WHY.map((why) => key({ label: t(`full.why_${why}`), tap: () => desk.write([{ kind: "burned", card, why }]) }))));

/** @param {string} card @returns {(desk: Desk) => HTMLElement} */
const fromWhere = (card) => (desk) =>
  whom(t("full.dropped_from"), (from) => desk.write([{ kind: "dropped", card, from }]), {
    card, of: [...handsThere(desk.picture), "dealer"], more: [{ label: t("full.from_shoe"), tap: () => desk.write([{ kind: "dropped", card }]) }],
  })(desk);

/** A double, split or insurance for another amount than the usual. @param {Desk} desk */
function actWithAmount(desk) {
  const { picture } = desk;
  const ask = (/** @type {string} */ action) => () => desk.show(whom(t(`full.act_${action}`), (spot) => desk.show(much(action, spot)), { of: handsThere(picture) }));
  return sub(t("full.o_amount"), () => desk.show(null), grid(["double", "split", "insurance"].map((action) => key({ label: t(`full.act_${action}`), id: `amount-${action}`, tap: ask(action) }))));
}

/** @param {string} action @param {string} spot @returns {(desk: Desk) => HTMLElement} */
const much = (action, spot) => (desk) => {
  const usual = action === "insurance" ? insurance(desk.picture, spot) : mainBet(desk.picture, spot);
  return sub(`${t(`full.act_${action}`)} · ${spotName(spot)}`, () => desk.show(null), amounts({ value: usual, of: usual ? [usual] : [], chip: desk.picture.house.chip || 0, done: (amount) => desk.write([desk.decided(action, spot, amount)]) }));
};

/** @param {Desk} desk */
function closePanel(desk) {
  const unsent = desk.store.state.unsent;
  const open = desk.picture.scene.phase !== "idle";
  return sub(
    t("full.o_close"), () => desk.show(null),
    h("p.sub__words", {}, open ? t("full.close_in_round") : t("full.close_sure")), unsent > 0 && h("p.sub__words", {}, t("full.close_unsent", { n: unsent })),
    grid(key({ label: t("full.o_close"), icon: "lock", kind: "primary", legal: !open, id: "close-table", tap: () => desk.write([{ kind: "table_closed" }]) })),
  );
}
