// The app's own files: whole or not at all, unpacked where they travel packed, and told how far they are.
const PACKED = ".packed"; // how files end that travel packed: no host takes that for its own business
const STEP = 0.05; // of the progress that is told: a slow phone has better things to do than drawing a bar

export class NotLoaded extends Error {}

interface List {
  files: [name: string, bytes: number][];
}

export class Download {
  readonly #fetch = self.fetch.bind(self);
  #sizes = new Map<string, number>();
  #loaded = 0;
  #total = 1;
  #told = 0;
  missing = ""; // what did not come, or not whole
  readonly provided = new Map<string, Response>(); // instead of the file

  constructor(
    private readonly files: string,
    private readonly progress: (share: number) => void,
  ) {}

  /** Reads the list of all files; `wanted` says which count as progress. */
  async begin(wanted: RegExp): Promise<void> {
    const list = (await (await this.#ask("files.json")).json()) as List;
    this.#sizes = new Map(list.files.map(([name, bytes]) => [name.slice(name.indexOf("/") + 1), bytes]));
    this.#total = [...this.#sizes].reduce((sum, [name, bytes]) => sum + (wanted.test(name) ? bytes : 0), 1);
  }

  /** Whatever is asked for: one of our files, or something else. */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.startsWith(this.files)) return this.#fetch(input, init);
    const name = address.slice(this.files.length);
    const provided = this.provided.get(name);
    return provided ? Promise.resolve(provided) : this.get(name);
  }

  async get(name: string): Promise<Response> {
    if (this.#sizes.has(name + PACKED)) return this.#unpacked(name);
    const answer = await this.#ask(name);
    if (name.endsWith(".wasm")) return answer; // as it came: only then the browser knows its machine code again
    const body = await answer.arrayBuffer().catch((error: unknown) => this.lacks(name, error));
    this.#count(body.byteLength);
    return body.byteLength === this.#sizes.get(name) ? new Response(body) : this.lacks(name, body.byteLength);
  }

  lacks(name: string, why: unknown): never {
    this.missing = `${name}: ${String(why)}`;
    throw new NotLoaded(this.missing);
  }

  async #ask(name: string): Promise<Response> {
    const answer = await this.#fetch(this.files + name).catch((error: unknown) => this.lacks(name, error));
    return answer.ok ? answer : this.lacks(name, answer.status);
  }

  async #unpacked(name: string): Promise<Response> {
    const answer = await this.#ask(name + PACKED);
    const whole = this.#whole(name + PACKED, answer.body ?? new Blob().stream());
    const unpack = new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(whole.pipeThrough(unpack), { headers: { "content-type": type } });
  }

  /** Lets a file through, tells how far it is, and notices when something of it is missing. */
  #whole(name: string, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let left = this.#sizes.get(name) ?? 0;
    return new ReadableStream({
      pull: async (control) => {
        const { done, value } = await reader.read().catch((error: unknown) => this.lacks(name, error));
        if (done) return left ? this.lacks(name, `${left} bytes`) : control.close();
        left -= value.byteLength;
        this.#count(value.byteLength);
        control.enqueue(value);
      },
    });
  }

  #count(bytes: number): void {
    this.#loaded += bytes;
    const share = Math.min(1, this.#loaded / this.#total);
    if (share < this.#told + STEP && share < 1) return;
    this.#told = share;
    this.progress(share);
  }
}
