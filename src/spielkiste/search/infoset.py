"""Monte Carlo tree search over what players know, for games with secrets and with choices made at the same time.

Each simulation begins with a guess at what the thinking seat cannot see (the verb `guess`), and goes on by the rules.
Decisions are not kept by position but by information set: what the acting seat sees (the record after `conceal`). So
nobody in the tree acts on another's secret, and of several who choose at once each chooses without knowing the others'
choice, though the search lets them act one after the other. Two ways to choose: by upper confidence (UCT, each for
itself), or by regret matching, whose average is a mixture, as games with secrets need.

The tree is a hash table in flat arrays, so that the whole search compiles.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.dice import below, roll32, seed_dice
from spielkiste.core.errors import NotYourTurn
from spielkiste.core.game import Game
from spielkiste.core.record import Out, Record
from spielkiste.core.state import State
from spielkiste.core.verbs import conceal, guess, in_turn, legal, play, resolve
from spielkiste.search.hashing import mixed, position_key
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.mcts import outlook
from spielkiste.search.pace import Pace, Stoppable, on_cores
from spielkiste.search.playout import leaning_game, pick_action, random_game
from spielkiste.search.thought import Thought
from spielkiste.search.turn import OVER, first_seat

DEEPEST = 400  # decisions on one way through the tree
PROBES = 16  # places of the hash table that are tried for a key
ENTRIES = 1 << 21  # choices in the table at most: 90 MB
LINE_AT_MOST = 12
TO_THE_END = 10_000  # as a number of moves: more than any playout has
FULL, FRESH = -1, 0  # no place for a new information set; visits of one met for the first time


class Sets(NamedTuple):
    """The information sets met, one entry each, and [entry, k] for their choices."""

    key: Any  # 0: no entry here
    visits: Any
    count: Any  # how many choices
    action: Any
    tried: Any
    total: Any  # sum of returns of the seat that chose
    regret: Any  # regret matching: how much better it would have been
    share: Any  # and the sum of its share in the mixtures


class GuessingManner(NamedTuple):
    """How a search is done. `wish`: weight of curiosity (exploration constant) in UCT; in regret matching the share of
    choices at random.
    `mixed`: 1 for regret matching, 0 for UCT. `playout`: moves played on by `lean` before `estimate` judges; -1: any
    legal moves to the end."""

    wish: float
    mixed: int
    playout: int


UCT = GuessingManner(wish=0.7, mixed=0, playout=TO_THE_END)
MIXING = GuessingManner(wish=0.2, mixed=1, playout=TO_THE_END)


class Way(NamedTuple):
    """The decisions of one simulation, in order."""

    entry: Any
    choice: Any
    seat: Any
    chance: Any  # how likely the choice was


# --- compiled -------------------------------------------------------------------------------------


def grow(
    seen: Any, work: Any, raw: Any, parts: Any, sets: Any, way: Any, out: Out, dice: Any, teams: Any, manner: Any,
    seat: int, times: int,
) -> int:  # fmt: skip
    """So many simulations from seen[0], what `seat` knows; raw: the bytes of the two records in work."""
    for _ in range(times):
        work[0] = seen[0]
        guess(work[0], seat, dice)
        length = descend(work, raw, parts, sets, way, out, dice, manner, seat)
        if manner.playout < 0:
            random_game(work[0], dice, out)
        else:
            leaning_game(work[0], dice, out, manner.playout)
        back_up(work[0], sets, way, length, teams, manner)
    return times


def descend(
    work: Any, raw: Any, parts: Any, sets: Any, way: Any, out: Out, dice: Any, manner: Any, seat: int
) -> int:  # fmt: skip
    """Plays on by what was learnt, to the first decision that is new; the number of decisions."""
    s, actor, length = work[0], seat, 0
    while actor != OVER and length < DEEPEST:
        if actor < 0:
            play(s, actor, pick_action(s, actor, dice, out))
        else:
            work[1] = s
            conceal(work[1], actor)
            entry = find(sets, information_key(raw[1], parts, actor))
            if entry == FULL:
                return length
            fresh = sets.visits[entry] == FRESH
            if fresh:
                list_choices(s, sets, entry, actor, out)
            way.entry[length], way.seat[length] = entry, actor
            if manner.mixed:
                by_regret(sets, way, length, dice, manner)
            else:
                by_confidence(sets, way, length, dice, manner)
            length += 1
            play(s, actor, sets.action[entry, way.choice[length - 1]])
            if fresh:
                resolve(s)
                return length
        resolve(s)
        actor = first_seat(in_turn(s))
    return length


def information_key(raw: Any, parts: Any, actor: int) -> int:
    """From the bytes that a seat sees, and the seat; never 0."""
    return mixed(position_key(raw, parts) ^ (actor + 1)) | 1


def find(sets: Any, key: int) -> int:
    """Where an information set is, or its new place; FULL if there is none."""
    size = len(sets.key)
    at = key & (size - 1)
    for _ in range(PROBES):
        if sets.key[at] == key:
            return int(at)
        if sets.key[at] == 0:
            sets.key[at] = key
            sets.visits[at] = FRESH
            return int(at)
        at = (at + 1) & (size - 1)
    return FULL


def list_choices(s: Record, sets: Any, entry: int, actor: int, out: Out) -> None:
    count = legal(s, actor, out)
    sets.count[entry] = count
    for k in range(count):
        sets.action[entry, k] = out[k]
        sets.tried[entry, k] = 0
        sets.total[entry, k] = 0.0
        sets.regret[entry, k] = 0.0
        sets.share[entry, k] = 0.0


def by_confidence(sets: Any, way: Any, at: int, dice: Any, manner: Any) -> None:
    """The choice with the greatest upper confidence; untried ones first; among equals any."""
    entry = way.entry[at]
    best, best_value, ties = 0, -1e9, 0
    for k in range(sets.count[entry]):
        tried = sets.tried[entry, k]
        value = 1e6
        if tried:
            value = sets.total[entry, k] / tried + manner.wish * math.sqrt(math.log(sets.visits[entry]) / tried)
        if value > best_value:
            best, best_value, ties = k, value, 1
        elif value == best_value:
            ties += 1
            if below(dice, ties) == 0:
                best = k
    way.choice[at] = best


def by_regret(sets: Any, way: Any, at: int, dice: Any, manner: Any) -> None:
    """In proportion to regrets, and now and then any choice. The mixture is added to the average."""
    entry = way.entry[at]
    count, total = sets.count[entry], 0.0
    for k in range(count):
        total += max(0.0, sets.regret[entry, k])
    ticket = roll32(dice) / 4294967296.0
    found = False
    for k in range(count):
        share = max(0.0, sets.regret[entry, k]) / total if total > 0.0 else 1.0 / count
        sets.share[entry, k] += share
        chance = manner.wish / count + (1.0 - manner.wish) * share
        ticket -= chance
        if not found and (ticket < 0.0 or k == count - 1):
            way.choice[at], way.chance[at], found = k, chance, True


def back_up(s: Record, sets: Any, way: Any, length: int, teams: Any, manner: Any) -> None:
    """Adds what came of a simulation to every decision on the way, for the seat that made it."""
    over = in_turn(s) == 0
    for at in range(length):
        entry, chosen = way.entry[at], way.choice[at]
        value = outlook(s, way.seat[at], teams, over)
        if manner.mixed:
            add_regrets(sets, entry, chosen, way.chance[at], value)
        sets.visits[entry] += 1
        sets.tried[entry, chosen] += 1
        sets.total[entry, chosen] += value


def add_regrets(sets: Any, entry: int, chosen: int, chance: float, value: float) -> None:
    """What was gained beyond the usual counts for the choice made by how seldom it is made, which is fair on average,
    and against all choices."""
    usual = 0.0
    for k in range(sets.count[entry]):
        usual += sets.total[entry, k] / max(1, sets.visits[entry])
    for k in range(sets.count[entry]):
        sets.regret[entry, k] -= value - usual
    sets.regret[entry, chosen] += (value - usual) / chance


# --- thinking -------------------------------------------------------------------------------------


class Guesser(Stoppable):
    """Searches positions of one game from what a seat knows; keeps its memory between searches, not its thoughts."""

    def __init__(
        self, game: Game, manner: GuessingManner = MIXING, *, seed: int = 0, cores: int = 1, entries: int = ENTRIES
    ) -> None:
        self.game = game
        self.manner = manner
        self.machine = Machine(game)
        self.teams = np.array(game.teams, dtype=np.int64)
        self.parts = np.array([[part.start, part.stop] for part in game.layout.position_parts], dtype=np.int64)
        self.tables = [new_sets(entries, self.machine.size_of_out) for _ in range(cores)]
        self.dice = [self.machine.dice(seed, core) for core in range(cores)]
        self.seed = seed
        self.simulations = 0
        super().__init__()

    def think(self, state: State, seat: int, limit: Limit = NO_LIMIT) -> list[Thought]:
        """What is thought of each legal move of a seat in turn, best first (mixing: most likely first)."""
        if seat < 0 or seat not in state.turn:
            raise NotYourTurn(f"seat {seat} is not in turn; in turn: {state.turn}")
        self._stop.clear()
        seen = self.machine.records(1, state.seen(seat).pack())
        made = on_cores(len(self.tables), lambda core: self.grow_table(core, seen, seat, limit), self._stop)
        self.simulations = sum(made)
        return self.thoughts(state, seat)

    def grow_table(self, core: int, seen: Any, seat: int, limit: Limit) -> int:
        sets, run = self.tables[core], compiled(grow)
        sets.key[:] = 0
        work, out = self.machine.records(2), self.machine.out()
        raw = work.view(np.uint8).reshape(2, -1)
        entry, choice, who = np.zeros((3, DEEPEST), dtype=np.int64)
        way = Way(entry, choice, who, chance=np.zeros(DEEPEST))
        given = (seen, work, raw, self.parts, sets, way, out, self.dice[core], self.teams, self.manner, seat)
        run(*given, 0)  # compiled before the clock starts
        pace = Pace(limit.seconds, limit.simulations, self._stop)
        while times := pace.slice():
            pace.did(int(run(*given, times)))
        return pace.done

    def thoughts(self, state: State, seat: int) -> list[Thought]:
        roots = [(sets, self.entry(sets, state.seen(seat), seat)) for sets in self.tables]
        shares = self.mixture(state, seat)
        found = []
        for move, action in state.actions(seat).items():
            tried, total = 0, 0.0
            for sets, root in roots:
                k = list(sets.action[root, : sets.count[root]]).index(action)
                tried += int(sets.tried[root, k])
                total += float(sets.total[root, k])
            line = self.line(state, seat, action)
            found.append(Thought(move, total / max(1, tried), tried, False, line))
        return sorted(found, key=lambda thought: (shares[thought.move], thought.visits, thought.value), reverse=True)

    def mixture(self, state: State, seat: int) -> dict[str, float]:
        """How likely each move should be made, by the last search: the average mixture, or (UCT) the visits."""
        weights = dict.fromkeys(state.actions(seat).values(), 0.0)
        for sets in self.tables:
            root = self.entry(sets, state.seen(seat), seat)
            for k in range(int(sets.count[root])):
                weights[int(sets.action[root, k])] += float((sets.share if self.manner.mixed else sets.tried)[root, k])
        total = sum(weights.values())
        return {move: weights[action] / total for move, action in state.actions(seat).items()}

    def line(self, state: State, seat: int, action: int) -> tuple[str, ...]:
        """A move and the most tried way on, if one guess at what is hidden were true; to the next chance event."""
        sets, verbs, write = self.tables[0], self.game.room.verbs, self.game.room.notation.write
        dice = [0, 0, 0]
        seed_dice(dice, self.seed, 0)
        record, actor = state.seen(seat), seat
        said: list[str] = []
        verbs.guess(record, seat, dice)
        while len(said) < LINE_AT_MOST:
            said.append(write(record, actor, action))
            verbs.play(record, actor, action)
            verbs.resolve(record)
            actor = first_seat(verbs.in_turn(record))
            if actor < 0:
                break
            entry = self.entry(sets, record, actor)
            if entry < 0 or sets.visits[entry] < 2:
                break
            action = int(sets.action[entry, int(np.argmax(sets.tried[entry, : sets.count[entry]]))])
        return tuple(said)

    def entry(self, sets: Sets, record: Any, actor: int) -> int:
        """Where the information set of the acting seat is, or -1."""
        seen = record.copy()
        self.game.room.verbs.conceal(seen, actor)
        raw = np.frombuffer(seen.pack(), dtype=np.uint8)
        key = int(compiled(information_key)(raw, self.parts, actor))
        for probe in range(PROBES):
            at = (key + probe) & (len(sets.key) - 1)
            if sets.key[at] == key:
                return at
        return -1


def new_sets(entries: int, width: int) -> Sets:
    """As many information sets (a power of two) as have room for so many choices."""
    size = 1 << max(6, (entries // width).bit_length() - 1)
    single = {"key": np.int64, "visits": np.int32, "count": np.int16}
    choices = {"action": np.int64, "tried": np.int32, "total": np.float64, "regret": np.float64, "share": np.float64}
    return Sets(
        **{name: np.zeros(size, dtype=kind) for name, kind in single.items()},
        **{name: np.zeros((size, width), dtype=kind) for name, kind in choices.items()},
    )
