"""Figures for Prometheus: read as it reads them, from a server that people play at."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families
from server.harness import Server, Visitor, free_port

from spielkiste.core.errors import OptionError
from spielkiste.server.metrics import PORTS, listen
from spielkiste.server.options import settled

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(str(tmp_path_factory.mktemp("metrics") / "games.db"), metrics_port=free_port())
    running.start()
    yield running
    running.stop()


def figures(server: Server) -> dict[str, float]:
    """Each figure by its name and labels."""
    text = httpx.get(f"http://127.0.0.1:{server.settings['metrics_port']}/metrics").text
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_moves_sockets_and_times_are_counted(server: Server) -> None:
    before = figures(server)
    async with Visitor(server.base) as anna:
        table = await anna.open("torris", "bots", level="1")
        async with anna.page(table) as page:
            await page.until(lambda: bool(page.moves))
            answer = await page.play(page.moves[0])
            await page.until(lambda: page.number > answer["number"])
            assert figures(server)["spielkiste_sockets"] == 1
    after = figures(server)
    grown = {name: value - before[name] for name, value in after.items() if name in before}
    assert grown["spielkiste_moves_total people"] == 1 and grown["spielkiste_moves_total house"] >= 1
    assert grown["spielkiste_tables_opened_total"] == 1 and after["spielkiste_tables_in_memory"] == 1
    for times in ("acknowledgement", "bot", "request", "loop_lag"):
        assert grown[f"spielkiste_{times}_seconds_count"] >= 1, times
        assert grown[f"spielkiste_{times}_seconds_bucket +Inf"] == grown[f"spielkiste_{times}_seconds_count"]
    assert grown["spielkiste_answers_total 3xx"] == 1 and grown["spielkiste_answers_total 2xx"] >= 1


def test_states_are_told(server: Server) -> None:
    until = time.monotonic() + 5
    while "spielkiste_tables running" not in figures(server) and time.monotonic() < until:
        time.sleep(0.05)
    now = figures(server)
    assert now["spielkiste_store_answers"] == now["spielkiste_broker_connected"] == 1
    assert now["spielkiste_chore_sound attendance"] == 1 and now["spielkiste_chores_restarted_total"] == 0
    assert now["spielkiste_bots_asked"] == now["spielkiste_faults_total"] == 0
    assert {"spielkiste_tables open", "process_resident_memory_bytes"} <= now.keys()


NAMED = re.compile(r"\b(?:spielkiste|process)_[a-z_]+\b")


@pytest.mark.parametrize("file", ["grafana.json", "alerts.yml"])
def test_the_dashboard_and_the_alerts_name_figures_that_exist(file: str, server: Server) -> None:
    known = {name.partition(" ")[0] for name in figures(server)}
    text = (DEPLOY / file).read_text(encoding="utf-8")
    asked = re.findall(r"expr\"?: (.*)", text)
    named = {name for expression in asked for name in NAMED.findall(expression)}
    assert len(named) > 5 and named <= known, named - known


def test_the_page_for_operators_explains_every_figure(server: Server) -> None:
    page = (DEPLOY.parent / "docs" / "operations.md").read_text(encoding="utf-8")
    own = {name.partition(" ")[0] for name in figures(server) if name.startswith("spielkiste_")}
    assert {re.sub("_(bucket|count|sum)$", "", name) for name in own} <= set(re.findall(r"`(spielkiste_\w+)", page))


def test_players_never_reach_them(server: Server) -> None:
    assert httpx.get(f"{server.base}/metrics").status_code == 404


def test_each_process_has_a_port_of_its_own() -> None:
    first, last = [listen(CollectorRegistry(), "127.0.0.1", 23_000) for _ in range(2)]
    try:
        assert 23_000 <= first[0].server_port < last[0].server_port < 23_000 + PORTS
    finally:
        for server, thread in (first, last):
            server.shutdown()
            server.server_close()
            thread.join()


def test_settings_of_figures_and_logs_are_checked() -> None:
    space = {"SPIELKISTE_METRICS_PORT": "9100", "SPIELKISTE_LOG_REQUESTS": "yes", "SPIELKISTE_LOG": "json"}
    found = settled({}, None, space)
    assert (found.metrics_port, found.metrics_host, found.log_requests, found.log) == (9100, "127.0.0.1", True, "json")
    for wrong in ({"SPIELKISTE_LOG": "xml"}, {"SPIELKISTE_LOG_REQUESTS": "often"}, {"SPIELKISTE_METRICS_PORT": "0"}):
        with pytest.raises(OptionError, match=next(iter(wrong)).removeprefix("SPIELKISTE_").lower()):
            settled({}, None, wrong)
