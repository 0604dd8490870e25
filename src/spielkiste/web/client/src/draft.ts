// Building: a move in the making. The server draws each draft; here is what can be touched and what was before.
import { Idle } from "./hand";
import type { DraftMessage } from "./wire_types";

export class Draft extends Idle {
  /** Sent as a move; the next board shows what became of it. */
  committed = false;
  readonly #texts: string[] = [""];
  #message: DraftMessage | null = null;

  /** `ask` fetches the draft of a text; null where the server refuses it. */
  constructor(
    private readonly ask: (text: string) => Promise<DraftMessage | null>,
    private readonly show: (draft: Draft) => void,
  ) {
    super();
  }

  get current(): DraftMessage | null {
    return this.#message;
  }

  get deep(): boolean {
    return this.#texts.length > 1;
  }

  begin(): Promise<boolean> {
    return this.#fetch("");
  }

  /** The same draft once more, on the board as it is now. */
  renew(): Promise<boolean> {
    return this.#fetch(this.#texts.at(-1) ?? "");
  }

  override touch(id: string): void {
    const next = this.#message?.steps[id];
    if (next !== undefined) void this.#go(next);
  }

  override enter(id: string): void {
    this.touch(id);
  }

  async back(): Promise<void> {
    const left = this.#texts.pop();
    if (!(await this.renew()) && left !== undefined) this.#texts.push(left);
  }

  async restart(): Promise<void> {
    this.#texts.splice(1);
    await this.renew();
  }

  async #go(text: string): Promise<void> {
    if (await this.#fetch(text)) this.#texts.push(text);
    this.show(this);
  }

  async #fetch(text: string): Promise<boolean> {
    const message = await this.ask(text);
    if (!message) return false;
    this.#message = message;
    this.touchable = new Set(Object.keys(message.steps));
    this.show(this);
    return true;
  }
}
