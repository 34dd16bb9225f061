// rewrite.js: a card that was entered wrong is put right where it stands; cards dealt wrong are put in order.

import { sub } from "./amounts.js";
import { pc } from "./card.js";
import { h, key } from "./parts.js";
import { decide } from "./ruling.js";
import { handsThere, spotName } from "./spots.js";
import { t } from "./words.js";
import { dealtCards } from "./written.js";

/** @typedef {import("./full.js").Desk} Desk */

/** The cards of the round; a tap takes the one to be put right. @param {string} [spot]  only those that went there @returns {(desk: Desk) => HTMLElement} */
export const correctPanel = (spot) => (desk) => {
  const cards = dealtCards(desk.store).filter(({ event }) => event.card && (!spot || event.to === spot));
  return sub(
    t("full.o_correct"), () => desk.show(null),
    h("p.sub__words", {}, cards.length ? t("full.correct_which") : t("full.no_cards")),
    h("div.sub__keys.sub__keys--cards", {}, cards.reverse().map(({ id, event }) => {
      const made = key({ label: [{ card: event.card }], small: event.kind === "burned" ? t("full.was_burned") : spotName(event.to), tap: () => desk.show(instead(id, event)) });
      made.dataset.entry = event.card;
      return made;
    })),
  );
};

/** @param {string} id @param {any} event @returns {(desk: Desk) => HTMLElement} */
const instead = (id, event) => (desk) => {
  const put = (/** @type {any} */ change) => desk.tap(async () => {
    const seen = desk.picture.seq;
    desk.rest();
    await desk.store.correct(id, change && { ...event, ...change }, "entry");
    await desk.shown(seen);
  });
  return sub(
    t("full.correct_how"), () => desk.show(correctPanel()(desk) && correctPanel()),
    h("p.sub__card", {}, pc(event.card)),
    h(
      "div.sub__keys", {},
      key({ label: t("full.other_card"), icon: "card", id: "other-card", tap: () => desk.ask({ words: t("full.which_instead"), tap: (card) => put({ card }) }) }),
      event.kind === "dealt" && [...handsThere(desk.picture), "dealer"].filter((to) => to !== event.to).map((to) => key({ label: t("full.went_to", { to: spotName(to) }), tap: () => put({ to }) })),
      key({ label: t("full.strike"), icon: "x", id: "strike", tap: () => put(null) }),
    ),
  );
};

/** Which cards were moved where, said together. @param {Array<{card: string, from: string, to: string}>} moves @returns {(desk: Desk) => HTMLElement} */
export const reorderPanel = (moves) => (desk) => {
  const { scene } = desk.picture;
  const moved = new Set(moves.map(({ card, from }) => `${card} ${from}`));
  const lying = [...scene.spots.flatMap((/** @type {any} */ seat) => seat.hands), scene.dealer].flatMap((hand) => hand.cards.map((/** @type {any} */ one) => ({ card: one.card, from: hand.spot })));
  const to = (/** @type {{card: string, from: string}} */ one) => (/** @type {Desk} */ there) =>
    sub(t("full.moved_to"), () => there.show(reorderPanel(moves)), h("p.sub__card", {}, pc(one.card)), h("div.sub__keys", {}, [...handsThere(there.picture), "dealer"].filter((spot) => spot !== one.from).map((spot) => key({ label: spotName(spot), tap: () => there.show(reorderPanel([...moves, { ...one, to: spot }])) }))));
  const done = key({
    label: t("full.reordered"), icon: "reorder", kind: "primary", id: "reordered",
    tap: () => desk.tap(async () => {
      const seen = desk.picture.seq;
      await decide(desk.store, [{ kind: "reordered", by_role: "pit_boss", announced: true, moves }], { hint: t("full.o_reorder") });
      desk.rest();
      await desk.shown(seen);
    }),
  });
  return sub(
    t("full.o_reorder"), () => desk.show(null),
    moves.length > 0 && h("ol.sub__moves", {}, moves.map((move) => h("li", {}, pc(move.card), ` ${spotName(move.from)} → ${spotName(move.to)}`))),
    h("div.sub__keys.sub__keys--cards", {}, lying.filter((one) => one.card && !moved.has(`${one.card} ${one.from}`)).map((one) => key({ label: [{ card: one.card }], small: spotName(one.from), tap: () => desk.show(to(one)) }))),
    moves.length > 0 && done,
  );
};
