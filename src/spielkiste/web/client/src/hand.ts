// What a person's hand can do on a board at the moment.

export interface Hand {
  /** What can be touched now. */
  readonly touchable: ReadonlySet<string>;
  /** What has been touched of a move that is not complete. */
  readonly chosen: ReadonlySet<string>;
  /** What a stroke over the board gathers, and what it has gathered. */
  readonly strokable: ReadonlySet<string>;
  readonly gathered: ReadonlySet<string>;

  touch(id: string): void;
  /** Enter, where it means something else than a touch. */
  enter(id: string): void;
  /** Whether a drag may begin at an element; where it ends. */
  canDrag(id: string): boolean;
  lands(id: string): boolean;
  drop(id: string | null): void;
  stroke(ids: readonly string[], ended: boolean): void;
  cancel(): void;
  /** A touch on elements with which nothing can be done now. */
  dead(under: readonly string[]): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Hands in the lap: somebody else's turn. */
export class Idle implements Hand {
  touchable = NONE;
  chosen = NONE;
  strokable = NONE;
  gathered = NONE;
  touch(_id: string): void {}
  enter(_id: string): void {}
  canDrag(_id: string): boolean {
    return false;
  }
  lands(_id: string): boolean {
    return false;
  }
  drop(_id: string | null): void {}
  stroke(_ids: readonly string[], _ended: boolean): void {}
  cancel(): void {}
  dead(_under: readonly string[]): void {}
}

/** Hands in the lap, and a word for whoever touches the board all the same. */
export class Waiting extends Idle {
  constructor(private readonly tell: () => void) {
    super();
  }
  override dead(_under: readonly string[]): void {
    this.tell();
  }
}
