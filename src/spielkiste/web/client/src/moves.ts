// The hand of somebody whose turn it is: paths to touch, elements to gather, buttons to press.
import type { Hand } from "./hand";
import { Gathering } from "./gather";
import { Choice } from "./paths";
import type { BoardMessage, Tool } from "./wire_types";

export interface Sink {
  play(move: string): void;
  gathered(tool: string, elements: readonly string[]): void;
  changed(): void;
  /** What was gathered is not enough, or too much. */
  notSo(tool: Tool, count: number): void;
  /** A touch that does nothing deserves a reason. */
  dead(chosen: readonly string[], under: readonly string[]): void;
}

export class Moves implements Hand {
  readonly choice: Choice;
  readonly gathering: Gathering;
  touchable: ReadonlySet<string> = new Set();
  chosen: ReadonlySet<string> = new Set();
  gathered: ReadonlySet<string> = new Set();
  readonly strokable: ReadonlySet<string>;
  #stroking = false;

  constructor(
    board: Pick<BoardMessage, "paths" | "tools">,
    private readonly sink: Sink,
    before?: Hand,
  ) {
    this.choice = new Choice(board.paths);
    this.gathering = new Gathering(board.tools);
    this.strokable = this.gathering.elements();
    if (before instanceof Moves) this.#carryOver(before);
    this.#look();
  }

  touch(id: string): void {
    if (this.strokable.has(id) && !this.touchable.has(id) && !this.chosen.has(id)) {
      this.choice.cancel();
      this.gathering.toggle(id);
      return this.#changed();
    }
    const move = this.choice.touch(id);
    this.#changed();
    if (move !== null) this.sink.play(move);
  }

  enter(id: string): void {
    if (this.gathering.ids.length && this.strokable.has(id)) this.finish();
    else this.touch(id);
  }

  canDrag(id: string): boolean {
    return this.choice.leadsOn(id);
  }

  lands(id: string): boolean {
    return this.choice.chosen.length > 0 && this.choice.lands(id);
  }

  drop(id: string | null): void {
    const move = id === null ? null : this.choice.drop(id);
    if (id === null) this.choice.cancel();
    this.#changed();
    if (move !== null) this.sink.play(move);
  }

  /** A stroke goes on with what was tapped before; enough of that is a move of its own. */
  stroke(ids: readonly string[], ended: boolean): void {
    this.choice.cancel();
    if (!this.#stroking && this.gathering.full()) this.finish();
    this.gathering.stroke(ids, !this.#stroking);
    this.#stroking = !ended;
    const tool = this.gathering.tool();
    if (ended && tool && this.gathering.suffices(ids)) {
      this.gathering.back();
      this.sink.gathered(tool.id, ids);
    }
    this.#changed();
    if (ended && ids.length >= 2 && !this.gathering.suffices(ids)) this.finish();
  }

  /** Sends what was gathered. */
  finish(): void {
    const { ids } = this.gathering;
    const tool = this.gathering.tool();
    if (tool && !this.gathering.complete()) return this.sink.notSo(tool, ids.length);
    this.clear();
    if (tool && ids.length) this.sink.gathered(tool.id, ids);
  }

  clear(): void {
    this.gathering.clear();
    this.#changed();
  }

  cancel(): void {
    this.choice.cancel();
    this.clear();
  }

  dead(under: readonly string[]): void {
    this.sink.dead(this.choice.chosen, under);
  }

  /** Others have moved meanwhile: what is begun stays begun where it is still possible. */
  #carryOver(before: Moves): void {
    before.gathering.carryOver(this.gathering);
    for (const id of before.choice.chosen) {
      if (!this.choice.next().has(id) || !this.choice.leadsOn(id)) return this.choice.cancel();
      this.choice.touch(id);
    }
  }

  #changed(): void {
    this.#look();
    this.sink.changed();
  }

  #look(): void {
    this.touchable = this.choice.next();
    this.chosen = new Set(this.choice.chosen);
    this.gathered = new Set(this.gathering.ids);
  }
}
