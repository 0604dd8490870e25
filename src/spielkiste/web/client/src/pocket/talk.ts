// What the page and the worker in which Python runs say to each other.

export interface Page {
  status: number;
  path: string; // where it was found in the end
  kind: string;
  text: string;
  build: string; // an older version of this app, whose rules the table was begun with; else ""
}

export type Asked =
  | { do: "begin"; address: string; steal: boolean; guest: boolean }
  | { do: "ask"; number: number; method: string; path: string; body: string; kind: string }
  | { do: "connect"; number: number; path: string }
  | { do: "say"; number: number; text: string }
  | { do: "hang up"; number: number }
  | { do: "pulse" };

export type Trouble = "download" | "slow" | "elsewhere" | "moved" | "broken";

/** How a house was opened. */
export interface Opened {
  kept: boolean; // whether games are there again after closing
  snapshot: boolean;
  builds: string[]; // older versions of this app that tables here still need
}

export type Told =
  | { is: "progress"; share: number }
  | ({ is: "ready" } & Opened)
  | { is: "failed"; why: Trouble; detail: string }
  | { is: "full" }
  | { is: "weaker" }
  | { is: "pulse" }
  | { is: "page"; number: number; page: Page }
  | { is: "opened"; number: number }
  | { is: "heard"; number: number; text: string }
  | { is: "closed"; number: number; code: number };
