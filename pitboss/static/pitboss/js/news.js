// news.js: an open page of a case hears of what others do with it.
// It asks every few seconds, and mostly hears that nothing is new. No stream: whoever audits has many cases open, and
// six lasting connections are all that a browser gives to one server over HTTP/1.1.

const EVERY = 5000;
const PIECES = ["timeline", "lines-count", "life", "report", "history", "clips"];
const main = document.querySelector("[data-news]");
let mark = main?.dataset.mark;
let asking = false;

// what somebody is filling in stays as it is
const busy = (piece) => piece.contains(document.activeElement) || piece.querySelector("details.act[open]");

const put = (html) => {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const checked = new Set([...document.querySelectorAll("#kinds :checked")].map((box) => box.id));
  let kept = false;
  for (const id of [...PIECES, "kinds"]) {
    const old = document.getElementById(id);
    const piece = fresh.getElementById(id);
    if (!old || !piece) continue;
    if (busy(old)) kept ||= id === "life" || id === "report";
    else old.replaceWith(piece);
  }
  for (const box of document.querySelectorAll("#kinds input")) box.checked = checked.has(box.id);
  document.getElementById("changed").hidden = !kept;
  document.dispatchEvent(new CustomEvent("pitboss:news"));
};

const ask = async () => {
  if (asking || document.hidden) return;
  asking = true;
  try {
    const step = document.getElementById("transport")?.dataset.step;
    const address = step ? `${main.dataset.news}?step=${step}` : main.dataset.news;
    const answer = await fetch(address, { headers: { "If-None-Match": mark }, cache: "no-store" });
    if (answer.status === 200 && !answer.redirected) {
      mark = answer.headers.get("ETag");
      put(await answer.text());
    }
  } catch {
    // the network is gone: the next turn asks again
  } finally {
    asking = false;
  }
};

if (main) {
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
}
