// The buttons under a board: moves without a place on it, and the client's own.
import { escapeHtml, morph, parse } from "./dom";

export interface Shown {
  id: string;
  label: string;
  strong?: boolean;
  disabled?: boolean;
}

export function showButtons(root: HTMLElement, buttons: readonly Shown[]): void {
  const fresh = parse(`<div>${buttons.map(markup).join("")}</div>`);
  for (const { name, value } of root.attributes) fresh.setAttribute(name, value);
  const focused = document.activeElement;
  const hadFocus = focused && root.contains(focused);
  morph(root, fresh);
  // the button has done its work and is gone: the board is the next place to be
  if (hadFocus && !root.contains(document.activeElement))
    document.getElementById("board")?.focus({ preventScroll: true });
}

function markup(button: Shown): string {
  const kind = button.strong ? ' class="strong"' : "";
  const off = button.disabled ? " disabled" : "";
  const id = escapeHtml(button.id);
  return `<button type="button" id="b-${id}" data-touch="${id}"${kind}${off}>${escapeHtml(button.label)}</button>`;
}
