// recorded.js: it is written. Under which folio, as soon as the ledger has it; until then that it waits in the outbox.

import { folioOf } from "./declaring.js";
import { announce, fill, h, icon, key } from "./parts.js";
import { t, tn } from "./words.js";

/**
 * @param {any} store
 * @param {{id: string, title: string, how: "followed" | "contrary" | "pending" | "noted", opened: boolean, again: () => void, leave: () => void}} what
 *   id: of the event that the case stands under; opened: the table was opened in the record with it
 * @returns {{element: HTMLElement, stop: () => void}}
 */
export function recorded(store, { id, title, how, opened, again, leave }) {
  const where = h("p.recorded__where", { role: "status" });
  let folio = "";
  let asking = false;
  const element = h(
    "section.recorded", { "aria-labelledby": "recorded-title" },
    h(`div.recorded__mark.recorded__mark--${how}`, {}, icon(how)),
    h("h3.recorded__title", { id: "recorded-title", tabindex: -1 }, t(`exception.recorded_${how}`)),
    h("p.recorded__what", {}, title),
    where,
    opened && h("p.muted", {}, t("exception.opened")),
    h("div.recorded__do", {}, key({ label: t("exception.to_table"), icon: "back", kind: "primary", id: "to-table", tap: leave }), key({ label: t("exception.another"), icon: "flag", id: "another", tap: again })),
  );
  const told = () => {
    const { unsent, online, aside } = store.state;
    if (aside.some((/** @type {any} */ entry) => entry.id === id)) return [icon("critical"), h("span", {}, t("exception.refused"))];
    if (folio) return [icon("check"), h("span", {}, t("exception.folio"), " ", h("b", {}, folio))];
    if (!online) return [icon("offline"), h("span", {}, `${t("exception.in_tray")} ${tn("frame.unsent", unsent)}.`)];
    return [icon("pending"), h("span", {}, t("exception.sending"))];
  };
  const draw = () => fill(where, ...told());
  const ask = async () => {
    if (asking || folio || store.state.unsent || !store.state.online) return;
    asking = true;
    for (let tries = 0; tries < 5 && !folio && element.isConnected; tries += 1) {
      folio = (await folioOf(store, id))?.folio ?? "";
      if (!folio) await new Promise((done) => setTimeout(done, 400 * (tries + 1)));
    }
    asking = false;
    draw();
  };
  const stop = store.subscribe(() => {
    draw();
    // after the frame that puts the element on the page
    setTimeout(() => void ask(), 0);
  });
  announce(`${t(`exception.recorded_${how}`)}. ${title}`);
  return { element, stop };
}
