// The names and colours of those who share this device: remembered here, and only as many fields as there are players.
import { settings } from "./dom";

export function listenForNames(): void {
  for (const input of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-remember]")) {
    const key = input.dataset.remember ?? "";
    input.value ||= settings.get(key, "");
    input.addEventListener("change", () => settings.set(key, input.value.trim()));
  }
  for (const colour of document.querySelectorAll<HTMLSelectElement>("[data-colour]")) {
    colour.addEventListener("change", () => shareColours(colour.form));
    shareColours(colour.form);
  }
  for (const count of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name=opt-players]")) {
    if (count.type === "hidden") continue;
    count.addEventListener("change", () => showNames(count));
    showNames(count);
  }
}

/** Nobody may choose a colour that another has. */
function shareColours(form: HTMLFormElement | null): void {
  const choices = [...(form?.querySelectorAll<HTMLSelectElement>("[data-colour]") ?? [])];
  for (const choice of choices) {
    const others = choices.filter((other) => other !== choice).map((other) => other.value);
    for (const option of choice.options) option.disabled = option.value !== "" && others.includes(option.value);
  }
}

function showNames(count: HTMLInputElement | HTMLSelectElement): void {
  for (const field of count.form?.querySelectorAll<HTMLElement>("[data-player]") ?? []) {
    field.hidden = Number(field.dataset.player) > Number(count.value);
  }
}
