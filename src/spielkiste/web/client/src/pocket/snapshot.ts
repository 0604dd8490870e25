// A snapshot of Python's memory in the browser's own file system: one for each version of the app that is kept.

const NAME = "snapshot-";
const CACHE = "spielkiste-"; // how the service worker calls what it keeps of a version
const LENGTHS = 16; // bytes at the beginning: the second number says how long all is that comes before the memory

/** What is read of it, and when. */
export interface Snapshot {
  head: Uint8Array; // what Pyodide writes before the memory
  bytes: number; // of the memory
  read(to: Uint8Array): void;
  close(): void;
}

/** A file as a worker may read it; the types of a page know nothing of it. */
interface Direct {
  getSize(): number;
  read(to: Uint8Array, options?: { at: number }): number;
  close(): void;
}
interface Directly {
  createSyncAccessHandle(options: { mode: "read-only" }): Promise<Direct>;
}

export async function recall(build: string): Promise<Snapshot | null> {
  try {
    const found = await fileOf(build, false);
    return opened(await (found as unknown as Directly).createSyncAccessHandle({ mode: "read-only" }).catch(() => copied(found)));
  } catch {
    return null; // the first time, or none can be kept here
  }
}

/** Its memory stays on the disk until there is a place for it: a copy takes more time than all the reading. */
function opened(file: Direct): Snapshot {
  const lengths = new Uint32Array(LENGTHS / 4);
  file.read(new Uint8Array(lengths.buffer), { at: 0 });
  const head = new Uint8Array(lengths[1] ?? 0);
  file.read(head, { at: 0 });
  const bytes = file.getSize() - head.length;
  if (!head.length || bytes <= 0) throw new Error("not a snapshot");
  const read = (to: Uint8Array): void => {
    if (file.read(to, { at: head.length }) !== to.length) throw new Error("only a part of a snapshot");
  };
  return { head, bytes, read, close: () => file.close() };
}

/** Where that cannot be done: not every browser can, nor two windows at once. */
async function copied(found: FileSystemFileHandle): Promise<Direct> {
  const memory = new Uint8Array(await (await found.getFile()).arrayBuffer());
  return {
    getSize: () => memory.length,
    read: (to, { at } = { at: 0 }) => {
      to.set(memory.subarray(at, at + to.length));
      return to.length;
    },
    close: () => undefined,
  };
}

export async function remember(build: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  await forgetOthers(build);
  const out = await (await fileOf(build, true)).createWritable();
  await out.write(memory);
  await out.close();
}

export async function forget(build: string): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  await folder.removeEntry(NAME + build).catch(() => undefined);
}

async function forgetOthers(build: string): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) {
    const other = name.slice(NAME.length);
    if (name.startsWith(NAME) && other !== build && !(await caches.has(CACHE + other))) await folder.removeEntry(name);
  }
}

async function fileOf(build: string, create: boolean): Promise<FileSystemFileHandle> {
  const folder = await navigator.storage.getDirectory();
  return folder.getFileHandle(NAME + build, { create });
}
