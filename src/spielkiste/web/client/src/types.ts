// What travels over the wire (see docs: the WebSocket of a table).

export type Run = string | readonly [from: number, to: number];
export type Path = readonly [move: string, ids: readonly string[]];

export interface ButtonSpec {
  id: string;
  label: string;
  strong?: boolean;
}

export interface Tool {
  id: string;
  label: string;
  elements: string[];
  most: number;
}

export interface BoardMessage {
  seat: number | null;
  seats: number[];
  curtain: string | null;
  waiting: number | null; // the seat that may lift the curtain
  svg: { head: string; runs: Run[] };
  paths: Path[];
  buttons: ButtonSpec[];
  tools: Tool[];
  draftable: boolean;
  last: string[];
  base: number;
}

export interface ClockMessage {
  deadline: number | null;
  total: number;
  label: string;
}

export interface Update {
  is: "update";
  number: number;
  now: number;
  parts?: Record<string, string>;
  board?: BoardMessage;
  clock?: ClockMessage | null;
  say?: string;
  turn?: boolean;
  over?: boolean;
  go?: string;
}

export interface Ack {
  is: "ack";
  id: string;
  number: number;
  now: number;
}

export interface Refused {
  is: "refused";
  id: string;
  why: string;
  again?: boolean; // worth another try with the same message
}

export interface DraftMessage {
  is: "draft";
  id: string;
  board: Pick<BoardMessage, "svg" | "buttons">;
  steps: Record<string, string>;
  move: string | null;
  note: string;
}

export type Answer = Ack | Refused | DraftMessage;
export type Fields = Record<string, unknown>;
