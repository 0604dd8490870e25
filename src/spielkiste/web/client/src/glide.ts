// What moved glides to its new place, what left fades, what is new appears, dice roll and cards turn.
import { calm } from "./dom";

const TIME = 260;
const SLOW = 950; // a slide that somebody has to remember
const EASE = "cubic-bezier(.3,.1,.2,1)";
const MOST = 80; // more than that is another picture, not a move

interface Before {
  x: number;
  y: number;
  look: string;
  element: SVGGraphicsElement;
}

export type Snapshot = Map<string, Before>;

function things(svg: SVGSVGElement): SVGGraphicsElement[] {
  return [...svg.querySelectorAll<SVGGraphicsElement>("[id]")].filter(
    (element) => "getCTM" in element && !element.closest("defs"),
  );
}

/** Where everything with an id is now, and what it looks like. */
export function snapshot(svg: SVGSVGElement): Snapshot {
  const all: Snapshot = new Map();
  if (calm() || document.hidden || !svg.getClientRects().length) return all;
  for (const element of things(svg)) {
    // what was dropped by hand lies where the hand has left it
    const ghost = element.matches(".lifted") ? svg.querySelector(".ghost") : null;
    const box = (ghost ?? element).getBoundingClientRect();
    const look = element.matches(".die, .card") ? face(element) : "";
    all.set(element.id, { x: box.x + box.width / 2, y: box.y + box.height / 2, look, element: copy(element) });
  }
  return all;
}

/** What distinguishes a face from another one: everything but where it is. */
function face(element: Element): string {
  const parts = [...element.querySelectorAll("*")].map((part) =>
    part.outerHTML.replace(/ (aria-label|data-detail)="[^"]*"/g, ""),
  );
  return `${element.textContent}${element.childElementCount}${parts.join("")}`;
}

/** The looks of an element, without what makes it somebody. */
export function copy(element: SVGGraphicsElement): SVGGraphicsElement {
  const clone = element.cloneNode(true) as SVGGraphicsElement;
  for (const part of [clone, ...clone.querySelectorAll("*")]) {
    for (const name of ["id", "role", "tabindex"]) part.removeAttribute(name);
  }
  return clone;
}

/** Things that look alike change places: slowly, so that an eye can follow; who asked for calm sees which ones did. */
export function changePlaces(svg: SVGSVGElement, before: Snapshot, glides: readonly (readonly [string, string])[]): void {
  for (const [from, to] of glides) {
    const element = svg.getElementById(to);
    const old = before.get(from);
    if (!(element instanceof SVGGraphicsElement)) continue;
    if (old) {
      const box = element.getBoundingClientRect();
      const shift = inUnitsOf(
        element.parentElement,
        old.x - (box.x + box.width / 2),
        old.y - (box.y + box.height / 2),
      );
      const way = { translate: [`${shift.x}px ${shift.y}px`, "0px 0px"] };
      element.animate(way, { duration: SLOW, easing: "ease-in-out" });
    } else {
      element.animate({ opacity: [0.35, 0.35, 1] }, { duration: SLOW });
    }
  }
}

/** Animates from a snapshot to what is there now. */
export function glide(svg: SVGSVGElement, before: Snapshot): void {
  if (!before.size) return;
  const now = things(svg);
  const shifts = new Map<Element, DOMPoint>();
  const there = new Set(now.map((element) => element.id));
  const fresh = now.filter((element) => !before.has(element.id));
  if (fresh.length <= MOST) fresh.forEach(appear);
  for (const element of now) {
    const old = before.get(element.id);
    if (old) move(element, old, shifts);
  }
  const left = [...before].filter(([id]) => !there.has(id));
  if (left.length <= MOST) for (const [, old] of left) leave(svg, old);
}

function move(element: SVGGraphicsElement, old: Before, shifts: Map<Element, DOMPoint>): void {
  const box = element.getBoundingClientRect();
  const shift = new DOMPoint(old.x - (box.x + box.width / 2), old.y - (box.y + box.height / 2));
  shifts.set(element, shift);
  const carrier = element.parentElement?.closest("[id]");
  const carried = (carrier ? shifts.get(carrier) : undefined) ?? new DOMPoint();
  const dx = shift.x - carried.x;
  const dy = shift.y - carried.y;
  if (old.look && old.look !== face(element)) {
    turn(element);
  }
  if (Math.hypot(dx, dy) < 1.5 || element.matches(".cell")) return;
  const { x, y } = inUnitsOf(element.parentElement, dx, dy);
  const way = { translate: [`${x}px ${y}px`, "0px 0px"] };
  const flier = above(element);
  if (!flier) return void element.animate(way, { duration: TIME, easing: EASE });
  element.animate({ opacity: [0, 0] }, { duration: TIME });
  void flier.firstElementChild?.animate(way, { duration: TIME, easing: EASE }).finished.finally(() => flier.remove());
}

/** A copy above everything else: what moves passes over what stays. Only for things that lie directly in the picture. */
function above(element: SVGGraphicsElement): SVGGElement | null {
  const svg = element.parentElement;
  if (!(svg instanceof SVGSVGElement)) return null;
  const layer = overlay(svg);
  layer.append(copy(element));
  return layer;
}

function overlay(svg: SVGSVGElement): SVGGElement {
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  layer.setAttribute("class", "leaving");
  layer.setAttribute("aria-hidden", "true");
  svg.append(layer);
  return layer;
}

/** Takes away what lies above the picture for a moment only. */
export function dropLayers(svg: SVGSVGElement): void {
  for (const layer of svg.querySelectorAll(":scope > .leaving, :scope > .ghost, :scope > .marks")) layer.remove();
}

/** A shift on the screen in the units of a drawing. */
function inUnitsOf(parent: Element | null, dx: number, dy: number): { x: number; y: number } {
  const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
  if (!matrix) return { x: dx, y: dy };
  matrix.e = matrix.f = 0;
  return new DOMPoint(dx, dy).matrixTransform(matrix.inverse());
}

function appear(element: SVGGraphicsElement): void {
  if (element.matches(".die, .card")) turn(element);
  if (!element.matches(".card")) element.animate({ opacity: [0, 1] }, { duration: TIME, easing: "ease-out" });
}

function leave(svg: SVGSVGElement, old: Before): void {
  const layer = overlay(svg);
  layer.append(old.element);
  const fading = layer.animate({ opacity: [1, 0] }, { duration: TIME, easing: "ease-in" });
  const gone = () => layer.remove();
  fading.finished.then(gone, gone);
}

/** Shows another face: a die spins, a card turns over. */
function turn(element: SVGGraphicsElement): void {
  if (element.matches(".die")) spin(element);
  else turnOver(element);
}

function spin(die: SVGGraphicsElement): void {
  const about = aboutMiddle(die);
  const frames = [about("rotate(-420deg) scale(.6)"), about("rotate(0deg) scale(1)")];
  die.animate({ transform: frames }, { duration: 2 * TIME, easing: "ease-out" });
}

/** First the back is seen, getting narrow; then the face, getting wide. */
function turnOver(card: SVGGraphicsElement): void {
  const about = aboutMiddle(card);
  const [wide, narrow] = [about("scaleX(1)"), about("scaleX(0)")];
  const face = { duration: TIME, delay: TIME, fill: "backwards", easing: "ease-out" } as const;
  card.animate({ transform: [narrow, wide] }, face);
  const layer = above(card);
  const back = layer?.firstElementChild;
  if (!layer || !back) return;
  back.classList.add("back");
  back.replaceChildren(...[...back.children].filter((part) => part.matches("rect")).slice(0, 1));
  const gone = () => layer.remove();
  back.animate({ transform: [wide, narrow] }, { duration: TIME, easing: "ease-in" }).finished.then(gone, gone);
}

/** A change about the middle of an element; the animation must repeat the place its attribute gives it. */
function aboutMiddle(element: SVGGraphicsElement): (change: string) => string {
  let place = new DOMMatrix();
  for (const step of element.transform.baseVal) place = place.multiply(DOMMatrix.fromMatrix(step.matrix));
  const box = element.getBBox();
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(place);
  return (change) =>
    `translate(${middle.x}px,${middle.y}px) ${change} translate(${-middle.x}px,${-middle.y}px) ${place.toString()}`;
}
