// A snapshot of Python's memory in the browser's own file system: one for each version of the app that is kept.

const SNAPSHOT = "snapshot";
const CACHE = "spielkiste-"; // how the service worker calls what it keeps of a version

/** What only workers have, which the types of a page do not know. */
interface Direct {
  createSyncAccessHandle(options: { mode: "read-only" }): Promise<{ getSize(): number; read(to: Uint8Array): number; close(): void }>;
}

export async function recall(build: string): Promise<Uint8Array | null> {
  try {
    const found = await fileOf(build, false);
    const memory = await readAtOnce(found).catch(async () => new Uint8Array(await (await found.getFile()).arrayBuffer()));
    return memory.length ? memory : null;
  } catch {
    return null; // the first time, or none can be kept here
  }
}

/** Straight from the disk, which takes a quarter of the time; not every browser can, nor two windows at once. */
async function readAtOnce(found: FileSystemFileHandle): Promise<Uint8Array> {
  const disk = await (found as unknown as Direct).createSyncAccessHandle({ mode: "read-only" });
  try {
    const memory = new Uint8Array(disk.getSize());
    disk.read(memory);
    return memory;
  } finally {
    disk.close();
  }
}

export async function remember(build: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  await forgetOthers(build);
  const out = await (await fileOf(build, true)).createWritable();
  await out.write(memory);
  await out.close();
}

export async function forget(build: string): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  await folder.removeEntry(nameOf(build)).catch(() => undefined);
}

async function forgetOthers(build: string): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) {
    const other = name.slice(nameOf("").length);
    if (name.startsWith(SNAPSHOT) && other !== build && !(await caches.has(CACHE + other))) await folder.removeEntry(name);
  }
}

async function fileOf(build: string, create: boolean): Promise<FileSystemFileHandle> {
  const folder = await navigator.storage.getDirectory();
  return folder.getFileHandle(nameOf(build), { create });
}

function nameOf(build: string): string {
  return `${SNAPSHOT}-${build}`;
}
