"""What the house writes down: time, level, the request it belongs to, and no secret.

The standard library's logging, not structlog: uvicorn, SQLAlchemy and all our modules speak to it already, and two
formatters and one handler are all that is missing.
"""

import json
import logging
import logging.config
import secrets
import sys
import threading
import time
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import walk_tb
from typing import Any, TextIO

log = logging.getLogger("spielkiste.logs")
AGAIN_AFTER = 60.0  # seconds in which the same traceback is written once
PROVOKED = ("uvicorn.error", "asyncio")  # speak of broken requests: whoever sends many must not fill the disk
KEPT = 200  # tracebacks that are known at a time
SHOWN = ("slug", "id")  # parts of an address that are no secret; tokens of links are
MADE_OF = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
LONGEST_ID = 64

REQUEST: ContextVar[str] = ContextVar("request", default="")  # the id of the request being answered


def request_id(given: str = "") -> str:
    """An id that can be followed through the logs of proxy and server; a new one where none, or nonsense, was given."""
    return given if 0 < len(given) <= LONGEST_ID and MADE_OF.issuperset(given) else secrets.token_hex(8)


def shown_path(path: str, params: Mapping[str, Any] | None) -> str:
    """An address as it may be written down: whatever could be a token is left out, and what leads nowhere too."""
    if params is None:
        first = path.split("/")[1][:20] if path.count("/") > 1 else ""
        return f"/{first}/…" if first else "/…"
    parts = path.split("/")
    secret = {str(value) for name, value in params.items() if name not in SHOWN}
    return "/".join("…" if part in secret else part for part in parts)


class Text(logging.Formatter):
    """One line for people: time, level, who says it, the request, what."""

    def format(self, record: logging.LogRecord) -> str:
        request = REQUEST.get()
        head = f"{moment(record)} {record.levelname} {record.name}{f' [{request}]' if request else ''}"
        return f"{head}: {super().format(record)}"


class Json(logging.Formatter):
    """One JSON object a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {"time": moment(record), "level": record.levelname, "logger": record.name}
        if request := REQUEST.get():
            said["request"] = request
        said["message"] = record.getMessage()
        said |= getattr(record, "facts", {})
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


def moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class Terse(logging.StreamHandler[TextIO]):
    """Writes the same traceback, or what strangers can provoke, at most once a minute; then how often it came again."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[Any, ...], tuple[float, int, str]] = {}  # when written, how often since, what it was

    def emit(self, record: logging.LogRecord) -> None:
        now = time.monotonic()
        if record.name in PROVOKED and record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            record.exc_info = None  # somebody's bytes were no text: not our fault
        self._tell_again(now)
        key = origin(record)
        if key is None:
            super().emit(record)
        elif key in self._seen:
            since, times, what = self._seen[key]
            self._seen[key] = since, times + 1, what
        else:
            if len(self._seen) >= KEPT:
                self._seen.pop(next(iter(self._seen)))
            self._seen[key] = now, 0, f"{record.name}: {record.getMessage()}"
            super().emit(record)

    def _tell_again(self, now: float) -> None:
        for key, (since, times, what) in list(self._seen.items()):
            if now - since >= AGAIN_AFTER:
                del self._seen[key]
                if times:
                    super().emit(summary(what, times))

    def close(self) -> None:
        self._tell_again(float("inf"))
        super().close()


def origin(record: logging.LogRecord) -> tuple[Any, ...] | None:
    """Where an error came from, line by line; None for what is always written: our own words without a traceback."""
    if not record.exc_info or record.exc_info[0] is None:
        return (record.name, str(record.msg)[:100]) if record.name in PROVOKED else None
    lines = tuple((frame.f_code.co_filename, line) for frame, line in walk_tb(record.exc_info[2]))
    return record.name, record.exc_info[0], lines


def summary(what: str, times: int) -> logging.LogRecord:
    text = f"again {times} times: {what}"
    return logging.LogRecord("spielkiste.logs", logging.ERROR, __file__, 0, text, None, None)


def config(kind: str, requests: bool) -> dict[str, Any]:
    """For logging.config: everything goes to standard error in one form; uvicorn's own lines about requests do not."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"chosen": {"()": f"spielkiste.server.logs.{'Json' if kind == 'json' else 'Text'}"}},
        "handlers": {"standard error": {"class": "spielkiste.server.logs.Terse", "formatter": "chosen"}},
        "root": {"level": "WARNING", "handlers": ["standard error"]},
        "loggers": {
            "spielkiste.requests": {"level": "INFO" if requests else "WARNING"},
            "spielkiste.serve": {"level": "INFO"},
        },
    }


def begin(kind: str, requests: bool) -> None:
    """From now on this process writes in this form also what Python itself has to say: warnings, and what fails where
    nobody waits for it."""
    logging.config.dictConfig(config(kind, requests))
    if kind == "json":
        logging.captureWarnings(True)
        sys.excepthook = lambda *fault: log.critical("the process ends", exc_info=fault)
        threading.excepthook = lambda fault: log.error("a thread ended", exc_info=fault_of(fault))
        sys.unraisablehook = lambda fault: log.error("%s", fault.err_msg or "ignored", exc_info=fault_of(fault))


def fault_of(said: Any) -> Any:
    return said.exc_type, said.exc_value, said.exc_traceback
