// The registration of the service worker, which shows the notifications: those that it shows
// outlive their tab, can be closed by every tab, and are the only ones there are on Android.

const WORKER = "/sw.js";
/** A computer that is busy may take long to start it. */
const READY_WITHIN_MS = 60_000;

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

// Under Trusted Types `register` takes no plain string, and the one policy that a document
// may make is the sanitiser's. An empty frame is a document of its own, under the same rules;
// its policy gives this one address and is gone with it.
function workerAddress() {
  if (!globalThis.trustedTypes) return WORKER;
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  try {
    const types = frame.contentWindow.trustedTypes;
    return types.createPolicy("dompurify", { createScriptURL: () => WORKER }).createScriptURL("");
  } finally {
    frame.remove();
  }
}
