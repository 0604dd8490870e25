// The worker in which Python runs: one house, one writer, and messages in and out.
import { Engine, type Port } from "../engine/engine";
import type { Answer, Question } from "../engine/module";
import { type Disk, isFull, Memory, openDisk } from "./disk";
import { NotLoaded } from "./download";
import { WRITER_LOCK } from "./names";
import { Python } from "./python";
import type { Asked, Page, Told, Trouble } from "./talk";

interface House {
  ask(method: string, path: string, body: string, kind: string): Promise<Page>;
  connect(number: number, path: string, tell: (is: string, value: string | number) => void): void;
  say(number: number, text: string): void;
  hang_up(number: number): void;
  builds(): string[];
}
type Open = (disk: Disk) => Promise<House>;
type Begin = Extract<Asked, { do: "begin" }>;
type Served = Exclude<Asked, { do: "begin" | "pulse" }>;

class Elsewhere extends Error {}

const LETS_GO = 3000; // ms that a page which was left may take to let go of the lock
const THINKS_AT_MOST = 20_000; // ms: an engine that says nothing for so long is begun anew
const files = new URL("./", self.location.href).href;
let house: Promise<House> = Promise.reject(new Error("not begun"));
house.catch(() => undefined);

function tell(told: Told): void {
  self.postMessage(told);
}

function fail(error: unknown): void {
  tell({ is: "failed", why: trouble(error), detail: String(error) });
}

function trouble(error: unknown): Trouble {
  if (error instanceof Elsewhere) return "elsewhere";
  return error instanceof NotLoaded ? "download" : "broken";
}

/** Only one page of a browser writes its games; whoever comes later may take over. */
function becomeWriter(steal: boolean): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  let mine = false;
  return new Promise((resolve) => {
    navigator.locks
      .request(WRITER_LOCK, steal ? { steal } : { signal: AbortSignal.timeout(LETS_GO) }, () => {
        mine = true;
        resolve(true);
        return new Promise<never>(() => undefined);
      })
      .catch((error: unknown) => {
        if (mine) return tell({ is: "failed", why: "moved", detail: String(error) });
        const denied = error instanceof DOMException && error.name === "SecurityError";
        resolve(denied); // where nothing is kept nobody else writes either
      });
  });
}

// What takes its time begins before anybody says a word.
const lang = navigator.languages.join(",");
const loader = new Python(files, lang, (share) => tell({ is: "progress", share }));
const loading = loader.load();
loading.catch(() => undefined); // whoever waits for it hears of it
const opening = openDisk();

async function begin({ address, steal, guest }: Begin): Promise<House> {
  if (!guest && !(await becomeWriter(steal))) throw new Elsewhere("another page writes");
  const python = await loading;
  const browser = python.pyimport("spielkiste.pocket.browser") as { open_house(...given: unknown[]): Promise<House> };
  const open = (disk: Disk) => browser.open_house(disk, askEngine, `${files}pictures/`, lang, loader.build, address);
  const { opened, kept } = guest ? { opened: await open(new Memory()), kept: false } : await openHouse(open);
  tell({ is: "ready", kept, snapshot: loader.snapshot, builds: opened.builds() });
  return opened;
}

/** On the browser's disk; where that is full before anything was played, in a memory that lasts as long as the page. */
async function openHouse(open: Open): Promise<{ opened: House; kept: boolean }> {
  const { disk, kept } = await opening;
  await disk.claim();
  const noticed = { full: false };
  const write = (rows: Parameters<Disk["write"]>[0]) =>
    disk.write(rows).catch((error: unknown) => {
      noticed.full ||= isFull(error);
      if (isFull(error)) tell({ is: "full" });
      throw error;
    });
  try {
    return { opened: await open({ read: (prefix) => disk.read(prefix), write }), kept };
  } catch (error) {
    if (!noticed.full || (await disk.read("table/")).length) throw error;
    return { opened: await open(new Memory()), kept: false };
  }
}

const engine = new Engine(() => new Worker(`${files}engine.js`, { type: "module" }) as unknown as Port, `${files}wasm/`);

function askEngine(question: Question): Promise<Answer> {
  const limit = setTimeout(() => engine.stop(), THINKS_AT_MOST);
  const failed = (error: unknown): never => {
    tell({ is: "weaker" });
    throw error;
  };
  return engine.ask(question).catch(failed).finally(() => clearTimeout(limit));
}

function serve(open: House, asked: Served): void {
  const { number } = asked;
  if (asked.do === "ask") {
    const { method, path, body, kind } = asked;
    open.ask(method, path, body, kind).then((page) => tell({ is: "page", number, page }), fail);
  } else if (asked.do === "connect") {
    open.connect(number, asked.path, (is, value) => {
      if (is === "opened") tell({ is, number });
      else if (is === "heard") tell({ is, number, text: String(value) });
      else tell({ is: "closed", number, code: Number(value) });
    });
  } else if (asked.do === "say") open.say(number, asked.text);
  else open.hang_up(number);
}

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.do === "pulse") return tell({ is: "pulse" });
  if (data.do === "begin") {
    house = begin(data);
    house.catch(fail);
  } else {
    const asked = data;
    house.then((open) => serve(open, asked)).catch(() => undefined); // a house that did not open has said so
  }
};
