// Python itself: loads it with a progress bar, and from a snapshot of its memory where there is one.
import type { PyodideInterface } from "pyodide";
import { filesIn } from "./archive";
import { Download, NotLoaded } from "./download";
import { forget, recall, remember } from "./snapshot";

const HOUSE = "/house";
const MODULE = "pyodide/pyodide.asm.wasm";
const BUNDLE = "bundle.zip";
const WANTED = /^(pyodide\/|bundle\.zip)/;

type Pyodide = typeof import("pyodide");
type Options = NonNullable<Parameters<Pyodide["loadPyodide"]>[0]>;
type Code = [Pyodide, { default: NonNullable<Options["createPyodideModule"]> }];
type Load = (given: object) => Promise<PyodideInterface>;

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

  async #begin(kept: Promise<Uint8Array | null>, code: Promise<Code>): Promise<PyodideInterface> {
    const module = this.#module();
    const bundle = this.#download.get(BUNDLE).then((answer) => answer.arrayBuffer());
    bundle.catch(() => undefined);
    self.fetch = (input, init) => this.#download.fetch(input, init);
    const [{ loadPyodide }, { default: createPyodideModule }] = await code;
    const options = { indexURL: `${this.files}pyodide/`, packageBaseUrl: this.files, createPyodideModule };
    const load: Load = (given) => Promise.race([loadPyodide({ ...options, ...given }), failing(module)]);
    const memory = await kept;
    const restored = memory ? await this.#restored(memory, load, bundle) : null;
    return restored ?? this.#fresh(load, bundle);
  }

  async #restored(memory: Uint8Array, load: Load, bundle: Promise<ArrayBuffer>): Promise<PyodideInterface | null> {
    try {
      const python = await load({ _loadSnapshot: memory });
      unpack(python, await bundle);
      python.runPython("import random; random.seed()"); // else the same numbers come after each start
      this.snapshot = true;
      return python;
    } catch (error) {
      if (this.#download.missing) throw error;
      console.warn("the snapshot is of no use", error);
      await forget(this.build);
      return null;
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

/** Never ends, unless something fails. */
function failing(work: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    work.catch(reject);
  });
}

/** The files of our package: a snapshot has none of them. */
function unpack(python: PyodideInterface, bundle: ArrayBuffer): void {
  const { FS } = python as unknown as Inner;
  for (const [name, data] of filesIn(bundle)) {
    const path = `${HOUSE}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, data, { canOwn: true });
  }
  python.runPython(`import sys; "${HOUSE}" in sys.path or sys.path.insert(0, "${HOUSE}")`);
}
