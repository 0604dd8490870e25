// Which elements can be touched next, and which move has been touched to its end.
import type { Path } from "./wire_types";

function startsWith(ids: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((id, k) => ids[k] === id);
}

export class Choice {
  chosen: string[] = [];

  constructor(readonly paths: readonly Path[]) {}

  #open(): Path[] {
    return this.paths.filter(([, ids]) => startsWith(ids, this.chosen));
  }

  /** The elements that lead on. */
  next(): Set<string> {
    const at = this.chosen.length;
    return new Set(this.#open().flatMap(([, ids]) => ids.slice(at, at + 1)));
  }

  /** The elements a move can begin with. */
  first(): Set<string> {
    return new Set(this.paths.flatMap(([, ids]) => ids.slice(0, 1)));
  }

  /** Whether something can be touched after this element. */
  leadsOn(id: string): boolean {
    if (this.chosen.at(-1) === id) return true;
    const taken = this.next().has(id) ? [...this.chosen, id] : [id];
    return this.paths.some(([, ids]) => ids.length > taken.length && startsWith(ids, taken));
  }

  /** Touches an element: it goes on, is given back, or begins anew. Returns the move that is complete now. */
  touch(id: string): string | null {
    if (this.next().has(id)) this.chosen.push(id);
    else if (this.chosen.at(-1) === id) this.chosen.pop();
    else this.chosen = this.first().has(id) ? [id] : [];
    return this.#complete();
  }

  /** The end of a drag: the next element, or the last one of the only move that leads there. */
  drop(id: string): string | null {
    if (this.next().has(id)) return this.touch(id);
    const landing = this.#open().filter(([, ids]) => ids.at(-1) === id);
    const only = landing[0];
    if (landing.length !== 1 || !only) return null;
    this.chosen = [];
    return only[0];
  }

  /** Whether a drag may end here. */
  lands(id: string): boolean {
    return this.next().has(id) || this.#open().filter(([, ids]) => ids.at(-1) === id).length === 1;
  }

  cancel(): void {
    this.chosen = [];
  }

  #complete(): string | null {
    const done = this.#open().find(([, ids]) => ids.length === this.chosen.length && ids.length > 0);
    if (!done) return null;
    this.chosen = [];
    return done[0];
  }
}
