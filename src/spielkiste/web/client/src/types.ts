// Messages by what they do; what they hold is in wire_types.ts, made from the server's own structs.
import type { Answer, Message } from "./wire_types";

export type What = Message["do"];
/** The fields of a message, besides the id and what it does. */
export type Fields<W extends What = What> = Omit<Extract<Message, { do: W }>, "id" | "do">;
/** What a template writes into its attributes and fields; the server checks it. */
export type Written = Record<string, string | number>;
export type Send = <W extends What>(what: W, fields: Fields<W>) => Promise<Answer>;
