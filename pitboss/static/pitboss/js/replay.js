// replay.js: plays a round by following its own "next step" link, one card at a time.

const PACE = 1100;
let timer = null;

const show = () => {
  const button = document.querySelector("[data-play]");
  if (!button) return;
  button.setAttribute("aria-pressed", String(timer !== null));
  button.querySelector("[data-play-off]").hidden = timer !== null;
  button.querySelector("[data-play-on]").hidden = timer === null;
};

const stop = () => {
  clearInterval(timer);
  timer = null;
  show();
};

const step = () => {
  const next = document.getElementById("step-next");
  if (next) next.click();
  else stop();
};

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) {
    if (timer !== null) return stop();
    step();
    timer = setInterval(step, PACE);
    show();
  } else if (event.isTrusted && event.target.closest("#stage a, #timeline a")) {
    stop();
  }
});

// the transport is drawn anew at each step
document.addEventListener("htmx:afterSettle", show);
document.addEventListener("visibilitychange", () => document.hidden && stop());
