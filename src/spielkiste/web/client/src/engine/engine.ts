// Asks the engine's worker. A search ends at once when it is stopped: its worker is ended and another one begun.
import type { Answer, Call, Called, Question } from "./module";
import type { Asked, Told } from "./worker";

/** What a worker is to the engine; tests give one of their own. */
export interface Port {
  onmessage: ((event: { data: Told }) => void) | null;
  postMessage(asked: Asked): void;
  terminate(): void;
}

export class Stopped extends Error {}

export class Engine {
  private port: Port | null = null;
  private asked = 0;
  private readonly waiting = new Map<number, { resolve: (answer: Answer | Called) => void; reject: (error: Error) => void }>();

  /** `begin` makes a worker; `base` is where the modules lie, with a slash at its end. */
  constructor(
    private readonly begin: () => Port,
    private readonly base: string,
  ) {}

  ask(question: Question): Promise<Answer>;
  ask(question: Call): Promise<Called>;
  ask(question: Question | Call): Promise<Answer | Called> {
    this.port ??= this.listening(this.begin());
    const number = ++this.asked;
    const port = this.port;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      port.postMessage({ number, base: this.base, question });
    });
  }

  /** Ends what is being thought; who waits for it is told `Stopped`. */
  stop(): void {
    this.port?.terminate();
    this.port = null;
    for (const { reject } of this.waiting.values()) reject(new Stopped("stopped"));
    this.waiting.clear();
  }

  private listening(port: Port): Port {
    port.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if ("answer" in data) waiting?.resolve(data.answer);
      else waiting?.reject(new Error(data.error));
    };
    return port;
  }
}
