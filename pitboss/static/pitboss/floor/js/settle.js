// settle.js: what the engine proposes to pay and to take, a row for each bet; one tap confirms it all and closes the round.

import { amounts, choose, sub } from "./amounts.js";
import { h, icon, key } from "./parts.js";
import { mainBet } from "./spots.js";
import { money, t } from "./words.js";

/** @typedef {import("./full.js").Desk} Desk */

const ICONS = /** @type {Record<string, string>} */ ({ paid: "pay", taken: "take", returned: "return" });
const KINDS = ["paid", "taken", "returned"];

const nameOfRow = (/** @type {any} */ row) => `${row.spot} ${row.on} ${row.owner ?? ""} ${row.kind}`;

/** @param {Desk} desk */
export function settlePanel(desk) {
  const { proposal } = desk.picture;
  const { rows, events, closes, when } = proposal;
  const wait = when === "wait";
  const confirmed = () => [
    ...events.slice(0, rows.length).map((/** @type {any} */ event, /** @type {number} */ place) => ({ ...event, ...desk.edits.get(nameOfRow(rows[place])) })).filter((/** @type {any} */ event) => event.kind !== "none"),
    ...events.slice(rows.length),
  ];
  const label = !rows.length ? t("full.close_round") : closes ? t("full.confirm_close") : t("full.confirm");
  const confirm = key({ label, small: wait ? t("full.wait") : "", icon: "check", kind: wait ? undefined : "primary", legal: !wait, id: "confirm", tap: () => desk.write(confirmed()) });
  confirm.dataset.confirm = "";
  return h(
    "section.settle", { "aria-label": t("full.payments") },
    rows.length > 0 && h("div.settle__rows", {}, rows.map((/** @type {any} */ row) => rowKey(desk, row))),
    h(
      "div.settle__do", {}, confirm,
      key({ label: t("full.more_cards"), icon: "cards", id: "more-cards", tap: () => { desk.pad = true; desk.draw(); } }),
    ),
  );
}

/** @param {Desk} desk @param {any} row */
function rowKey(desk, row) {
  const edit = desk.edits.get(nameOfRow(row));
  const { kind, amount } = { ...row, ...edit };
  const words = kind === "none" ? t("full.unpaid") : t(`full.${kind}`, { amount: money(amount) });
  const on = row.on === "main" ? "" : t(`full.on_${row.on}`);
  const made = h(
    `button.settle__row.settle__row--${kind}${edit ? ".settle__row--edited" : ""}`, { type: "button", "data-row": nameOfRow(row), onclick: () => desk.show(rowPanel(row)) },
    h("span.settle__spot", {}, row.spot), h("span.settle__why", {}, [t(`full.result_${row.result}`), on, row.owner].filter(Boolean).join(" · "), edit && h("em", {}, ` ${t("full.changed")}`)),
    h("span.settle__sum", {}, kind !== "none" && icon(ICONS[kind]), words),
  );
  return made;
}

/** One payment put right. @param {any} row @param {string} [kind] */
function rowPanel(row, kind) {
  return (/** @type {Desk} */ desk) => {
    const edit = desk.edits.get(nameOfRow(row));
    const chosen = kind ?? edit?.kind ?? row.kind;
    const main = mainBet(desk.picture, row.spot);
    const of = [...new Set([row.amount, main, Math.ceil((main * 3) / 2), 2 * main, Math.floor(main / 2)])].filter((amount) => amount > 0);
    const keep = (/** @type {object} */ change) => {
      desk.edits.set(nameOfRow(row), change);
      desk.show(null);
    };
    return sub(
      row.words, () => desk.show(null),
      h("div.sub__choices", {}, choose("was", { label: t("full.what_was_done"), value: chosen, of: KINDS.map((value) => ({ value, label: t(`full.was_${value}`), icon: ICONS[value] })), pick: (value) => desk.show(rowPanel(row, value)) })),
      amounts({ value: edit?.amount ?? row.amount, of, chip: desk.picture.house.chip || 0, none: t("full.unpaid"), done: (amount) => keep(amount ? { kind: chosen, amount } : { kind: "none" }) }),
    );
  };
}

/** A payment that nobody proposed. @param {string} spot @param {string} [kind] @param {string} [on] @returns {(desk: Desk) => HTMLElement} */
export const loosePayment = (spot, kind = "paid", on = "main") => (desk) =>
  sub(
    t("full.payment_of", { spot }), () => desk.show(null),
    h(
      "div.sub__choices", {},
      choose("was", { label: t("full.what_was_done"), value: kind, of: KINDS.map((value) => ({ value, label: t(`full.was_${value}`), icon: ICONS[value] })), pick: (value) => desk.show(loosePayment(spot, value, on)) }),
      choose("on", { label: t("full.bet_on"), value: on, of: ["main", "perfect_pairs", "insurance"].map((value) => ({ value, label: t(`full.on_${value}`) })), pick: (value) => desk.show(loosePayment(spot, kind, value)) }),
    ),
    amounts({ value: mainBet(desk.picture, spot), of: [mainBet(desk.picture, spot)].filter(Boolean), chip: desk.picture.house.chip || 0, done: (amount) => desk.write([{ kind, spot, amount, ...(on !== "main" && { on }) }]) }),
  );
