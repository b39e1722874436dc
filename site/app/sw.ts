// The service worker: after the first visit the page works without a network,
// and every visit sees one build, whole. A build's files are kept together in a
// cache of its own; the next build's are fetched beside them, and take over when
// no page of the old one is open, or when the player says so.

declare const __ASSETS__: Record<string, string>;
declare const __BUILD__: string;
declare const self: ServiceWorkerGlobalScope;

/** The folder that the site is served from, such as "/oncall/". */
const base = new URL("./", self.location.href).pathname;

// Caches are shared by everything on a host: another copy of the site, or an
// older model's under m1/, has a base of its own.
const prefix = `oncall ${base} `;
const cacheName = prefix + __BUILD__;

/** What is kept only once somebody has asked for it: codes, files, the preview picture, the model page. */
const onDemand = /^(qr\.wasm|files\.wasm|icons\/preview\.png|model\.)/;

/** The files of the build as the page asks for them, by their place under the base. */
const files = new Set<string>();
/** Those of them that the page needs without a network. */
const kept: string[] = [];
for (const [source, name] of Object.entries(__ASSETS__)) {
  const packed = source.endsWith(".wasm") ? ".gz" : "";
  files.add(name + packed);
  if (!onDemand.test(source)) kept.push(name + packed);
}

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Everything but the page itself has its content's hash in its name, so that
  // the browser's own cache of what the page has just loaded is as good.
  await cache.addAll(kept.filter((file) => file !== "index.html").map((file) => new Request(base + file)));
  const page = await fetch(new Request(`${base}index.html`, { cache: "reload" }));
  const text = await page.clone().text();
  // In the middle of a deployment the host may serve another build's page.
  if (!page.ok || !text.includes(__ASSETS__["main.js"] ?? "")) throw new Error("the host serves another build's page");
  await cache.put(`${base}index.html`, page);
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  }
  await self.clients.claim();
}

/** The place under the base that a request asks for, if it is one of the build's files. */
function fileOf(request: Request): string | undefined {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(base)) return undefined;
  const file = url.pathname.slice(base.length) || "index.html";
  return files.has(file) ? file : undefined;
}

async function answer(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const found = await cache.match(base + file);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && file !== "index.html") await cache.put(base + file, response.clone());
  return response;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const file = fileOf(event.request);
  if (file !== undefined) event.respondWith(answer(file, event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

export {};
