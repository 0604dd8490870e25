"""Ways to break the template of a room, each with the sentence that `spielkiste check` must say about it."""

from typing import NamedTuple


class Fault(NamedTuple):
    """In a file of the template a text is replaced by another; a check then says a sentence."""

    check: str
    file: str
    old: str
    new: str
    says: str


FAULTS = {
    "a function takes other arguments": Fault(
        "front",
        "notation.py",
        "def write(s: Record, seat: int, action: int)",
        "def write(s: Record, action: int)",
        "notation.py: write takes (s, action), and the contract says (s, seat, action)",
    ),
    "a function answers something else": Fault(
        "front",
        "board.py",
        "def text(s: Record, look: Look) -> str:",
        "def text(s: Record, look: Look) -> list[str]:",
        "board.py: text returns list[str], and the contract says str",
    ),
    "a function takes something else": Fault(
        "front",
        "rules.py",
        "def score(s: Record, seat: int)",
        "def score(s: Record, seat: str)",
        "rules.py: score takes seat as str, and the contract says int",
    ),
    "a function is missing": Fault(
        "front",
        "board.py",
        "def tell(",
        "def told(",
        "board.py lacks tell(s, seat, move, look)",
    ),
    "a constant is of another kind": Fault(
        "front",
        "rules.py",
        "MAX_MOVES = 3 ",
        "MAX_MOVES = '3' ",
        "rules.py: MAX_MOVES must be of type int, and it is '3'",
    ),
    "a hook is forgotten": Fault(
        "front",
        "front.py",
        "    chance=rules,\n",
        "",
        "rules.py has MAX_OUTCOMES, odds, but front.py does not name it as chance=",
    ),
    "a part is not named": Fault(
        "front",
        "front.py",
        "    ending=ending,\n",
        "",
        "front.py, line 7: TypeError: Front.__init__() missing 1 required keyword-only argument: 'ending'",
    ),
    "the slug is another": Fault(
        "front",
        "card.py",
        'slug="streichhoelzer"',
        'slug="matches"',
        "card.py says slug='matches', and the folder is called 'streichhoelzer'",
    ),
    "the front needs a search": Fault(
        "imports",
        "view.py",
        "from typing import Any\n",
        "from typing import Any\n\nfrom spielkiste.search.limit import Limit\n",
        "view.py imports spielkiste.search.limit.Limit; what front.py reaches (front → view) may import core alone",
    ),
    "a text lacks its German": Fault(
        "card",
        "card.py",
        '{"de": "Mitspieler", "en": "players"}',
        '{"en": "players"}',
        "card.py: the option 'players' lacks 'de'",
    ),
    "a sample cannot be played": Fault(
        "card",
        "card.py",
        '"most": 60}',
        '"most": 61}',
        "card.py: the sample {'players': 4, 'most': 61} cannot be played: most=61: must be a whole number from 4 to 60",
    ),
    "an option takes anything": Fault(
        "options",
        "card.py",
        "range(4, 61), {",
        "lambda value: value, {",
        "card.py: most='no such value' must be refused with OptionError, and it was accepted",
    ),
    "the rules show a picture that is not there": Fault(
        "texts",
        "texts/en.md",
        "(board:end)",
        "(board:finish)",
        "texts/en.md shows board:finish, which examples.PICTURES does not have",
    ),
    "the rules have another title": Fault(
        "texts", "texts/de.md", "# Streichhölzer", "# Hölzer", "texts/de.md must begin with the title: # Streichhölzer"
    ),
    "a picture of the rules cannot be reached": Fault(
        "texts",
        "examples.py",
        '"start": Example(("pour 9",))',
        '"start": Example(("pour 99",))',
        "examples.py: PICTURES['start'] cannot be shown: 'pour 99' is not possible now",
    ),
    "a step of the lesson lacks its German": Fault(
        "lesson",
        "examples.py",
        '{"de": "Nimm die letzten zwei.", "en"',
        '{"de": "", "en"',
        "examples.py: step 4 of FIRST_GAME lacks its text in 'de'",
    ),
    "the lesson cannot be played": Fault(
        "lesson",
        "examples.py",
        '"take 1",\n            ((1, "take 3"),)',
        '"take 4",\n            ((1, "take 3"),)',
        "examples.py: FIRST_GAME cannot be played: 'take 4' is not possible now",
    ),
    "a chance is counted twice": Fault(
        "naive",
        "rules.py",
        "        out[k] = 1\n",
        "        out[k] = 1 + (k == 0)\n",
        "the chance of 'pour 10': 0.05263157894736842 by rules.py, 1/18 by tests/naive.py",
    ),
    "a rule is another one": Fault(
        "perft",
        "rules.py",
        "count = min(3, s.heap)",
        "count = min(2, s.heap)",
        "8 sequences of 3 moves, and tests/perft.json says 23",
    ),
    "a game does not end": Fault(
        "random games",
        "rules.py",
        "    s.heap -= action + 1\n",
        "    s.heap -= 0\n",
        "rules.py: a random game has not ended after 10000 moves",
    ),
    "somebody has no move": Fault(
        "random games",
        "rules.py",
        "    return int(count)\n",
        "    return int(count) if s.heap > 3 else 0\n",
        "RoomError: streichhoelzer: seat ",
    ),
    "a reason is not on the card": Fault(
        "endings",
        "ending.py",
        "def reason(s: Record) -> str:\n",
        "def reason(s: Record) -> str:\n    if s:\n        return 'boredom'\n",
        "ending.py: the reason 'boredom' is not on the card",
    ),
    "two moves are written alike": Fault(
        "notation",
        "notation.py",
        'f"take {action + 1}"',
        'f"take {1 + action // 2}"',
        "notation.py: write gives 3 moves of seat 0 only 2 different texts",
    ),
    "a move is written so that it cannot be read": Fault(
        "notation",
        "notation.py",
        "(pour|take) [1-9][0-9]?",
        "(pour|take) [1-9]",
        "notation.py: write gives 'pour 10', which PATTERN does not match",
    ),
    "a rule breaks": Fault(
        "storage",
        "rules.py",
        "    s.heap -= action + 1\n",
        "    s.heap -= 300\n",
        "error: byte format requires -128 <= number <= 127",
    ),
    "an id is there twice": Fault(
        "pictures",
        "board.py",
        'f"match-{k + 1}", 20',
        'f"match-{k // 2 + 1}", 20',
        "board.py: draw gives the id 'match-1' to 2 elements; ids must be unique",
    ),
    "a name is not escaped": Fault(
        "pictures",
        "board.py",
        "    return picture\n",
        '    picture.parts.append(f"<text>{look.name(1)}</text>")\n    return picture\n',
        "board.py: draw gives no well-formed SVG: mismatched tag",
    ),
    "a piece depends on something else": Fault(
        "pieces",
        "board.py",
        "    return picture\n",
        """    tally(picture)
    return picture


from spielkiste.core.pieces import piece

DRAWN = []


@piece
def tally(picture: Picture) -> None:
    DRAWN.append(len(DRAWN))
    picture.words(9, 9, str(DRAWN[-1]))
""",
        "board.py: a piece must depend on nothing but its arguments, the record and the look",
    ),
    "drawing changes the record": Fault(
        "pieces",
        "board.py",
        "    return picture\n",
        "    s.heap = 0\n    return picture\n",
        "board.py: draw must not change the record",
    ),
    "a path leads nowhere": Fault(
        "paths",
        "board.py",
        'f"match-{s.heap + 1 - int(move[-1])}"',
        'f"stick-{s.heap + 1 - int(move[-1])}"',
        "which draw does not draw",
    ),
    "a path begins another": Fault(
        "paths",
        "board.py",
        'return {move: (f"match-{s.heap + 1 - int(move[-1])}",) for move in moves}',
        'return {move: ("match-1", "match-2", "match-3")[: int(move[-1])] for move in moves}',
        "board.py: the path of 'take 1', ('match-1',), begins that of 'take 3', ('match-1', 'match-2', 'match-3')",
    ),
    "a move has no path": Fault(
        "paths",
        "board.py",
        "for move in moves}",
        'for move in moves if move != "take 2"}',
        "board.py: paths lacks 'take 2': a listed move that nobody can make",
    ),
    "moves are told in one language": Fault(
        "telling",
        "board.py",
        'look.say(f"nimmt {number}", f"takes {number}")',
        'f"takes {number}"',
        "board.py: tell says the same in German and English",
    ),
    "the German picture speaks English": Fault(
        "german",
        "board.py",
        'look.say(f"Holz {k + 1}", f"match {k + 1}")',
        'f"one match {k + 1}"',
        "board.py: draw says 'one match' in the German and in the English picture",
    ),
    "a level crashes": Fault(
        "levels",
        "bot.py",
        "return -float((s.heap - action - 1) % 4)",
        "return 1 / 0",
        "bot.py, line 11, in worth: ZeroDivisionError: division by zero",
    ),
}
