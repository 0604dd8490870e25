// Python itself: loads it with a progress bar, and from a snapshot of its memory where there is one.
import type { PyodideInterface } from "pyodide";
import { filesIn } from "./archive";
import { Download, NotLoaded } from "./download";
import { forget, recall, remember, type Snapshot } from "./snapshot";

const HOUSE = "/house";
const MODULE = "pyodide/pyodide.asm.wasm";
const BUNDLE = "bundle.zip";
const WANTED = /^(pyodide\/|bundle\.zip)/;

type Pyodide = typeof import("pyodide");
type Options = NonNullable<Parameters<Pyodide["loadPyodide"]>[0]>;
type Code = [Pyodide, { default: NonNullable<Options["createPyodideModule"]> }];
type Load = (given: object) => Promise<PyodideInterface>;

/** Pyodide's own memory, as its code has it (`pocket/site.py` makes it ask for `restoreMemory`). */
interface Heap {
  HEAPU8: Uint8Array;
  growMemory(bytes: number): void;
}

/** What Pyodide's own types keep to themselves. */
interface Inner {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

export class Python {
  readonly build: string;
  snapshot = false;
  readonly #download: Download;

  constructor(
    private readonly files: string,
    private readonly lang: string,
    progress: (share: number) => void,
  ) {
    this.build = files.split("/").at(-2) ?? ""; // the name of their folder
    this.#download = new Download(files, progress);
  }

  /** Everything that takes its time begins at once. */
  async load(): Promise<PyodideInterface> {
    const kept = recall(this.build);
    Object.assign(self, { importScripts: refuse });
    const code = Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(`${this.files}pyodide/${name}`)));
    code.catch(() => undefined); // whoever waits for it hears of it
    const before = { fetch: self.fetch.bind(self), instantiate: WebAssembly.instantiateStreaming.bind(WebAssembly) };
    try {
      await this.#download.begin(WANTED);
      return await this.#begin(kept, code as Promise<unknown> as Promise<Code>);
    } catch (error) {
      const { missing } = this.#download;
      throw missing || error instanceof TypeError ? new NotLoaded(missing || String(error)) : error;
    } finally {
      self.fetch = before.fetch;
      WebAssembly.instantiateStreaming = before.instantiate;
    }
  }

  async #begin(kept: Promise<Snapshot | null>, code: Promise<Code>): Promise<PyodideInterface> {
    const module = this.#module();
    const bundle = this.#download.get(BUNDLE).then((answer) => answer.arrayBuffer());
    bundle.catch(() => undefined);
    self.fetch = (input, init) => this.#download.fetch(input, init);
    const [{ loadPyodide }, { default: createPyodideModule }] = await code;
    const options = { indexURL: `${this.files}pyodide/`, packageBaseUrl: this.files, createPyodideModule };
    const load: Load = (given) => Promise.race([loadPyodide({ ...options, ...given }), failing(module)]);
    const snapshot = await kept;
    const restored = snapshot ? await this.#restored(snapshot, load, bundle) : null;
    return restored ?? this.#fresh(load, bundle);
  }

  async #restored(snapshot: Snapshot, load: Load, bundle: Promise<ArrayBuffer>): Promise<PyodideInterface | null> {
    const restoreMemory = (heap: Heap): void => {
      if (heap.HEAPU8.length < snapshot.bytes) heap.growMemory(snapshot.bytes); // it begins with 30 MB, and ours is larger
      snapshot.read(heap.HEAPU8.subarray(0, snapshot.bytes));
    };
    try {
      const python = await load({ _loadSnapshot: snapshot.head, restoreMemory });
      unpack(python, await bundle);
      python.runPython("import random; random.seed()"); // else the same numbers come after each start
      this.snapshot = true;
      return python;
    } catch (error) {
      if (this.#download.missing) throw error;
      console.warn("the snapshot is of no use", error);
      snapshot.close(); // nobody can remove a file that is open
      await forget(this.build);
      return null;
    } finally {
      snapshot.close();
    }
  }

  async #fresh(load: Load, bundle: Promise<ArrayBuffer>): Promise<PyodideInterface> {
    const python = await load({ _makeSnapshot: true });
    unpack(python, await bundle);
    python.runPython(`from spielkiste.pocket.warm import warm; warm(${JSON.stringify(this.lang)})`);
    try {
      await remember(this.build, (python as unknown as Inner).makeMemorySnapshot());
    } catch (error) {
      console.info("no snapshot is kept", error); // it starts more slowly the next time, that is all
    }
    return python;
  }

  /** Pyodide's machine code, made while its script is still read. Pyodide itself would wait for ever where that fails. */
  #module(): Promise<WebAssembly.Module> {
    const coming = this.#download.get(MODULE);
    const module = WebAssembly.compileStreaming(coming).catch((error: unknown) => this.#download.lacks(MODULE, error));
    this.#download.provided.set(MODULE, new Response()); // Pyodide asks for it as well, and gets the module below
    WebAssembly.instantiateStreaming = async (_, imports) => {
      const made = await module;
      return { module: made, instance: await WebAssembly.instantiate(made, imports) };
    };
    return module;
  }
}

/** Pyodide tries whether this works, as in no worker of ours. A real error would look for its place in a megabyte of code. */
function refuse(): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error
  throw null;
}

/** Never ends, unless something fails. */
function failing(work: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    work.catch(reject);
  });
}

/** The files of our package: a snapshot has none of them. */
function unpack(python: PyodideInterface, bundle: ArrayBuffer): void {
  const { FS } = python as unknown as Inner;
  const made = new Set<string>();
  for (const [name, data] of filesIn(bundle)) {
    const path = `${HOUSE}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, data, { canOwn: true });
  }
  python.runPython(`import sys; "${HOUSE}" in sys.path or sys.path.insert(0, "${HOUSE}")`);
}
