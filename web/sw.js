// The service worker: it opens what a notification is about when it is clicked, and does
// nothing else. It sees no request and keeps nothing.

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? {}));
});

// A tab that shows the thread is brought to the front; where there is none, one is opened.
async function open({ id, thread }) {
  const paths = [`/t/${thread}`, `/t/${encodeURIComponent(thread)}`, `/d/${id}`];
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => paths.includes(new URL(url).pathname));
  if (!tab) return self.clients.openWindow(`/d/${id}#${encodeURIComponent(thread)}`);
  tab.postMessage({ kind: "dialog-hub.look", id });
  return tab.focus();
}
