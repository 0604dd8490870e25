"""A game in the terminal: against bots, or several people at one keyboard."""

import time

import numpy as np
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

import spielkiste as sk
from spielkiste.cli.speech import refusal, score_in_words, sentence
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.room import all_rooms

LISTED_MOVES = 60
TOLD_CHANCES = 4  # at a time; a longer deal is seen on the board anyway


class Leave(Exception):  # noqa: N818  # not an error: somebody has had enough
    """The player stops."""


def choose_game(lang: str) -> str | None:
    """A game picked from a list, or None."""
    console, rooms, look = Console(), all_rooms(), Look(lang=lang)
    for number, room in enumerate(rooms.values(), 1):
        console.print(f"[green]{number}[/] [b]{room.card.title[lang]}[/] – {room.card.blurb[lang]}", highlight=False)
    which = look.say("Welches Spiel? Nummer oder Name, leer zum Beenden", "Which game? Number or name, empty to leave")
    while True:
        try:
            answer = console.input(f"[cyan]{which}:[/] ").strip()
        except EOFError:
            return None
        if not answer:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(rooms):
            return list(rooms)[int(answer) - 1]
        if answer in rooms:
            return answer
        unknown = look.say(
            "Das kenne ich nicht. Gib eine Nummer oder einen Namen aus der Liste ein.",
            "I do not know that one. Type a number or a name from the list.",
        )
        console.print(f"[red]{unknown}[/]")


def commands(look: Look) -> dict[str, str]:
    """What can be typed besides moves: a command's word in the player's language, and in English."""
    words = {
        "help": look.say("hilfe", "help"),
        "moves": look.say("züge", "moves"),
        "hint": look.say("tipp", "hint"),
        "undo": look.say("zurück", "undo"),
        "rules": look.say("regeln", "rules"),
        "quit": look.say("ende", "quit"),
    }
    typed = {word: command for command, word in words.items()} | {command: command for command in words}
    return typed | {"": "help", "?": "help"} | dict.fromkeys(("end", "ende", "exit", "q"), "quit")


class Terminal:
    """One match. `level` None: people take all seats; else bots take all but `seat`."""

    def __init__(self, game: Game, level: int | None, seat: int, seed: int | None, lang: str) -> None:
        if not 0 <= seat < game.players:
            raise sk.NotYourTurn(f"there is no seat {seat}; the seats are 0 to {game.players - 1}")
        self.game, self.lang, self.console = game, lang, Console()
        self.people = set(range(game.players)) if level is None or game.players == 1 else {seat}
        self.look = Look(seat if len(self.people) == 1 else None, lang)  # for what all people at the keyboard may see
        self.commands = commands(self.look)
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
            self.console.print(self.look.say("Bis bald!", "See you!"))
            return 0
        self.tell_end(state)
        return 0

    def tell_end(self, state: sk.State) -> None:
        """The last position, why the game is over, and who came where."""
        look, places = self.look, state.places or ()
        self.console.print(escape(state.text(look.seat, self.lang)), highlight=False)
        self.console.print(f"[b]{look.say('Das Spiel ist aus.', 'The game is over.')}[/]")
        if state.outcome:
            self.console.print(escape(state.outcome.words(self.lang)), highlight=False)
        for seat in sorted(range(self.game.players), key=lambda seat: places[seat]):
            name, scored, place = look.name(seat), self.scored(state, seat), places[seat]
            alone = f"{name}: {scored}"
            told = look.say(f"{alone}, {place}. Platz", f"{alone}, place {place}") if len(places) > 1 else alone
            self.console.print(escape(sentence(told)), highlight=False)

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
            self.tell(self.look.say("Die Uhr", "The clock"), state, sk.CLOCK, move, "yellow")
            return state.play(move, seat=sk.CLOCK)
        return self.person_moves(state, people)

    def tell(self, who: str, state: sk.State, seat: int, move: str, colour: str) -> None:
        """A move of somebody else, in words and as it is written."""
        told = escape(f"{sentence(who)}: {state.tell(seat, move, self.look)}")
        self.console.print(f"[{colour}]{told}[/] [dim]({escape(move)})[/]", highlight=False)

    def tell_chance(self, before: sk.State, after: sk.State) -> None:
        """What chance brought, as far as it is open."""
        new = after.moves_made[before.length :]
        if len(new) > TOLD_CHANCES:
            return
        for index, (_, move) in enumerate(new, before.length):
            if after.known_move(index, self.look.seat) is not None:
                self.tell(self.look.say("Zufall", "Chance"), before, sk.CHANCE, move, "magenta")
            before = before.play(move)

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
        if after.known_move(state.length, self.look.seat) is not None:
            self.tell(self.look.name(seat), state, seat, move, "blue")
        return after

    def person_moves(self, state: sk.State, people: list[int]) -> sk.State:
        seat = people[0]
        self.draw_curtain(seat)
        self.console.print()
        self.console.print(escape(state.text(seat, self.lang)), highlight=False)
        self.list_moves(state, seat, LISTED_MOVES)
        name, scores = self.look.name(seat), f"({self.scores(state)})" if any(state.scores) else ""
        turn = sentence(self.look.say(f"{name} ist am Zug.", f"{name} is to move."))
        prompt = self.look.say("dein Zug (? = Hilfe)", "your move (? = help)")
        while True:
            self.console.print(f"[b]{turn}[/] {scores}")
            text = self.console.input(f"[cyan]{prompt}:[/] ").strip()
            after = self.answer(state, seat, text)
            if after is not None:
                return after

    def draw_curtain(self, seat: int) -> None:
        """With hidden things and several people at one keyboard, the next one takes over with nobody looking."""
        if len(self.people) > 1 and "hidden" in self.game.card.kinds and seat != self.looking:
            self.console.clear()
            name = self.look.name(seat)
            there = self.look.say(
                f"{name}, bist du da? Alle anderen schauen weg. (Eingabetaste)",
                f"{name}, are you there? Everybody else looks away. (Enter)",
            )
            self.console.input(f"[yellow]{sentence(there)}[/] ")
        self.looking = seat

    def answer(self, state: sk.State, seat: int, text: str) -> sk.State | None:
        """A command or a move; None: ask again."""
        match self.commands.get(text.lower()):
            case "help":
                self.console.print(self.help())
            case "moves":
                self.list_moves(state, seat, None)
            case "hint":
                self.console.print(f"[green]{escape(self.bot.choose(state, seat))}[/]")
            case "rules":
                self.console.print(Markdown(self.game.room.text(self.lang)))
            case "quit":
                raise Leave
            case "undo":
                if self.past:
                    return self.past.pop()
                self.console.print(self.look.say("Weiter zurück geht es nicht.", "There is nothing to take back."))
            case _:
                return self.try_move(state, seat, text)
        return None

    def help(self) -> str:
        return self.look.say(
            "Gib einen Zug ein, so wie er in der Liste steht. Außerdem: [b]züge[/] alle Züge · "
            "[b]tipp[/] ein Vorschlag · [b]zurück[/] einen Zug zurück · [b]regeln[/] die Regeln · [b]ende[/] aufhören",
            "Type a move as it stands in the list. Also: [b]moves[/] all moves · [b]hint[/] a suggestion · "
            "[b]undo[/] one move back · [b]rules[/] the rules · [b]quit[/] stop",
        )

    def try_move(self, state: sk.State, seat: int, text: str) -> sk.State | None:
        if self.time_is_up(state):
            return state
        try:
            after = state.play(text, seat=seat)
        except sk.SpielkisteError:
            self.console.print(f"[red]{escape(refusal(state, text, Look(seat, self.lang)))}[/]")
            return None
        self.past.append(state)
        return after

    def list_moves(self, state: sk.State, seat: int, most: int | None) -> None:
        moves = state.moves(seat)
        shown = "  ".join(escape(move) for move in moves[:most])
        self.console.print(f"[dim]{self.look.say('Züge', 'Moves')}:[/] {shown}", highlight=False)
        if most is not None and len(moves) > most:
            more = len(moves) - most
            self.console.print(
                self.look.say(
                    f"… und {more} weitere ([b]züge[/] zeigt alle)", f"… and {more} more ([b]moves[/] shows all)"
                )
            )

    def scored(self, state: sk.State, seat: int) -> str:
        return score_in_words(self.game.card, state.scores[seat], self.look)

    def scores(self, state: sk.State) -> str:
        return " : ".join(self.game.card.say_score(score, self.lang) for score in state.scores)
