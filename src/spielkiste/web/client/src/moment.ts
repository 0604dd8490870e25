// What everybody looks at before anybody decides again: the board waits until the time is over or all have gone on.
import { byId } from "./dom";
import type { Offset } from "./offset";

export class Moment {
  #timer = 0;

  constructor(private readonly offset: Offset) {}

  /** Looks at the line above the board anew. */
  set(): void {
    clearTimeout(this.#timer);
    const line = byId("event");
    const left = this.offset.left(Number(line?.dataset.until ?? 0)) * 1000;
    this.#hold(left > 0);
    if (left > 0) this.#timer = window.setTimeout(() => this.#hold(false), left);
  }

  #hold(showing: boolean): void {
    byId("event")?.classList.toggle("showing", showing);
    for (const id of ["board", "buttons"]) byId(id)?.toggleAttribute("inert", showing);
    const button = byId("go-on");
    if (button) button.hidden = !showing;
  }
}
