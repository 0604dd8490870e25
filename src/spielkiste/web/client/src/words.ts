// The few words the client says by itself, in German and English; everything else comes from the server.

const WORDS = {
  lost: ["Verbindung verloren. Ich versuche es weiter …", "Connection lost. I keep trying …"],
  kept: ["Dein Zug wird gesendet, sobald sie wieder da ist.", "Your move is sent as soon as it is back."],
  back: ["Wieder verbunden.", "Connected again."],
  gone: [
    "Dieser Tisch ist nicht mehr erreichbar. Lade die Seite neu.",
    "This table cannot be reached any more. Reload the page.",
  ],
  yourTurn: ["Du bist dran", "Your turn"],
  copied: ["Link kopiert", "Link copied"],
  notCopied: ["Kopieren ging nicht", "Could not copy"],
  tenLeft: ["Noch zehn Sekunden", "Ten seconds left"],
  seconds: ["noch {} s", "{} s left"],
  clear: ["Verwerfen", "Clear"],
  gathered: ["{} von {} ausgewählt", "{} of {} selected"],
  back1: ["Schritt zurück", "Undo step"],
  restart: ["Von vorn", "Start over"],
  cancel: ["Abbrechen", "Cancel"],
  commit: ["Zug machen", "Make the move"],
  notLoaded: ["Das ließ sich nicht laden.", "That could not be loaded."],
} as const;

/** What a page in a third language brings along: its phrases by the English ones. */
function brought(): Record<string, string> {
  return JSON.parse(document.body.dataset.words ?? "{}") as Record<string, string>;
}

/** A phrase in the page's language, its gaps filled in order. */
export function word(name: keyof typeof WORDS, ...gaps: (string | number)[]): string {
  let k = 0;
  const [german, english] = WORDS[name];
  const phrase = document.documentElement.lang === "de" ? german : (brought()[english] ?? english);
  return phrase.replace(/\{\}/g, () => String(gaps[k++]));
}
