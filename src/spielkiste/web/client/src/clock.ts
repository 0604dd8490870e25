// The hourglass: a bar and seconds, from the deadline and the offset between the clocks; right again after any sleep.
import { byId, say } from "./dom";
import type { Offset } from "./offset";
import type { ClockMessage } from "./wire_types";
import { word } from "./words";

export class Clock {
  #running: ClockMessage | null = null;
  #announced = 0;
  #frame = 0;

  constructor(private readonly offset: Offset) {}

  set(message: ClockMessage | null): void {
    this.#running = message;
    cancelAnimationFrame(this.#frame);
    this.#tick();
  }

  #tick(): void {
    const clock = byId("clock");
    const running = this.#running;
    if (!clock) return;
    clock.hidden = !running?.deadline;
    if (!running?.deadline) return;
    const left = Math.max(0, this.offset.left(running.deadline));
    const share = running.total > 0 ? Math.min(1, left / running.total) : 0;
    const sand = clock.querySelector<HTMLElement>(".sand");
    const seconds = clock.querySelector<HTMLElement>(".seconds");
    if (sand) sand.style.transform = `scaleX(${share.toFixed(4)})`;
    const text = spoken(left);
    if (seconds && seconds.textContent !== text) {
      seconds.textContent = text;
      seconds.setAttribute("aria-label", `${running.label}: ${word("seconds", Math.ceil(left))}`);
    }
    clock.classList.toggle("short", left <= 10);
    clock.title = running.label;
    if (left <= 10 && left > 0 && running.total > 15 && this.#announced !== running.deadline) {
      this.#announced = running.deadline;
      say(word("tenLeft"));
    }
    if (left > 0) this.#frame = requestAnimationFrame(() => this.#tick());
  }
}

/** 75 → "1:15"; more than an hour in hours. */
export function spoken(left: number): string {
  const seconds = Math.ceil(left);
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
