"""The computer's players: two dozen and one, each with a face, a level and a temper."""

from collections.abc import Collection
from dataclasses import dataclass

from spielkiste.server.texts import N_


@dataclass(frozen=True)
class Character:
    """One of the computer's players: what it is called, how strong it plays, and how."""

    name: str
    level: int
    temper: str  # a sentence, an English key of the catalogue
    hair: str  # its cut, one of CUTS
    extra: str = ""  # glasses, a beard, freckles …: one of EXTRAS

    @property
    def slug(self) -> str:
        return self.name.lower().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


CHARACTERS = (
    Character("Mika", 1, N_("moves first and thinks later"), "tuft", "freckles"),
    Character("Lotte", 1, N_("likes the colours best"), "bunches"),
    Character("Emil", 1, N_("has learnt the rules today"), "short", "gap"),
    Character("Fritzi", 1, N_("laughs when she loses"), "curls", "freckles"),
    Character("Juri", 1, N_("plays what comes to mind"), "cap"),
    Character("Ida", 2, N_("looks twice before she moves"), "plait"),
    Character("Paul", 2, N_("takes what he can get"), "parting"),
    Character("Nele", 2, N_("is in a hurry"), "bob", "freckles"),
    Character("Oskar", 2, N_("likes to try things out"), "curls", "glasses"),
    Character("Mina", 2, N_("never gives up"), "bun"),
    Character("Jakob", 3, N_("has played for years"), "parting", "beard"),
    Character("Clara", 3, N_("keeps an eye on you"), "bob", "glasses"),
    Character("Anton", 3, N_("stays calm when it is close"), "short"),
    Character("Selma", 3, N_("counts along"), "bun", "earrings"),
    Character("Theo", 3, N_("likes a good risk"), "cap", "stubble"),
    Character("Rosa", 4, N_("sees three moves ahead"), "plait", "earrings"),
    Character("Bruno", 4, N_("gives nothing away"), "bald", "beard"),
    Character("Helene", 4, N_("waits for your mistake"), "bun", "glasses"),
    Character("Kasimir", 4, N_("grumbles and wins"), "parting", "moustache"),
    Character("Frieda", 4, N_("has a plan for everything"), "bob"),
    Character("Grete", 5, N_("has read all the books"), "bun", "reading"),
    Character("Albert", 5, N_("works it out in his head"), "wild", "moustache"),
    Character("Wanda", 5, N_("forgets nothing"), "curls", "earrings"),
    Character("Konrad", 5, N_("finds the one good move"), "bald", "glasses"),
    Character("Ottilie", 5, N_("has never been in a hurry"), "wild", "reading"),
)
KNOWN = {one.name: one for one in CHARACTERS}
SLUGS = {one.slug: one for one in CHARACTERS}


def newcomer(level: int, taken: Collection[str], number: int) -> str:
    """Who comes to an empty chair: one of this level who is not at the table yet; are all there, a namesake."""
    able = [one.name for one in CHARACTERS if one.level == level] or [one.name for one in CHARACTERS]
    able = able[number % len(able) :] + able[: number % len(able)]
    rounds = (name if k == 1 else f"{name} {k}" for k in range(1, len(taken) + 2) for name in able)
    return next(name for name in rounds if name not in taken)


def known(name: str) -> Character | None:
    """The character of a name at a table; a namesake ("Ida 2") looks the same."""
    return KNOWN.get(name) or KNOWN.get(name.rpartition(" ")[0])
