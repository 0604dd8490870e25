// Keeps the app's files for later: one version at a time, whole or not at all. It runs no game and answers for no page.
type Listed = [name: string, bytes: number];
declare const LIST: { build: string; files: Listed[]; later: Listed[] }; // written before this by the build

interface Keeper extends EventTarget {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const keeper = self as unknown as Keeper; // the types of a page know no service worker
const NAME = "spielkiste-";
const CACHE = NAME + LIST.build;
const scope = keeper.registration.scope;
const PACKED = ".packed";
const PYTHONS = /\/(pyodide\/.*|bundle\.zip)\.packed$/;
// Where the browser has thrown the first page away, and there is no network to fetch it again.
const SORRY = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Spielkiste</title>
<h1>Spielkiste</h1>
<p lang="de">Der Browser hat die Spielkiste weggeräumt. Deine Spiele sind noch da. Öffne sie einmal mit Netz, dann geht es weiter.</p>
<p lang="en">The browser has cleared Spielkiste away. Your games are still here. Open it once with a network, then it goes on.</p>`;

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    const files = await Promise.all(LIST.files.map(([name, bytes]) => keep(cache, name, bytes)));
    const list = { ...LIST, files };
    await cache.put(`${scope}${LIST.build}/files.json`, Response.json(list)); // the list, which cannot list itself
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** What a strong bot has learnt: kept when it is first asked for, when the app is installed, or after two games. */
async function keepRest(asker: MessageEventSource | null): Promise<void> {
  const cache = await caches.open(CACHE);
  const there = await Promise.all(LIST.later.map(([name]) => cache.match(scope + name)));
  const missing = LIST.later.filter((_, k) => !there[k]);
  if (!missing.length) return;
  asker?.postMessage("more");
  for (const [name, bytes] of missing) await keep(cache, name, bytes);
  asker?.postMessage("whole");
}

/** Keeps a file that has come whole; its name and size here. */
async function keep(cache: Cache, name: string, bytes: number): Promise<Listed> {
  const answer = await fetch(scope + name, { cache: name.includes("/") ? "default" : "reload" });
  const body = await answer.arrayBuffer();
  if (!answer.ok || body.byteLength !== bytes) throw new Error(`${name}: ${answer.status}, ${body.byteLength} bytes`);
  if (PYTHONS.test(name)) return keepUnpacked(cache, name.slice(0, -PACKED.length), body);
  await put(cache, name, body, answer.headers.get("content-type") ?? "");
  return [name, bytes];
}

/** What each start reads lies here unpacked; and browsers keep the machine code of a module that comes as one. */
async function keepUnpacked(cache: Cache, name: string, packed: ArrayBuffer): Promise<Listed> {
  const body = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  await put(cache, name, body, name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream");
  return [name, body.byteLength];
}

function put(cache: Cache, name: string, body: ArrayBuffer, type: string): Promise<void> {
  return cache.put(scope + name, new Response(body, { headers: { "content-type": type } }));
}

async function answer(request: Request): Promise<Response> {
  const wanted = request.mode === "navigate" && isFront(request.url) ? `${scope}index.html` : request.url;
  const kept = await find(wanted).catch(() => undefined); // what cannot be read is asked for again
  if (kept) return kept;
  const later = LIST.later.find(([name]) => request.url === scope + name);
  if (later) {
    const cache = await caches.open(CACHE);
    await keep(cache, ...later);
    return (await cache.match(request.url)) ?? fetch(request);
  }
  return fetch(request).catch((error: unknown) => {
    if (request.mode !== "navigate") throw error;
    return new Response(SORRY, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  });
}

async function find(address: string): Promise<Response | undefined> {
  const current = await caches.open(CACHE);
  return (await current.match(address, { ignoreSearch: true })) ?? caches.match(address, { ignoreSearch: true });
}

function isFront(address: string): boolean {
  const inside = new URL(address).pathname.slice(new URL(scope).pathname.length);
  return inside === "" || inside === "index.html";
}

keeper.addEventListener("install", (event) => (event as Extendable).waitUntil(keepAll()));
keeper.addEventListener("activate", (event) => (event as Extendable).waitUntil(keeper.clients.claim()));
keeper.addEventListener("message", (event) => {
  const { data, source } = event as MessageEvent<string>;
  if (data === "now") void keeper.skipWaiting();
  else if (data === "rest") (event as unknown as Extendable).waitUntil(keepRest(source).catch(() => undefined)); // another time
});
keeper.addEventListener("fetch", (event) => {
  const { request } = event as Fetched;
  if (request.method === "GET" && request.url.startsWith(scope)) (event as Fetched).respondWith(answer(request));
});
