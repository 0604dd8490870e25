// Python itself: loads it with a progress bar, and from a snapshot of its memory where there is one.
import type { PyodideInterface } from "pyodide";

const PACKED = ".packed"; // how files end that travel packed: no host takes that for its own business
const HOUSE = "/house";
const SNAPSHOT = "snapshot";
const CACHE = "spielkiste-"; // how the service worker calls what it keeps of a version

export class NotLoaded extends Error {}

type Progress = (share: number) => void;
type Options = Parameters<typeof import("pyodide").loadPyodide>[0];

interface List {
  build: string;
  files: [name: string, bytes: number][];
}

export class Python {
  readonly #fetch = self.fetch.bind(self);
  #loaded = 0;
  #total = 1;
  #sizes = new Map<string, number>();
  #missing = ""; // what did not come, or not whole
  build = "";
  snapshot = false;

  constructor(
    private readonly files: string,
    private readonly progress: Progress,
  ) {}

  async load(): Promise<PyodideInterface> {
    const list = (await (await this.#get("files.json")).json()) as List;
    this.build = list.build;
    const wanted = list.files.filter(([name]) => /\/(pyodide\/|bundle\.zip)/.test(name));
    this.#sizes = new Map(list.files.map(([name, bytes]) => [name.slice(name.indexOf("/") + 1), bytes]));
    this.#total = wanted.reduce((sum, [, bytes]) => sum + bytes, 1);
    self.fetch = (input, init) => this.#counted(input, init);
    try {
      return await this.#begin();
    } catch (error) {
      throw this.#missing || error instanceof TypeError ? new NotLoaded(this.#missing || String(error)) : error;
    } finally {
      self.fetch = this.#fetch;
    }
  }

  async #begin(): Promise<PyodideInterface> {
    const { loadPyodide } = (await import(`${this.files}pyodide/pyodide.mjs`)) as typeof import("pyodide");
    const bundle = this.#counted(`${this.files}bundle.zip`).then((answer) => answer.arrayBuffer());
    bundle.catch(() => undefined); // whoever waits for it hears of it
    const kept = await this.#recall();
    const options = { indexURL: `${this.files}pyodide/`, packageBaseUrl: this.files } as Options;
    if (kept) {
      try {
        const python = await loadPyodide({ ...options, _loadSnapshot: kept });
        unpack(python, await bundle);
        python.runPython("import random; random.seed()"); // else the same numbers come after each start
        this.snapshot = true;
        return python;
      } catch (error) {
        if (this.#missing) throw error;
        console.warn("the snapshot is of no use", error);
        await this.#forget();
      }
    }
    const python = await loadPyodide({ ...options, _makeSnapshot: true });
    unpack(python, await bundle);
    python.runPython("from spielkiste.pocket import warm");
    await this.#remember(python);
    return python;
  }

  async #get(name: string): Promise<Response> {
    const answer = await this.#fetch(this.files + name).catch((error: unknown) => this.#lacks(`${name}: ${String(error)}`));
    return answer.ok ? answer : this.#lacks(`${name}: ${answer.status}`);
  }

  #lacks(what: string): never {
    this.#missing = what;
    throw new NotLoaded(what);
  }

  /** Fetches one of our files, and tells how far it is. */
  async #counted(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.startsWith(this.files)) return this.#fetch(input, init);
    const name = address.slice(this.files.length);
    const packed = this.#sizes.has(name + PACKED);
    const file = packed ? name + PACKED : name;
    const answer = await this.#get(file);
    let body = this.#whole(file, answer.body ?? new Blob().stream());
    if (packed) body = body.pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>);
    const type = name.endsWith(".wasm") ? "application/wasm" : (answer.headers.get("content-type") ?? "");
    return new Response(body, { status: 200, headers: { "content-type": type } });
  }

  /** Lets a file through, tells how far it is, and notices when something of it is missing. */
  #whole(file: string, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let left = this.#sizes.get(file) ?? 0;
    return new ReadableStream({
      pull: async (control) => {
        const { done, value } = await reader.read().catch((error: unknown) => this.#lacks(`${file}: ${String(error)}`));
        if (done) return left ? this.#lacks(`${file}: ${left} bytes`) : control.close();
        left -= value.byteLength;
        this.#loaded += value.byteLength;
        this.progress(Math.min(1, this.#loaded / this.#total));
        control.enqueue(value);
      },
    });
  }

  // --- the snapshot of its memory ------------------------------------------------------------

  async #file(create: boolean): Promise<FileSystemFileHandle> {
    const folder = await navigator.storage.getDirectory();
    return folder.getFileHandle(`${SNAPSHOT}-${this.build}`, { create });
  }

  async #recall(): Promise<Uint8Array | null> {
    try {
      const file = await (await this.#file(false)).getFile();
      return file.size ? new Uint8Array(await file.arrayBuffer()) : null;
    } catch {
      return null; // the first time, or none can be kept here
    }
  }

  async #remember(python: PyodideInterface): Promise<void> {
    try {
      const made = (python as unknown as { makeMemorySnapshot(): Uint8Array<ArrayBuffer> }).makeMemorySnapshot();
      await this.#forgetOthers();
      const out = await (await this.#file(true)).createWritable();
      await out.write(made);
      await out.close();
    } catch (error) {
      console.info("no snapshot is kept", error); // it starts more slowly the next time, that is all
    }
  }

  async #forgetOthers(): Promise<void> {
    const folder = await navigator.storage.getDirectory();
    for await (const name of folder.keys()) {
      const build = name.slice(SNAPSHOT.length + 1);
      if (name.startsWith(SNAPSHOT) && build !== this.build && !(await caches.has(CACHE + build))) await folder.removeEntry(name);
    }
  }

  async #forget(): Promise<void> {
    const folder = await navigator.storage.getDirectory();
    await folder.removeEntry(`${SNAPSHOT}-${this.build}`).catch(() => undefined);
  }
}

/** The files of our package: a snapshot has none of them. */
function unpack(python: PyodideInterface, bundle: ArrayBuffer): void {
  python.unpackArchive(bundle, "zip", { extractDir: HOUSE });
  python.runPython(`import sys; "${HOUSE}" in sys.path or sys.path.insert(0, "${HOUSE}")`);
}
