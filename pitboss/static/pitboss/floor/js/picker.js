// picker.js: what happened. The nine procedures as pictures with words; the other codes as keys with words, searchable;
// what was begun and not finished.

import { chip, fill, h, icon, key } from "./parts.js";
import { hasPicture, pictogram } from "./pictograms.js";
import { clock, t, tn } from "./words.js";

/**
 * @typedef {import("./facts.js").Form} Form
 * @typedef {{name: string, title: string, codes: Form[]}} Group
 * @typedef {import("./drafts.js").Draft} Draft
 */

const PROCEDURES = "procedures";
/** The keys below the pictures, and the groups that each opens. @type {Array<[string, string[]]>} */
const MORE = [["play", ["money", "turn"]], ["conduct", ["conduct"]], ["record", ["record"]]];

/** Letters without their marks, for searching. @param {string} words */
const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * @param {HTMLElement} root @param {Group[]} groups
 * @param {{chosen: string | null, drafts: Draft[], pick: (form: Form) => void, resume: (draft: Draft) => void,
 *   discard: (draft: Draft) => void}} how
 */
export function picker(root, groups, how) {
  const opened = root.dataset.more;
  const more = MORE.find(([name]) => name === opened);
  if (more) fill(root, ...others(root, groups, more, how));
  else fill(root, ...pictures(root, groups, how));
}

/** @param {HTMLElement} root @param {Group[]} groups @param {Parameters<typeof picker>[2]} how */
function pictures(root, groups, how) {
  const nine = groups.find(({ name }) => name === PROCEDURES)?.codes ?? [];
  const open = (/** @type {string} */ name) => () => {
    root.dataset.more = name;
    picker(root, groups, how);
    /** @type {HTMLElement | null} */ (root.querySelector("#search"))?.focus({ preventScroll: true });
  };
  const shown = MORE.filter(([, names]) => groups.some(({ name }) => names.includes(name)));
  return [
    h("h2", { id: "what", tabindex: -1 }, t("exception.what")),
    how.drafts.length > 0 && unfinished(how),
    h("div.picker__grid", {}, nine.map((form) => pictured(form, how))),
    h("div.picker__more", {}, shown.map(([name]) => key({ label: t(`exception.more_${name}`), id: `more-${name}`, tap: open(name) }))),
  ];
}

/** @param {Form} form @param {Parameters<typeof picker>[2]} how */
const pictured = (form, how) =>
  h(
    "button.pick", { type: "button", id: `pick-${form.code}`, "aria-pressed": how.chosen === form.code, onclick: () => how.pick(form) },
    hasPicture(form.picture) ? pictogram(form.picture) : icon("flag"), h("span", {}, form.title),
  );

/** @param {HTMLElement} root @param {Group[]} groups @param {[string, string[]]} more @param {Parameters<typeof picker>[2]} how */
function others(root, groups, [name, names], how) {
  const list = h("div.codes");
  const back = () => {
    delete root.dataset.more;
    picker(root, groups, how);
    document.getElementById(`more-${name}`)?.focus();
  };
  const search = /** @type {HTMLInputElement} */ (h("input.input.codes__search", { id: "search", type: "search", autocomplete: "off", placeholder: t("exception.search"), "aria-label": t("exception.search") }));
  const draw = () => {
    const wanted = plain(search.value.trim()).split(/\s+/);
    const searched = wanted[0] !== "";
    const found = groups
      .filter((group) => searched || names.includes(group.name))
      .map((group) => ({ ...group, codes: group.codes.filter(({ title, law }) => wanted.every((word) => plain(`${title} ${law}`).includes(word))) }))
      .filter(({ codes }) => codes.length);
    fill(list, ...found.map((group) => h(
      "section.codes__group", { "aria-labelledby": `group-${group.name}` },
      h("h3", { id: `group-${group.name}` }, group.title),
      h("div.codes__keys", {}, group.codes.map((form) =>
        h("button.key.code", { type: "button", id: `pick-${form.code}`, "aria-pressed": how.chosen === form.code, onclick: () => how.pick(form) }, chip(form.severity, { words: "" }), h("span", {}, form.title)))),
    )), ...(found.length ? [] : [h("p.muted", { role: "status" }, t("exception.none_found"))]));
  };
  search.addEventListener("input", draw);
  draw();
  return [
    h("div.picker__head", {}, key({ label: t("exception.nine"), icon: "back", kind: "quiet", id: "nine", tap: back }), h("h2", { id: "what", tabindex: -1 }, t(`exception.more_${name}`))),
    search, list,
  ];
}

/** @param {Parameters<typeof picker>[2]} how */
function unfinished({ drafts, resume, discard }) {
  return h(
    "div.unfinished", { role: "group", "aria-label": tn("exception.unfinished", drafts.length) },
    h("h3.vh", {}, tn("exception.unfinished", drafts.length)),
    drafts.slice(0, 3).map((draft) => h(
      "div.unfinished__one", {},
      key({ label: draft.title, small: t("exception.go_on", { at: clock(draft.changed).slice(0, 5) }), icon: "pending", id: `resume-${draft.id}`, tap: () => resume(draft) }),
      key({ label: "", icon: "x", kind: "quiet", name: t("exception.discard", { title: draft.title }), id: `discard-${draft.id}`, tap: () => discard(draft) }),
    )),
  );
}
