"""`spielkiste keys`: a new key for the cookies, and the end of the old ones.

A visitor whose cookie an old key has signed gets one of the new key at the next visit. Whoever has not come since a key
was replaced is a stranger once it is dropped. So a key is kept for `forget_days`: people who stay away for that long
are forgotten anyway.
"""

import asyncio
import time
from datetime import UTC, datetime

from spielkiste.core.errors import OptionError
from spielkiste.server.events import StoreError
from spielkiste.server.inspection import has_tables
from spielkiste.server.options import Operation
from spielkiste.server.store import Store

DAY = 86400.0


def change_keys(what: str, settings: Operation, *, force: bool = False) -> int:
    """`rotate`: new cookies get a new key, the others stay good. `drop`: the keys that hardly anybody needs any more,
    or, forced, all but the newest, are no longer good."""
    try:
        if not has_tables(settings.database):
            raise OptionError(f"there is no database {settings.database} yet; a server makes it (--database, --config)")
        print(asyncio.run(rotate(settings) if what == "rotate" else drop(settings, force)))
    except StoreError as wrong:
        raise OptionError(str(wrong)) from None
    return 0


async def rotate(settings: Operation) -> str:
    async with await Store.open(settings.database, settings.store_seconds) as store:
        await store.rotate_key(time.time())
        keys = len(await store.keys())
    return f"New cookies are signed with a new key; {keys - 1} earlier ones are still good (drop ends that)."


async def drop(settings: Operation, force: bool) -> str:
    async with await Store.open(settings.database, settings.store_seconds) as store:
        now = time.time()
        dropped = await store.drop_old_keys(now if force else now - settings.forget_days * DAY)
        kept = await store.retired_keys()
        if kept and not dropped:
            raise OptionError(await why_kept(store, kept[0], settings.forget_days))
    if not dropped:
        return "There is no earlier key."
    left = f"; {len(kept)} replaced less than {settings.forget_days} days ago are still good" if kept else ""
    return f"{dropped} earlier keys were dropped: whoever has not been here since is a stranger now{left}."


async def why_kept(store: Store, retired: float, days: int) -> str:
    until = datetime.fromtimestamp(retired + days * DAY, UTC)
    return (
        f"the oldest key was replaced less than {days} days ago: dropping it would make strangers of all who have not "
        f"been here since (at most {await store.count_people(retired)}). Wait until {until:%Y-%m-%d}, as who stays "
        f"away for {days} days is forgotten anyway, or use --force if a key has become known"
    )
