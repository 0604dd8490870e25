import type { Run } from "./wire_types";

/** The top-level elements of a picture: new ones, and stretches of the picture before. */
export function unfold(before: readonly string[], runs: readonly Run[]): string[] {
  return runs.flatMap((run) => (typeof run === "string" ? [run] : before.slice(run[0], run[1])));
}
