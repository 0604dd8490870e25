// The picture of a position: shows it, marks what can be done, keeps the focus where it was.
import { morph, parse } from "./dom";
import { changePlaces, dropLayers, glide, snapshot } from "./glide";
import type { Hand } from "./hand";
import { layer, ring } from "./marks";

export class Board {
  #things = new Map<string, SVGGraphicsElement>();
  #last: readonly string[] = [];
  #focused: string | null = null;
  hovered: string | null = null;
  hint = false;
  advised: readonly string[] = []; // what a tip or a review points at

  constructor(
    readonly root: HTMLElement,
    public hand: Hand,
  ) {
    root.tabIndex = -1;
    root.addEventListener("focusin", (event) => this.#focusMoved(event.target as Element));
    root.addEventListener("focusout", () => this.#focusMoved(null));
    addEventListener("resize", () => {
      this.#fit();
      this.mark();
    });
    this.#index();
  }

  get svg(): SVGSVGElement | null {
    return this.root.querySelector("svg");
  }

  element(id: string): SVGGraphicsElement | undefined {
    return this.#things.get(id);
  }

  /** Everything the focus can go to: what can be touched, and what has details. */
  stops(): SVGGraphicsElement[] {
    return [...this.#things.values()].filter((element) => element.hasAttribute("tabindex"));
  }

  /** Shows a picture: what it shares with the one before stays, what moved glides. */
  show(markup: string, last: readonly string[] = [], glides: readonly (readonly [string, string])[] = []): void {
    const fresh = parse(markup) as SVGSVGElement;
    const old = this.svg;
    const focused = this.#focused;
    this.#last = last;
    speak(fresh);
    if (old) {
      const before = snapshot(old);
      dropLayers(old); // else one could be taken for a stone, and go away with its animation
      this.#decorate(fresh);
      morph(old, fresh);
      this.#index();
      glide(old, before);
      changePlaces(old, before, glides);
    } else {
      this.root.replaceChildren(fresh);
      this.#index();
    }
    this.root.removeAttribute("aria-busy");
    this.#fit();
    this.mark();
    if (focused) this.#refocus(focused);
  }

  /** A picture that says how wide it must be to be touched (`data-wide`) scrolls where there is less room. */
  #fit(): void {
    const svg = this.svg;
    const least = Number(svg?.dataset.wide ?? 0);
    const wide = least > this.root.clientWidth;
    const first = wide && !this.root.classList.contains("wide");
    this.root.classList.toggle("wide", wide);
    if (!svg) return;
    svg.style.width = svg.style.maxWidth = wide ? `${least}px` : "";
    if (first) this.root.scrollLeft = (this.root.scrollWidth - this.root.clientWidth) / 2;
  }

  /** After the hand has changed: who can be touched, who is chosen. */
  mark(): void {
    const svg = this.svg;
    if (!svg) return;
    this.#decorate(svg);
    this.rings();
  }

  /** Draws the rings anew; what can be done has not changed. */
  rings(): void {
    const svg = this.svg;
    if (!svg) return;
    const marks = layer(svg);
    marks.replaceChildren();
    const around = (ids: Iterable<string>, mark: Parameters<typeof ring>[2]) => {
      for (const id of ids) {
        const element = this.#things.get(id);
        if (element) ring(marks, element, mark);
      }
    };
    const { chosen, gathered, touchable } = this.hand;
    around(this.#last, "last");
    if (this.hint) around(touchable, "hint");
    else around(touchable, chosen.size ? "next" : "can");
    around(this.advised, "advice");
    around(gathered, "gathered");
    around(chosen, "chosen");
    if (this.hovered && (touchable.has(this.hovered) || this.hand.strokable.has(this.hovered)))
      around([this.hovered], "hover");
    const active = document.activeElement;
    if (active?.id && svg.contains(active) && active.matches(":focus-visible")) around([active.id], "focus");
  }

  focus(id: string): void {
    this.#things.get(id)?.focus({ preventScroll: false });
  }

  #index(): void {
    this.#things = new Map();
    for (const element of this.svg?.querySelectorAll<SVGGraphicsElement>("[id]") ?? [])
      this.#things.set(element.id, element);
  }

  /** Roles, names and the one tab stop (a roving tabindex). */
  #decorate(svg: SVGSVGElement): void {
    const { touchable, chosen, strokable, gathered } = this.hand;
    const live = svg === this.svg;
    const all = live ? [...this.#things.values()] : [...svg.querySelectorAll<SVGGraphicsElement>("[id]")];
    const can = (id: string) => touchable.has(id) || strokable.has(id) || chosen.has(id);
    const home =
      all.find((element) => element.id === this.#focused && can(element.id)) ?? all.find((element) => can(element.id));
    for (const element of all) {
      const id = element.id;
      const active = can(id);
      const pressed = chosen.has(id) || gathered.has(id);
      const stop = active || element.hasAttribute("data-detail") || id === this.#focused;
      element.classList.toggle("can", active);
      if (!element.classList.length) element.removeAttribute("class");
      set(element, "role", active ? "button" : roleOf(element));
      set(element, "aria-pressed", active && (chosen.size || gathered.size) ? String(pressed) : null);
      set(element, "tabindex", stop ? (element === home || (!home && id === this.#focused) ? "0" : "-1") : null);
    }
    if (!home)
      set(
        all.find((element) => element.hasAttribute("data-detail")),
        "tabindex",
        "0",
      );
    svg.setAttribute("role", "group");
  }

  #focusMoved(target: Element | null): void {
    const inside = target && this.svg?.contains(target) ? target.id : null;
    if (inside) this.#focused = inside;
    this.mark();
  }

  /** The focus stays with its element; if that has gone, with the board. */
  #refocus(id: string): void {
    const active = document.activeElement;
    if (active && active !== document.body && !this.root.contains(active)) return;
    if (active?.id === id) return;
    const element = this.#things.get(id);
    if (element?.hasAttribute("tabindex")) element.focus({ preventScroll: true });
    else this.root.focus({ preventScroll: true });
  }
}

function set(element: Element | undefined, name: string, value: string | null): void {
  if (!element || element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function roleOf(element: Element): string | null {
  if (!element.hasAttribute("aria-label")) return null;
  return element.querySelector("[aria-label]") ? "group" : "img";
}

/** Titles become labels: they are spoken the same, but browsers show no second tooltip beside ours. */
function speak(svg: SVGSVGElement): void {
  for (const title of svg.querySelectorAll("title")) {
    const element = title.parentElement;
    if (!element || element === (svg as Element)) continue;
    const detail = element.getAttribute("data-detail");
    const label = title.textContent;
    element.setAttribute("aria-label", detail && !label.includes(detail) ? `${label}. ${detail}` : label);
    element.setAttribute("data-title", label);
    title.remove();
    if (!element.id) element.setAttribute("role", "img");
  }
}
