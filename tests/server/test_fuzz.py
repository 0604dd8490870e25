"""A short part of `make fuzz`: nothing strangers send is a fault of ours, and honest people go on."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "bench"))

from fuzz import run
from fuzz_cases import ADDRESSES, TYPES, Case, any_case
from msgspec.inspect import StructType

from spielkiste.server.routes import routes

CASES = 500


def test_nothing_does_harm() -> None:
    report = run(CASES, start=1)
    assert not report.failures and not report.tracebacks, str(report)
    assert report.cases >= CASES and report.messages > 50 and report.statuses[200] > 30, str(report)
    assert len(report.pings) > 10 and report.growth < 60, str(report)


def test_every_address_and_message_is_among_the_cases() -> None:
    assert {route.path for route in routes()} <= {path for path, _ in ADDRESSES}
    chance = random.Random(1)
    cases = [any_case(chance) for _ in range(3000)]
    said = "".join(text for case in cases for text in case.says)
    unsaid = [kind for kind in TYPES if isinstance(kind, StructType) and f'"do": "{kind.tag}"' not in said]
    assert len(TYPES) > 15 and not unsaid
    assert all(Case.read(case.line()) == case for case in cases[:300])
