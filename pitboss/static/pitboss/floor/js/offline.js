// offline.js: have the browser keep our pages, and keep what we write even when its disk fills up.

/** @param {string} language  of the pages to show without the network */
export async function keepPages(language) {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js", { scope: "/floor/" });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ language });
    await navigator.storage?.persist?.();
  } catch {
    // A private window or an old browser: online everything works as ever, and the store still keeps what is said
  }
}

/** What may wait until the page has been drawn. @param {() => void} then */
export function afterPaint(then) {
  requestAnimationFrame(() => setTimeout(then, 0));
}
