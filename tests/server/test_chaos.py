"""A short part of `make chaos`: a server is killed and the broker lost under play; nobody notices more than a pause."""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "bench"))

from chaos import Fault, kill, lose_broker, possible_faults, run
from tables import Kind


def test_nothing_is_lost_and_everybody_goes_on() -> None:
    faults = (Fault("killed", kill), Fault("broker", partial(lose_broker, seconds=5)))
    kinds = (Kind("zahlenluchs", {"classic": True}, people=2), Kind("torris", {}, people=1, bots=1))
    report = run(faults, tables=4, scale=0.2, kinds=kinds, servers=2)
    assert report.ok, str(report)
    assert report.kills == 1 and len(report.faults) == 2 and report.audit.acknowledged > 0, str(report)


def test_what_cannot_be_tried_is_said() -> None:
    faults = (Fault("disk full for 15 s", kill), Fault("killed", kill))
    possible, missing = possible_faults(faults, small_disk=False)
    assert [fault.name for fault in possible] == ["killed"] and "root" in missing[0]
