"""Whether the house is alive, and whether it can serve: for load balancers, systemd and containers."""

import asyncio
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spielkiste.server.figures import FIGURES

if TYPE_CHECKING:
    from spielkiste.server.house import House

ANSWER_WITHIN = 2.0  # seconds the store may take before the house does not count as ready


async def healthz(request: Request) -> Response:
    """Alive: the event loop runs. It asks nobody else, so that a slow database does not get the server killed."""
    lag = FIGURES.loop_lag
    return JSONResponse({"alive": True, "loop_lag_longest": round(lag.longest, 4), "loop_lag": lag.counts})


async def readyz(request: Request) -> Response:
    """Ready: the store answers, and all background work is sound. 503 says what is not."""
    house: House = request.app.state.house
    report = await readiness(house)
    return JSONResponse(report, 200 if report["ready"] else 503)


async def readiness(house: "House") -> dict[str, Any]:
    chores = house.chores.report()
    store = await store_answers(house)
    connected = "connected" if house.broker.connected else "gone"
    broker = connected if house.settings.broker else "none"
    ready = store == "" and all(chore["sound"] for chore in chores.values())
    return {"ready": ready, "store": store or "answers", "broker": broker, "chores": chores}


async def store_answers(house: "House") -> str:
    """What is wrong with the store; nothing where it answers."""
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            await house.store.ping()
    except TimeoutError:
        return f"no answer within {ANSWER_WITHIN:g} s"
    except Exception as error:
        return str(error)
    return ""
