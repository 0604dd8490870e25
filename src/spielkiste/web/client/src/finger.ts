// What a stroke has gathered so far, shown beside the finger that covers it: its shape, and how much it is.
import { centre } from "./geometry";

const ASIDE = 28; // pixels from the finger
const SQUARE = 9;

export class Finger {
  readonly #box = document.createElement("div");

  constructor() {
    this.#box.className = "finger";
    this.#box.hidden = true;
    this.#box.setAttribute("aria-hidden", "true"); // the note below the board says the same
    document.body.append(this.#box);
  }

  show(x: number, y: number, elements: readonly Element[]): void {
    this.#box.hidden = elements.length === 0;
    if (this.#box.hidden) return;
    this.#box.innerHTML = `${shape(elements)}<b>${elements.length}</b>`;
    const { width, height } = this.#box.getBoundingClientRect();
    const right = x + ASIDE + width < innerWidth;
    this.#box.style.left = `${right ? x + ASIDE : x - ASIDE - width}px`;
    this.#box.style.top = `${Math.max(4, y - ASIDE - height)}px`;
  }

  hide(): void {
    this.#box.hidden = true;
  }
}

/** Little squares, lying as the elements do. */
function shape(elements: readonly Element[]): string {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const step = Math.max(1, boxes[0]?.width ?? 1);
  const at = boxes.map(centre).map(({ x, y }) => [Math.round(x / step), Math.round(y / step)] as const);
  const left = Math.min(...at.map(([column]) => column));
  const top = Math.min(...at.map(([, row]) => row));
  const wide = Math.max(...at.map(([column]) => column)) - left + 1;
  const high = Math.max(...at.map(([, row]) => row)) - top + 1;
  const squares = at.map(
    ([column, row]) => `<rect x="${column - left}" y="${row - top}" width=".9" height=".9" rx=".15"/>`,
  );
  return `<svg viewBox="0 0 ${wide} ${high}" width="${wide * SQUARE}" height="${high * SQUARE}">${squares.join("")}</svg>`;
}
