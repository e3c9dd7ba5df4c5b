// The notifications that stand, as the browser shows them: by the service worker, or by the
// page itself where there is no worker. Both have shown(), show(notice) and close(id).

import { focusFor } from "../arming.js";

/** Notifications of the service worker: all tabs see the same ones. */
class WorkerNotices {
  #registration;

  constructor(registration) {
    this.#registration = registration;
  }

  /** Those that stand, as {id, thread}. */
  async shown() {
    const all = await this.#registration.getNotifications();
    return all.filter(({ data }) => data?.id).map(({ data }) => ({ id: data.id, thread: data.thread }));
  }

  async show({ title, options }) {
    await this.#registration.showNotification(title, options);
  }

  async close(id) {
    for (const each of await this.#registration.getNotifications({ tag: id })) each.close();
  }
}

/** Notifications of the page: they go with it, and the tab that leads next shows none twice. */
class PageNotices {
  #shown = new Map(); // id → Notification

  constructor() {
    addEventListener("pagehide", () => [...this.#shown.keys()].forEach((id) => this.close(id)));
  }

  async shown() {
    return [...this.#shown.values()].map(({ data }) => ({ id: data.id, thread: data.thread }));
  }

  /** Throws where the browser knows the worker's notifications only. */
  async show({ title, options }) {
    const notification = new Notification(title, options);
    const { id, thread } = options.data;
    notification.onclose = () => this.#shown.delete(id);
    notification.onclick = () => {
      notification.close();
      focus();
      // What was typed here is kept as a draft.
      if (!lookAt(id)) location.assign(`/d/${id}#${encodeURIComponent(thread)}`);
    };
    this.#shown.set(id, notification);
  }

  async close(id) {
    this.#shown.get(id)?.close();
    this.#shown.delete(id);
  }
}

/** `register` resolves with the worker's registration, or rejects. */
export async function openNotices(register) {
  try {
    const registration = await register();
    return new WorkerNotices(registration);
  } catch {
    return new PageNotices();
  }
}

/** Brings a question into view and the focus to it; false where this page does not show it. */
export function lookAt(id) {
  const card = document.querySelector(`[data-dialog-id="${CSS.escape(id)}"]`);
  if (!card) return false;
  focusFor(card.querySelector("h2") ?? card);
  return true;
}

/** Does what the worker asks for when a notification is clicked. */
export function obeyWorker() {
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data?.kind === "dialog-hub.look" && typeof data.id === "string") lookAt(data.id);
  });
}
