// The service worker: pages that were opened before open again without a network. It answers for pages and what they
// are made of, never for the API: what the API says is asked for anew or not known.

const CACHE_NAME = "kifu pages";
/** So long a page from the network may take before the phone's own copy is taken. */
const PAGE_TIMEOUT_MS = 3000;
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

/**
 * The page from the network; the phone's own copy where there is none, or where the network says nothing.
 * @param {Request} request
 */
async function newestFirst(request) {
  const fetched = fetch(request).then((response) => {
    if (response.ok) keep(request, response.clone()).catch(() => {});
    return response;
  });
  const first = await Promise.race([fetched.catch(() => null), afterwards(PAGE_TIMEOUT_MS)]);
  return first ?? (await cachedPage(request)) ?? fetched;
}

/** @param {Request} request */
const cachedPage = async (request) =>
  (await caches.match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true, ignoreSearch: true }));

/**
 * @param {number} milliseconds
 * @returns {Promise<null>}
 */
const afterwards = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds, null);
  });

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
