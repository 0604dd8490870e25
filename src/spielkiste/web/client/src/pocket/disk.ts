// Rows of text in the browser's database: what `write` has written is there after a power cut, all of it or nothing.

export type Row = [key: string, text: string | null];

export interface Disk {
  read(prefix: string): Promise<[string, string][]>;
  write(rows: Row[]): Promise<void>;
}

const NAME = "spielkiste";
const STORE = "rows";
const LAST = "\uffff";

/** The browser's database; where it is denied, a memory that lasts as long as the page. */
export async function openDisk(): Promise<{ disk: Disk; kept: boolean }> {
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
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("denied"));
    asked.onblocked = () => reject(new Error("blocked"));
  });
}

class Kept implements Disk {
  #closed = false;

  constructor(private database: IDBDatabase) {
    this.#listen();
  }

  #listen(): void {
    this.database.onclose = () => (this.#closed = true);
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
      texts.onsuccess = () => resolve(keys.result.map((key, k) => [key as string, texts.result[k] as string]));
      texts.onerror = () => reject(texts.error ?? new Error("unreadable"));
    });
  }

  async write(rows: Row[]): Promise<void> {
    const change = await this.#begin("readwrite");
    return new Promise((resolve, reject) => {
      const store = change.objectStore(STORE);
      for (const [key, text] of rows) {
        if (text === null) store.delete(key);
        else store.put(text, key);
      }
      change.oncomplete = () => resolve();
      change.onabort = change.onerror = () => reject(change.error ?? new Error("not written"));
    });
  }
}

export class Memory implements Disk {
  readonly #rows = new Map<string, string>();

  read(prefix: string): Promise<[string, string][]> {
    return Promise.resolve([...this.#rows].filter(([key]) => key.startsWith(prefix)).sort());
  }

  write(rows: Row[]): Promise<void> {
    for (const [key, text] of rows) {
      if (text === null) this.#rows.delete(key);
      else this.#rows.set(key, text);
    }
    return Promise.resolve();
  }
}
