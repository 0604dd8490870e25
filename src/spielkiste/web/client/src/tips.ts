// Tips: which piece, then where, then why, each a tap. And the lamp: whether the goal can still be reached.
import { byId, toast } from "./dom";
import { word } from "./words";

interface Step {
  text: string;
  elements: string[];
}

export class Tips {
  #steps: Step[] = [];
  #at = 0;
  #asking = false;
  #turn = 0; // counts boards: what was asked about an older one is no tip any more
  #lampOn = false;

  constructor(
    private readonly point: (elements: readonly string[]) => void,
    private readonly seat: () => number | null,
  ) {
    document.addEventListener("click", (event) => {
      const target = event.target as Element;
      const tip = target.closest<HTMLElement>("[data-tip]");
      if (tip) void this.#next(tip.dataset.tip ?? "");
      const lamp = target.closest<HTMLElement>("[data-lamp]");
      if (lamp) this.#switch(lamp);
    });
  }

  /** The board has changed. */
  forget(): void {
    this.#steps = [];
    this.#turn += 1;
    this.point([]);
    const place = byId("advice");
    if (place) place.hidden = true;
  }

  /** After an update: a lamp that is on looks again. */
  renew(): void {
    const lamp = byId("lamp");
    if (lamp && this.#lampOn) void this.#look(lamp);
  }

  async #next(address: string): Promise<void> {
    if (this.#asking) return;
    if (!this.#steps.length && !(await this.#ask(address))) return;
    const step = this.#steps[Math.min(this.#at, this.#steps.length - 1)];
    this.#at += 1;
    const place = byId("advice");
    if (!step || !place) return;
    place.hidden = false;
    place.textContent = step.text;
    this.point(step.elements);
  }

  async #ask(address: string): Promise<boolean> {
    const turn = this.#turn;
    const seat = this.seat();
    this.#asking = true;
    const told = await asked<{ steps: Step[] }>(seat === null ? address : `${address}?seat=${seat}`);
    this.#asking = false;
    if (!told || turn !== this.#turn) return false;
    [this.#steps, this.#at] = [told.steps, 0];
    return true;
  }

  #switch(lamp: HTMLElement): void {
    this.#lampOn = !this.#lampOn;
    lamp.setAttribute("aria-pressed", String(this.#lampOn));
    lamp.classList.remove("shines", "dark");
    if (this.#lampOn) void this.#look(lamp);
    else lamp.removeAttribute("title");
  }

  async #look(lamp: HTMLElement): Promise<void> {
    const turn = this.#turn;
    const told = await asked<{ shines: boolean; text: string }>(lamp.dataset.lamp ?? "");
    if (!told || turn !== this.#turn || !this.#lampOn) return;
    lamp.classList.toggle("shines", told.shines);
    lamp.classList.toggle("dark", !told.shines);
    const place = byId("advice");
    if (!place || this.#steps.length) return;
    place.hidden = false;
    place.textContent = told.text;
  }
}

/** What the server answers; a refusal is shown. */
async function asked<T>(address: string): Promise<T | null> {
  const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
  if (answer?.ok) return (await answer.json()) as T;
  const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
  toast(page.querySelector("main .lead")?.textContent ?? word("notLoaded"), "alert");
  return null;
}
