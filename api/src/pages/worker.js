// The service worker: pages that were opened before open again without a network. It answers for pages and what they
// are made of, never for the API: what the API says is asked for anew or not known.

const CACHE = "kifu pages";
const root = new URL(self.registration.scope);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const below = address.pathname.slice(root.pathname.length);
  if (request.method !== "GET" || address.origin !== root.origin) return;
  if (/^pages\//.test(below)) event.respondWith(keptFirst(request));
  else if (/^games\/[^/]+\/(pad|seat)$/.test(below)) event.respondWith(newestFirst(request));
});

/** Files never change under their address. */
async function keptFirst(request) {
  return await caches.match(request, { ignoreVary: true }) ?? fetch(request);
}

async function newestFirst(request) {
  try {
    const response = await fetch(request);
    if (response.ok) (await caches.open(CACHE)).put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true }) ?? await caches.match(request, { ignoreVary: true, ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
