// Whether a tab of this browser is looked at: visible, and with the focus.
//
// A tab that is looked at holds a shared lock, so every tab can ask, and one that crashed is
// not waited for. Where there are no locks there are no notifications either.

const LOCK = "dialog-hub.looking";
const CHANNEL = "dialog-hub.looked";

export class Looking {
  #document;
  #locks;
  #channel;
  #changed;
  #release = null;

  /** `changed()` is called when somebody began to look at any tab. */
  constructor(changed, { document, navigator, BroadcastChannel, addEventListener } = globalThis) {
    this.#document = document;
    this.#locks = navigator.locks;
    this.#changed = changed;
    this.#channel = BroadcastChannel ? new BroadcastChannel(CHANNEL) : null;
    if (this.#channel) this.#channel.onmessage = () => changed();
    const update = () => this.#update();
    document.addEventListener("visibilitychange", update);
    for (const name of ["focus", "blur", "pageshow", "pagehide"]) addEventListener(name, update);
    update();
  }

  /** Whether any tab of this browser is looked at. */
  async anywhere() {
    if (this.#here()) return true;
    // Where storage is off, locks may be refused: then no other tab can be known.
    const { held = [] } = (await this.#locks?.query().catch(() => {})) ?? {};
    return held.some(({ name }) => name === LOCK);
  }

  #here() {
    return this.#document.visibilityState === "visible" && this.#document.hasFocus();
  }

  #update() {
    const here = this.#here();
    if (here === (this.#release !== null)) return;
    this.#release?.();
    this.#release = null;
    if (!here) return;
    const over = new Promise((resolve) => {
      this.#release = resolve;
    });
    this.#locks
      ?.request(LOCK, { mode: "shared" }, () => {
        this.#channel?.postMessage("looked");
        return over;
      })
      .catch(() => {});
    this.#changed();
  }
}
