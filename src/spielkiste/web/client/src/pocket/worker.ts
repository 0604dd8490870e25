// The worker in which Python runs: one house, one writer, and messages in and out.
import { Engine, type Port } from "../engine/engine";
import type { Question } from "../engine/module";
import { openDisk } from "./disk";
import { NotLoaded, Python, TooSlow } from "./python";
import type { Asked, Page, Told, Trouble } from "./talk";

interface House {
  ask(method: string, path: string, body: string, kind: string): Promise<Page>;
  connect(number: number, path: string, tell: (is: string, value: string | number) => void): void;
  say(number: number, text: string): void;
  hang_up(number: number): void;
}

const LOCK = "spielkiste-writer";
const LETS_GO = 3000; // ms that a page which was left may take to let go of the lock
const files = new URL("./", self.location.href).href;
let house: House | null = null;

function tell(told: Told): void {
  self.postMessage(told);
}

function fail(why: Trouble, error: unknown): void {
  tell({ is: "failed", why, detail: String(error) });
}

/** Only one page of a browser writes its games; whoever comes later may take over. */
function becomeWriter(steal: boolean): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  let mine = false;
  return new Promise((resolve) => {
    navigator.locks
      .request(LOCK, steal ? { steal } : { signal: AbortSignal.timeout(LETS_GO) }, () => {
        mine = true;
        resolve(true);
        return new Promise<never>(() => undefined);
      })
      .catch((error: unknown) => {
        if (!mine) return resolve(false);
        house = null;
        fail("moved", error);
      });
  });
}

async function begin(lang: string, address: string, steal: boolean): Promise<void> {
  if (!(await becomeWriter(steal))) return fail("elsewhere", "another page writes");
  const loader = new Python(files, (share) => tell({ is: "progress", share }));
  const python = await loader.load();
  const { disk, kept } = await openDisk();
  const engine = new Engine(() => new Worker(`${files}engine.js`, { type: "module" }) as unknown as Port, `${files}wasm/`);
  const browser = python.pyimport("spielkiste.pocket.browser") as { open_house(...given: unknown[]): Promise<House> };
  const ask = (question: Question) => engine.ask(question);
  house = await browser.open_house(disk, ask, `${files}pictures/`, lang, loader.build, address);
  tell({ is: "ready", kept, snapshot: loader.snapshot });
}

function trouble(error: unknown): Trouble {
  if (error instanceof TooSlow) return "slow";
  return error instanceof NotLoaded || error instanceof TypeError ? "download" : "broken";
}

async function ask(asked: Extract<Asked, { do: "ask" }>): Promise<void> {
  const { number, method, path, body, kind } = asked;
  try {
    if (!house) throw new Error("there is no house");
    tell({ is: "page", number, page: await house.ask(method, path, body, kind) });
  } catch (error) {
    console.error(error);
    tell({ is: "page", number, page: { status: 500, path, kind: "text/plain", text: String(error) } });
  }
}

function connect(number: number, path: string): void {
  house?.connect(number, path, (is, value) => {
    if (is === "opened") tell({ is, number });
    else if (is === "heard") tell({ is, number, text: String(value) });
    else tell({ is: "closed", number, code: Number(value) });
  });
}

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.do === "begin") begin(data.lang, data.address, data.steal).catch((error: unknown) => fail(trouble(error), error));
  else if (data.do === "ask") void ask(data);
  else if (data.do === "connect") connect(data.number, data.path);
  else if (data.do === "say") house?.say(data.number, data.text);
  else house?.hang_up(data.number);
};
