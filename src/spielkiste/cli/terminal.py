"""A game in the terminal: against bots, or several people at one keyboard."""

import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import all_rooms

LISTED_MOVES = 60
NAMED_MOVES = 3  # of those that would be possible, when one is refused
TEXTS = {
    "de": {
        "which": "Welches Spiel? Nummer oder Name, leer zum Beenden",
        "unknown": "Das kenne ich nicht. Gib eine Nummer oder einen Namen aus der Liste ein.",
        "turn": "Platz {seat} ist am Zug.",
        "prompt": "dein Zug (? = Hilfe)",
        "help": "Gib einen Zug ein, so wie er in der Liste steht. Außerdem: [b]moves[/] alle Züge · "
        "[b]hint[/] ein Vorschlag · [b]undo[/] zurück · [b]rules[/] die Regeln · [b]ende[/] aufhören",
        "no_move": "{move!r} ist kein Zug dieses Spiels; möglich wäre etwa {some}",
        "not_now": "{move!r} geht jetzt nicht; möglich wäre etwa {some}",
        "moves": "Züge",
        "more": "… und {n} weitere ([b]moves[/] zeigt alle)",
        "other": "Platz {seat}: {move}",
        "chance": "Zufall: {move}",
        "clock": "Die Uhr: {move}",
        "end": "Das Spiel ist aus.",
        "place": "Platz {seat}: {score} Punkte, {place}. Rang",
        "first": "Weiter zurück geht es nicht.",
        "curtain": "Platz {seat}, bist du da? Alle anderen schauen weg. (Eingabetaste)",
        "bye": "Bis bald!",
    },
    "en": {
        "which": "Which game? Number or name, empty to leave",
        "unknown": "I do not know that one. Type a number or a name from the list.",
        "turn": "Seat {seat} is in turn.",
        "prompt": "your move (? = help)",
        "help": "Type a move as it stands in the list. Also: [b]moves[/] all moves · [b]hint[/] a suggestion · "
        "[b]undo[/] back · [b]rules[/] the rules · [b]quit[/] stop",
        "no_move": "{error}",
        "not_now": "{error}",
        "moves": "moves",
        "more": "… and {n} more ([b]moves[/] shows all)",
        "other": "seat {seat}: {move}",
        "chance": "chance: {move}",
        "clock": "the clock: {move}",
        "end": "The game is over.",
        "place": "seat {seat}: {score} points, place {place}",
        "first": "There is nothing to take back.",
        "curtain": "Seat {seat}, are you there? Everybody else looks away. (Enter)",
        "bye": "See you!",
    },
}


class Leave(Exception):  # noqa: N818  # not an error: somebody has had enough
    """The player stops."""


def choose_game(lang: str) -> str | None:
    """A game picked from a list, or None."""
    console, rooms = Console(), all_rooms()
    for number, room in enumerate(rooms.values(), 1):
        console.print(f"[green]{number}[/] [b]{room.card.title[lang]}[/] – {room.card.blurb[lang]}", highlight=False)
    while True:
        try:
            answer = console.input(f"[cyan]{TEXTS[lang]['which']}:[/] ").strip()
        except EOFError:
            return None
        if not answer:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(rooms):
            return list(rooms)[int(answer) - 1]
        if answer in rooms:
            return answer
        console.print(f"[red]{TEXTS[lang]['unknown']}[/]")


class Terminal:
    """One match. `level` None: people take all seats; else bots take all but `seat`."""

    def __init__(self, game: Game, level: int | None, seat: int, seed: int | None, lang: str) -> None:
        if not 0 <= seat < game.players:
            raise sk.NotYourTurn(f"there is no seat {seat}; the seats are 0 to {game.players - 1}")
        self.game, self.lang, self.console = game, lang, Console()
        self.people = set(range(game.players)) if level is None or game.players == 1 else {seat}
        self.bot = sk.bot(game, level if level is not None else 2, seed=seed)
        self.rng = np.random.default_rng(seed)
        self.past: list[sk.State] = []
        self.looking: int | None = None
        self.clock_began = 0.0

    def run(self) -> int:
        state = self.game.start()
        try:
            while not state.over:
                state = self.step(state)
        except (Leave, EOFError):
            self.console.print(self.say("bye"))
            return 0
        self.console.print(escape(str(state)), highlight=False)
        self.console.print(f"[b]{self.say('end')}[/]")
        places = state.places or ()
        for seat in sorted(range(self.game.players), key=lambda seat: places[seat]):
            self.console.print(self.say("place", seat=seat, score=state.scores[seat], place=places[seat]))
        return 0

    def say(self, key: str, **values: Any) -> str:
        return TEXTS[self.lang][key].format(**values)

    def step(self, state: sk.State) -> sk.State:
        """The next move: chance, then bots, then people; the clock when its time is up or nobody else is left."""
        if state.turn == (sk.CHANCE,):
            dealt = sk.deal(state, self.rng)
            self.tell_chance(state, dealt)
            return dealt
        self.watch_clock(state)
        waiting = [seat for seat in state.turn if seat >= 0]
        bots = [seat for seat in waiting if seat not in self.people]
        if bots:
            return self.bot_moves(state, bots[0])
        people = [seat for seat in waiting if seat in self.people]
        if not people or self.time_is_up(state):
            move = state.moves(sk.CLOCK)[0]
            self.console.print(f"[yellow]{self.say('clock', move=move)}[/]")
            return state.play(move, seat=sk.CLOCK)
        return self.person_moves(state, people)

    def tell_chance(self, before: sk.State, after: sk.State) -> None:
        """What chance brought; a long deal is seen on the board anyway."""
        new = after.moves_made[len(before.moves_made) :]
        if len(new) <= 4:
            for _, move in new:
                self.console.print(f"[magenta]{self.say('chance', move=move)}[/]")

    def watch_clock(self, state: sk.State) -> None:
        if sk.CLOCK not in state.turn:
            self.clock_began = 0.0
        elif not self.clock_began:
            self.clock_began = time.monotonic()

    def time_is_up(self, state: sk.State) -> bool:
        if sk.CLOCK not in state.turn or self.game.card.clock is None:
            return False
        seconds = self.game.card.clock(state.record(), self.game.options)
        return time.monotonic() - self.clock_began > seconds

    def bot_moves(self, state: sk.State, seat: int) -> sk.State:
        move = self.bot.choose(state, seat)
        after = state.play(move, seat=seat)
        viewer = min(self.people)
        if after.view(viewer)["moves_made"][-1][1] is not None:
            self.console.print(f"[blue]{self.say('other', seat=seat, move=escape(move))}[/]")
        return after

    def person_moves(self, state: sk.State, people: list[int]) -> sk.State:
        seat = people[0]
        self.draw_curtain(seat)
        self.console.print()
        self.console.print(escape(state.text(seat)), highlight=False)
        self.list_moves(state, seat, LISTED_MOVES)
        while True:
            self.console.print(
                f"[b]{self.say('turn', seat=seat)}[/] " + (f"({self.scores(state)})" if any(state.scores) else "")
            )
            text = self.console.input(f"[cyan]{self.say('prompt')}:[/] ").strip()
            after = self.answer(state, seat, text)
            if after is not None:
                return after

    def draw_curtain(self, seat: int) -> None:
        """With hidden things and several people at one keyboard, the next one takes over with nobody looking."""
        if len(self.people) > 1 and "hidden" in self.game.card.kinds and seat != self.looking:
            self.console.clear()
            self.console.input(f"[yellow]{self.say('curtain', seat=seat)}[/] ")
        self.looking = seat

    def answer(self, state: sk.State, seat: int, text: str) -> sk.State | None:
        """A command or a move; None: ask again."""
        if text in ("", "?", "help", "hilfe"):
            self.console.print(self.say("help"))
        elif text == "moves":
            self.list_moves(state, seat, None)
        elif text == "hint":
            self.console.print(f"[green]{escape(self.bot.choose(state, seat))}[/]")
        elif text == "rules":
            self.console.print(Markdown(self.game.room.text(self.lang)))
        elif text in ("quit", "end", "ende", "exit", "q"):
            raise Leave
        elif text == "undo":
            if self.past:
                return self.past.pop()
            self.console.print(self.say("first"))
        else:
            return self.try_move(state, seat, text)
        return None

    def try_move(self, state: sk.State, seat: int, text: str) -> sk.State | None:
        if self.time_is_up(state):
            return state
        try:
            after = state.play(text, seat=seat)
        except sk.SpielkisteError as wrong:
            self.console.print(f"[red]{escape(self.refusal(state, seat, text, wrong))}[/]")
            return None
        self.past.append(state)
        return after

    def refusal(self, state: sk.State, seat: int, move: str, error: sk.SpielkisteError) -> str:
        """Errors, and the reasons that rooms give in them, are English; in German it is said more shortly."""
        some = ", ".join(map(repr, state.moves(seat)[:NAMED_MOVES]))
        return self.say("no_move" if isinstance(error, sk.NotAMove) else "not_now", move=move, some=some, error=error)

    def list_moves(self, state: sk.State, seat: int, most: int | None) -> None:
        moves = state.moves(seat)
        shown = "  ".join(escape(move) for move in moves[:most])
        self.console.print(f"[dim]{self.say('moves')}:[/] {shown}", highlight=False)
        if most is not None and len(moves) > most:
            self.console.print(self.say("more", n=len(moves) - most))

    def scores(self, state: sk.State) -> str:
        return " : ".join(map(str, state.scores))
