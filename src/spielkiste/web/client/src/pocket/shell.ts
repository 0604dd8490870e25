// The offline app: asks Python for pages and turns to them. Pages, boards and messages are those of the server.
import { byId, toast } from "../dom";
import { beginPage } from "../page";
import { travelBy } from "../travel";
import { handIn, loadGames, save, tables } from "./games";
import { Link, LocalSocket } from "./link";
import { Scope } from "./scope";
import type { Page, Trouble } from "./talk";
import { said, speak } from "./words";

const files = new URL("./", import.meta.url);
const root = new URL("../", files);
const later = window.setTimeout.bind(window); // the shell's own: the page's timers end with the page
const scope = new Scope();
const build = files.pathname.slice(root.pathname.length, -1);
const older = location.pathname.startsWith(files.pathname); // a version that only finishes a game of its rules
const guest = new URLSearchParams(location.search).has("play"); // one board in a page of somebody else's
let opening: Promise<void> | null = null; // the first page

const link = new Link(new URL("pocket-worker.js", files), guest, {
  progress: (share) => {
    const bar = byId<HTMLProgressElement>("pocket-progress");
    if (bar) bar.value = share;
    const state = byId("pocket-state");
    if (state) state.textContent = said(share < 1 && !isKept() ? "loading" : "starting");
  },
  ready: ({ kept, snapshot, builds }) => {
    document.documentElement.dataset.pocket = snapshot ? "snapshot" : "fresh";
    if (!kept && !guest) void opening?.then(() => toast(said("unkept"), "alert"));
    if (!older) void forgetVersions(builds);
  },
  failed: (why, detail) => {
    console.warn(why, detail);
    showTrouble(why);
  },
  died: () => toast(said("died"), "alert"),
  full: () => toast(said("full"), "alert"),
  weaker: () => toast(said("weaker")),
});

const CACHE = "spielkiste-"; // how the service worker calls what it keeps of a version
const TABLE = /^\/[tr]\//; // a table and its replay

// --- what the client finds in the place of a server ---------------------------------------------

const network = window.fetch.bind(window);

function pathOf(address: string | URL): string | null {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) return null;
  if (url.pathname === location.pathname) return url.search.startsWith("?/") ? decodeURI(url.search.slice(1)) : "/";
  return url.href.startsWith(root.href) && root.pathname !== "/" ? null : url.pathname + url.search;
}

window.fetch = async (input, init) => {
  const path = typeof input === "string" && input.startsWith("/") ? input : input instanceof Request ? null : pathOf(input);
  if (path === null) return network(input, init);
  const body = typeof init?.body === "string" ? init.body : "";
  const page = await link.ask(init?.method ?? "GET", path, body, body && "application/json");
  return new Response(page.text, { status: page.status, headers: { "content-type": page.kind } });
};

window.WebSocket = new Proxy(WebSocket, {
  construct(_, [address]: [string | URL]) {
    const socket = new LocalSocket(link, address);
    scope.leaving(() => {
      socket.onclose = null;
      socket.close();
    });
    return socket;
  },
});

const push = history.pushState.bind(history);
let shown = ""; // the path of the page that is there
history.pushState = (state, title, address) => {
  push(state, title, address && addressOf(String(address)));
  shown = pathOf(location.href) ?? shown;
};

function addressOf(path: string): string {
  return path.startsWith("/") ? `${location.pathname}${path === "/" ? "" : `?${path}`}` : path;
}

// --- turning pages ------------------------------------------------------------------------------

/** Begins Python, and asks for the first page before it is there. */
function begin(steal = false): void {
  link.begin(steal);
  opening ??= open()
    .catch((error: unknown) => console.warn("the first page", error))
    .finally(() => (opening = null));
}

async function open(): Promise<void> {
  if (guest) return embed(new URLSearchParams(location.search));
  await turnTo(pathOf(location.href) ?? "/", false);
}

/** One board for a page of somebody else's: `?play=torris&level=2`. */
async function embed(asked: URLSearchParams): Promise<void> {
  const game = encodeURIComponent(asked.get("play") ?? "");
  document.documentElement.classList.add("embedded");
  const answer = await link.ask("GET", `/games/${game}/new`);
  if (answer.status !== 200) return show(answer, false); // there is no such game
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  const form = new FormData(page.querySelector<HTMLFormElement>("main form") ?? undefined);
  const alone = page.querySelector("[name=mode][value=bots]") === null;
  form.set("mode", alone ? "alone" : "bots");
  form.set("level", asked.get("level") ?? "2");
  show(await link.ask("POST", "/tables", fieldsOf(form)), false);
}

let turns = 0;

async function turnTo(path: string, noted: boolean): Promise<void> {
  const [address, hash] = path.split("#");
  const turn = ++turns;
  const page = await link.ask("GET", address === "" ? "/" : (address ?? "/"));
  if (turn !== turns) return; // somebody was in a hurry, and is elsewhere already
  if (page.build && canKeep() && (await caches.has(CACHE + page.build))) return location.assign(addressIn(`${page.build}/index.html`, page.path));
  if (older && !TABLE.test(page.path)) return location.assign(addressIn("", page.path));
  show(page, noted);
  if (hash) byId(hash)?.scrollIntoView();
}

/** A page of this app in another version of it, or in the one of today. */
function addressIn(front: string, path: string): string {
  return `${root.href}${front}${path === "/" ? "" : `?${path}`}`;
}

function show(page: Page, noted: boolean): void {
  const fresh = new DOMParser().parseFromString(page.text, "text/html");
  scope.end();
  note(page.path, noted);
  shown = page.path;
  document.title = fresh.title;
  document.documentElement.lang = fresh.documentElement.lang;
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
  for (const { name, value } of fresh.body.attributes) document.body.setAttribute(name, value);
  document.body.replaceChildren(...fresh.body.childNodes);
  speak(document.body.dataset.lang ?? "");
  scrollTo(0, 0);
  if (noted) byId("main")?.focus({ preventScroll: true }); // as after loading a page: keys and voices begin at its top
  beginPage();
  listen();
  addExtras(page.path);
}

/** Where one is, in the browser's bar and its history; a page of somebody else's keeps its own. */
function note(path: string, noted: boolean): void {
  if (guest || pathOf(location.href) === path) return;
  history.replaceState({ scroll: scrollY }, "");
  if (noted) push(null, "", addressOf(path));
  else history.replaceState(null, "", addressOf(path));
}

function listen(): void {
  document.addEventListener("click", (event) => {
    const anchor = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const href = anchor?.getAttribute("href") ?? "";
    if (event.defaultPrevented || !anchor || !href.startsWith("/")) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(addressOf(href));
    else void (anchor.hasAttribute("download") || href.endsWith(".json") ? save(link, href) : turnTo(href, true));
  });
  document.addEventListener("contextmenu", (event) => {
    const anchor = (event.target as Element).closest<HTMLAnchorElement>("a[href^='/']"); // to be opened elsewhere, or copied
    if (anchor) anchor.href = addressOf(anchor.getAttribute("href") ?? "/");
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method !== "post") return;
    event.preventDefault();
    if (sending) return; // touched twice
    sending = true;
    const data = new FormData(form, event.submitter);
    link
      .ask("POST", form.getAttribute("action") ?? "/", fieldsOf(data))
      .then(
        (page) => show(page, true),
        () => toast(said("failed"), "alert"),
      )
      .finally(() => (sending = false));
  });
}

let sending = false;

function fieldsOf(data: FormData): string {
  return new URLSearchParams([...data].map(([name, value]) => [name, value as string])).toString();
}

travelBy((address) => void turnTo(address.startsWith("/") ? address : (pathOf(address) ?? "/"), true));
history.scrollRestoration = "manual"; // a page is there when Python has written it, not when the browser thinks so
const turned = (event: Event) => {
  event.stopImmediatePropagation(); // what a page itself does with its addresses has been done here
  const path = pathOf(location.href) ?? "/";
  const { scroll } = ((event as PopStateEvent).state ?? {}) as { scroll?: number };
  if (path !== shown) void turnTo(path, false).then(() => scrollTo(0, scroll ?? 0)); // else only a place on this page
};
EventTarget.prototype.addEventListener.call(window, "popstate", turned);

// --- beside the pages ---------------------------------------------------------------------------

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let installing: InstallPrompt | null = null;
EventTarget.prototype.addEventListener.call(window, "beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event as InstallPrompt;
});

const SETTLED = 10_000; // ms after which a start has nothing more to do
const FEW_GAMES = 2; // after which somebody may want to keep the app

function addExtras(path: string): void {
  if (path === "/") void addToHome();
  if (path === "/me") listenForGames();
  if (path.startsWith("/t/")) askToKeep().catch(() => undefined);
  void offerFresh();
}

async function addToHome(): Promise<void> {
  const foot = document.querySelector(".page-foot");
  const { count, finished } = await tables(link);
  if (count >= FEW_GAMES) {
    suggestInstalling(foot);
    keepRest();
  }
  const fromServer = root.pathname.endsWith("/pocket/"); // where our own server has the app
  if (finished.length && fromServer) foot?.append(handInButton());
}

function handInButton(): HTMLButtonElement {
  const made = button("hand-in", said("handIn"), () => {
    made.disabled = true;
    void handIn(link, network).then((left) => {
      made.disabled = false;
      if (!left) made.remove();
    });
  });
  return made;
}

/** Games of another browser, from the file that was downloaded there. */
function listenForGames(): void {
  const input = byId<HTMLInputElement>("games-file");
  input?.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) void loadGames(link, file, () => turnTo("/mine", true));
    input.value = "";
  });
}

/** With the second game: whoever plays again wants to keep what was played, and may be asked. */
async function askToKeep(): Promise<void> {
  if (asked || guest || !("storage" in navigator)) return; // without https there is nothing to ask
  if ((await tables(link)).count < FEW_GAMES || (await navigator.storage.persisted())) return;
  asked = true;
  await navigator.storage.persist();
}

let asked = false; // once is enough

EventTarget.prototype.addEventListener.call(window, "appinstalled", keepRest);
if (matchMedia("(display-mode: standalone)").matches) later(keepRest, SETTLED);

/** What only strong bots need comes when the app is installed or somebody has played a little, unless data are dear. */
function keepRest(): void {
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (!connection?.saveData && "serviceWorker" in navigator) navigator.serviceWorker.controller?.postMessage("rest");
}

function suggestInstalling(foot: Element | null): void {
  const onApple = (navigator as { standalone?: boolean }).standalone === false; // there only people can do it
  if (installing) foot?.append(button("install", said("install"), () => void installing?.prompt()));
  else if (onApple) foot?.append(paragraph(said("onApple")));
}

function paragraph(text: string): HTMLElement {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

function button(id: string, text: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.id = id;
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

function sentence(text: string, role = "status"): HTMLElement {
  const state = document.createElement("p");
  state.id = "pocket-state";
  state.setAttribute("role", role);
  state.textContent = text;
  return state;
}

function showTrouble(why: Trouble): void {
  scope.end();
  const main = byId("main") ?? document.body;
  const state = sentence(said(why), "alert");
  const again = button("again", said(why === "elsewhere" || why === "moved" ? "here" : "again"), () => {
    main.replaceChildren(state);
    begin(why === "elsewhere" || why === "moved");
  });
  again.className = "strong";
  main.replaceChildren(state, again);
  if (why === "broken" || why === "download") main.append(button("anew", said("anew"), () => void loadAnew()));
}

async function loadAnew(): Promise<void> {
  const there = await network(new URL(`sw.js?${Date.now()}`, root), { cache: "no-store" }).catch(() => null);
  if (!there?.ok) return toast(said("offline"), "alert"); // what is broken here is still better than nothing
  if (canKeep()) {
    for (const one of await navigator.serviceWorker.getRegistrations()) if (one.scope === root.href) await one.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  }
  location.reload();
}

// --- kept for later, and new versions -------------------------------------------------------------

/** Not in a private window, nor at an address without https: there it plays, and has to be loaded each time. */
function canKeep(): boolean {
  return "serviceWorker" in navigator && "caches" in window;
}

/** Whether the app is on this device already. */
function isKept(): boolean {
  return canKeep() && navigator.serviceWorker.controller !== null;
}

async function keepForLater(): Promise<void> {
  if (!canKeep()) return;
  try {
    const before = isKept(); // else this version is the first one kept
    navigator.serviceWorker.oncontrollerchange = () =>
      before ? location.reload() : void Promise.resolve(opening).then(() => guest || toast(said("kept")));
    navigator.serviceWorker.onmessage = ({ data }: MessageEvent<"more" | "whole">) => toast(said(data));
    await navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname });
  } catch (error) {
    console.warn("not kept for later", error);
  }
}

/** Earlier versions go, but for those whose rules a game here was begun with. */
async function forgetVersions(needed: string[]): Promise<void> {
  if (!canKeep()) return;
  const names = (await caches.keys().catch(() => [])).filter((name) => name.startsWith(CACHE));
  const before = names.slice(0, Math.max(0, names.indexOf(CACHE + build))); // later ones wait to be used
  for (const name of before) if (!needed.includes(name.slice(CACHE.length))) await caches.delete(name);
}

async function offerFresh(): Promise<void> {
  if (!canKeep()) return;
  const waiting = (await navigator.serviceWorker.getRegistration(root).catch(() => undefined))?.waiting;
  if (!waiting) return;
  if (document.body.dataset.live) toast(said("fresh"));
  else document.querySelector(".page-foot")?.append(button("fresh", said("freshNow"), () => waiting.postMessage("now")));
}

document.querySelector("#pocket-state.late")?.replaceWith(sentence("…")); // this runs: what says that it does not may go
begin();
later(() => void keepForLater(), 0);
