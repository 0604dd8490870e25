// "Your first game": the wanted move is touched on the board, then the next page takes this one's place.
import { Board } from "./board";
import { byId, morph, parse, toast } from "./dom";
import { Idle } from "./hand";
import { Moves } from "./moves";
import { Touch } from "./touch";
import { travel } from "./travel";
import type { Path, Tool } from "./wire_types";
import { word } from "./words";

export class Lesson {
  readonly #board: Board;

  constructor(root: HTMLElement) {
    this.#board = new Board(root, new Idle());
    this.#board.hint = true;
    new Touch(this.#board);
    document.addEventListener("click", (event) => this.#click(event));
    addEventListener("popstate", () => void this.#load(location.href, false));
    this.#show(this.#board.svg?.outerHTML ?? "<svg></svg>");
  }

  get #page(): HTMLElement | null {
    return byId("lesson");
  }

  /** Shows a picture and lets the move be touched that the page wants. */
  #show(picture: string): void {
    const { paths } = this.#page?.dataset ?? {};
    const wanted = {
      paths: JSON.parse(paths ?? "[]") as Path[],
      tools: [] as Tool[],
    };
    const sink = {
      play: () => this.#next(),
      gathered: () => this.#next(),
      changed: () => this.#changed(),
      notSo: () => this.#changed(),
      dead: () => this.#changed(),
    };
    this.#board.hand = wanted.paths.length ? new Moves(wanted, sink) : new Idle();
    this.#board.show(picture);
    this.#changed();
  }

  #changed(): void {
    this.#board.mark();
    for (const button of document.querySelectorAll<HTMLButtonElement>("#buttons [data-touch]")) {
      const wanted = this.#board.hand.touchable.has(button.dataset.touch ?? "");
      button.disabled = !wanted;
      button.classList.toggle("wanted", wanted);
    }
  }

  #click(event: MouseEvent): void {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>("#buttons [data-touch]");
    if (button?.dataset.touch) this.#board.hand.touch(button.dataset.touch);
    if (!target.closest("#go-on") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#next();
  }

  #next(): void {
    const address = this.#page?.dataset.next;
    if (address) void this.#load(address, true);
  }

  async #load(address: string, push: boolean): Promise<void> {
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("lesson");
      if (!fresh) return travel(address);
      if (push) history.pushState(null, "", address);
      this.#turnTo(fresh);
    } catch {
      toast(word("notLoaded"), "alert");
    }
  }

  /** The board glides to its next position; everything around it is replaced. */
  #turnTo(fresh: Element): void {
    const picture = fresh.querySelector("#board svg")?.outerHTML;
    const board = fresh.querySelector("#board");
    board?.setAttribute("data-own", "");
    this.#board.root.setAttribute("data-own", "");
    if (this.#page) morph(this.#page, parse(fresh.outerHTML));
    if (picture) this.#show(picture);
    byId("lesson-text")?.scrollIntoView({ block: "nearest" });
  }
}
