"""Made-up tables and events, for the tests of the store."""

import json
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config

from spielkiste.server import migrations
from spielkiste.server.database import address, engine
from spielkiste.server.events import Event, Match, Standing
from spielkiste.server.news import Played
from spielkiste.server.store import Store


def match(id: str = "t1", **fields: Any) -> Match:
    fixed: dict[str, Any] = {
        "slug": "torris",
        "options": {"players": 2, "level": [1, 2]},
        "version": 1,
        "host": "anna",
        "public": False,
        "created": 1000.25,
        "seed": bytes(range(32)),
        "commitment": "c0ffee",
        "join": f"join-{id}",
        "watch": f"watch-{id}",
    }
    return Match(id=id, **(fixed | fields))


def move(number: int, by: str = "anna", message: str | None = None, played: str = "c2-c3") -> Event:
    return Event(number, by, Played(((0, played),)), 1000.5 + number, message)


def standing(number: int, **fields: Any) -> Standing:
    usual: dict[str, Any] = {"phase": "running", "number": number, "changed": 1000.5 + number}
    return Standing(**(usual | fields))


async def begun(store: Store, id: str = "t1", **fields: Any) -> Match:
    """A table with one event."""
    made = match(id, **fields)
    await store.create(made, [move(0)], standing(0), {"anna": "player"})
    return made


async def exported(store: Store, person: str) -> Any:
    """All that somebody is given about themselves."""
    return json.loads(b"".join([part async for part in store.export_person(person)]))


def older(database: str, form: str = "0001") -> None:
    """Makes a database as an earlier version did, the first if none is named."""
    made = engine(address(database), 1, reading=False)
    with made.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__path__[0])))
        config.attributes["connection"] = connection
        command.upgrade(config, form)
    made.dispose()
