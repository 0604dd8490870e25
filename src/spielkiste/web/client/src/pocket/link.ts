// The page's end of the line to Python: pages and sockets by number. A worker that died is begun anew.
import type { Asked, Opened, Page, Told, Trouble } from "./talk";

const every = window.setInterval.bind(window); // the line's own: a page's timers end with the page
const PULSE = 3000; // ms between two looks whether the worker is still there
const SILENT_AT_WORK = 8; // pulses without any answer after which it is given up: Python may think for a while
const SILENT_AT_FIRST = 20; // without progress while it begins, which may never end: a sentence is better than a bar that stands still

export interface Watcher {
  progress(share: number): void;
  ready(opened: Opened): void;
  failed(why: Trouble, detail: string): void;
  /** The worker died, and another one begins in its place. */
  died(): void;
  /** There is no room left to keep anything. */
  full(): void;
  /** A strong bot lacks something, and a quick one moves for it. */
  weaker(): void;
}

interface Waiting {
  asked: Extract<Asked, { do: "ask" }>;
  resolve: (page: Page) => void;
  reject: (error: Error) => void;
}

export class Link {
  #worker: Worker | null = null;
  #number = 0;
  #silent = 0;
  #ready = false;
  readonly #pages = new Map<number, Waiting>();
  readonly #sockets = new Map<number, LocalSocket>();

  constructor(
    private readonly code: URL,
    private readonly guest: boolean,
    private readonly watcher: Watcher,
  ) {
    every(() => this.#beat(), PULSE);
  }

  begin(steal = false): void {
    this.end();
    const worker = window.early ?? new Worker(this.code, { type: "module" }); // the first one is there already
    delete window.early;
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data);
    worker.onerror = (event) => this.#wrong(event.message);
    this.#tell({ do: "begin", address: location.origin, steal, guest: this.guest });
    for (const { asked } of this.#pages.values()) this.#tell(asked);
  }

  /** Ends the worker. Pages to look at are asked for again by the next one; what would change something is not. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#silent = 0;
    for (const [number, { asked, reject }] of [...this.#pages]) {
      if (asked.method === "GET") continue;
      this.#pages.delete(number);
      reject(new Error("ended"));
    }
    for (const socket of [...this.#sockets.values()]) socket.lose(1006);
    this.#sockets.clear();
  }

  ask(method: string, path: string, body = "", kind = ""): Promise<Page> {
    const number = ++this.#number;
    const asked = { do: "ask", number, method, path, body, kind } as const;
    return new Promise((resolve, reject) => {
      this.#pages.set(number, { asked, resolve, reject });
      this.#tell(asked);
    });
  }

  connect(socket: LocalSocket, path: string): number {
    const number = ++this.#number;
    this.#sockets.set(number, socket);
    this.#tell({ do: "connect", number, path });
    return number;
  }

  say(number: number, text: string): void {
    this.#tell({ do: "say", number, text });
  }

  hangUp(number: number): void {
    this.#sockets.delete(number);
    this.#tell({ do: "hang up", number });
  }

  #tell(asked: Asked): void {
    this.#worker?.postMessage(asked);
  }

  #beat(): void {
    if (!this.#worker) return;
    this.#tell({ do: "pulse" });
    if (this.#silent++ < (this.#ready ? SILENT_AT_WORK : SILENT_AT_FIRST)) return;
    if (!this.#ready) return this.#fail("slow", "nothing happens");
    this.watcher.died();
    this.begin();
  }

  #wrong(message: string | undefined): void {
    console.warn("the worker:", message);
    if (!this.#ready) this.#fail(message ? "broken" : "download", message ?? "its code is not there");
  }

  #fail(why: Trouble, detail: string): void {
    this.end();
    this.watcher.failed(why, detail);
  }

  #hear(told: Told): void {
    if (told.is === "pulse" && !this.#ready) return; // it lives, but that is no progress
    this.#silent = 0;
    if (told.is === "progress") this.watcher.progress(told.share);
    else if (told.is === "ready") {
      this.#ready = true;
      this.watcher.ready(told);
    } else if (told.is === "failed") this.#fail(told.why, told.detail);
    else if (told.is === "full" || told.is === "weaker") this.watcher[told.is]();
    else if (told.is === "page") this.#answer(told.number, told.page);
    else if (told.is !== "pulse") this.#socket(told);
  }

  #answer(number: number, page: Page): void {
    this.#pages.get(number)?.resolve(page);
    this.#pages.delete(number);
  }

  #socket(told: Extract<Told, { is: "opened" | "heard" | "closed" }>): void {
    const socket = this.#sockets.get(told.number);
    if (told.is === "opened") socket?.open();
    else if (told.is === "heard") socket?.hear(told.text);
    else {
      this.#sockets.delete(told.number);
      socket?.lose(told.code);
    }
  }
}

/** A WebSocket to Python in this browser: what the client uses of one, so that it does not know the difference. */
export class LocalSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly #number: number;

  constructor(
    private readonly link: Link,
    address: string | URL,
  ) {
    this.#number = link.connect(this, new URL(address).pathname);
  }

  send(text: string): void {
    this.link.say(this.#number, text);
  }

  close(): void {
    this.link.hangUp(this.#number);
    this.lose(1000);
  }

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  hear(data: string): void {
    this.onmessage?.({ data });
  }

  lose(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}
