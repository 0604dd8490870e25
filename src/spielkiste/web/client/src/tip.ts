// The small note that tells about an element of a board.

export class Tip {
  readonly #box = document.createElement("div");
  #about: Element | null = null;

  constructor() {
    this.#box.className = "tip";
    this.#box.hidden = true;
    this.#box.setAttribute("aria-hidden", "true"); // the element's own label says the same
    document.body.append(this.#box);
    addEventListener("scroll", () => this.hide(), { passive: true });
  }

  covers(element: Element | null): boolean {
    return element !== null && element === this.#about;
  }

  show(element: Element): void {
    const text = element.getAttribute("data-detail") ?? element.getAttribute("data-title");
    if (!text) return;
    this.#about = element;
    this.#box.textContent = text;
    this.#box.hidden = false;
    const there = element.getBoundingClientRect();
    const { width, height } = this.#box.getBoundingClientRect();
    const left = Math.min(
      Math.max(4, there.left + there.width / 2 - width / 2),
      document.documentElement.clientWidth - width - 4,
    );
    const above = there.top - height - 8;
    this.#box.style.left = `${left}px`;
    this.#box.style.top = `${above > 4 ? above : there.bottom + 8}px`;
  }

  hide(): void {
    this.#about = null;
    this.#box.hidden = true;
  }
}
