// The few words the client says by itself, in German and English; everything else comes from the server.
import type { Closed } from "./wire_types";

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
  notSo: ["Gewählt: {}. Es müssen {} Felder sein.", "Chosen: {}. It takes {} cells."],
  back1: ["Schritt zurück", "Undo step"],
  restart: ["Von vorn", "Start over"],
  cancel: ["Abbrechen", "Cancel"],
  commit: ["Zug machen", "Make the move"],
  pause: ["Anhalten", "Pause"],
  play: ["Abspielen", "Run"],
  beginning: ["Am Anfang", "At the beginning"],
  chance: ["Zufall", "By chance"],
  reviewing: ["Der Computer geht die Partie durch: {} von {} …", "The computer goes through the game: {} of {} …"],
  reviewFailed: ["Das ging diesmal nicht. Lade die Seite später neu.", "That did not work. Reload the page later."],
  exact: ["Alles ist genau berechnet.", "All of it is computed exactly."],
  estimated: ["Geschätzt in {} Sekunden.", "Estimated in {} seconds."],
  expected: ["zu erwarten", "expected"],
  luck: ["Glück", "luck"],
  skill: ["Können", "skill"],
  result: ["Ergebnis", "result"],
  errorRate: ["Fehler je Zug", "error a move"],
  strong: ["Das war stark", "Strong moves"],
  costly: ["Das war teuer", "Costly moves"],
  nothingCostly: ["Große Fehler gab es nicht.", "There were no great errors."],
  curve: ["Gewinnchancen im Lauf der Partie", "Chances of winning in the course of the game"],
  curvePoints: ["Erwartete Punkte im Lauf der Partie", "Expected points in the course of the game"],
  small: ["kleiner Fehler", "small error"],
  middle: ["Fehler", "error"],
  large: ["großer Fehler", "great error"],
  notLoaded: ["Das ließ sich nicht laden.", "That could not be loaded."],
} as const;

/** Why the server has closed the connection for good. */
const CLOSED: Record<Closed, readonly [string, string]> = {
  4400: [
    "Diese Seite hat Unverständliches gesendet und wurde getrennt. Lade sie neu.",
    "This page has sent what nobody understands, and was cut off. Reload it.",
  ],
  4401: [
    "Du bist auf diesem Gerät nicht mehr angemeldet. Lade die Seite neu.",
    "You are no longer known on this device. Reload the page.",
  ],
  4403: [
    "Dieser Tisch ist nur für Eingeladene. Bitte um den Link.",
    "This table is only for those who were invited. Ask for the link.",
  ],
  4404: ["Diesen Tisch gibt es nicht mehr.", "This table is no longer there."],
  4409: [
    "Dieser Tisch gehört zu anderen Regeln, als wir sie hier haben. Lade die Seite neu.",
    "This table belongs to other rules than we have here. Reload the page.",
  ],
  4429: [
    "Das war zu viel auf einmal. Warte einen Moment und lade die Seite neu.",
    "That was too much at once. Wait a moment and reload the page.",
  ],
};

/** Why the connection will not come back, by the code it was closed with. */
export function farewell(code: number): string {
  return code in CLOSED ? inPageLanguage(CLOSED[code as Closed]) : word("gone");
}

function inPageLanguage([german, english]: readonly [string, string]): string {
  return document.documentElement.lang === "de" ? german : (brought()[english] ?? english);
}

/** What a page in a third language brings along: its phrases by the English ones. */
function brought(): Record<string, string> {
  return JSON.parse(document.body.dataset.words ?? "{}") as Record<string, string>;
}

/** A phrase in the page's language, its gaps filled in order. */
export function word(name: keyof typeof WORDS, ...gaps: (string | number)[]): string {
  let k = 0;
  return inPageLanguage(WORDS[name]).replace(/\{\}/g, () => String(gaps[k++]));
}
