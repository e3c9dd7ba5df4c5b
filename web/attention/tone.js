// A short soft tone, made by Web Audio.
//
// Browsers let a page sound once the person has clicked or typed in it; until then a tone is
// "blocked". It promises to be silent between tones: the sound device is let go.

const NOTES = [
  { at: 0, pitch: 659.26 },
  { at: 0.14, pitch: 880 },
];
const PEAK = 0.07;
const LASTS_S = 0.5;
/** How long a browser may take to let the page sound. */
const STARTS_WITHIN_MS = 1_000;

export class Tone {
  #Context;
  #context = null;
  #last = null; // the note that ends last

  constructor({ AudioContext } = globalThis) {
    this.#Context = AudioContext;
  }

  get isSupported() {
    return this.#Context !== undefined;
  }

  /** Gets the browser's leave to sound; resolves with whether there is one. */
  async unlock() {
    const mayPlay = await this.#wake();
    if (mayPlay && this.#last === null) this.#rest();
    return mayPlay;
  }

  /** Plays it; resolves with whether the browser let it. */
  async play() {
    if (!(await this.#wake())) return false;
    const start = this.#context.currentTime + 0.02;
    const notes = NOTES.map(({ at, pitch }) => sound(this.#context, start + at, pitch));
    const last = notes.at(-1);
    this.#last = last;
    // A tone that began meanwhile is not cut off.
    last.onended = () => this.#last === last && this.#rest();
    return true;
  }

  async #wake() {
    if (!this.isSupported) return false;
    try {
      this.#context ??= new this.#Context();
      // Without leave the promise waits for as long as it takes.
      const late = new Promise((resolve) => setTimeout(resolve, STARTS_WITHIN_MS));
      await Promise.race([this.#context.resume(), late]);
    } catch {
      return false;
    }
    return this.#context.state === "running";
  }

  #rest() {
    this.#last = null;
    this.#context.suspend().catch(() => {});
  }
}

function sound(context, at, pitch) {
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(PEAK, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + LASTS_S);
  const note = context.createOscillator();
  note.type = "sine";
  note.frequency.value = pitch;
  note.connect(volume).connect(context.destination);
  note.start(at);
  note.stop(at + LASTS_S);
  return note;
}
