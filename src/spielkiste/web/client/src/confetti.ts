// A win is celebrated, not for those who asked for calm.
import { calm } from "./dom";

const PIECES = 60;
const COLOURS = ["#b5483a", "#3f6f8f", "#4d7a4a", "#c9973f", "#76507f"];
const LASTS = 3500;

export function celebrate(): void {
  if (calm()) return;
  const shower = document.createElement("div");
  shower.className = "confetti";
  shower.setAttribute("aria-hidden", "true");
  for (let k = 0; k < PIECES; k++) {
    const piece = document.createElement("i");
    piece.style.left = `${Math.random() * 100}%`;
    piece.style.background = COLOURS[k % COLOURS.length] ?? "";
    piece.style.animationDelay = `${Math.random()}s`;
    piece.style.animationDuration = `${1.6 + Math.random()}s`;
    shower.append(piece);
  }
  document.body.append(shower);
  setTimeout(() => shower.remove(), LASTS);
}
