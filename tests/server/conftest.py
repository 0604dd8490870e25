"""Stores and brokers for tests, each kind a real one. A test that asks for `database_url` runs with both databases."""

import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from server import services

from spielkiste.server.broker import Broker, open_broker
from spielkiste.server.store import Store

numbers = itertools.count()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with services.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[services.Valkey]:
    with services.valkey() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return services.new_database(request.getfixturevalue("postgres_server"), f"games{next(numbers)}")


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with await Store.open(database_url) as opened:
        yield opened


@pytest.fixture(params=["local", "valkey"])
def broker_url(request: pytest.FixtureRequest) -> str | None:
    if request.param == "local":
        return None
    server: services.Valkey = request.getfixturevalue("valkey_server")
    return server.url


@pytest.fixture
async def broker(broker_url: str | None) -> AsyncIterator[Broker]:
    opened = await open_broker(broker_url)
    yield opened
    await opened.close()
