// Small helpers around the document.
import { Idiomorph } from "idiomorph";

export function byId<T extends Element = HTMLElement>(id: string): T | null {
  return document.getElementById(id) as T | null;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);
}

/** The first element of some HTML, detached. */
export function parse(html: string): Element {
  const template = document.createElement("template");
  template.innerHTML = html;
  const first = template.content.firstElementChild;
  if (!first) throw new Error("nothing to show");
  return first;
}

/** Turns an element into another, keeping what people have opened or focused. `data-own` parts belong to the client. */
export function morph(old: Element, fresh: Element): void {
  const focused = document.activeElement;
  void Idiomorph.morph(old, fresh, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (node) => !(node instanceof Element && node.hasAttribute("data-own")),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.localName === "details"),
    },
  });
  if (focused instanceof HTMLElement && focused.id && document.activeElement !== focused) byId(focused.id)?.focus();
}

export function say(text: string): void {
  const live = byId("live");
  if (live) live.textContent = text;
}

const TOASTS = 3;

/** A short message above everything; a refusal is an alert. The same one is shown once, and never a wall of them. */
export function toast(text: string, kind: "status" | "alert" = "status"): void {
  const note = document.createElement("p");
  note.className = `toast ${kind}`;
  note.setAttribute("role", kind);
  note.textContent = text;
  const shown = [...(byId("toasts")?.children ?? [])];
  shown
    .filter((other, k) => other.textContent === text || k <= shown.length - TOASTS)
    .forEach((other) => other.remove());
  byId("toasts")?.append(note);
  setTimeout(() => note.remove(), kind === "alert" ? 7000 : 3000);
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A setting of this browser, which may forbid to keep any. */
export const settings = {
  get(name: string, fallback: string): string {
    try {
      return localStorage.getItem(`spielkiste-${name}`) ?? fallback;
    } catch {
      return fallback;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(`spielkiste-${name}`, value);
    } catch {
      // a private window: the setting lasts as long as the page
    }
  },
};
