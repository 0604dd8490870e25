// A game that is over, step by step: slider, arrows, keys, at three speeds, through anybody's eyes.
import { Board } from "./board";
import { byId, say, toast } from "./dom";
import { Idle } from "./hand";
import { Review } from "./review";
import { unfold } from "./runs";
import { Touch } from "./touch";
import type { Run } from "./wire_types";
import { word } from "./words";

interface Frame {
  head: string;
  runs: Run[];
  last: string[];
  seat: number | null;
  who: string;
  text: string;
}

interface Frames {
  title: string;
  frames: Frame[];
  names?: string[];
}

const KEYS: Record<string, string> = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };

export class Replay {
  readonly #board: Board;
  readonly #page = byId("replay");
  readonly #slider = byId<HTMLInputElement>("replay-slider");
  readonly #view = byId<HTMLSelectElement>("replay-view");
  readonly #speed = byId<HTMLSelectElement>("replay-speed");
  #frames: Frame[] = [];
  #pictures: string[][] = [];
  #record: unknown = null; // of a file that was loaded
  #at = 0;
  #timer = 0;
  #review: Review | null = null;

  constructor(root: HTMLElement) {
    this.#board = new Board(root, new Idle());
    new Touch(this.#board);
    document.addEventListener("click", (event) => this.#click(event.target as Element));
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#slider?.addEventListener("input", () => this.#show(Number(this.#slider?.value)));
    this.#view?.addEventListener("change", () => void this.#load());
    byId<HTMLInputElement>("replay-file")?.addEventListener("change", (event) => {
      const file = (event.target as HTMLInputElement).files?.[0];
      if (file) void this.#open(file);
    });
    if (!this.#base) return;
    const names = JSON.parse(this.#page?.dataset.names ?? "[]") as string[];
    if (byId("review")) this.#review = new Review(`${this.#base}/review`, names, (step) => this.#show(step));
    void this.#load();
  }

  get #base(): string {
    return this.#page?.dataset.base ?? "";
  }

  // --- loading ------------------------------------------------------------------------------

  async #open(file: File): Promise<void> {
    try {
      this.#record = JSON.parse(await file.text());
    } catch {
      this.#record = {};
    }
    await this.#load();
  }

  async #load(): Promise<void> {
    const view = this.#view?.value ?? "";
    const asked = this.#base
      ? fetch(`${this.#base}/frames?view=${view}`)
      : fetch("/replay/frames", { method: "POST", body: JSON.stringify({ record: this.#record, view }) });
    const answer = await asked.catch(() => null);
    const told = (await answer?.json().catch(() => null)) as (Frames & { wrong?: string }) | null;
    if (!answer?.ok || !told) return toast(told?.wrong ?? word("notLoaded"), "alert");
    this.#receive(told);
  }

  #receive(told: Frames): void {
    const first = !this.#frames.length || !this.#base;
    this.#frames = told.frames;
    this.#pictures = [];
    for (const frame of told.frames) this.#pictures.push(unfold(this.#pictures.at(-1) ?? [], frame.runs));
    if (told.names) this.#introduce(told.title, told.names);
    if (this.#slider) this.#slider.max = String(this.#frames.length - 1);
    this.#list();
    this.#show(first && !location.hash ? 0 : first ? Number(location.hash.slice(1)) : this.#at);
  }

  /** A record from a file says only now who played. */
  #introduce(title: string, names: string[]): void {
    const heading = byId("replay-title");
    if (heading) heading.textContent = title;
    document.querySelector(".replay-controls")?.removeAttribute("hidden");
    if (this.#view && this.#view.options.length === 1)
      for (const [k, name] of names.entries()) this.#view.add(new Option(name, String(k)));
  }

  #list(): void {
    byId("replay-list")?.replaceChildren(
      ...this.#frames.slice(1).map((frame, k) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "plain";
        button.dataset.step = String(k + 1);
        button.append(bold(`${frame.who || word("chance")}: `), frame.text);
        const item = document.createElement("li");
        item.append(button);
        return item;
      }),
    );
  }

  // --- showing ------------------------------------------------------------------------------

  #show(step: number): void {
    const at = Math.max(0, Math.min(this.#frames.length - 1, step || 0));
    const frame = this.#frames[at];
    if (!frame) return;
    this.#at = at;
    this.#board.advised = this.#review?.better(at) ?? [];
    this.#board.show(`${frame.head}${this.#pictures[at]?.join("") ?? ""}</svg>`, frame.last);
    const told = at ? `${frame.who || word("chance")}: ${frame.text}` : word("beginning");
    const note = byId("note");
    if (note) note.textContent = told;
    say(told);
    if (this.#slider) {
      this.#slider.value = String(at);
      this.#slider.setAttribute("aria-valuetext", told);
    }
    const form = byId<HTMLInputElement>("replay-step");
    if (form) form.value = String(at);
    const on = byId<HTMLButtonElement>("play-on");
    if (on) on.disabled = at === this.#frames.length - 1;
    this.#mark();
    this.#review?.at(at);
    if (this.#base) history.replaceState(null, "", `#${at}`);
  }

  #mark(): void {
    for (const button of document.querySelectorAll<HTMLElement>("#replay-list [data-step]")) {
      const now = Number(button.dataset.step) === this.#at;
      if (now) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (now) this.#reveal(button);
    }
  }

  /** In its list, without moving the page. */
  #reveal(button: HTMLElement): void {
    const list = byId("replay-list");
    if (!list) return;
    const top = button.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - 40;
  }

  // --- doing --------------------------------------------------------------------------------

  #click(target: Element): void {
    const step = target.closest<HTMLElement>("[data-step]");
    if (step) {
      this.#go("stop", Number(step.dataset.step));
      if (step.matches(".moment")) this.#board.root.scrollIntoView({ block: "nearest" });
      return;
    }
    const button = target.closest<HTMLElement>("[data-replay]");
    if (button) this.#go(button.dataset.replay ?? "");
  }

  #key(event: KeyboardEvent): void {
    const what = KEYS[event.key];
    const target = event.target as Element;
    if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("select, textarea, input") || (event.key === " " && target.matches("button, a, summary"))) return;
    if (this.#board.root.contains(target) && event.key.startsWith("Arrow")) return; // they move the focus there
    event.preventDefault();
    this.#go(what);
  }

  #go(what: string, step = this.#at): void {
    const playing = this.#timer !== 0;
    this.#stop();
    if (what === "play" && !playing) return this.#play();
    if (what === "play") return;
    const end = this.#frames.length - 1;
    this.#show({ first: 0, back: this.#at - 1, on: this.#at + 1, last: end, stop: step }[what] ?? this.#at);
  }

  #play(): void {
    if (this.#at === this.#frames.length - 1) this.#show(0);
    this.#label(true);
    const next = () => {
      this.#show(this.#at + 1);
      if (this.#at === this.#frames.length - 1) this.#stop();
      else this.#timer = window.setTimeout(next, Number(this.#speed?.value));
    };
    this.#timer = window.setTimeout(next, Number(this.#speed?.value));
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#label(false);
  }

  #label(playing: boolean): void {
    const button = document.querySelector<HTMLElement>('[data-replay="play"]');
    if (!button) return;
    button.textContent = word(playing ? "pause" : "play");
    button.setAttribute("aria-pressed", String(playing));
  }
}

function bold(text: string): HTMLElement {
  const made = document.createElement("b");
  made.textContent = text;
  return made;
}
