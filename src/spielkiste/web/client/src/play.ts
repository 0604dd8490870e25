// A seat at the table: shows the board, turns touches into messages, and waits for the truth.
import { Board } from "./board";
import { type Shown, showButtons } from "./buttons";
import { byId, toast } from "./dom";
import { Draft } from "./draft";
import { Idle, Waiting } from "./hand";
import { Moves } from "./moves";
import { unfold } from "./runs";
import { Touch } from "./touch";
import type { Send } from "./types";
import type { Answer, BoardMessage, DraftMessage, Tool } from "./wire_types";
import { word } from "./words";

export class Play {
  readonly #board: Board;
  readonly #buttons = byId("buttons");
  readonly #note = byId("note");
  #parts: string[] = [];
  #number = -1; // of the update that brought the board
  #message: BoardMessage | null = null;
  #draft: Draft | null = null;
  #waiting = 0; // moves that were sent and not answered yet
  #acknowledged = -1; // number of the newest move of ours; an older board is none to play on

  constructor(
    root: HTMLElement,
    private readonly send: Send,
    private readonly hello: () => void,
    private readonly last: () => number,
  ) {
    this.#board = new Board(root, new Idle());
    new Touch(this.#board);
    document.addEventListener("click", (event) => {
      const button = (event.target as Element).closest<HTMLElement>("#buttons [data-touch]");
      if (button?.dataset.touch) this.#press(button.dataset.touch);
    });
  }

  /** A new connection knows nothing of what an earlier one sent. */
  reconnected(): void {
    this.#number = -1;
  }

  /** What a tip points at; nothing any more once the board has changed. */
  advise(elements: readonly string[]): void {
    this.#board.advised = elements;
    this.#board.mark();
  }

  get seat(): number | null {
    return this.#message?.seat ?? null;
  }

  receive(message: BoardMessage, number: number): void {
    if (message.base !== -1 && message.base !== this.#number) return this.hello();
    this.#parts = unfold(message.base === -1 ? [] : this.#parts, message.svg.runs);
    this.#number = number;
    this.#message = message;
    this.#board.root.hidden = message.curtain !== null;
    if (this.#draft && !this.#draft.committed && message.draftable)
      void this.#draft.renew().then((kept) => kept || this.#leaveDraft());
    else this.#leaveDraft();
  }

  // --- showing ------------------------------------------------------------------------------

  #leaveDraft(): void {
    this.#draft = null;
    if (this.#message) this.#showBoard(this.#message);
  }

  #showBoard(message: BoardMessage): void {
    const current = !this.#waiting && this.#number >= this.#acknowledged;
    const open = message.curtain === null && (message.paths.length || message.tools.length || message.draftable);
    const able = open && current;
    this.#board.hand = able ? new Moves(message, this, this.#board.hand) : new Waiting(() => this.#notYours());
    this.#board.show(`${message.svg.head}${this.#parts.join("")}</svg>`, message.last, message.glides);
    const reason = this.#reason();
    this.changed();
    if (reason !== null && able && this.#board.hand.gathered.size) this.#tell(reason, true);
  }

  /** Why the last touch did nothing: it stays while others move and the same elements are chosen. */
  #reason(): string | null {
    return this.#note?.classList.contains("reason") ? this.#note.textContent : null;
  }

  #showDraft(draft: Draft): void {
    const message = draft.current;
    if (!message || draft !== this.#draft) return;
    const { svg } = message.board;
    this.#board.hand = draft;
    this.#board.show(`${svg.head}${unfold([], svg.runs).join("")}</svg>`);
    this.changed();
  }

  /** After each touch: rings, buttons, note. */
  changed(): void {
    this.#board.root.parentElement?.classList.toggle("drafting", this.#draft?.current != null);
    this.#board.mark();
    if (this.#buttons)
      showButtons(this.#buttons, this.#draft?.current ? this.#draftButtons(this.#draft.current) : this.#moveButtons());
    this.#tell(this.#draft?.current?.note ?? this.#gatherNote() ?? this.#message?.note ?? "");
  }

  /** The line below the board is always there; what it says comes and goes. */
  #tell(text: string, wrong = false): void {
    if (!this.#note) return;
    this.#note.textContent = text;
    this.#note.classList.toggle("reason", wrong);
  }

  #notYours(): void {
    if (this.#message && !this.#waiting) this.#tell(this.#message.note || (byId("turn-text")?.textContent ?? ""), true);
  }

  /** Asks the rules why a touch does nothing. */
  dead(chosen: readonly string[], under: readonly string[]): void {
    const seat = this.#message?.seat ?? null;
    if (seat === null) return;
    void this.send("why", { seat, chosen: [...chosen], under: [...under] }).then((answer) => {
      if (answer.is === "reason") this.#tell(answer.text, true);
    });
  }

  notSo(tool: Tool, count: number): void {
    this.#tell(word("notSo", count, tool.wanted), true);
  }

  #moveButtons(): Shown[] {
    const hand = this.#board.hand;
    const shown: Shown[] = (this.#message?.buttons ?? []).map((button) => ({
      ...button,
      disabled:
        !hand.touchable.has(button.id) && !(button.id === "draft" && this.#message?.draftable && hand instanceof Moves),
    }));
    if (hand instanceof Moves && hand.gathering.ids.length) {
      shown.unshift(
        { id: "own-done", label: hand.gathering.tool()?.label ?? "", strong: true },
        { id: "own-clear", label: word("clear") },
      );
    } else if (hand.chosen.size) {
      shown.push({ id: "own-cancel", label: word("cancel") });
    }
    return shown;
  }

  #draftButtons(draft: DraftMessage): Shown[] {
    const steps = draft.board.buttons.map((button) => ({ ...button, disabled: !(button.id in draft.steps) }));
    return [
      { id: "own-commit", label: word("commit"), strong: true, disabled: draft.move === null },
      { id: "own-cancel", label: word("cancel") },
      { id: "own-back", label: word("back1"), disabled: !this.#draft?.deep },
      ...steps.filter((button) => button.id !== "draft"),
      { id: "own-restart", label: word("restart"), disabled: !this.#draft?.deep },
    ];
  }

  #gatherNote(): string | null {
    const hand = this.#board.hand;
    const tool = hand instanceof Moves ? (hand.gathering.tool() ?? hand.gathering.tools[0]) : undefined;
    if (!(hand instanceof Moves) || !tool) return null;
    const count = hand.gathering.ids.length;
    if (!count) return tool.hint || tool.label;
    return `${tool.label}: ${word("gathered", count, tool.wanted || tool.most)}`;
  }

  // --- doing --------------------------------------------------------------------------------

  #press(id: string): void {
    const hand = this.#board.hand;
    if (id === "own-cancel" && this.#draft) this.#leaveDraft();
    else if (id === "own-cancel") hand.cancel();
    else if (id === "own-commit") this.#commit();
    else if (id === "own-back") void this.#draft?.back();
    else if (id === "own-restart") void this.#draft?.restart();
    else if (id === "own-done" && hand instanceof Moves) hand.finish();
    else if (id === "own-clear" && hand instanceof Moves) hand.clear();
    else if (id === "draft" && !this.#draft) this.#beginDraft();
    else hand.touch(id);
  }

  play(move: string): void {
    this.#act((at) => this.send("play", { ...at, move }));
  }

  gathered(tool: string, elements: readonly string[]): void {
    this.#act((at) => this.send("touch", { ...at, tool, elements }), true);
  }

  /** Sends a move; until it is answered, hands off (unless moves are free for all: then others may be on their way). */
  #act(send: (at: { seat: number; after: number }) => Promise<Answer>, goOn = false): void {
    const seat = this.#message?.seat ?? null;
    if (seat === null) return;
    if (!goOn) {
      this.#waiting += 1;
      this.#board.hand = new Idle();
      this.changed();
    }
    void send({ seat, after: this.last() }).then((answer) => {
      if (!goOn) this.#waiting -= 1;
      if (answer.is === "refused") toast(answer.why, "alert");
      else if (answer.is === "ack" && !goOn) this.#acknowledged = Math.max(this.#acknowledged, answer.number);
      if (this.#draft && answer.is === "refused") {
        this.#draft.committed = false;
        this.#showDraft(this.#draft);
      } else if (!goOn) this.#leaveDraft();
    });
  }

  #beginDraft(): void {
    const draft = new Draft(
      (text) => this.#ask(text),
      (shown) => this.#showDraft(shown),
    );
    this.#draft = draft;
    void draft.begin().then((begun) => begun || this.#leaveDraft());
  }

  async #ask(text: string): Promise<DraftMessage | null> {
    const seat = this.#message?.seat ?? null;
    if (seat === null) return null;
    const answer = await this.send("draft", { seat, text });
    if (answer.is === "draft") return answer;
    if (answer.is === "refused") toast(answer.why, "alert");
    return null;
  }

  #commit(): void {
    const move = this.#draft?.current?.move;
    if (!this.#draft || !move) return;
    this.#draft.committed = true;
    this.play(move);
  }
}
