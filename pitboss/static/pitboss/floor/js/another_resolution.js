// another_resolution.js: something else than the prescription was done: why, from a list, and in a person's own words.

import { h, icon, key } from "./parts.js";
import { t } from "./words.js";

const REASONS = ["late", "cards_gone", "player_left", "house_favour", "other"];
const MOST = 300;

/**
 * @param {{reason?: string, words?: string, kept: (told: {reason?: string, words?: string}) => void,
 *   sign: (ruling: string) => Promise<void>, back: () => void, contrary: boolean}} asked
 *   kept: what was told so far; sign: asks the PIN and writes; contrary: the case will stand as contrary by it
 * @returns {HTMLElement}
 */
export function anotherResolution({ reason = "", words = "", kept, sign, back, contrary }) {
  const failed = h("p.other__failed", { role: "alert" });
  const field = /** @type {HTMLTextAreaElement} */ (h("textarea.input.other__words", { id: "other-words", rows: 3, maxlength: MOST, "aria-describedby": "other-hint" }));
  field.value = words;
  const keys = REASONS.map((name) =>
    key({
      label: t(`exception.reason_${name}`), id: `reason-${name}`, pressed: reason === name,
      tap: () => {
        reason = name;
        for (const [at, each] of keys.entries()) each.setAttribute("aria-pressed", String(REASONS[at] === name));
        failed.textContent = "";
        kept({ reason, words: field.value });
        if (name === "other" && !field.value) field.focus();
      },
    }));
  field.addEventListener("change", () => kept({ reason, words: field.value }));
  const go = async () => {
    const own = field.value.trim();
    if (!reason) failed.textContent = t("exception.reason_needed");
    else if (reason === "other" && !own) failed.textContent = t("exception.words_needed");
    else return sign(own ? `${reason}: ${own}` : reason);
    /** @type {HTMLElement} */ (reason ? field : keys[0]).focus();
  };
  return h(
    "section.other", { "aria-labelledby": "other-title" },
    h("h3.other__title", { id: "other-title", tabindex: -1 }, t("exception.other_title")),
    h("div.other__reasons", { role: "group", "aria-label": t("exception.reason") }, keys),
    h("label.q__label", { for: "other-words" }, t("exception.own_words")), field,
    h("p.muted.other__hint", { id: "other-hint" }, icon("camera"), h("span", {}, t(contrary ? "exception.other_contrary" : "exception.other_noted"))),
    failed,
    h("div.other__do", {}, key({ label: t("exception.sign"), icon: "rule", kind: "primary", id: "other-sign", tap: () => void go() }), key({ label: t("exception.back"), icon: "back", id: "other-back", tap: back })),
  );
}
