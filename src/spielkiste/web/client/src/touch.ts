// Fingers, mouse and keys on a board: finds the element that is meant and tells the hand.
import type { Board } from "./board";
import { copy } from "./glide";
import { Finger } from "./finger";
import { type Box, centre, distance, nearest, type Direction } from "./geometry";
import { Tip } from "./tip";

const SLOP = 8; // pixels a pointer may move and still mean a tap
const FAT = { mouse: 4, pen: 8, touch: 14 } as Record<string, number>; // how far beside an element still counts
const LONG_PRESS = 450;
const HOVER = 500;
const MOST_NAMES = 8;
const ARROWS: Record<string, Direction> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

interface Press {
  pointer: number;
  kind: string;
  x: number;
  y: number;
  id: string | null;
  doing: "press" | "drag" | "stroke" | "detail";
  stroke: string[];
  at: { x: number; y: number };
}

export class Touch {
  #press: Press | null = null;
  #timer = 0;
  #ghost: SVGGElement | null = null;
  readonly #tip = new Tip();
  readonly #finger = new Finger();

  constructor(private readonly board: Board) {
    const root = board.root;
    root.addEventListener("touchstart", (event) => this.#holdPage(event), { passive: false });
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener(
      "contextmenu",
      (event) => this.#press && this.#press.kind !== "mouse" && event.preventDefault(),
    );
    root.addEventListener("pointermove", (event) => this.#hover(event));
    root.addEventListener("pointerleave", () => this.#unhover());
    root.addEventListener("click", (event) => this.#spokenClick(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#focused(event.target as Element));
    root.addEventListener("focusout", () => this.#tip.hide());
    addEventListener("pointermove", (event) => this.#moved(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#forget());
    document.addEventListener("pointerdown", (event) => this.#elsewhere(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape());
  }

  // --- what lies under a finger -------------------------------------------------------------

  /** The topmost of these elements at a point, or the nearest one a finger's breadth away. */
  #under(x: number, y: number, wanted: (id: string) => boolean, kind = "mouse"): string | null {
    const svg = this.board.svg;
    for (const element of document.elementsFromPoint(x, y)) {
      if (!svg?.contains(element)) continue;
      for (let up: Element | null = element; up && up !== svg; up = up.parentElement) {
        if (up.id && wanted(up.id)) return up.id;
      }
    }
    let best: string | null = null;
    let least = FAT[kind] ?? 4;
    for (const element of this.board.stops()) {
      if (!wanted(element.id)) continue;
      const far = distance(element.getBoundingClientRect(), x, y);
      if (far > 0 && far < least) [best, least] = [element.id, far];
    }
    return best;
  }

  #touchableAt(x: number, y: number, kind: string): string | null {
    const { touchable, chosen, strokable } = this.board.hand;
    return this.#under(x, y, (id) => touchable.has(id) || chosen.has(id) || strokable.has(id), kind);
  }

  #strokableAt(x: number, y: number): string | null {
    return this.#under(x, y, (id) => this.board.hand.strokable.has(id));
  }

  /** The element there that has something to say. */
  #tellingAt(x: number, y: number): Element | null {
    const hit = document.elementsFromPoint(x, y).find((element) => this.board.svg?.contains(element));
    const telling = hit?.closest("[data-detail], [data-title]") ?? null;
    return telling && this.board.svg?.contains(telling) ? telling : null;
  }

  // --- pointer ------------------------------------------------------------------------------

  /** Where a drag can begin, the page must not scroll instead. */
  #holdPage(event: TouchEvent): void {
    const finger = event.touches[0];
    if (!finger || event.touches.length > 1) return;
    const { clientX: x, clientY: y } = finger;
    const id = this.#touchableAt(x, y, "touch");
    if (this.#strokableAt(x, y) || (id && this.board.hand.canDrag(id))) event.preventDefault();
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || this.#press || !event.isPrimary) return;
    const { clientX: x, clientY: y, pointerType: kind } = event;
    const id = this.#touchableAt(x, y, kind);
    this.#press = { pointer: event.pointerId, kind, x, y, id, doing: "press", stroke: [], at: { x, y } };
    clearTimeout(this.#timer);
    this.#tip.hide();
    if (kind !== "mouse") this.#timer = window.setTimeout(() => this.#longPress(), LONG_PRESS);
  }

  #longPress(): void {
    const press = this.#press;
    const telling = press && this.#tellingAt(press.x, press.y);
    if (press?.doing !== "press" || !telling) return;
    press.doing = "detail";
    this.#tip.show(telling);
  }

  #moved(event: PointerEvent): void {
    const press = this.#press;
    if (event.pointerId !== press?.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (press.doing === "press" && Math.hypot(x - press.x, y - press.y) > SLOP) this.#begin(press);
    if (press.doing === "drag") this.#carry(x - press.x, y - press.y, x, y);
    if (press.doing === "stroke") this.#strokeTo(press, x, y);
  }

  #begin(press: Press): void {
    clearTimeout(this.#timer);
    const hand = this.board.hand;
    if (this.#strokableAt(press.x, press.y)) {
      press.doing = "stroke";
    } else if (press.id && hand.canDrag(press.id)) {
      press.doing = "drag";
      const lifted = this.#liftedAt(press);
      if (!hand.chosen.has(press.id)) hand.touch(press.id);
      this.#ghost = lifted && this.#ghostOf(lifted);
    }
  }

  /** The thing on a cell is carried rather than the cell. */
  #liftedAt(press: Press): SVGGraphicsElement | null {
    const svg = this.board.svg;
    const hit = document
      .elementsFromPoint(press.x, press.y)
      .find((element) => svg?.contains(element) && !element.closest(".marks"));
    const thing = hit?.closest<SVGGraphicsElement>("[id]") ?? null;
    return thing && svg?.contains(thing) && !thing.matches(".cell") ? thing : null;
  }

  #ghostOf(element: SVGGraphicsElement): SVGGElement | null {
    const svg = this.board.svg;
    if (!svg) return null;
    const ghost = document.createElementNS(svg.namespaceURI, "g") as SVGGElement;
    ghost.setAttribute("class", "ghost");
    ghost.append(copy(element));
    svg.append(ghost);
    element.classList.add("lifted");
    return ghost;
  }

  #carry(dx: number, dy: number, x: number, y: number): void {
    const matrix = this.board.svg?.getScreenCTM();
    if (this.#ghost && matrix) this.#ghost.setAttribute("transform", `translate(${dx / matrix.a} ${dy / matrix.d})`);
    this.#hoverOn(this.#under(x, y, (id) => this.board.hand.lands(id), "touch"));
  }

  /** Collects everything between the last point and this one; a fast finger skips no cell. */
  #strokeTo(press: Press, x: number, y: number): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(x - press.at.x, y - press.at.y) / 6));
    for (let k = press.stroke.length ? 1 : 0; k <= steps; k++) {
      const id = this.#strokableAt(
        press.at.x + ((x - press.at.x) * k) / steps,
        press.at.y + ((y - press.at.y) * k) / steps,
      );
      if (id && !press.stroke.includes(id)) press.stroke.push(id);
    }
    press.at = { x, y };
    this.board.hand.stroke(press.stroke, false);
    const gathered = [...this.board.hand.gathered].map((id) => this.board.element(id)).filter((one) => one !== undefined);
    this.#finger.show(x, y, gathered);
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (event.pointerId !== press?.pointer) return;
    const hand = this.board.hand;
    const { clientX: x, clientY: y } = event;
    const target = press.doing === "drag" ? this.#under(x, y, (id) => hand.lands(id), "touch") : null;
    const back = press.doing === "drag" && this.#touchableAt(x, y, press.kind) === press.id;
    if (target) this.#letGo();
    else this.#forget();
    if (press.doing === "stroke") hand.stroke(press.stroke, true);
    else if (press.doing === "drag" && !back) hand.drop(target);
    else if (press.doing === "press" && press.id) hand.touch(press.id);
    else if (press.doing === "press") this.#dead(x, y);
    else if (press.doing === "detail") setTimeout(() => this.#tip.hide(), 2500);
  }

  /** Nothing can be done there: why, and what was chosen is given back. */
  #dead(x: number, y: number): void {
    const under = this.#namesAt(x, y);
    if (under.length) this.board.hand.dead(under);
    if (this.board.hand.chosen.size) this.board.hand.cancel();
  }

  /** The elements at a point, the topmost first. */
  #namesAt(x: number, y: number): string[] {
    const svg = this.board.svg;
    const hit = document.elementsFromPoint(x, y).filter((element) => svg?.contains(element) && element !== svg);
    const named = hit.map((element) => element.closest<SVGElement>("[id]")).filter((one) => one && svg?.contains(one));
    return [...new Set(named.map((one) => one?.id ?? ""))].filter((id) => id && id !== svg?.id).slice(0, MOST_NAMES);
  }

  /** What was dropped stays under the finger until the board is drawn anew. */
  #letGo(): void {
    const ghost = this.#ghost;
    this.#ghost = null;
    this.#press = null;
    this.#hoverOn(null);
    setTimeout(() => {
      if (!ghost?.isConnected) return;
      ghost.remove();
      this.#forget();
    }, 1500);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#finger.hide();
    this.#press = null;
    this.#ghost?.remove();
    this.#ghost = null;
    for (const element of this.board.root.querySelectorAll(".lifted")) element.classList.remove("lifted");
    this.#hoverOn(null);
  }

  #elsewhere(event: PointerEvent): void {
    const target = event.target as Element;
    if (this.board.root.contains(target) || target.closest("button, a, input, select, summary, dialog")) return;
    if (this.board.hand.chosen.size) this.board.hand.cancel();
  }

  #hover(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || this.#press) return;
    const { clientX: x, clientY: y } = event;
    this.#hoverOn(this.#touchableAt(x, y, "mouse"));
    clearTimeout(this.#timer);
    if (!this.#tip.covers(this.#tellingAt(x, y))) this.#tip.hide();
    this.#timer = window.setTimeout(() => {
      const telling = this.#tellingAt(x, y);
      if (telling) this.#tip.show(telling);
    }, HOVER);
  }

  #unhover(): void {
    clearTimeout(this.#timer);
    this.#tip.hide();
    if (!this.#press) this.#hoverOn(null);
  }

  #hoverOn(id: string | null): void {
    this.board.root.classList.toggle("over", id !== null);
    if (this.board.hovered === id) return;
    this.board.hovered = id;
    this.board.rings();
  }

  /** A screen reader's click comes without a pointer. */
  #spokenClick(event: MouseEvent): void {
    if (event.detail !== 0) return;
    const id = (event.target as Element).closest("[role=button]")?.id;
    if (id) this.board.hand.touch(id);
  }

  // --- keys ---------------------------------------------------------------------------------

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const id = (event.target as Element).id;
    const arrow = ARROWS[event.key];
    if (arrow) this.#step(event.target as Element, arrow);
    else if (event.key === "Home" || event.key === "End") this.#edge(event.key === "Home" ? 0 : -1);
    else if (event.key === " " && this.board.element(id)) this.board.hand.touch(id);
    else if (event.key === "Enter" && this.board.element(id)) this.board.hand.enter(id);
    else return;
    event.preventDefault();
  }

  #escape(): void {
    this.#tip.hide();
    this.#forget();
    this.board.hand.cancel();
  }

  #step(from: Element, direction: Direction): void {
    const stops = this.board.stops().filter((element) => element !== from);
    const boxes = stops.map((element) => [element, element.getBoundingClientRect() as Box] as const);
    const inside = this.board.element(from.id);
    const next = inside ? nearest(from.getBoundingClientRect(), boxes, direction) : (stops[0] ?? null);
    next?.focus();
  }

  #edge(at: number): void {
    const inOrder = this.board.stops().sort((one, other) => {
      const a = centre(one.getBoundingClientRect());
      const b = centre(other.getBoundingClientRect());
      return Math.abs(a.y - b.y) > 4 ? a.y - b.y : a.x - b.x;
    });
    inOrder.at(at)?.focus();
  }

  #focused(element: Element): void {
    if (element.matches(":focus-visible") && element.matches("[data-detail], [data-title]")) this.#tip.show(element);
  }
}
