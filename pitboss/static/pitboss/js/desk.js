// desk.js: the desk without a mouse, and forms that send themselves.
// Elements are found by data- attribute when something happens, so a swapped piece needs no waking up.

const typing = (element) => element.closest("input, select, textarea, [contenteditable]");

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

// j and k walk the rows
const walk = (step) => {
  const rows = [...document.querySelectorAll("[data-row]")];
  const at = rows.indexOf(document.activeElement);
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step];
  next?.focus();
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (typing(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const walker = { j: 1, k: -1 }[event.key];
  if (walker && document.querySelector("[data-row]")) {
    event.preventDefault();
    walk(walker);
    return;
  }
  const aimed = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!aimed) return;
  event.preventDefault();
  if (aimed.matches("input")) aimed.select();
  else aimed.click();
  aimed.focus();
});
