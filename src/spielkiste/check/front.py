"""A room's front against the Protocols of `core/contract.py`."""

import inspect
import types
import typing
from collections.abc import Callable, Iterator
from typing import Any

from spielkiste.check.case import Case
from spielkiste.core.contract import HOOKS, PARTS, Bounds, Estimates, Front, Guesses, Leans

KNOWLEDGE: dict[str, type] = {"estimates": Estimates, "leans": Leans, "guesses": Guesses, "bounds": Bounds}


def front_is_whole(case: Case) -> None:
    """front.py names every part and every hook, and their functions are as the contract says."""
    room = case.room
    if not (room.folder / "front.py").is_file():
        raise case.stop("front.py is missing: it holds FRONT, a Front that names the parts")
    front = vars(room.part("front")).get("FRONT")
    if not isinstance(front, Front):
        raise case.stop("front.py must hold FRONT, a Front that names the parts")
    if front.card.slug != room.slug:
        case.say(f"card.py says slug={front.card.slug!r}, and the folder is called {room.slug!r}")
    named = vars(front)
    asked = [(named[name], kind) for name, kind in (PARTS | HOOKS).items() if named[name] is not None]
    wrong = [sentence for part, kind in asked for sentence in misfits(part, kind)]
    for sentence in dict.fromkeys([*wrong, *front.forgotten(), *unnamed_knowledge(case, front)]):
        case.say(sentence)


def unnamed_knowledge(case: Case, front: Front) -> Iterator[str]:
    """What players know is forgotten as a whole where front.py names nothing of it."""
    if front.knowledge() is None and case.room.has("knowledge"):
        part = case.room.part("knowledge")
        for name, kind in KNOWLEDGE.items():
            if isinstance(part, kind):
                yield f"knowledge.py has {', '.join(sorted(members(kind)))}, but front.py does not name it as {name}="


def misfits(part: object, kind: type) -> Iterator[str]:
    """Where a part is not what a Protocol asks for."""
    there, file = dict(inspect.getmembers(part)), file_of(part)
    for name in sorted(members(kind)):
        asked = vars(kind).get(name)
        if name not in there:
            yield f"{file} lacks {name}" + (f"({', '.join(arguments(asked))})" if asked else "")
        elif asked is None:
            wanted = typing.get_type_hints(kind)[name]
            if not isinstance(there[name], typing.get_origin(wanted) or wanted):
                yield f"{file}: {name} must be of type {spoken(wanted)}, and it is {there[name]!r}"
        elif not callable(there[name]):
            yield f"{file}: {name} must be a function, and it is {there[name]!r}"
        else:
            yield from differences(file, there[name], asked)


def differences(file: str, given: Callable[..., Any], asked: Callable[..., Any]) -> Iterator[str]:
    """Where a function cannot be called, or does not answer, as the contract says."""
    wanted = arguments(asked)
    parameters = inspect.signature(given).parameters.values()
    needed = [one.name for one in parameters if one.default is one.empty]
    if needed != wanted:
        yield f"{file}: {asked.__name__} takes ({', '.join(needed)}), and the contract says ({', '.join(wanted)})"
        return
    try:
        hints, asked_hints = typing.get_type_hints(given), typing.get_type_hints(asked)
    except NameError:  # a type that is there for the type checker alone
        return
    for name, hint in hints.items():
        if name == "return" and not narrower(hint, asked_hints[name]):
            says = f"returns {spoken(hint)}, and the contract says {spoken(asked_hints[name])}"
            yield f"{file}: {asked.__name__} {says}"
        elif name in wanted and not narrower(asked_hints[name], hint):
            says = f"takes {name} as {spoken(hint)}, and the contract says {spoken(asked_hints[name])}"
            yield f"{file}: {asked.__name__} {says}"


def arguments(asked: Callable[..., Any]) -> list[str]:
    """What a function of a Protocol takes."""
    return [name for name in inspect.signature(asked).parameters if name != "self"]


def narrower(hint: Any, than: Any) -> bool:
    """Whether all that one type allows is allowed by the other, as far as that can be told from their names."""
    return all(any(is_kind_of(one, other) for other in choices(than)) for one in choices(hint))


def choices(hint: Any) -> tuple[Any, ...]:
    return typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)


def is_kind_of(hint: Any, than: Any) -> bool:
    one, other = (typing.get_origin(each) or each for each in (hint, than))
    if not is_plain_class(one) or not is_plain_class(other):
        return True  # nothing that can be told
    return issubclass(one, other) or (one is int and other is float)


def is_plain_class(kind: Any) -> bool:
    return isinstance(kind, type) and kind is not Any and typing.Protocol not in kind.__mro__


def spoken(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint).replace("typing.", "")


def members(kind: type) -> set[str]:
    """What a Protocol asks for."""
    return {name for name in (*vars(kind), *kind.__annotations__) if not name.startswith("_")}


def file_of(part: object) -> str:
    return f"{part.__name__.rpartition('.')[2]}.py" if isinstance(part, types.ModuleType) else repr(part)
