"""Between JavaScript and the house: what is asked there and answered here, in each other's values. Imported in Pyodide
alone."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import js  # type: ignore[import-not-found]
from pyodide.ffi import JsException, create_proxy, jsnull, to_js  # type: ignore[import-not-found]

from spielkiste.pocket.house import Pocket
from spielkiste.pocket.store import Row


def nullable(value: Any) -> Any:
    """For JavaScript, where None arrives as undefined."""
    return jsnull if value is None else value


class BrowserDisk:
    """The browser's database."""

    def __init__(self, disk: Any) -> None:
        self._disk = disk

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        try:
            return [(key, text) for key, text in (await self._disk.read(prefix)).to_py()]
        except JsException as wrong:
            raise OSError(str(wrong)) from None

    async def write(self, rows: list[Row]) -> None:
        try:
            await self._disk.write(to_js([[key, nullable(text)] for key, text in rows]))
        except JsException as wrong:
            raise OSError(str(wrong)) from None


class BrowserEngine:
    """The engine's worker."""

    def __init__(self, ask: Callable[[Any], Any]) -> None:
        self._ask = ask

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            told = {name: nullable(value) for name, value in question.items()}
            answer = await self._ask(to_js(told, dict_converter=js.Object.fromEntries))
        except JsException as wrong:
            raise RuntimeError(str(wrong)) from None
        return dict(answer.to_py())


class BrowserHouse:
    """A house whose answers JavaScript reads."""

    def __init__(self, pocket: Pocket) -> None:
        self._pocket = pocket

    async def ask(self, method: str, path: str, body: str, kind: str) -> Any:
        answer = await self._pocket.ask(method, path, body, kind)
        return to_js(asdict(answer), dict_converter=js.Object.fromEntries)

    def builds(self) -> Any:
        return to_js(self._pocket.builds())

    def connect(self, number: int, path: str, tell: Any) -> None:
        self._pocket.connect(number, path, tell)

    def say(self, number: int, text: str) -> None:
        self._pocket.say(number, text)

    def hang_up(self, number: int) -> None:
        self._pocket.hang_up(number)


async def open_house(disk: Any, ask: Any, files: str, lang: str, build: str, address: str) -> Any:
    pocket = await Pocket.open(
        BrowserDisk(disk), BrowserEngine(ask), files=files, lang=lang, build=build, address=address
    )
    return create_proxy(BrowserHouse(pocket))
