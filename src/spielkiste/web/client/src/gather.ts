// Outlining: elements gathered by a stroke over the board, or one by one, make a move together.
import type { Tool } from "./wire_types";

export class Gathering {
  ids: string[] = [];
  #before: string[] = []; // tapped before the stroke that is being drawn

  constructor(readonly tools: readonly Tool[]) {}

  elements(): Set<string> {
    return new Set(this.tools.flatMap((tool) => tool.elements));
  }

  /** The tool in use: the one that all gathered elements belong to. */
  tool(): Tool | null {
    return this.tools.find((tool) => this.ids.every((id) => tool.elements.includes(id))) ?? null;
  }

  /** Adds an element, or takes it out again. One that another tool is for begins anew. */
  toggle(id: string): void {
    if (this.ids.includes(id)) this.ids = this.ids.filter((other) => other !== id);
    else this.#add([...this.ids, id]);
  }

  /** What a stroke has touched so far, in order, after what was tapped before it. */
  stroke(ids: readonly string[], begins: boolean): void {
    if (begins) this.#before = this.ids;
    this.ids = [];
    this.#add([...new Set([...this.#before, ...ids])]);
  }

  /** As many as are wanted have been gathered. */
  full(): boolean {
    return this.ids.length > 0 && this.tool()?.wanted === this.ids.length;
  }

  /** Whether a stroke is enough by itself, and not what was tapped before with it. */
  suffices(ids: readonly string[]): boolean {
    return this.#before.length > 0 && ids.length === this.tool()?.wanted && !ids.some((id) => this.#before.includes(id));
  }

  /** Leaves the stroke, and keeps what was tapped before it. */
  back(): void {
    this.ids = this.#before;
  }

  /** Whether this can make a move: as many as are wanted, where that matters. */
  complete(): boolean {
    const tool = this.tool();
    return this.ids.length > 0 && tool !== null && (tool.wanted === 0 || this.ids.length === tool.wanted);
  }

  clear(): void {
    this.ids = [];
  }

  /** After an update: what is left of it with the tools there are now. */
  carryOver(to: Gathering): void {
    const there = to.elements();
    to.ids = this.ids.filter((id) => there.has(id));
  }

  #add(ids: readonly string[]): void {
    const newest = ids.at(-1);
    const tool = this.tools.find((one) => ids.every((id) => one.elements.includes(id)));
    if (tool) this.ids = ids.slice(0, tool.most);
    else if (newest) this.ids = [newest];
  }
}
