// What a page needs, begun when it is there.
import { byId } from "./dom";
import { listenForHelpers } from "./forms";
import { Lesson } from "./lesson";
import { listenForNames } from "./names";
import { Replay } from "./replay";
import { Table } from "./table";

export function beginPage(): void {
  const board = byId("board");
  const { live } = document.body.dataset;
  listenForHelpers();
  listenForNames();
  if (board && live) new Table(board, live);
  else if (board && byId("lesson")) new Lesson(board);
  else if (board && byId("replay")) new Replay(board);
}
