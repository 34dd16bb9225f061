// sheets.js: a sheet beside its picture.
//   data-box     millimetres of the page that show a field; while it has the focus they are framed in the picture
//   data-here    the frame in the picture of that page
//   #left        how many answers are missing; its words are in its data-none, data-one and data-many

const form = document.getElementById("confirm");

const pageOf = (element) => element.closest("[data-page]")?.dataset.page ?? "1";

const frame = (element) => {
  const place = element.closest("[data-box]");
  for (const rect of document.querySelectorAll("[data-here]")) rect.setAttribute("width", "0");
  const rect = place && document.querySelector(`[data-here="${pageOf(place)}"]`);
  if (!rect) return;
  const [x, y, width, height] = place.dataset.box.split(" ");
  for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, value);
};

const count = () => {
  const left = document.getElementById("left");
  if (!left || !form) return;
  const missing = new Set([...form.elements].filter((field) => field.willValidate && !field.validity.valid).map((field) => field.name));
  const { none, one, many } = left.dataset;
  left.textContent = missing.size ? (missing.size === 1 ? one : many.replace("{n}", missing.size)) : none;
  left.classList.toggle("sheets__left--none", missing.size === 0);
};

document.addEventListener("focusin", ({ target }) => frame(target));
document.addEventListener("input", count);
count();
