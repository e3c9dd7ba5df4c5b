// The registration of the service worker, which shows the notifications: those that it shows
// outlive their tab, can be closed by every tab, and are the only ones there are on Android.

const WORKER = "/sw.js";
/** A computer that is busy may take long to start it. */
const READY_WITHIN_MS = 60_000;

let policy = null; // made once: the server allows no second one of the name

/** The registration with a working worker; rejects where the browser gives none. */
export async function registerWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) throw new Error("no service workers");
  await serviceWorker.register(workerAddress());
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error("the service worker does not start")), READY_WITHIN_MS);
  });
  return Promise.race([serviceWorker.ready, late]);
}

// Under Trusted Types `register` takes no plain string; this policy gives the one address, whatever it is asked.
function workerAddress() {
  if (!globalThis.trustedTypes) return WORKER;
  policy ??= trustedTypes.createPolicy("service-worker", { createScriptURL: () => WORKER });
  return policy.createScriptURL("");
}
