"""Taking a person out of what was stored: an anonymous id stays where theirs was, and nothing they wrote."""

from typing import Any

PERSONAL = ("name", "text")  # what people write themselves: names and chat


def anonymous(value: Any, person: str, alias: str, *, theirs: bool = False) -> Any:
    """The JSON value with the id replaced, and what they wrote blanked.

    Theirs is a whole value (the data of an event of theirs), and every object that names them (a seat of theirs).
    """
    if isinstance(value, dict):
        theirs = theirs or person in value.values()
        return {
            alias if key == person else key: (
                ""
                if theirs and key in PERSONAL and isinstance(part, str)
                else anonymous(part, person, alias, theirs=theirs)
            )
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [anonymous(part, person, alias, theirs=theirs) for part in value]
    return alias if value == person else value


def names_of(value: Any, person: str) -> set[str]:
    """The names somebody had, as the data of an event tells them."""
    if not isinstance(value, dict) or value.get("person") != person:
        return set()
    return {str(value["name"])} if value.get("name") else set()


def nameless(players: list[dict[str, Any]], names: set[str]) -> list[dict[str, Any]]:
    """The players of a table without those names: a bot that goes on for somebody has theirs."""
    return [
        player | {"name": ""} if player.get("kind") == "bot" and player.get("name") in names else player
        for player in players
    ]
