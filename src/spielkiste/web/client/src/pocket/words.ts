// What the app says before there is a page, and beside it.
import { settings } from "../dom";

const WORDS = {
  loading: ["Spielkiste wird geladen, einmal und dann nie wieder …", "Loading Spielkiste, once and never again …"],
  starting: ["Gleich geht es los …", "Just a moment …"],
  download: [
    "Das Laden ist abgebrochen. Deine Spiele sind noch da. Versuche es noch einmal, wenn du Netz hast.",
    "The download was cut off. Your games are still here. Please try again when you are online.",
  ],
  slow: ["Es dauert zu lange. Versuche es noch einmal.", "This takes too long. Please try again."],
  elsewhere: [
    "Spielkiste ist schon in einem anderen Fenster offen. Dort kannst du weiterspielen, oder hier.",
    "Spielkiste is open in another window. You can go on there, or here.",
  ],
  moved: ["Es geht in einem anderen Fenster weiter.", "It goes on in another window."],
  broken: [
    "Da ist etwas schiefgegangen. Deine Spiele sind noch da.",
    "Something went wrong. Your games are still here.",
  ],
  died: ["Kurz gestockt. Es geht gleich weiter.", "A hiccup. It goes on in a moment."],
  failed: ["Das hat nicht geklappt. Versuche es noch einmal.", "That did not work. Please try again."],
  full: [
    "Auf diesem Gerät ist kein Platz mehr. Was bis hier gespielt ist, bleibt. Mach etwas Platz, dann geht es weiter.",
    "There is no room left on this device. What is played so far stays. Make some room, then it goes on.",
  ],
  weaker: [
    "Der Computer spielt diesen Zug schwächer. Mit Netz lädt er, was ihm fehlt.",
    "The computer plays this move less well. With a network it loads what it lacks.",
  ],
  more: ["Die stärksten Mitspieler werden noch geladen …", "The strongest players are still being loaded …"],
  whole: ["Jetzt ist alles da, auch für unterwegs.", "Everything is here now, also for the road."],
  offline: ["Dafür brauchst du Netz.", "You need the network for that."],
  again: ["Noch einmal versuchen", "Try again"],
  here: ["Hier weiterspielen", "Go on here"],
  anew: ["Alles neu laden", "Load everything anew"],
  unkept: [
    "Dieser Browser merkt sich hier nichts. Deine Spiele bleiben nur, solange die Seite offen ist.",
    "This browser keeps nothing here. Your games last as long as the page is open.",
  ],
  fresh: ["Es gibt eine neue Version. Sie kommt nach diesem Spiel.", "There is a new version. It comes after this game."],
  freshNow: ["Neue Version laden", "Load the new version"],
  install: ["Spielkiste auf den Startbildschirm legen", "Put Spielkiste on your home screen"],
  handIn: ["Spiele ins Netz mitnehmen", "Hand my games in"],
  onApple: [
    "Tipp: Unter „Teilen“ kannst du die Spielkiste auf den Startbildschirm legen. Sonst vergisst der Browser sie nach einer Woche.",
    "Tip: put Spielkiste on your home screen by “Share”. Otherwise the browser forgets it after a week.",
  ],
  someHanded: [
    "Einige Spiele nimmt der Server nicht. Sie bleiben hier.",
    "The server does not take some of your games. They stay here.",
  ],
  otherRules: [
    "Einige Spiele sind mit anderen Regeln gespielt, als der Server sie jetzt hat. Sie bleiben hier, und hier kannst du sie ansehen.",
    "Some games were played with other rules than the server has now. They stay here, and here you can look at them.",
  ],
  kept: ["Ab jetzt geht die Spielkiste auch ohne Netz.", "From now on Spielkiste works without a network too."],
  brought: ["Deine Spiele sind da.", "Your games are here."],
  allThere: ["Diese Spiele sind alle schon hier.", "These games are all here already."],
  someUnreadable: [
    "Einige Spiele aus der Datei kann diese Spielkiste nicht lesen.",
    "Spielkiste cannot read some of the games in this file.",
  ],
  noGames: ["In dieser Datei sind keine Spiele der Spielkiste.", "There are no games of Spielkiste in this file."],
  handed: ["Deine Spiele sind jetzt auch auf dem Server.", "Your games are on the server as well now."],
  notHanded: ["Der Server ist gerade nicht da. Deine Spiele bleiben hier.", "The server is not there. Your games stay here."],
} as const;

/** The language that was chosen in the app; before that the browser's. */
function spoken(): string {
  return document.body.dataset.lang ?? settings.get("lang", navigator.language.slice(0, 2));
}

/** Remembered for what is said before there is a page. */
export function speak(lang: string): void {
  if (lang) settings.set("lang", lang);
}

export function said(name: keyof typeof WORDS): string {
  return WORDS[name][spoken() === "de" ? 0 : 1];
}
