// The page of a table: the wire, and everything that listens to it.
import { Clock } from "./clock";
import { Curtain } from "./curtain";
import { byId, morph, parse, say, toast } from "./dom";
import { listenForMessages, showSettings } from "./forms";
import { Notice } from "./notice";
import { Play } from "./play";
import type { Fields, What } from "./types";
import { Wire } from "./wire";
import type { Update } from "./wire_types";
import { word } from "./words";

const BANNER_AFTER = 1000;

export class Table {
  #number = -1;
  #bannerTimer = 0;
  readonly #wire: Wire;
  readonly #play: Play;
  readonly #clock: Clock;
  readonly #curtain: Curtain;
  readonly #notice = new Notice();

  constructor(root: HTMLElement, live: string) {
    this.#play = new Play(
      root,
      (what, fields) => this.#wire.send(what, fields),
      () => this.#wire.hello(),
      () => this.#number,
    );
    this.#curtain = new Curtain((seat) => this.#send("lift", { seat }));
    this.#wire = new Wire(live, `spielkiste${live}`, {
      update: (message) => this.#update(message),
      refused: (why) => toast(why, "alert"),
      connected: (yes, gone) => this.#connected(yes, gone === true),
      last: () => this.#number,
    });
    this.#clock = new Clock(this.#wire.offset);
    listenForMessages((what, fields) => this.#send(what as What, fields as Fields));
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
    for (const [id, html] of Object.entries(message.parts ?? {})) this.#part(id, html);
    if (message.board) {
      this.#play.receive(message.board, message.number);
      this.#curtain.show(message.board.curtain, message.board.waiting);
    }
    this.#clock.set(message.clock);
    if (message.say) say(message.say);
    this.#notice.set(message.turn && !message.over);
    if (message.go && !first) location.assign(message.go); // who comes later may look at the old game
  }

  #part(id: string, html: string): void {
    const old = byId(id);
    if (!old) return;
    const atEnd = new Map(["log-list", "chat-list"].map((list) => [list, nearEnd(byId(list))]));
    morph(old, parse(html));
    for (const [list, yes] of atEnd) if (yes) this.#scrollDown(list);
    showSettings();
  }

  #scrollDown(id: string): void {
    const list = byId(id);
    if (list) list.scrollTop = list.scrollHeight;
  }

  /** A banner while the connection is away for more than a moment. */
  #connected(yes: boolean, gone: boolean): void {
    const banner = byId("connection");
    if (!banner) return;
    if (yes) {
      clearTimeout(this.#bannerTimer);
      this.#bannerTimer = 0;
      this.#play.reconnected();
      if (!banner.hidden) toast(word("back"));
      banner.hidden = true;
      return;
    }
    if (this.#bannerTimer && !gone) return; // one more attempt has failed
    this.#bannerTimer = window.setTimeout(
      () => {
        banner.hidden = false;
        banner.textContent = gone
          ? word("gone")
          : this.#wire.waiting
            ? `${word("lost")} ${word("kept")}`
            : word("lost");
      },
      gone ? 0 : BANNER_AFTER,
    );
  }
}

function nearEnd(list: HTMLElement | null): boolean {
  return list !== null && list.scrollHeight - list.scrollTop - list.clientHeight < 40;
}
