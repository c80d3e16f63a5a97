// The service worker: pages that were opened before open again without a network. It answers for pages and what they
// are made of, never for the API: what the API says is asked for anew or not known.

const CACHE_NAME = "kifu pages";
const worker = serviceWorker(self);
const root = new URL(worker.registration.scope);

worker.addEventListener("install", () => {
  worker.skipWaiting();
});
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const below = address.pathname.slice(root.pathname.length);
  if (request.method !== "GET" || address.origin !== root.origin) return;
  if (/^pages\//.test(below)) event.respondWith(keptFirst(request));
  else if (/^games\/[^/]+\/(pad|seat)$/.test(below)) event.respondWith(newestFirst(request));
});

/**
 * Files never change under their address.
 * @param {Request} request
 */
async function keptFirst(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** @param {Request} request */
async function newestFirst(request) {
  try {
    const response = await fetch(request);
    if (response.ok) keep(request, response.clone()).catch(() => {});
    return response;
  } catch (error) {
    const cachedResponse =
      (await caches.match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true, ignoreSearch: true }));
    if (cachedResponse) return cachedResponse;
    throw error;
  }
}

/**
 * Keeps a page for when there is no network; where there is no room it fails.
 * @param {Request} request
 * @param {Response} response
 */
async function keep(request, response) {
  const cache = await caches.open(CACHE_NAME);
  await cache.put(request, response);
}

/** @param {unknown} scope */
function serviceWorker(scope) {
  if (scope instanceof ServiceWorkerGlobalScope) return scope;
  throw new Error("this runs as a service worker only");
}
