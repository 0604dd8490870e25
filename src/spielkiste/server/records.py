"""The record of a match as JSON values: options, all moves, and the seed of its chance events."""

from collections.abc import Mapping, Sequence
from typing import Any

from spielkiste.server.events import Match

Stored = Mapping[str, Any]  # an event, just as it is stored: also of tables that this server cannot replay


def record_of(match: Match, players: Sequence[str], events: Sequence[Stored]) -> dict[str, Any]:
    """All of a match that is over."""
    return {
        "game": match.slug,
        "version": match.version,
        "options": match.options,
        "players": list(players),
        "commitment": match.commitment if match.fair else None,
        "played_offline": not match.fair,
        "seed": match.seed.hex(),
        "events": [{"number": e["number"], "moves": e["data"]["moves"]} for e in events if "moves" in e["data"]],
        "lot": next((e["data"] for e in events if e["kind"] == "drew"), None),
        "undone": [
            {"number": e["number"], "back_before": e["data"]["number"]} for e in events if e["kind"] == "undone"
        ],
    }


def unfinished(record: dict[str, Any], own: Sequence[int] | None) -> dict[str, Any]:
    """What may be shown of a match that stands still: no seed, and in a game with secrets (`own` is given) only the
    moves of one's own seats; others are None."""
    events = [
        {
            "number": event["number"],
            "moves": [[seat, move if own is None or seat in own else None] for seat, move in event["moves"]],
        }
        for event in record["events"]
    ]
    return record | {"seed": None, "events": events}
