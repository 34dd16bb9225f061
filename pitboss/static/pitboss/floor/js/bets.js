// bets.js: the bets before the first card. Those of the last round stand as proposed; a tap on a spot changes one.

import { amounts, choose, likely, likelyAside, sub } from "./amounts.js";
import { changed, propose } from "./proposed.js";
import { nameOfBet, openEvents, pendingBets, placedBets } from "./plan.js";
import { h, key } from "./parts.js";
import { seats } from "./spots.js";
import { money, t } from "./words.js";
import { ofRound } from "./written.js";

/** @typedef {import("./plan.js").Bet} Bet */
/** @typedef {import("./full.js").Desk} Desk */

const BEHIND = ["A", "B", "C"];

/** All bets of the round as they would be: those that lie there and those proposed. @param {Desk} desk @returns {Bet[]} */
const standing = (desk) => [...placedBets(desk.picture), ...pendingBets(desk.picture, desk.draft)];

/** One key for each seat: its number, and its bet. @param {Desk} desk */
export function seatsRow(desk) {
  const { picture } = desk;
  const lying = new Set(placedBets(picture).map(nameOfBet));
  const bets = standing(desk);
  return seats(picture).map((spot) => {
    const here = bets.filter((bet) => bet.spot === spot);
    const main = here.find((bet) => (bet.on ?? "main") === "main" && !bet.owner);
    const marks = [here.some((bet) => bet.on === "perfect_pairs") && "+PP", here.some((bet) => bet.owner) && t("full.behind_mark"), main && lying.has(nameOfBet(main)) && "✓"].filter(Boolean).join(" ");
    const made = key({
      label: t("full.seat", { spot }), small: main ? `${money(main.amount)} ${marks}`.trim() : t("full.no_bet"), id: `seat-${spot}`,
      tap: () => desk.show(betsPanel(spot)),
    });
    made.dataset.bets = here.map(({ amount, on = "main", owner = "" }) => `${on}${owner && `/${owner}`}:${amount}`).join(" ");
    made.classList.add("key--seat");
    made.classList.toggle("key--bare", !main);
    return made;
  });
}

/**
 * The bets of one spot.
 * @param {string} spot
 * @param {{on?: string, owner?: string, tender?: string}} [as]
 * @returns {(desk: Desk) => HTMLElement}
 */
export function betsPanel(spot, { on = "main", owner = "", tender = "chips" } = {}) {
  const panel = (/** @type {Desk} */ desk) => {
    const { house } = desk.picture;
    const again = (/** @type {object} */ change) => desk.show(betsPanel(spot, { on, owner, tender, ...change }));
    const now = standing(desk).find((bet) => nameOfBet(bet) === nameOfBet({ spot, on, owner }));
    const done = (/** @type {number} */ amount) => place(desk, { kind: "bet", spot, amount, on, ...(owner && { owner }), ...(tender !== "chips" && { tender }) });
    return sub(
      t("full.bet_of", { spot }), () => desk.show(null),
      h(
        "div.sub__choices", {},
        house.perfect_pairs && choose("on", { label: t("full.bet_on"), value: on, of: [{ value: "main", label: t("full.on_main") }, { value: "perfect_pairs", label: "Perfect Pairs" }], pick: (value) => again({ on: value }) }),
        choose("tender", { label: t("full.tender"), value: tender, of: ["chips", "cash", "word"].map((value) => ({ value, label: t(`full.tender_${value}`) })), pick: (value) => again({ tender: value }) }),
        house.back_bets && choose("owner", { label: t("full.owner"), value: owner, of: [{ value: "", label: t("full.owner_seat") }, ...BEHIND.map((value) => ({ value, label: t("full.owner_behind", { name: value }) }))], pick: (value) => again({ owner: value }) }),
      ),
      amounts({ value: now?.amount ?? 0, of: on === "main" ? likely(house) : likelyAside(house), chip: house.chip || 0, none: t("full.no_bet"), done }),
      h(
        "footer.sub__foot", {},
        key({ label: t("full.clear_all"), icon: "x", id: "bets-clear", tap: () => desk.tap(() => { propose(desk.store.state.table.id, desk.picture, []); desk.show(null); }) }),
        key({ label: t("full.repeat_all"), icon: "undo", id: "bets-repeat", tap: () => desk.tap(() => { propose(desk.store.state.table.id, desk.picture, desk.picture.last_bets); desk.show(null); }) }),
        key({ label: t("full.write_bets"), icon: "check", id: "bets-write", tap: () => desk.write(openEvents(desk.picture, pendingBets(desk.picture, desk.draft), { close: false })) }),
      ),
    );
  };
  return panel;
}

/** @param {Desk} desk @param {Bet} bet */
function place(desk, bet) {
  const lying = placedBets(desk.picture).some((one) => nameOfBet(one) === nameOfBet(bet));
  if (lying) return desk.tap(() => putRight(desk, bet));
  return desk.tap(() => {
    propose(desk.store.state.table.id, desk.picture, changed(desk.draft, bet));
    desk.show(null);
  });
}

/** A bet that is written already is corrected: the first entry gets the amount, what was added to it is struck. @param {Desk} desk @param {Bet} bet */
async function putRight(desk, bet) {
  const mine = ofRound(desk.store).filter(({ event }) => event.kind === "bet" && nameOfBet(event) === nameOfBet(bet));
  const seen = desk.picture.seq;
  desk.rest();
  for (const [place, { id, event }] of mine.entries()) {
    const instead = place === 0 && bet.amount ? { ...event, amount: bet.amount, tender: bet.tender } : null;
    await desk.store.correct(id, instead, "bet");
  }
  await desk.shown(seen);
}

/** A bet said now, whatever the round is at. @param {string} spot @returns {(desk: Desk) => HTMLElement} */
export const lateBet = (spot) => (desk) =>
  sub(t("full.late_bet_of", { spot }), () => desk.show(null), amounts({
    value: desk.picture.house.min || 0, of: likely(desk.picture.house), chip: desk.picture.house.chip || 0,
    done: (amount) => desk.write([{ kind: "bet", spot, amount }]),
  }));
