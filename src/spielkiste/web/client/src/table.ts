// The page of a table: the wire, and everything that listens to it.
import { Clock } from "./clock";
import { celebrate } from "./confetti";
import { Curtain } from "./curtain";
import { byId, morph, parse, say, toast } from "./dom";
import { listenForMessages, showSettings } from "./forms";
import { Moment } from "./moment";
import { Notice } from "./notice";
import { Play } from "./play";
import { unfold } from "./runs";
import { Tips } from "./tips";
import type { Fields, What } from "./types";
import { travel } from "./travel";
import { Wire } from "./wire";
import type { Run, Update } from "./wire_types";
import { farewell, word } from "./words";

const BANNER_AFTER = 1000;

export class Table {
  #number = -1;
  #bannerTimer = 0;
  readonly #wire: Wire;
  readonly #play: Play;
  readonly #clock: Clock;
  readonly #curtain: Curtain;
  readonly #moment: Moment;
  #over = false;
  readonly #notice = new Notice();
  readonly #tips: Tips;
  readonly #pieces = new Map<string, readonly string[]>(); // of each part, by its id

  constructor(root: HTMLElement, live: string) {
    this.#play = new Play(
      root,
      (what, fields) => this.#wire.send(what, fields),
      () => this.#wire.hello(),
      () => this.#number,
    );
    this.#tips = new Tips(
      (elements) => this.#play.advise(elements),
      () => this.#play.seat,
    );
    this.#curtain = new Curtain((seat) => this.#send("lift", { seat }));
    this.#wire = new Wire(live, `spielkiste${live}`, {
      update: (message) => this.#update(message),
      refused: (why) => toast(why, "alert"),
      connected: () => this.#connected(),
      lost: (closed) => this.#lost(closed),
      last: () => this.#number,
    });
    this.#clock = new Clock(this.#wire.offset);
    this.#moment = new Moment(this.#wire.offset);
    listenForMessages((what, fields) => this.#send(what as What, fields));
    this.#scrollDown("log-list");
    this.#scrollDown("chat-list");
  }

  #send<W extends What>(what: W, fields: Fields<W>): void {
    void this.#wire.send(what, fields).then((answer) => {
      if (answer.is === "refused") toast(answer.why, "alert");
    });
  }

  #update(message: Update): void {
    const first = this.#number === -1;
    this.#number = message.number;
    for (const [id, runs] of Object.entries(message.parts ?? {})) this.#part(id, runs);
    if (message.board) {
      this.#tips.forget();
      this.#play.receive(message.board, message.number);
      this.#curtain.show(message.board.curtain, message.board.waiting);
    }
    this.#tips.renew();
    this.#clock.set(message.clock);
    this.#moment.set();
    if (message.over && !this.#over && !first && byId("result")?.hasAttribute("data-won")) celebrate();
    this.#over = message.over;
    if (message.say) say(message.say);
    this.#notice.set(message.turn && !message.over);
    if (message.go && !first) travel(message.go); // who comes later may look at the old game
  }

  /** A part of the page, piece by piece: new ones, and stretches of those it had. */
  #part(id: string, runs: readonly Run[]): void {
    const pieces = unfold(this.#pieces.get(id) ?? [], runs);
    this.#pieces.set(id, pieces);
    const old = byId(id);
    if (!old) return;
    const atEnd = new Map(["log-list", "chat-list"].map((list) => [list, nearEnd(byId(list))]));
    morph(old, parse(pieces.join("")));
    for (const [list, yes] of atEnd) if (yes) this.#scrollDown(list);
    showSettings();
  }

  #scrollDown(id: string): void {
    const list = byId(id);
    if (list) list.scrollTop = list.scrollHeight;
  }

  #connected(): void {
    clearTimeout(this.#bannerTimer);
    this.#bannerTimer = 0;
    this.#play.reconnected();
    const banner = byId("connection");
    if (!banner) return;
    if (!banner.hidden) toast(word("back"));
    banner.hidden = true;
  }

  /** A banner while the connection is away for more than a moment; at once where it will not come back. */
  #lost(closed: number | null): void {
    if (closed !== null) {
      clearTimeout(this.#bannerTimer);
      this.#banner(farewell(closed));
    } else if (!this.#bannerTimer) {
      const lost = () => (this.#wire.waiting ? `${word("lost")} ${word("kept")}` : word("lost"));
      this.#bannerTimer = window.setTimeout(() => this.#banner(lost()), BANNER_AFTER);
    }
  }

  #banner(text: string): void {
    const banner = byId("connection");
    if (!banner) return;
    banner.hidden = false;
    banner.textContent = text;
  }
}

function nearEnd(list: HTMLElement | null): boolean {
  return list !== null && list.scrollHeight - list.scrollTop - list.clientHeight < 40;
}
