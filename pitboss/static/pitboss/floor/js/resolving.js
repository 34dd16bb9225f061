// resolving.js: the keys under a prescription. One says that it was done; the others are beside it.

import { isChief, ruling } from "./declaring.js";
import { h, icon, key } from "./parts.js";
import { t } from "./words.js";

/** @typedef {import("./declaring.js").Finding} Finding */

/** Does somebody have to say, with the PIN, that it was done? @param {Finding} finding */
export const needsRuling = (finding) => Boolean(finding.declared) && finding.outcome === "pending";

/** @param {import("./exception.js").Screen} screen @param {Finding} finding @returns {Node[]} */
export function keysOf(screen, finding) {
  const beside = besides(screen, finding);
  const primary = (/** @type {string} */ name, /** @type {() => Promise<void>} */ work, drawn = "check", id = "done") =>
    key({ label: t(name), icon: drawn, kind: "primary", id, tap: () => screen.act(work) });
  // where the text is silent nothing is to be preferred to what the pit boss decides
  const plain = finding.standing === "no_rule";
  if (finding.direct) return [primary("exception.done", () => screen.direct(finding)), ...beside];
  if (!needsRuling(finding)) {
    // declared conduct and what is only noted: an answer, if there is one, is written with it
    const answers = finding.declared ? [] : finding.answers.filter((answer) => !answer.choose);
    return [
      primary("exception.note_down", () => screen.later(finding)),
      ...answers.map((answer, at) => key({ label: answer.label, icon: answer.icon, id: `answer-${at}`, tap: () => screen.act(() => screen.settle(finding, answer.events, "noted")) })),
      ...beside,
    ];
  }
  const asPrescribed = () => screen.settle(finding, [ruling(finding, "as_prescribed")], "followed");
  if (isChief())
    return [
      plain ? key({ label: t("exception.done"), icon: "check", id: "done", tap: () => screen.act(asPrescribed) }) : primary("exception.done", asPrescribed),
      key({ label: t("exception.other"), icon: "swap", id: "other", tap: () => screen.show("other") }),
      ...beside,
    ];
  return [
    primary("exception.leave_pending", () => screen.later(finding), "pending", "later"),
    key({ label: t("exception.chief_signs"), icon: "rule", id: "done", tap: () => screen.act(asPrescribed) }),
    ...beside,
  ];
}

/** For who may tell but not rule. @param {Finding} finding */
export const roleNote = (finding) =>
  needsRuling(finding) && !isChief() && !finding.direct && h("p.rx__role", {}, icon("user"), h("span", {}, t("exception.not_yours")));

/** Events of their own, which leave the ruling open. @param {import("./exception.js").Screen} screen @param {Finding} finding */
function besides(screen, finding) {
  const { cctv, disputed } = /** @type {import("./drafts.js").Draft} */ (screen.draft);
  return [
    key({
      label: t(cctv ? "exception.cctv_done" : "exception.ask_cctv"), icon: "camera", kind: "cctv", id: "cctv", pressed: Boolean(cctv),
      tap: () => void (cctv || screen.act(() => screen.footage(finding))),
    }),
    key({
      label: t(disputed ? "exception.dispute_done" : "exception.dispute"), icon: "flag", id: "dispute", pressed: Boolean(disputed),
      tap: () => void (disputed || screen.act(() => screen.disputed(finding))),
    }),
  ];
}
