// replay.js: plays a round one card at a time, without leaving the page, by mouse or by keyboard alone.
// Without it the same links lead to the same steps, each a page of its own.

const PACE = 1000; // milliseconds of a step at once the speed
const AHEAD = 3; // steps fetched before they are asked for
const MOST = 400; // of which so many are kept
const SETTLED = 120; // a slider being drawn fetches only where it rests

const byId = (id) => document.getElementById(id);
const bar = byId("transport");
const kept = new Map();
let timer = null;
let resting = null;
let wanted = Number(bar?.dataset.step);
const last = Number(bar?.dataset.last);

const steps = () => [...document.querySelectorAll("#steps [data-step]")];
const hot = () => steps().filter((one) => "hot" in one.dataset).map((one) => Number(one.dataset.step));
const within = (number) => Math.min(Math.max(number, 1), last);

// --- fetching
const fetched = (number) => {
  if (!kept.has(number)) {
    if (kept.size >= MOST) kept.delete(kept.keys().next().value);
    const answer = fetch(`?step=${number}`, { headers: { "HX-Request": "true" } }).then((answer) => {
      if (!answer.ok || answer.redirected) throw new Error(`step ${number}: ${answer.status}`);
      return answer.text();
    });
    answer.catch(() => kept.delete(number));
    kept.set(number, answer);
  }
  return kept.get(number);
};

// --- showing
const words = (number) => {
  const line = byId("steps").querySelector(`[data-step="${number}"] a`).cloneNode(true);
  for (const card of line.querySelectorAll("[aria-label]")) card.replaceWith(card.getAttribute("aria-label"));
  line.querySelector("time")?.remove();
  return line.textContent.trim();
};

const mark = (number) => {
  bar.dataset.step = number;
  const range = byId("step-range");
  if (Number(range.value) !== number) range.value = number;
  const at = byId("step-at");
  at.textContent = at.textContent.replace(/\d+/, number);
  range.setAttribute("aria-valuetext", `${at.textContent.trim()}: ${words(number)}`);
  const share = `${last > 1 ? (100 * (number - 1)) / (last - 1) : 0}%`;
  bar.querySelector(".track__done").setAttribute("x2", share);
  bar.querySelector(".track__head").setAttribute("cx", share);
  bar.querySelectorAll(".track__tick").forEach((tick, place) => tick.classList.toggle("track__tick--past", place < number));
  const next = hot().find((one) => one > number) ?? hot()[0];
  const leads = { first: 1, previous: within(number - 1), next: within(number + 1), last, finding: next };
  for (const link of bar.querySelectorAll("[data-go]")) {
    link.href = `?step=${leads[link.dataset.go]}#replay`;
    const idle = (number === 1 && /first|previous/.test(link.dataset.go)) || (number === last && /next|last/.test(link.dataset.go));
    if (idle) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  for (const line of document.querySelectorAll("#timeline li")) {
    const here = Number(line.dataset.first) <= number && number <= Number(line.dataset.last);
    line.classList.toggle("is-here", here);
    if (here) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
  for (const one of steps()) {
    const link = one.querySelector("a");
    if (Number(one.dataset.step) === number) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
};

const put = (html) => {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  byId("stage").replaceWith(fresh.getElementById("stage"));
  for (const id of ["now", "spoke"]) byId(id).innerHTML = fresh.getElementById(id).innerHTML;
};

/** Go to a step; of several asked for at once only the last is shown. */
const go = async (number) => {
  wanted = within(number);
  const asked = wanted;
  mark(asked);
  let html;
  try {
    html = await fetched(asked);
  } catch {
    stop();
    location.assign(`?step=${asked}#replay`); // signed out, or the network is gone: let the browser say so
    return;
  }
  if (asked !== wanted) return;
  put(html);
  history.replaceState(history.state, "", `?step=${asked}`);
  for (let ahead = asked + 1; ahead <= Math.min(asked + AHEAD, last); ahead += 1) fetched(ahead).catch(() => {});
};

// --- playing
const show = () => {
  const button = byId("step-play");
  button.setAttribute("aria-pressed", String(timer !== null));
  button.querySelector("[data-play-off]").hidden = timer !== null;
  button.querySelector("[data-play-on]").hidden = timer === null;
};

const stop = () => {
  clearTimeout(timer);
  timer = null;
  show();
};

const turn = async () => {
  const before = Date.now();
  await go(wanted + 1);
  if (timer === null) return;
  if (wanted === last) return stop();
  timer = setTimeout(turn, Math.max(0, PACE / Number(byId("step-speed").value) - (Date.now() - before)));
};

const play = () => {
  if (timer !== null) return stop();
  if (wanted === last) wanted = 0; // again from the beginning
  timer = setTimeout(turn, 0);
  show();
};

const moves = {
  first: () => 1,
  previous: () => wanted - 1,
  next: () => wanted + 1,
  last: () => last,
  finding: () => hot().find((one) => one > wanted) ?? hot()[0] ?? wanted,
};
const move = (name) => {
  stop();
  go(moves[name]());
};

// --- by mouse
document.addEventListener("click", (event) => {
  if (!bar || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (event.target.closest("[data-play]")) return play();
  const link = event.target.closest("#transport [data-go], #timeline a[data-step], #steps a");
  if (!link) return;
  event.preventDefault();
  if (link.dataset.go) return move(link.dataset.go);
  stop();
  go(Number(link.dataset.step ?? link.parentElement.dataset.step));
});
bar?.addEventListener("input", (event) => {
  if (event.target.id !== "step-range") return;
  stop();
  wanted = Number(event.target.value);
  mark(wanted);
  clearTimeout(resting);
  resting = setTimeout(() => go(wanted), kept.has(wanted) ? 0 : SETTLED);
});

// --- by keyboard: arrows, n and p anywhere; space, Home and End belong to the page until the replay has the focus
const ANYWHERE = { ArrowLeft: "previous", ArrowRight: "next", n: "finding" };
const INSIDE = { Home: "first", End: "last" };
document.addEventListener(
  "keydown",
  (event) => {
    if (!bar || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { target, key } = event;
    const range = target.id === "step-range";
    if (!range && target.closest?.("input, select, textarea, [contenteditable]")) return;
    const inside = byId("replay").contains(target);
    let then = null;
    if (key === "p") then = play;
    else if (key === "r") then = () => byId("replay").focus();
    else if (key === " ") then = inside && !target.closest("button, summary") ? play : null;
    else if (range && key !== "n") return; // a slider's own keys do the same
    else if (ANYWHERE[key]) then = () => move(ANYWHERE[key]);
    else if (inside && INSIDE[key]) then = () => move(INSIDE[key]);
    if (!then) return;
    event.preventDefault();
    event.stopPropagation();
    then();
  },
  { capture: true },
);

document.addEventListener("pitboss:news", () => bar && mark(wanted));
document.addEventListener("visibilitychange", () => bar && document.hidden && stop());
if (bar) mark(wanted);
