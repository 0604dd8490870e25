// Rows of text in the browser's database: what `write` has written is there after a power cut, all of it or nothing.

import { DATABASE } from "./names";

export type Row = [key: string, text: string | null];

/** Where a house keeps its rows. */
export interface Disk {
  read(prefix: string): Promise<[string, string][]>;
  write(rows: Row[]): Promise<void>;
}

export interface OwnDisk extends Disk {
  /** From now on only this page writes. */
  claim(): Promise<void>;
}

const STORE = "rows";
const LAST = "\uffff";
const WRITER = "writer"; // the row that says who opened the database last: a page that was left behind writes nothing

/** The browser's database; where it is denied, a memory that lasts as long as the page. */
export async function openDisk(): Promise<{ disk: OwnDisk; kept: boolean }> {
  try {
    return { disk: new Kept(await opened()), kept: true };
  } catch {
    return { disk: new Memory(), kept: false };
  }
}

/** Whether a write failed because there is no room left. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("denied"));
    asked.onblocked = () => reject(new Error("blocked"));
  });
}

class Kept implements OwnDisk {
  #me = crypto.getRandomValues(new Uint32Array(4)).join("-");
  #closed = false;

  constructor(private database: IDBDatabase) {
    this.#listen();
  }

  #listen(): void {
    this.database.onclose = () => (this.#closed = true);
    this.database.onversionchange = () => {
      this.#closed = true;
      this.database.close(); // somebody erases it
    };
  }

  /** The browser may close a database on its own; it is opened again when it is needed. */
  async #begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    if (this.#closed) {
      this.database = await opened();
      this.#closed = false;
      this.#listen();
    }
    return this.database.transaction(STORE, mode, { durability: "strict" });
  }

  async read(prefix: string): Promise<[string, string][]> {
    const rows = (await this.#begin("readonly")).objectStore(STORE);
    return new Promise((resolve, reject) => {
      const range = IDBKeyRange.bound(prefix, prefix + LAST);
      const keys = rows.getAllKeys(range);
      const texts = rows.getAll(range);
      texts.onsuccess = () => {
        const found = keys.result.map((key, k) => [key, texts.result[k] as unknown]);
        resolve(found.filter(([, text]) => typeof text === "string") as [string, string][]); // others were once erased badly
      };
      texts.onerror = () => reject(texts.error ?? new Error("unreadable"));
    });
  }

  async claim(): Promise<void> {
    const change = await this.#begin("readwrite");
    await new Promise<void>((resolve, reject) => {
      change.objectStore(STORE).put(this.#me, WRITER);
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error ?? new Error("not written"));
    }).catch(() => (this.#me = "")); // there is no room left: then it has no say, but can be read
  }

  async write(rows: Row[]): Promise<void> {
    const change = await this.#begin("readwrite");
    return new Promise((resolve, reject) => {
      let why: Error | null = null;
      const store = change.objectStore(STORE);
      const writer = store.get(WRITER);
      writer.onsuccess = () => {
        try {
          if (this.#me && writer.result !== this.#me) throw new Error("another page writes");
          for (const [key, text] of rows) {
            if (text === null) store.delete(key);
            else store.put(text, key);
          }
        } catch (error) {
          why = error as Error;
          change.abort();
        }
      };
      change.oncomplete = () => resolve();
      change.onabort = () => reject(why ?? change.error ?? new Error("not written"));
    });
  }
}

export class Memory implements OwnDisk {
  readonly #rows = new Map<string, string>();

  read(prefix: string): Promise<[string, string][]> {
    return Promise.resolve([...this.#rows].filter(([key]) => key.startsWith(prefix)).sort());
  }

  claim(): Promise<void> {
    return Promise.resolve();
  }

  write(rows: Row[]): Promise<void> {
    for (const [key, text] of rows) {
      if (text === null) this.#rows.delete(key);
      else this.#rows.set(key, text);
    }
    return Promise.resolve();
  }
}
