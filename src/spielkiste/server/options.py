"""What an operator may set: by option, else by environment, else by a file, else by default. `spielkiste serve` and
all commands that open the database read the same settings.

A secret never needs the command line: SPIELKISTE_DATABASE holds the address of a database with its password, and
`database_file = "/run/secrets/database"` in the file, or SPIELKISTE_DATABASE_FILE, names a file that holds it.
"""

import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from spielkiste.core.errors import OptionError

PREFIX = "SPIELKISTE_"
IN_FILES = ("database", "broker")  # may hold a password: `…_file` names a file with the value
LOGS = ("text", "json")
ADDRESS = re.compile(r"https?://([A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/?")
WIDEST_PRIVATE = {4: 8, 6: 7}  # bits of 10.0.0.0/8 and fc00::/7
WIDEST_PUBLIC = {4: 12, 6: 28}  # bits; networks of companies that offer proxies are smaller

LIMITS = {
    "workers": (1, 64), "bots": (1, 256), "port": (1, 65535), "metrics_port": (1, 65535),
    "abandoned_days": (8, 3650), "forget_days": (8, 3650),  # a turn may last a week
    "store_seconds": (1, 600), "broker_seconds": (1, 600),
}  # fmt: skip


@dataclass(frozen=True)
class Operation:
    """How a server is run."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "spielkiste.db"
    workers: int = 1
    broker: str | None = None
    address: str | None = None
    proxy: str | None = None
    bots: int | None = None
    abandoned_days: int = 30
    forget_days: int = 90
    store_seconds: int = 10
    broker_seconds: int = 5
    metrics_port: int | None = None
    metrics_host: str = "127.0.0.1"
    log: str = "text"
    log_requests: bool = False

    def __post_init__(self) -> None:
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise OptionError(f"{name}={value}: must be from {least} to {most}")
        if self.workers > 1 and not self.broker:
            raise OptionError(f"workers={self.workers}: several processes need a broker to tell each other of moves")
        if self.log not in LOGS:
            raise OptionError(f"log={self.log!r}: must be one of {', '.join(LOGS)}")
        if self.metrics_port == self.port:
            raise OptionError(f"metrics_port={self.port}: players' pages are at this port; choose another")
        if self.address is not None:
            check_address(self.address)
        if self.proxy:
            check_proxies(self.proxy)


def check_address(address: str) -> None:
    """The address of every page begins with it."""
    if not ADDRESS.fullmatch(address):
        raise OptionError(
            f"address={address!r}: must be http:// or https:// and a name, as in https://games.example.org"
        )


def check_proxies(proxies: str) -> None:
    """Addresses or networks, each one that can be compared with where a request comes from."""
    for one in map(str.strip, proxies.split(",")):
        try:
            network = ipaddress.ip_network(one)
        except ValueError:
            raise OptionError(f"proxy={one!r}: must be an address or a network, such as 127.0.0.1") from None
        widest = WIDEST_PRIVATE if network.is_private else WIDEST_PUBLIC
        if network.prefixlen < widest[network.version]:
            raise OptionError(f"proxy={one!r}: would trust strangers too; name the proxy's own address or network")


NAMES = tuple(field.name for field in fields(Operation))
NUMBERS = tuple(LIMITS)
FLAGS = ("log_requests",)
YES_OR_NO = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def settled(given: Mapping[str, Any], file: str | None, space: Mapping[str, str] = os.environ) -> Operation:
    """All settings; OptionError names the one that is wrong, and where it was set."""
    file = file or space.get(f"{PREFIX}CONFIG")
    found: dict[str, Any] = {}
    for source, values in (
        (file or "", from_file(Path(file)) if file else {}),
        ("the environment", from_environment(space)),
        ("the options", {name: value for name, value in given.items() if value is not None}),
    ):
        try:
            found |= {name: kept(name, value) for name, value in values.items()}
        except OptionError as wrong:
            raise OptionError(f"{wrong} (set by {source})") from None
    return Operation(**found)


def from_file(file: Path) -> dict[str, Any]:
    """A TOML file with the names of the options."""
    try:
        return with_files(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise OptionError(f"{file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{file} is not a file of settings (TOML): {error}") from None


def from_environment(space: Mapping[str, str]) -> dict[str, Any]:
    """SPIELKISTE_PORT and so on; other variables of that beginning are no settings."""
    known = {*NAMES, *(f"{name}_file" for name in IN_FILES)}
    named = {name.removeprefix(PREFIX).lower(): value for name, value in space.items() if name.startswith(PREFIX)}
    return with_files({name: value for name, value in named.items() if name in known})


def with_files(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values that lie in files of their own, read."""
    read = dict(values)
    for name in IN_FILES:
        place = read.pop(f"{name}_file", None)
        if place:  # a variable that is set to nothing is not set
            try:
                read[name] = Path(str(place)).read_text(encoding="utf-8").strip()
            except OSError as error:
                raise OptionError(f"{name}_file={place!r} cannot be read: {error.strerror}") from None
            except ValueError:  # not UTF-8, or a name that no file has
                raise OptionError(f"{name}_file={place!r} cannot be read: it must be a file of text") from None
            if not read[name]:
                raise OptionError(f"{name}_file={place!r} is empty")
    return read


def kept(name: str, value: Any) -> Any:
    """A value in its own type."""
    if name not in NAMES:
        raise OptionError(f"there is no setting {name!r}; there are {', '.join(NAMES)}, database_file, broker_file")
    if name in FLAGS:
        if str(value).lower() not in YES_OR_NO:
            raise OptionError(f"{name}={value!r}: must be yes or no")
        return YES_OR_NO[str(value).lower()]
    if name not in NUMBERS:
        if not isinstance(value, str):
            raise OptionError(f"{name}={value!r}: must be a text")
        if not value.isprintable():
            raise OptionError(f"{name}={value!r}: must be a text that can be printed")
        return value
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    if type(value) is int:
        return value
    least, most = LIMITS[name]
    raise OptionError(f"{name}={value!r}: must be a whole number from {least} to {most}")
