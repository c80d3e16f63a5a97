// What makes a page feel at home on a phone: it stays lit, it opens without a network, it can be installed.

import { root } from "./api.js";
import { findAll } from "./dom.js";

/** Keeps the screen on while the page is looked at, where the browser can. */
export async function stayAwake() {
  const wake = async () => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    try {
      await navigator.wakeLock.request("screen");
      document.documentElement.dataset.awake = "true";
    } catch {
      /* A phone that saves its battery may refuse. */
    }
  };
  document.addEventListener("visibilitychange", wake);
  await wake();
}

/** Keeps this page and what it is made of, so that it opens where there is no network. */
export async function keepPage() {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  await navigator.serviceWorker.register(new URL("../worker.js", import.meta.url), { scope: root.pathname });
  await navigator.serviceWorker.ready;
  const used = performance
    .getEntriesByType("resource")
    .map((entry) => entry.name)
    .filter((name) => name.includes("/pages/"));
  const linked = findAll("link[href]", HTMLLinkElement)
    .map((link) => link.href)
    .filter((name) => name.includes("/pages/"));
  const cache = await caches.open("kifu pages");
  await Promise.all(
    [...new Set([location.pathname + location.search, ...used, ...linked])].map((address) => cache.add(address).catch(() => {})),
  );
  await dropOlder(cache);
  document.documentElement.dataset.offlineReady = "true";
}

/**
 * Files of another version than this page's are of no use any more.
 * @param {Cache} cache
 */
async function dropOlder(cache) {
  const version = new URL("..", import.meta.url).pathname;
  const older = (await cache.keys()).filter(({ url }) => url.includes("/pages/") && !url.includes(version));
  await Promise.all(older.map((request) => cache.delete(request)));
}
