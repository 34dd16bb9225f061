// desk.js: the desk without a mouse, and forms that send themselves.
// Elements are found by data- attribute when something happens, so a swapped piece needs no waking up:
//   data-row      a link of a list; j and k walk them, o opens, x marks its row's checkbox
//   data-key      the key that goes to a field, or presses a button or link
//   data-go       the letter that follows a link when g was pressed before
//   data-opens    a button that opens the dialog of that id
//   data-all      the checkbox that stands for all rows of the page
//   data-marked   where the number of marked rows is written; #told says it aloud
// Letters typed into a field are letters. The dialog #keys lists every key and can turn them all off.

const STORE = "pitboss-keys";
const PATIENCE = 1500; // ms between g and its letter

const typing = (element) =>
  element.closest("input:not([type=checkbox], [type=radio], [type=button], [type=submit]), select, textarea, [contenteditable]");
const off = () => localStorage.getItem(STORE) === "off";

// a changed filter is applied at once
document.addEventListener("change", ({ target }) => {
  if (target.form?.hasAttribute("data-submits")) target.form.requestSubmit();
});

// a filter left empty stays out of the address
document.addEventListener("formdata", ({ target, formData }) => {
  if (!target.hasAttribute("data-submits")) return;
  for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
});
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.elt.hasAttribute("data-submits")) return;
  for (const name of Object.keys(detail.parameters)) if (detail.parameters[name] === "") delete detail.parameters[name];
});

// --- marking rows

const boxes = () => [...document.querySelectorAll("input[type=checkbox][name=ids]")];
let last = null; // the box that was marked before: where a range begins

const tell = () => {
  const all = boxes();
  const marked = all.filter((box) => box.checked).length;
  const told = document.getElementById("told");
  if (!told || !all.length) return;
  const { none, one, many } = told.dataset;
  const words = marked ? (marked === 1 ? one : many.replace("{n}", marked)) : none;
  told.textContent = words;
  for (const place of document.querySelectorAll("[data-marked]")) place.textContent = words;
  const every = document.querySelector("[data-all]");
  if (!every) return;
  every.checked = marked === all.length;
  every.indeterminate = marked > 0 && marked < all.length;
};

const mark = (box, range) => {
  const all = boxes();
  const [from, to] = [all.indexOf(last), all.indexOf(box)];
  if (range && from >= 0) {
    for (const one of all.slice(Math.min(from, to), Math.max(from, to) + 1)) one.checked = true;
  } else box.checked = !box.checked;
  last = box;
  tell();
};

document.addEventListener("click", (event) => {
  const { target } = event;
  if (target.matches("[data-all]")) {
    for (const box of boxes()) box.checked = target.checked;
    tell();
  } else if (target.matches("input[name=ids]")) {
    const range = event.shiftKey && last?.isConnected && target !== last;
    if (range) target.checked = !target.checked; // the click's own change, taken back: the range says what holds
    if (range) mark(target, true);
    else [last] = [target];
    tell();
  } else {
    const opener = target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  }
});
document.addEventListener("reset", () => setTimeout(tell));
document.addEventListener("htmx:afterSwap", () => {
  last = null;
});

// --- keys

const current = () => document.activeElement?.closest("tr")?.querySelector("[data-row]") ?? document.activeElement;

// j and k walk the rows
const walk = (step) => {
  const rows = [...document.querySelectorAll("[data-row]")];
  const at = rows.indexOf(current());
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
};

const box = () => current()?.closest("tr")?.querySelector("input[name=ids]");

const onRow = {
  j: () => walk(1),
  k: () => walk(-1),
  o: () => current()?.matches("[data-row]") && current().click(),
  x: () => box() && mark(box(), false),
  X: () => box() && mark(box(), true),
  a: () => {
    if (box() && !boxes().some((one) => one.checked)) mark(box(), false);
    if (boxes().some((one) => one.checked)) document.querySelector("[data-key=a]")?.focus();
  },
};

const escape = (target) => {
  if (typing(target)) target.blur();
  else if (boxes().some((one) => one.checked)) {
    for (const one of boxes()) one.checked = false;
    tell();
  }
};

// g and a letter: before anything else listens, so that the letter means nothing more
const NEVER = -Infinity; // a page that just opened has its clock near 0
let going = NEVER;
document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || off()) return;
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    const waited = event.timeStamp - going;
    going = event.key === "g" ? event.timeStamp : NEVER;
    if (event.key === "g" || waited > PATIENCE) return;
    const link = document.querySelector(`[data-go="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    link.click();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return; // its own Escape closes it
  if (event.key === "Escape") {
    escape(event.target);
    return;
  }
  if (typing(event.target) || off()) return;
  if (Object.hasOwn(onRow, event.key) && document.querySelector("[data-row]")) {
    event.preventDefault();
    onRow[event.key]();
    return;
  }
  const aimed = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!aimed) return;
  event.preventDefault();
  if (aimed.matches("input:not([type=checkbox])")) aimed.select();
  else if (!aimed.matches("select")) aimed.click();
  if (!document.querySelector("dialog[open]")) aimed.focus();
});

// --- all of it turned off, for who speaks to the machine or leans on the keys

const switchOff = document.querySelector("[data-keys-off]");
if (switchOff) {
  switchOff.checked = off();
  switchOff.addEventListener("change", () => {
    if (switchOff.checked) localStorage.setItem(STORE, "off");
    else localStorage.removeItem(STORE);
  });
}
tell();
