// One WebSocket per table: every message has an id, is kept until it is answered, and sent again after a reconnect.
import { Offset } from "./offset";
import type { Fields, What } from "./types";
import type { Answer, Frame, Message, Update } from "./wire_types";

const FIRST_WAIT = 200;
const EAGER = 30; // attempts, about half a minute: a server that restarts is found again within a second
const LONGEST_WAIT = { eager: 1000, patient: 5000 };
const PING_EVERY = 20_000;
const DEAD_AFTER = 8000;
const DEAD_AFTER_WAKING = 2500;
const TRIES = 4; // of a message the server could not save at the moment
const PASSING: ReadonlySet<What> = new Set<What>(["hello", "ping", "draft"]); // not worth keeping over a reload

interface Pending {
  text: string;
  what: What;
  sent: number;
  tries: number;
  answered: (answer: Answer) => void;
}

export interface Listener {
  update(message: Update): void;
  /** A message of an earlier page view, or one nobody waits for, was refused. */
  refused(why: string): void;
  connected(): void;
  /** The connection went; with a code it will not come back. */
  lost(closed: number | null): void;
  last(): number;
}

/** How long to wait before the n-th attempt: growing, never all at the same moment. */
export function backoff(attempt: number, chance = Math.random()): number {
  const longest = attempt < EAGER ? LONGEST_WAIT.eager : LONGEST_WAIT.patient;
  return Math.min(longest, FIRST_WAIT * 2 ** attempt) * (0.5 + chance / 2);
}

/** A message without halves of letters, which a field leaves where it cuts a text off: no server could read it. */
export function whole(json: string): string {
  return json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (found) => (found === "\\\\" ? found : ""));
}

export class Wire {
  readonly offset = new Offset();
  #socket: WebSocket | null = null;
  readonly #pending = new Map<string, Pending>();
  #attempt = 0;
  #retry = 0;
  #heard = 0;
  #patience = DEAD_AFTER;
  #closed = false;

  constructor(
    private readonly url: string,
    private readonly store: string,
    private readonly listener: Listener,
  ) {
    this.#recall();
    setInterval(() => this.#watch(), 500);
    setInterval(() => this.#ping(), PING_EVERY);
    addEventListener("online", () => this.#wake());
    addEventListener("pageshow", () => this.#wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#wake();
    });
    addEventListener("pagehide", () => this.#socket?.close());
    this.#connect();
  }

  /** Whether moves wait for an answer. */
  get waiting(): boolean {
    return [...this.#pending.values()].some((message) => !PASSING.has(message.what));
  }

  send<W extends What>(what: W, fields: Fields<W>): Promise<Answer> {
    const id = crypto.getRandomValues(new Uint32Array(4)).join("-"); // randomUUID is not there without https
    const text = whole(JSON.stringify({ id, do: what, ...fields }));
    return new Promise((answered) => {
      this.#pending.set(id, { text, what, sent: Date.now(), tries: 1, answered });
      this.#remember();
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    });
  }

  /** Asks for the whole truth. */
  hello(): void {
    const lang = document.documentElement.lang; // as the server wrote it
    void this.send("hello", { last: this.listener.last(), lang });
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(new URL(this.url, location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#receive(String(event.data));
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  #opened(): void {
    this.#attempt = 0;
    this.#patience = DEAD_AFTER;
    const waiting = [...this.#pending].filter(([, message]) => message.what !== "hello" && message.what !== "ping");
    this.#pending.clear();
    this.hello();
    for (const [id, message] of waiting) {
      message.sent = Date.now();
      this.#pending.set(id, message);
      this.#socket?.send(message.text);
    }
    this.listener.connected();
  }

  #lost(code: number): void {
    this.#socket = null;
    this.#closed = code >= 4400 && code < 4500; // the table refuses us, as HTTP would with 4xx
    this.listener.lost(this.#closed ? code : null);
    if (!this.#closed) this.#retry = window.setTimeout(() => this.#connect(), backoff(this.#attempt++));
  }

  /** Back from sleep or from another network: at once, and with less patience for a dead connection. */
  #wake(): void {
    if (this.#closed) return;
    if (!this.#socket) {
      this.#attempt = 0;
      this.#connect();
    } else if (Date.now() - this.#heard > 3000) {
      this.#patience = DEAD_AFTER_WAKING;
      this.#ping();
    }
  }

  #ping(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) void this.send("ping", {});
  }

  #watch(): void {
    if (!this.#socket) return;
    const connecting = this.#socket.readyState === WebSocket.CONNECTING;
    const oldest = Math.min(...[...this.#pending.values()].map((message) => message.sent));
    const since = Math.max(this.#heard, connecting ? 0 : oldest);
    if (!(connecting || this.#pending.size) || Date.now() - since < this.#patience) return;
    const dead = this.#socket;
    this.#lost(1006);
    dead.close();
  }

  #receive(data: string): void {
    this.#heard = Date.now();
    this.#patience = DEAD_AFTER;
    const message = JSON.parse(data) as Frame;
    if (message.is === "update") return this.#update(message);
    this.#answer(message);
    const { update } = message.is === "ack" ? message : {};
    if (update) queueMicrotask(() => this.#update(update)); // after those who wait for the answer
  }

  #update(message: Update): void {
    this.offset.hear(message.now, this.#heard);
    this.listener.update(message);
  }

  #answer(message: Answer): void {
    const asked = this.#pending.get(message.id);
    if (!asked) return;
    if (message.is === "refused" && message.again && asked.tries++ < TRIES) return this.#sendLater(asked);
    this.#pending.delete(message.id);
    this.#remember();
    if (message.is === "ack") this.offset.measure(message.now, asked.sent, this.#heard);
    asked.answered(message);
  }

  #sendLater(message: Pending): void {
    setTimeout(() => {
      message.sent = Date.now();
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message.text);
    }, backoff(message.tries));
  }

  #remember(): void {
    const kept = [...this.#pending.values()].filter((message) => !PASSING.has(message.what));
    try {
      sessionStorage.setItem(this.store, JSON.stringify(kept.map((message) => message.text)));
    } catch {
      // no storage: a reload forgets what was not answered
    }
  }

  #recall(): void {
    try {
      for (const text of JSON.parse(sessionStorage.getItem(this.store) ?? "[]") as string[]) {
        const { id, do: what } = JSON.parse(text) as Message;
        const answered = (answer: Answer) => answer.is === "refused" && this.listener.refused(answer.why);
        this.#pending.set(id, { text, what, sent: Date.now(), tries: 1, answered });
      }
    } catch {
      // nothing usable was kept
    }
  }
}
