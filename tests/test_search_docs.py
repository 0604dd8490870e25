"""The examples of docs/search.md run as they stand, and print something."""

import re
from pathlib import Path

import pytest

SNIPPETS = re.findall(
    r"```python\n(.*?)```", (Path(__file__).parent.parent / "docs" / "search.md").read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_the_example_runs(snippet: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(snippet, "docs/search.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_there_is_an_example_for_each() -> None:
    assert len(SNIPPETS) >= 6
