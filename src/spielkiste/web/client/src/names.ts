// The names of those who share this device: remembered here, and only as many fields as there are players.
import { settings } from "./dom";

export function listenForNames(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("[data-remember]")) {
    const key = input.dataset.remember ?? "";
    input.value ||= settings.get(key, "");
    input.addEventListener("change", () => settings.set(key, input.value.trim()));
  }
  for (const count of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name=opt-players]")) {
    if (count.type === "hidden") continue;
    count.addEventListener("change", () => showNames(count));
    showNames(count);
  }
}

function showNames(count: HTMLInputElement | HTMLSelectElement): void {
  for (const field of count.form?.querySelectorAll<HTMLElement>("[data-player]") ?? []) {
    field.hidden = Number(field.dataset.player) > Number(count.value);
  }
}
