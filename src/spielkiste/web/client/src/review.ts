// "What was good?": waits until the computer has gone through the game, then shows curve, sums and moments.
import { byId } from "./dom";
import { word } from "./words";

interface Account {
  start: number;
  luck: number;
  skill: number;
  result: number;
  start_told?: Record<string, string>;
  result_told?: Record<string, string>;
  rate: number | null;
}

interface Moment {
  kind: "best" | "worst";
  size: "" | "small" | "middle" | "large";
  step: number;
  seat: number;
  made: Record<string, string>;
  text: Record<string, string>;
  better: string[];
}

interface Found {
  measure: "chance" | "points";
  exact: boolean;
  seconds: number;
  curve: number[][];
  accounts: Account[];
  decisions: { step: number; seat: number; loss: number; size: "" | "small" | "middle" | "large" }[];
  moments: Moment[];
}

interface State {
  done: number;
  steps: number;
  failed: boolean;
  why: string;
  found: Found | null;
}

const AGAIN = 700; // ms between two looks
const WIDTH = 320;
const HEIGHT = 120;
const NS = "http://www.w3.org/2000/svg";

export class Review {
  #found: Found | null = null;
  #cursor: SVGElement | null = null;

  constructor(
    private readonly address: string,
    private readonly names: readonly string[],
    private readonly go: (step: number) => void,
  ) {
    void this.#ask();
  }

  /** The elements of the better move, at the step where another was made. */
  better(step: number): string[] {
    return this.#found?.moments.find((one) => one.step === step && one.kind === "worst")?.better ?? [];
  }

  /** The replay shows this step. */
  at(step: number): void {
    const steps = (this.#found?.curve.length ?? 1) - 1;
    this.#cursor?.setAttribute("transform", `translate(${steps ? (step / steps) * WIDTH : 0})`);
  }

  async #ask(): Promise<void> {
    const answer = await fetch(this.address).catch(() => null);
    const state = (await answer?.json().catch(() => null)) as State | null;
    if (state?.found) return this.#show(state.found);
    const told = byId("review-state");
    if (state?.failed) {
      byId("review-progress")?.remove();
      if (told) told.textContent = state.why || word("reviewFailed");
      return;
    }
    const bar = byId<HTMLProgressElement>("review-progress");
    if (bar && state?.steps) bar.value = state.done / state.steps;
    if (told && state?.steps) told.textContent = word("reviewing", state.done, state.steps);
    setTimeout(() => void this.#ask(), AGAIN);
  }

  #show(found: Found): void {
    this.#found = found;
    const told = byId("review-state");
    if (told) told.textContent = found.exact ? word("exact") : word("estimated", found.seconds);
    byId("review-progress")?.remove();
    const place = byId("review-found");
    if (!place) return;
    place.hidden = false;
    place.replaceChildren(this.#curve(found), this.#sums(found), ...this.#moments(found));
  }

  // --- the curve ----------------------------------------------------------------------------

  #curve(found: Found): Element {
    const svg = make("svg", { viewBox: `-6 -8 ${WIDTH + 12} ${HEIGHT + 16}`, role: "img", class: "curve" });
    svg.setAttribute("aria-label", word(found.measure === "chance" ? "curve" : "curvePoints"));
    const all = found.curve.flat();
    const [low, high] = found.measure === "chance" ? [-1, 1] : [Math.min(0, ...all), Math.max(1, ...all)];
    const x = (k: number) => (found.curve.length > 1 ? (k / (found.curve.length - 1)) * WIDTH : 0);
    const y = (value: number) => HEIGHT - ((value - low) / (high - low)) * HEIGHT;
    svg.append(make("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 4, class: "curve-ground" }));
    const middle = found.measure === "chance" ? 0 : low;
    svg.append(make("line", { x1: 0, x2: WIDTH, y1: y(middle), y2: y(middle), class: "curve-middle" }));
    for (const [seat] of found.accounts.entries()) {
      const points = found.curve.map((values, k) => `${x(k).toFixed(1)},${y(values[seat] ?? 0).toFixed(1)}`);
      svg.append(make("polyline", { points: points.join(" "), class: `curve-line seat-${seat % 6}` }));
    }
    for (const one of found.decisions.filter((one) => one.size)) {
      const value = found.curve[one.step]?.[one.seat] ?? 0;
      svg.append(make("circle", { cx: x(one.step), cy: y(value), r: one.size === "large" ? 4 : 2.5, class: `curve-${one.size}` }));
    }
    this.#cursor = make("line", { x1: 0, x2: 0, y1: -6, y2: HEIGHT + 6, class: "curve-cursor" });
    svg.append(this.#cursor);
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const share = (((event.clientX - box.left) / box.width) * (WIDTH + 12) - 6) / WIDTH;
      this.go(Math.round(share * (found.curve.length - 1)));
    });
    return svg;
  }

  // --- sums ---------------------------------------------------------------------------------

  #sums(found: Found): Element {
    const table = document.createElement("table");
    table.className = "sums";
    const head = table.createTHead().insertRow();
    for (const name of ["expected", "luck", "skill", "result", "errorRate"] as const) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = word(name);
      head.append(cell);
    }
    for (const [seat, one] of found.accounts.entries()) {
      const body = table.createTBody();
      const who = document.createElement("th");
      who.scope = "rowgroup"; // a name has a line of its own: a phone is too narrow for it and five figures
      who.colSpan = head.cells.length;
      who.append(key(seat), this.names[seat] ?? String(seat + 1));
      body.insertRow().append(who);
      const row = body.insertRow();
      for (const text of [
        one.start_told ? here(one.start_told) : level(found, one.start),
        change(found, one.luck),
        change(found, one.skill),
        one.result_told ? here(one.result_told) : level(found, one.result),
        one.rate === null ? "–" : change(found, -one.rate),
      ])
        row.insertCell().textContent = text;
    }
    return table;
  }

  // --- moments ------------------------------------------------------------------------------

  #moments(found: Found): Element[] {
    return (["best", "worst"] as const).flatMap((kind) => {
      const these = found.moments.filter((one) => one.kind === kind);
      const title = document.createElement("h3");
      title.textContent = word(kind === "best" ? "strong" : "costly");
      if (these.length) return [title, this.#list(these)];
      if (kind === "best") return [];
      const none = document.createElement("p");
      none.textContent = word("nothingCostly");
      return [none];
    });
  }

  #list(these: Moment[]): Element {
    const list = document.createElement("ul");
    list.className = "moments";
    for (const one of these) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain moment";
      button.dataset.step = String(one.step);
      const made = document.createElement("b");
      made.append(key(one.seat), `${this.names[one.seat] ?? ""}: ${here(one.made)}`);
      const told = document.createElement("span");
      told.textContent = here(one.text);
      button.append(made, told);
      const item = document.createElement("li");
      item.append(button);
      list.append(item);
    }
    return list;
  }
}

/** In the page's language. */
function here(texts: Record<string, string>): string {
  return texts[document.body.dataset.lang ?? "en"] ?? texts.en ?? "";
}

/** A value as people say it: games won of 100, or points. */
function level(found: Found, value: number): string {
  return found.measure === "chance" ? `${Math.round(50 * (1 + value))} %` : number(value);
}

function change(found: Found, value: number): string {
  const told = found.measure === "chance" ? `${number(50 * value, 0)} %` : number(value);
  return value > 0 && !/^[-−]?0([.,]0)?( %)?$/.test(told) ? `+${told}` : told;
}

function number(value: number, digits = 1): string {
  const lang = document.documentElement.lang || "en";
  const plain = value.toLocaleString(lang, { maximumFractionDigits: digits });
  return plain === "-0" ? "0" : plain.replace("-", "−");
}

function key(seat: number): Element {
  const dot = document.createElement("span");
  dot.className = `key seat-${seat % 6}`;
  dot.setAttribute("aria-hidden", "true");
  return dot;
}

function make(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
