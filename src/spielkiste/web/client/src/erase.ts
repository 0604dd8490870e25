// Who is erased on a server loses the games of the offline app in this browser as well: it lives at the same address.
import { DATABASE, WRITER_LOCK } from "./pocket/names";

const AT_MOST = 2000; // ms that this may hold up what the server has to erase

export function listenForErasing(): void {
  document.querySelector<HTMLFormElement>("form[action='/me/erase']")?.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    const limit = new Promise((done) => setTimeout(done, AT_MOST));
    void Promise.race([eraseGames().catch(() => undefined), limit]).then(() => form.submit());
  });
}

/** A page of the app that is open lets go of its games first. */
function eraseGames(): Promise<unknown> {
  const erase = () =>
    new Promise((done) => {
      const asked = indexedDB.deleteDatabase(DATABASE);
      asked.onsuccess = asked.onerror = done;
    });
  return "locks" in navigator ? navigator.locks.request(WRITER_LOCK, { steal: true }, erase) : erase();
}
