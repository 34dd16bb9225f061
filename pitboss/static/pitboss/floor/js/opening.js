// opening.js: a table is opened, and its shoe is made ready; one key for each step, with what the house last used.

import { amounts, sub } from "./amounts.js";
import { h, key } from "./parts.js";
import { t } from "./words.js";

/** @typedef {import("./full.js").Desk} Desk */

const PROFILES = ["cl-scj", "es-casino", "ar-casino", "lccartas", "cl-casino"];
const USUAL = { min: 5000, max: 500000, chip: 500, perfect_pairs: false, even_money: true, seats: 7 };
const place = (/** @type {number} */ table) => `pitboss.opened.${table}`;

/** What this table was opened with last, on this tablet. @param {any} table */
function last(table) {
  try {
    return JSON.parse(localStorage.getItem(place(table.id)) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/** The form that opens it; filled in already. @param {Desk} desk */
export function openingPanel(desk) {
  const { table, tile } = desk.store.state;
  const kept = last(table ?? {});
  const from = { ...USUAL, profile: table?.profile, ...(tile?.min && { min: tile.min, max: tile.max }), ...kept };
  const profiles = [...new Set([from.profile, ...PROFILES])].filter(Boolean);
  const number = (/** @type {string} */ name) => field(t(`full.house_${name}`), h("input", { id: `open-${name}`, type: "number", inputmode: "numeric", min: 0, value: from[/** @type {"min"} */ (name)] }));
  const names = Object.entries(table?.names ?? {});
  const dealer = names.length
    ? h("select", { id: "open-dealer" }, h("option", { value: "" }, t("full.dealer_unsaid")), names.map(([badge, name]) => h("option", { value: badge, selected: badge === kept.dealer }, `${name} · ${badge}`)))
    : h("input", { id: "open-dealer", value: kept.dealer ?? "" });
  const ticks = ["perfect_pairs", "even_money"].map((name) => h("label.tick", {}, h("input", { type: "checkbox", id: `open-${name}`, checked: Boolean(from[/** @type {"min"} */ (name)]) }), t(`full.house_${name}`)));
  const read = () => {
    const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (panel.querySelector(`#open-${name}`));
    const whole = (/** @type {string} */ name) => Number(value(name).value) || undefined;
    return {
      profile: value("profile").value, min: whole("min"), max: whole("max"), chip: whole("chip"), seats: whole("seats"),
      dealer: value("dealer").value.trim() || undefined, perfect_pairs: value("perfect_pairs").checked, even_money: value("even_money").checked,
    };
  };
  const open = key({
    label: t("full.open_table"), icon: "table", kind: "primary", id: "open-table",
    tap: () => desk.tap(async () => {
      const said = read();
      const badge = desk.store.state.session?.pit_boss;
      localStorage.setItem(place(table?.id), JSON.stringify(said));
      await desk.say([{ kind: "table_opened", ...said, currency: table?.currency, ...(badge && { pit_boss: badge }) }]);
    }),
  });
  open.dataset.confirm = "";
  const panel = h(
    "section.opening", { "aria-label": t("full.open_table") },
    h(
      "div.opening__fields", {},
      field(t("full.profile"), h("select", { id: "open-profile" }, profiles.map((name) => h("option", { value: name, selected: name === from.profile }, name)))),
      field(t("table.dealer"), dealer), number("min"), number("max"), number("chip"), number("seats"), h("div.opening__ticks", {}, ticks),
    ),
    open,
  );
  // what a person has typed stays while the picture changes under it
  return /** @type {HTMLElement | null} */ (desk.work.querySelector(".opening")) ?? panel;
}

/** @param {string} label @param {HTMLElement} input */
const field = (label, input) => h("label.opening__field", {}, h("span", {}, label), input);

/** What the shoe still lacks, one key for each; the depth of the cut by itself, once it is its turn. @param {Desk} desk */
export function preparePanel(desk) {
  const { expects } = desk.picture;
  const due = expects.next.find((/** @type {any} */ one) => one.events[0].kind !== "cut") ? steps(expects.next) : [];
  const cut = expects.next[0]?.events[0].kind === "cut";
  const keys = (cut ? [] : due).map(({ label, icon, events }, at) => {
    const made = key({ label, icon, tap: () => desk.write(events) });
    made.classList.add("key--step");
    made.dataset.kind = events.map((/** @type {any} */ one) => one.method ?? one.kind).join("-");
    if (at === 0) made.dataset.confirm = "";
    return made;
  });
  return h(
    "section.prepare", { "aria-label": expects.words },
    expects.missing.length > 0 && h("ul.prepare__missing", {}, expects.missing.map((/** @type {string} */ one) => h("li", {}, one))),
    cut ? depths(desk) : h("div.prepare__keys", {}, keys),
    h("div.prepare__else", {}, key({ label: t("full.to_cards"), icon: "cards", id: "more-cards", tap: () => { desk.pad = true; desk.draw(); } }), cut && key({ label: t("full.cut_else"), id: "cut-else", tap: () => desk.show(cutPanel) })),
  );
}

/** @typedef {{label: import("./parts.js").Segments, icon: string, events: any[]}} Step */

/** The steps but the cut; the two shuffles that belong together as one key as well. @param {Step[]} next @returns {Step[]} */
function steps(next) {
  const found = next.filter(({ events }) => events[0].kind !== "cut").map((one) => ({ ...one, icon: ICONS[one.icon] ?? one.icon }));
  const by = (/** @type {string} */ method) => found.find(({ events }) => events[0].method === method);
  const [chemin, normal] = [by("chemin"), by("normal")];
  if (!chemin || !normal) return found;
  const both = { label: [...chemin.label, " + ", ...normal.label], icon: "shuffle", events: [...chemin.events, ...normal.events] };
  const place = found.indexOf(chemin);
  return [...found.slice(0, place), both, ...found.slice(place)];
}

const ICONS = /** @type {Record<string, string>} */ ({ check: "check", shuffle: "shuffle", cut: "cut", burn: "burn", shoe: "shoe" });

/** Every depth that the house allows, one key each. @param {Desk} desk */
function depths(desk) {
  const { house } = desk.picture;
  const all = Array.from({ length: Math.min(60, house.cut_most - house.cut_least + 1) }, (_, place) => house.cut_least + place);
  return h("div.sub__depths", { role: "group", "aria-label": t("full.cut_behind", { least: house.cut_least, most: house.cut_most }) }, all.map((behind) => {
    const made = key({ label: String(behind), tap: () => desk.write([{ kind: "cut", behind }]) });
    made.dataset.behind = String(behind);
    return made;
  }));
}

/** Any other depth, typed. @param {Desk} desk */
function cutPanel(desk) {
  const { house } = desk.picture;
  return sub(t("full.cut_else"), () => desk.show(null), amounts({ value: house.cut_least, chip: 1, plain: true, done: (behind) => desk.write([{ kind: "cut", behind }]) }));
}

/** Another dealer at this table. @param {Desk} desk */
export function dealerPanel(desk) {
  const { table } = desk.store.state;
  const names = Object.entries(table?.names ?? {});
  const typed = h("input", { id: "dealer-badge", "aria-label": t("full.badge") });
  const change = (/** @type {string} */ dealer) => dealer && desk.write([{ kind: "dealer_changed", dealer }]);
  return sub(
    t("full.change_dealer"), () => desk.show(null),
    names.length
      ? h("div.sub__keys", {}, names.map(([badge, name]) => {
          const made = key({ label: String(name), small: badge, pressed: badge === desk.picture.scene.dealer_name, tap: () => change(badge) });
          made.dataset.badge = badge;
          return made;
        }))
      : h("div.sub__choices", {}, typed, key({ label: t("full.enter"), tap: () => change(/** @type {HTMLInputElement} */ (typed).value.trim()) })),
  );
}
