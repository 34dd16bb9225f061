// prescription.js: what is prescribed, in large type, in the order in which it is read: do, then, announce, steps,
// why and footage. No keys: those of the screen that shows it stand under it.

import { spoken } from "./card.js";
import { chip, h, icon, say, segments, steps } from "./parts.js";
import { minute, t, tn, told } from "./words.js";

/**
 * @typedef {import("./band.js").Finding & {cites?: Array<{source: string, section: string, clause: number | string | null, edition: string, from?: string, to?: string | null}>}} Finding
 */

const DAY = 86_400_000;
const LONG = 26; // letters that stand in one line of 48 px

/**
 * @param {Finding} finding
 * @param {{now: number, retention: number | null, cctv?: string | null, disputed?: string | null, aside?: Node | null}} around
 *   now: milliseconds; retention: days that this casino keeps footage; cctv, disputed: when they were noted
 * @returns {Node[]}
 */
export function prescription(finding, { now, retention, cctv = null, disputed = null, aside = null }) {
  // what the head says already
  const silent = finding.standing === "no_rule" && finding.then?.replace(/\.$/, "") === finding.words.standing;
  const long = finding.imperative.map((piece) => (typeof piece === "string" ? piece : "10♠")).join("").length > LONG;
  return [
    h(
      "div.rx__head", {},
      chip(finding.severity, { large: true }),
      h(`span.rx__standing${finding.standing === "no_rule" ? ".rx__standing--silent" : ""}`, {}, finding.standing === "no_rule" && icon("book"), standing(finding)),
      cctv && chip("cctv", { words: t("exception.cctv_asked", { at: cctv }) }),
      disputed && h("span.chip.chip--major", {}, icon("flag"), h("span", {}, t("exception.disputed", { at: disputed }))),
      aside,
    ),
    h(
      "div", {},
      h(`h3.rx__imperative${long ? ".rx__imperative--long" : ""}`, { id: "imperative", tabindex: -1 }, segments(finding.imperative)),
      finding.then && !silent && h("p.rx__then", {}, segments(finding.then)),
    ),
    ...(finding.say ? [say(finding.say)] : []),
    // one step says what stands above it already
    ...(finding.steps.length > 1 ? [steps(finding.steps)] : []),
    h("div.rx__meta", {}, rule(finding), footage(finding, now, retention)),
  ];
}

/** *Prescrito · lo hace el croupier*. @param {Finding} finding */
function standing({ standing: how, decides, words }) {
  const large = words.standing[0].toUpperCase() + words.standing.slice(1);
  const who = told(`exception.by_${decides}`) ? t(`exception.by_${decides}`) : words.decides;
  return how === "no_rule" ? large : `${large} · ${who}`;
}

/** Our own line; a tap away the place where it stands. @param {Finding} finding */
function rule(finding) {
  const places = (finding.cites ?? []).map((one) =>
    h("li", {}, h("b", {}, one.section), one.clause !== null && one.clause !== undefined && one.clause !== "" && t("exception.clause", { n: one.clause }), h("span.rx__source", {}, one.source)));
  return h(
    "details.cite.rx__rule", { ontoggle: (/** @type {Event} */ { target }) => /** @type {HTMLElement} */ (target).scrollIntoView({ block: "nearest" }) },
    h("summary", {}, h("span", {}, h("span.label.faint", {}, icon("book"), t("exception.rule")), h("span.rx__law", {}, finding.law || finding.cite)), icon("fwd")),
    places.length ? h("ul.rx__places", {}, places) : h("p", {}, finding.cite),
  );
}

/** Until when footage is there, and whether the rule's case asks for it. It may be asked for, never must. @param {Finding} finding @param {number} now @param {number | null} retention */
function footage(finding, now, retention) {
  const until = retention ? now + retention * DAY : null;
  return h(
    "div.rx__video", {},
    h("span.label.faint", {}, icon(finding.cctv ? "camera" : "clock"), t("exception.video")),
    until
      ? h("p", {}, h("b", {}, t("exception.keep_until", { at: minute(until) })), ` ${tn("exception.days_left", Number(retention))}`)
      : h("p", {}, h("b", {}, t("exception.no_retention"))),
    h("p", {}, finding.words.cctv || t("exception.cctv_not_asked")),
  );
}

/** The same for the ear: what to do, and what to say. @param {Finding} finding */
export function spokenOf(finding) {
  const words = finding.imperative.map((piece) => (typeof piece === "string" ? piece : spoken(piece.card))).join("");
  return finding.say ? `${words}. ${finding.say}` : words;
}

/** Before anything was chosen. */
export const nothingYet = () =>
  h("div.answer__empty", {}, icon("flag"), h("p", {}, t("exception.choose_what")), h("p.muted", {}, t("exception.choose_more")));

/** While facts are missing, or nothing can be said. @param {string[]} due  their labels @param {string} trouble  a sentence */
export function notYet(due, trouble) {
  if (trouble) return h("div.answer__empty", { role: "status" }, icon("major"), h("p", {}, trouble));
  return h("div.answer__empty", { "aria-busy": !due.length }, due.length > 0 && [icon("card"), h("p", {}, t("exception.missing"), " ", h("b", {}, due.join(", ")))]);
}
