// What the page and the worker in which Python runs say to each other.

export interface Page {
  status: number;
  path: string; // where it was found in the end
  kind: string;
  text: string;
}

export type Asked =
  | { do: "begin"; lang: string; address: string; steal: boolean }
  | { do: "ask"; number: number; method: string; path: string; body: string; kind: string }
  | { do: "connect"; number: number; path: string }
  | { do: "say"; number: number; text: string }
  | { do: "hang up"; number: number };

export type Trouble = "download" | "slow" | "elsewhere" | "moved" | "broken";

export type Told =
  | { is: "progress"; share: number }
  | { is: "ready"; kept: boolean; snapshot: boolean }
  | { is: "failed"; why: Trouble; detail: string }
  | { is: "page"; number: number; page: Page }
  | { is: "opened"; number: number }
  | { is: "heard"; number: number; text: string }
  | { is: "closed"; number: number; code: number };
