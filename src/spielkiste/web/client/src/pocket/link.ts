// The page's end of the line to Python: pages and sockets by number. A worker that died is begun anew.
import type { Asked, Page, Told, Trouble } from "./talk";

export interface Watcher {
  progress(share: number): void;
  ready(kept: boolean, snapshot: boolean): void;
  failed(why: Trouble, detail: string): void;
}

export class Link {
  #worker: Worker | null = null;
  #number = 0;
  readonly #pages = new Map<number, { resolve: (page: Page) => void; reject: (error: Error) => void }>();
  readonly #sockets = new Map<number, LocalSocket>();

  constructor(
    private readonly code: URL,
    private readonly watcher: Watcher,
  ) {}

  begin(steal = false): void {
    this.end();
    const worker = new Worker(this.code, { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data);
    worker.onerror = (event) => this.watcher.failed("broken", event.message);
    const lang = navigator.languages.join(",");
    this.#tell({ do: "begin", lang, address: location.origin, steal });
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#pages.values()) reject(new Error("ended"));
    this.#pages.clear();
    for (const socket of [...this.#sockets.values()]) socket.lose(1006);
  }

  ask(method: string, path: string, body = "", kind = ""): Promise<Page> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#pages.set(number, { resolve, reject });
      this.#tell({ do: "ask", number, method, path, body, kind });
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

  #hear(told: Told): void {
    if (told.is === "progress") this.watcher.progress(told.share);
    else if (told.is === "ready") this.watcher.ready(told.kept, told.snapshot);
    else if (told.is === "failed") this.watcher.failed(told.why, told.detail);
    else if (told.is === "page") this.#answer(told.number, told.page);
    else this.#socket(told);
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
