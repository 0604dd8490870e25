"""Plain Python against compiled code."""

from spielkiste.check.case import Enough, GameCase
from spielkiste.core import dice as plain_dice
from spielkiste.core.compiled import Machine
from spielkiste.core.record import Plain
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE, CLOCK, fall_by_odds
from spielkiste.search import playout

SEED = 7
LOOKED_AT = 7  # every so many moves it is looked at what players know
SAME = 1e-9  # estimates of compiled code may be added up in another order


def plain_is_compiled(case: GameCase) -> None:
    """Plain Python and compiled code agree move by move: moves, records, scores, standings, what is concealed."""
    machine = Machine(case.game)
    dice = [0, 0, 0]
    games = case.effort.compiled_each or -(-case.effort.compiled // len(case.game.card.samples))
    for stream in range(games):
        plain_dice.seed_dice(dice, SEED, stream)
        SideBySide(case, machine, knowing=stream == 0).play(dice)


class SideBySide:
    """One random game in plain Python and compiled, move by move."""

    def __init__(self, case: GameCase, machine: Machine, knowing: bool) -> None:
        self.case, self.machine, self.knowing = case, machine, knowing
        self.game, self.verbs = case.game, case.game.room.plain_verbs
        self.plain = self.game.plain.unpack(self.game.first)
        self.records = machine.records(1, self.game.first)
        self.fast = self.records[0]
        self.listed, self.out = [0] * machine.size_of_out, machine.out()
        self.made: list[tuple[int, int]] = []

    def play(self, dice: list[int]) -> None:
        verbs, machine = self.verbs, self.machine
        mask = verbs.in_turn(self.plain)
        while mask:
            self.compare("in_turn", machine.in_turn(self.fast), mask)
            self.compare_moves(mask)
            if self.knowing and len(self.made) % LOOKED_AT == 0:
                self.compare_knowledge(mask)
            seat = playout.pick_seat(mask, dice)
            action = playout.pick_action(self.plain, seat, dice, self.listed)
            self.made.append((seat, action))
            verbs.play(self.plain, seat, action)
            verbs.resolve(self.plain)
            machine.play(self.fast, seat, action)
            machine.resolve(self.fast)
            if self.records.tobytes() != self.plain.pack():
                self.compare_fields("play", self.records.tobytes(), self.plain)
            for player in range(self.game.players):
                self.compare("score", machine.score(self.fast, player), verbs.score(self.plain, player))
                self.compare("standing", machine.standing(self.fast, player), verbs.standing(self.plain, player))
            mask = verbs.in_turn(self.plain)
        self.compare("in_turn", machine.in_turn(self.fast), 0)
        self.compare_hidden()

    def compare(self, verb: str, fast: object, plain: object) -> None:
        if fast != plain:
            self.case.at = self.position()
            raise self.case.stop(f"{verb} gives {plain} in plain Python and {fast} compiled")

    def compare_moves(self, mask: int) -> None:
        for seat in range(CLOCK, self.game.players):
            if mask >> (seat + 2) & 1 and seat == CHANCE:
                count = self.verbs.odds(self.plain, self.listed)
                fast_count = self.machine.odds(self.fast, self.out)
                self.compare("odds", self.out[:fast_count].tolist(), [int(k) for k in self.listed[:count]])
                self.compare_falls()
            elif mask >> (seat + 2) & 1:
                count = self.verbs.legal(self.plain, seat, self.listed)
                fast_count = self.machine.legal(self.fast, seat, self.out)
                self.compare("legal", self.out[:fast_count].tolist(), [int(k) for k in self.listed[:count]])

    def compare_falls(self) -> None:
        """What falls is what the odds and the same random number make of it."""
        seed = len(self.made)
        wanted = fall_by_odds(self.plain, self.machine.dice(seed), self.listed)
        fallen = self.verbs.fall(self.plain, self.machine.dice(seed), self.listed)
        if fallen != wanted:
            self.case.at = self.position()
            raise self.case.stop(f"fall gives {fallen} where the odds make {wanted} of the same random number")
        self.compare("fall", self.machine.fall(self.fast, self.machine.dice(seed), self.out), fallen)

    def compare_knowledge(self, mask: int) -> None:
        """What players know beyond the rules."""
        front, verbs, machine = self.game.room.front, self.verbs, self.machine
        for seat in range(self.game.players):
            if front.bounds:
                self.compare("bound", machine.bound(self.fast, seat), verbs.bound(self.plain, seat))
            if front.estimates:
                plain = verbs.estimate(self.plain, seat)
                fast = machine.estimate(self.fast, seat)
                self.compare("estimate", fast if abs(fast - plain) > SAME else plain, plain)
            if front.leans and mask >> (seat + 2) & 1:
                for action in self.listed[: verbs.legal(self.plain, seat, self.listed)]:
                    fast = machine.lean(self.fast, seat, action)
                    self.compare("lean", fast, verbs.lean(self.plain, seat, action))

    def compare_hidden(self) -> None:
        for viewer in range(-1, self.game.players):
            hidden = self.game.plain.unpack(self.plain.pack())
            self.verbs.conceal(hidden, viewer)
            copy = self.machine.records(1, self.plain.pack())
            self.machine.conceal(copy[0], viewer)
            if copy.tobytes() != hidden.pack():
                self.compare_fields("conceal", copy.tobytes(), hidden)

    def compare_fields(self, verb: str, fast: bytes, plain: Plain) -> None:
        """Names the field in which two records differ."""
        other = self.game.plain.unpack(fast)
        self.case.at = self.position()
        for name, _, _ in self.game.layout.fields:
            wanted, found = getattr(plain, name), getattr(other, name)
            if wanted != found:
                self.case.say(f"{verb} leaves {name} as {wanted} in plain Python and as {found} compiled")
        raise Enough

    def position(self) -> State:
        """Where they parted."""
        state = self.game.start()
        for seat, action in self.made:
            state = state.play(state.move(action, seat), seat=seat)
        return state
