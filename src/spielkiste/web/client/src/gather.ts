// Outlining: elements gathered by a stroke over the board, or one by one, make a move together.
import type { Tool } from "./wire_types";

export class Gathering {
  ids: string[] = [];

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

  /** What a stroke has touched so far, in order. */
  stroke(ids: readonly string[]): void {
    this.ids = [];
    this.#add(ids);
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
