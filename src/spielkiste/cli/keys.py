"""`spielkiste keys`: a new key for the cookies, and the end of the old ones."""

import asyncio
import time

from spielkiste.core.errors import OptionError
from spielkiste.server.events import StoreError
from spielkiste.server.options import settled
from spielkiste.server.store import Store


def change_keys(what: str, database: str | None, config: str | None) -> int:
    """`rotate`: new cookies get a new key, the others stay good. `drop`: only those of the newest key stay good."""
    place = settled({"database": database}, config).database
    try:
        print(asyncio.run(rotate(place) if what == "rotate" else drop(place)))
    except StoreError as wrong:
        raise OptionError(str(wrong)) from None
    return 0


async def rotate(place: str) -> str:
    async with await Store.open(place) as store:
        await store.rotate_key(time.time())
        keys = len(await store.keys())
    return f"New cookies are signed with a new key; {keys - 1} earlier ones are still good (drop ends that)."


async def drop(place: str) -> str:
    async with await Store.open(place) as store:
        dropped = await store.drop_old_keys()
    return f"{dropped} earlier keys were dropped: whoever has not been here since is a stranger now."
