// Buttons and forms of the pages, by delegation: fragments come and go, the listeners stay.
import { byId, settings, toast } from "./dom";
import { allowNotices, canNotify } from "./notice";
import type { Written } from "./types";
import { word } from "./words";

const OURS = new Set(["data-do", "data-ask", "data-own"]);

/** The fields of a message: every data-* attribute; numbers where numeric. */
export function fieldsOf(element: Element): Written {
  const fields: Written = {};
  for (const { name, value } of element.attributes) {
    if (name.startsWith("data-") && !OURS.has(name)) fields[name.slice(5)] = plain(value);
  }
  return fields;
}

function plain(value: string): string | number {
  return /^-?\d{1,9}$/.test(value) ? Number(value) : value;
}

/** Listens for `data-do`: what fragments ask to be sent. */
export function listenForMessages(send: (what: string, fields: Written) => void): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("button[data-do]");
    if (!button) return;
    void agreed(button).then((yes) => yes && send(button.dataset.do ?? "", fieldsOf(button)));
    button.closest("details.menu")?.removeAttribute("open");
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.dataset.do) return;
    event.preventDefault();
    const fields = fieldsOf(form);
    for (const [name, value] of new FormData(form)) {
      if (typeof value !== "string") continue;
      const chosen = form.elements.namedItem(name) instanceof HTMLSelectElement;
      fields[name] = chosen ? plain(value) : value.trim();
    }
    send(form.dataset.do, fields);
    for (const input of form.querySelectorAll<HTMLInputElement>("[data-clear]")) input.value = "";
  });
}

/** What cannot be undone is asked about first. */
async function agreed(button: HTMLElement): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>("confirm");
  const text = byId("confirm-text");
  if (!button.dataset.ask || !dialog || !text) return true;
  text.textContent = button.dataset.ask;
  dialog.returnValue = "no";
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  return dialog.returnValue === "yes";
}

/** Copying, sharing, panels and switches; they work on every page. */
export function listenForHelpers(): void {
  document.documentElement.classList.toggle("can-share", "share" in navigator);
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>(
      "[data-copy], [data-share], [data-toggle], [data-switch], [data-notify]",
    );
    if (button) help(button);
    else if (!target.closest("details.menu")) closeMenus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    closeMenus();
    const panel = event.target instanceof Element ? event.target.closest("#rules-panel") : null;
    if (panel) void togglePanel(panel.id);
  });
  document.addEventListener("change", (event) => {
    const box = event.target as HTMLInputElement;
    if (box.dataset.setting) void change(box, box.dataset.setting);
  });
  showSettings();
}

function closeMenus(): void {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.removeAttribute("open");
  }
}

function help(button: HTMLElement): void {
  const { copy, share, toggle, switch: name } = button.dataset;
  const text = copy ?? share;
  if (share && "share" in navigator) void navigator.share({ title: document.title, url: share }).catch(() => undefined);
  else if (text) void copyText(text);
  else if (toggle) void togglePanel(toggle);
  else if (name) flip(name);
  else void allowNotices().then(showSettings);
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(word("copied"));
  } catch {
    // without a secure connection there is no clipboard: select the text, if it is shown, to be copied by hand
    const shown = [...document.querySelectorAll("input")].find((input) => input.value === text);
    shown?.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way that is left there
    toast(shown && document.execCommand("copy") ? word("copied") : word("notCopied"));
  }
}

async function togglePanel(id: string): Promise<void> {
  const panel = byId(id);
  if (!panel) return;
  panel.hidden = !panel.hidden;
  const buttons = [...document.querySelectorAll<HTMLElement>(`[data-toggle="${id}"]`)];
  for (const button of buttons) button.setAttribute("aria-expanded", String(!panel.hidden));
  if (panel.hidden) return buttons[0]?.focus();
  panel.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "nearest" });
  const content = panel.querySelector(".content");
  if (panel.dataset.from && content && !content.childElementCount) {
    content.innerHTML = await fetchText(panel.dataset.from);
  }
}

async function fetchText(address: string): Promise<string> {
  try {
    const answer = await fetch(address);
    if (answer.ok) return await answer.text();
  } catch {
    // said below
  }
  toast(word("notLoaded"), "alert");
  return "";
}

function flip(name: string): void {
  const on = settings.get(name, byDefault(name)) === "on";
  settings.set(name, on ? "off" : "on");
  showSettings();
}

function byDefault(name: string): string {
  return name === "sound" ? "on" : "off";
}

async function change(box: HTMLInputElement, name: string): Promise<void> {
  if (name === "notify" && box.checked) await allowNotices();
  else settings.set(name, box.checked ? "on" : "off");
  showSettings();
}

/** Shows the settings on all their switches. */
export function showSettings(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-switch]")) {
    const name = button.dataset.switch ?? "";
    button.setAttribute("aria-pressed", String(settings.get(name, byDefault(name)) === "on"));
  }
  for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]")) {
    const name = box.dataset.setting ?? "";
    box.checked = settings.get(name, byDefault(name)) === "on";
  }
  document.documentElement.classList.toggle("muted", settings.get("mute", "off") === "on");
  const ask = document.querySelector<HTMLElement>("[data-notify]");
  if (ask) ask.hidden = !canNotify() || Notification.permission !== "default";
  for (const box of document.querySelectorAll<HTMLElement>("[data-setting=notify]")) {
    const line = box.closest("p");
    if (line) line.hidden = !canNotify();
  }
}
