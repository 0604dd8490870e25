// Keeps the app's files for later: one version at a time, whole or not at all. It runs no game and answers for no page.
declare const LIST: { build: string; files: [name: string, bytes: number][] }; // written before this by the build

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
const VERSIONS_KEPT = 3; // a game is finished with the version it was begun with

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(LIST.files.map(([name, bytes]) => keep(cache, name, bytes)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function keep(cache: Cache, name: string, bytes: number): Promise<void> {
  const address = scope + name;
  const answer = await fetch(address, { cache: name.includes("/") ? "default" : "reload" });
  const body = await answer.arrayBuffer();
  if (!answer.ok || body.byteLength !== bytes) throw new Error(`${name}: ${answer.status}, ${body.byteLength} bytes`);
  const type = answer.headers.get("content-type") ?? "";
  await cache.put(address, new Response(body, { headers: { "content-type": type } }));
}

async function forgetOld(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  for (const name of names.slice(0, Math.max(0, names.length - VERSIONS_KEPT + 1))) await caches.delete(name);
}

async function answer(request: Request): Promise<Response> {
  const current = await caches.open(CACHE);
  const wanted = request.mode === "navigate" && isFront(request.url) ? `${scope}index.html` : request.url;
  const kept = (await current.match(wanted, { ignoreSearch: true })) ?? (await caches.match(wanted, { ignoreSearch: true }));
  return kept ?? fetch(request);
}

function isFront(address: string): boolean {
  const inside = new URL(address).pathname.slice(new URL(scope).pathname.length);
  return inside === "" || inside === "index.html";
}

keeper.addEventListener("install", (event) => (event as Extendable).waitUntil(keepAll()));
keeper.addEventListener("activate", (event) => (event as Extendable).waitUntil(forgetOld().then(() => keeper.clients.claim())));
keeper.addEventListener("message", (event) => {
  if ((event as MessageEvent).data === "now") void keeper.skipWaiting();
});
keeper.addEventListener("fetch", (event) => {
  const { request } = event as Fetched;
  if (request.method === "GET" && request.url.startsWith(scope)) (event as Fetched).respondWith(answer(request));
});
