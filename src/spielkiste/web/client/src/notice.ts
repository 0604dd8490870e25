// "Your turn": in the tab's title, as a knock, and as a notice of the browser while the page is in the background.
import { settings } from "./dom";
import { word } from "./words";

export class Notice {
  readonly #title = document.title;
  #turn = false;
  #sound: AudioContext | null = null;

  constructor() {
    const ready = () => {
      this.#sound ??= new AudioContext(); // browsers allow sound after the first gesture only
    };
    addEventListener("pointerdown", ready, { once: true });
    addEventListener("keydown", ready, { once: true });
  }

  set(turn: boolean): void {
    const began = turn && !this.#turn;
    this.#turn = turn;
    document.title = turn ? `● ${word("yourTurn")} – ${this.#title}` : this.#title;
    if (!began) return;
    if (settings.get("sound", "on") === "on") this.#knock();
    if (document.visibilityState === "hidden") this.#tell();
  }

  /** Two knocks on wood: short, low, quickly gone. */
  #knock(): void {
    const sound = this.#sound;
    if (sound?.state !== "running") return;
    for (const [after, pitch] of [
      [0, 210],
      [0.13, 170],
    ] as const) {
      const start = sound.currentTime + after;
      const tone = new OscillatorNode(sound, { type: "triangle", frequency: pitch });
      const loud = new GainNode(sound, { gain: 0 });
      tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + 0.09);
      loud.gain.setValueAtTime(0.35, start);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.11);
      tone.connect(loud).connect(sound.destination);
      tone.start(start);
      tone.stop(start + 0.12);
    }
  }

  #tell(): void {
    if (settings.get("notify", "off") !== "on" || !canNotify() || Notification.permission !== "granted")
      return;
    try {
      const notice = new Notification(word("yourTurn"), { body: this.#title, tag: location.pathname });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // some phones show notices from service workers only
    }
  }
}

/** Whether this browser shows notices of a page; on Android they must come from a service worker. */
export function canNotify(): boolean {
  return "Notification" in window && !/Android/i.test(navigator.userAgent);
}

/** Asks for permission; true if notices will come. */
export async function allowNotices(): Promise<boolean> {
  if (!canNotify()) return false;
  const allowed = (await Notification.requestPermission()) === "granted";
  settings.set("notify", allowed ? "on" : "off");
  return allowed;
}
