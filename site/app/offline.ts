// Registers the service worker, so that the page works without a network after
// the first visit, and offers a new build when the host has one. The shift in
// play is kept and goes on in the new build.

/**
 * Registers the worker. offer is called when a new build waits, with what lets
 * it take over. Where workers are not to be had, nothing is registered: an
 * insecure host, a private window, somebody else's page.
 */
export function initOffline(offer: (takeOver: () => void) => void): void {
  if (!("serviceWorker" in navigator) || window.top !== window) return;
  void register(offer).catch((error: unknown) => console.warn("the page will not work offline", error));
}

async function register(offer: (takeOver: () => void) => void): Promise<void> {
  const workers = navigator.serviceWorker;
  const registration = await workers.register("sw.js");
  const waits = (worker: ServiceWorker): void => {
    // Without a controller this is the first visit: nothing old is open.
    if (!workers.controller) return;
    offer(() => {
      workers.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("take over");
    });
  };
  if (registration.waiting) waits(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") waits(worker);
    });
  });
}
