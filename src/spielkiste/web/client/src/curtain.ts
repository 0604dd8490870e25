// Several people on one device: nobody sees the next one's secrets before the phone has been passed on.
import { byId } from "./dom";

export class Curtain {
  readonly #dialog = byId<HTMLDialogElement>("curtain");
  #seat: number | null = null;

  constructor(lift: (seat: number) => void) {
    this.#dialog?.addEventListener("cancel", (event) => event.preventDefault());
    byId("curtain-lift")?.addEventListener("click", () => {
      if (this.#seat !== null) lift(this.#seat);
    });
  }

  show(name: string | null, seat: number | null): void {
    const dialog = this.#dialog;
    if (!dialog) return;
    this.#seat = seat;
    if (name === null) {
      if (dialog.open) dialog.close();
      return;
    }
    const who = byId("curtain-name");
    if (who) who.textContent = name;
    if (!dialog.open) dialog.showModal();
  }
}
