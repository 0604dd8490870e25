// Games of this browser as a whole: into a file, out of one, and to a server.
import { toast } from "../dom";
import type { Link } from "./link";
import { said } from "./words";

interface Tables {
  count: number; // of all that there were here
  finished: string[]; // and were not handed in yet
}

export async function tables(link: Link): Promise<Tables> {
  return JSON.parse((await link.ask("GET", "/pocket/tables")).text) as Tables;
}

/** A page of the house as a file. */
export async function save(link: Link, path: string): Promise<void> {
  const page = await link.ask("GET", path);
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([page.text], { type: "application/json" }));
  anchor.download = path.endsWith("/record.json") ? "record.json" : "spielkiste.json";
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000); // it may take a while until somebody has said where to
}

// --- out of a file ------------------------------------------------------------------------------

interface Brought {
  new: number;
  there: number; // already
  unreadable: number;
}

/** Games from a file; they are shown before it is said what came of it. */
export async function loadGames(link: Link, file: File, show: () => Promise<void>): Promise<void> {
  const page = await link.ask("POST", "/pocket/games", await file.text(), "application/json");
  if (page.status !== 200) return toast(said("noGames"), "alert");
  const brought = JSON.parse(page.text) as Brought;
  if (brought.new) await show();
  if (brought.unreadable) toast(said("someUnreadable"), "alert");
  else toast(said(brought.new ? "brought" : "allThere"));
}

// --- to a server --------------------------------------------------------------------------------

type Handed = "taken" | "otherRules" | "refused";

/** Gives finished games to the server this app came from, which knows those again that it has; how many are left. */
export async function handIn(link: Link, network: typeof fetch): Promise<number> {
  const { finished } = await tables(link);
  const answers: Handed[] = [];
  try {
    for (const id of finished) answers.push(await handOver(link, network, id));
    if (answers.includes("otherRules")) toast(said("otherRules"), "alert");
    else if (answers.includes("refused")) toast(said("someHanded"), "alert");
    else toast(said("handed"));
  } catch {
    toast(said("notHanded"), "alert");
  }
  return finished.length - answers.filter((answer) => answer === "taken").length;
}

const REFUSED = [400, 403, 409, 413]; // for good; one game that the server does not take keeps no other one here
const OTHER_RULES = 409;
const TOO_MANY = 429; // at a time
const TRIES = 12;
const PAUSE = 5000; // milliseconds before the next try

async function handOver(link: Link, network: typeof fetch, id: string): Promise<Handed> {
  const { text } = await link.ask("GET", `/pocket/tables/${id}`);
  const answer = await post(network, text);
  if (REFUSED.includes(answer.status)) return answer.status === OTHER_RULES ? "otherRules" : "refused";
  if (!answer.ok) throw new Error(String(answer.status));
  await link.ask("POST", `/pocket/tables/${id}/handed`);
  return "taken";
}

/** Sends a game; where the server takes only so many at a time, again after a pause. */
async function post(network: typeof fetch, body: string): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await network("/pocket/hand-in", { method: "POST", body, headers: { "content-type": "application/json" } });
    if (answer.status !== TOO_MANY || tries === TRIES) return answer;
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}
