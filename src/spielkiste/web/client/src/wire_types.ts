// By scripts/wire_types.py from the server's messages.py and answers.py: change those, then `make web`.

export type Closed = 4400 | 4401 | 4403 | 4404 | 4409 | 4429;

export type Run = string | readonly [number, number];

export type Path = readonly [string, readonly string[]];

export interface Play {
  readonly do: "play";
  readonly id: string;
  readonly seat: number;
  readonly move: string;
  readonly after?: number;
}

/** Gathered elements of the picture, to be made a move of. */
export interface Touch {
  readonly do: "touch";
  readonly id: string;
  readonly seat: number;
  readonly tool: string;
  readonly elements: readonly string[];
  readonly after?: number;
}

export interface Rename {
  readonly do: "name";
  readonly id: string;
  readonly name: string;
}

/** The colour of the stones on one's seat. */
export interface Colour {
  readonly do: "colour";
  readonly id: string;
  readonly seat: number;
  readonly colour: string;
}

export interface Sit {
  readonly do: "sit";
  readonly id: string;
  readonly seat: number;
  readonly name?: string;
}

export interface Stand {
  readonly do: "stand";
  readonly id: string;
  readonly seat: number;
}

/** The host lets somebody sit down again, by the order in which they were taken from the table. */
export interface Allow {
  readonly do: "allow";
  readonly id: string;
  readonly who: number;
}

export interface SeatBot {
  readonly do: "bot";
  readonly id: string;
  readonly seat: number;
  readonly level: number;
}

export interface Swap {
  readonly do: "swap";
  readonly id: string;
  readonly seat: number;
  readonly other: number;
}

/** The game begins, and who begins: the lot, the host, one of the others, somebody by seat, or as they sit. */
export interface Start {
  readonly do: "start";
  readonly id: string;
  readonly first?: string;
}

export interface Chat {
  readonly do: "chat";
  readonly id: string;
  readonly text: string;
}

export interface React {
  readonly do: "react";
  readonly id: string;
  readonly what: string;
}

/** I have seen what is shown. */
export interface GoOn {
  readonly do: "go on";
  readonly id: string;
}

/** The host allows tips, or does not. */
export interface SwitchTips {
  readonly do: "tips";
  readonly id: string;
  readonly on: 0 | 1;
}

export interface AskUndo {
  readonly do: "undo";
  readonly id: string;
}

export interface Agree {
  readonly do: "agree";
  readonly id: string;
}

export interface Decline {
  readonly do: "decline";
  readonly id: string;
}

/** What shall happen with somebody who has been away for long. */
export interface Absent {
  readonly do: "absent";
  readonly id: string;
  readonly seat: number;
  readonly what: "bot" | "end" | "wait";
}

export interface Resign {
  readonly do: "resign";
  readonly id: string;
  readonly seat: number;
}

/** Once more, or on from where this game ended. */
export interface Rematch {
  readonly do: "rematch";
  readonly id: string;
  readonly sequel?: 0 | 1;
}

/** The first after each connect: the newest number this page has seen. */
export interface Hello {
  readonly do: "hello";
  readonly id: string;
  readonly last?: number;
  readonly lang?: string;
}

/** Is anybody there, and what time is it? */
export interface Ping {
  readonly do: "ping";
  readonly id: string;
}

/** A move in the making; nothing is stored. */
export interface Sketch {
  readonly do: "draft";
  readonly id: string;
  readonly seat: number;
  readonly text?: string;
}

/** A touch did nothing: what was chosen before, and the elements under the finger. Nothing is stored. */
export interface Why {
  readonly do: "why";
  readonly id: string;
  readonly seat: number;
  readonly chosen: readonly string[];
  readonly under: readonly string[];
}

/** The device has been passed on: from now on this page looks as that seat. */
export interface Lift {
  readonly do: "lift";
  readonly id: string;
  readonly seat: number;
}

export type Message =
  | Play
  | Touch
  | Rename
  | Colour
  | Sit
  | Stand
  | Allow
  | SeatBot
  | Swap
  | Start
  | Chat
  | React
  | GoOn
  | SwitchTips
  | AskUndo
  | Agree
  | Decline
  | Absent
  | Resign
  | Rematch
  | Hello
  | Ping
  | Sketch
  | Why
  | Lift;

/** A clock that runs: until when, by the server's clock, and for how many seconds in all. */
export interface ClockMessage {
  readonly deadline: number | null;
  readonly total: number;
  readonly label: string;
}

/** A move without a place on the board; a strong one is what most players want next. */
export interface ButtonSpec {
  readonly id: string;
  readonly label: string;
  readonly strong: boolean;
}

/** Any of these elements may be gathered, at most so many, to make a move of them. */
export interface Tool {
  readonly id: string;
  readonly label: string;
  readonly elements: readonly string[];
  readonly most: number;
  readonly wanted: number;
  readonly hint: string;
}

/** A picture: its opening tag, and its elements. */
export interface Svg {
  readonly head: string;
  readonly runs: readonly Run[];
}

/** A board as one page sees it. */
export interface BoardMessage {
  readonly seat: number | null;
  readonly seats: readonly number[];
  readonly curtain: string | null;
  readonly waiting: number | null;
  readonly paths: readonly Path[];
  readonly buttons: readonly ButtonSpec[];
  readonly tools: readonly Tool[];
  readonly draftable: boolean;
  readonly last: readonly string[];
  readonly note: string;
  readonly svg: Svg;
  readonly base: number;
  readonly glides?: readonly (readonly [string, string])[];
}

/** The table has changed. What is left out is as it was. */
export interface Update {
  readonly is: "update";
  readonly number: number;
  readonly now: number;
  readonly clock: ClockMessage | null;
  readonly turn: boolean;
  readonly over: boolean;
  readonly parts?: Readonly<Record<string, readonly Run[]>>;
  readonly board?: BoardMessage;
  readonly say?: string;
  readonly go?: string;
}

/** A message was carried out, and is stored; the number of its event. */
export interface Ack {
  readonly is: "ack";
  readonly id: string;
  readonly number: number;
  readonly now: number;
  readonly update?: Update;
}

/** A message was not carried out, and why; `again`: the same message is worth another try. */
export interface Refusal {
  readonly is: "refused";
  readonly id: string;
  readonly why: string;
  readonly number: number;
  readonly again: boolean;
}

/** The picture of a move in the making. */
export interface DraftBoard {
  readonly svg: Svg;
  readonly buttons: readonly ButtonSpec[];
}

/** A move in the making: its picture, the next drafts by the element touched, the move to commit, a note. */
export interface DraftMessage {
  readonly is: "draft";
  readonly id: string;
  readonly board: DraftBoard;
  readonly steps: Readonly<Record<string, string>>;
  readonly move: string | null;
  readonly note: string;
}

/** Why a touch did nothing. */
export interface Reason {
  readonly is: "reason";
  readonly id: string;
  readonly text: string;
}

export type Answer =
  | Ack
  | Refusal
  | DraftMessage
  | Reason;

export type Frame =
  | Ack
  | Refusal
  | DraftMessage
  | Reason
  | Update;
