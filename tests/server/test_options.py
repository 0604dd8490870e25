"""Settings of the server: by option, environment and file, each wrong one named."""

import re
from pathlib import Path

import pytest

from spielkiste.cli.main import main
from spielkiste.core.errors import OptionError
from spielkiste.server.options import IN_FILES, NAMES, PREFIX, Operation, settled


def test_an_option_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "spielkiste.toml"
    file.write_text('port = 1111\nhost = "0.0.0.0"\nworkers = 2\nbroker = "redis://there"\n')
    space = {
        "SPIELKISTE_PORT": "2222",
        "SPIELKISTE_HOST": "::1",
        "SPIELKISTE_CONFIG": str(file),
        "SPIELKISTE_CACHE": "x",
    }
    found = settled({"port": 3333, "host": None}, None, space)
    assert found == Operation(host="::1", port=3333, workers=2, broker="redis://there")


def test_a_secret_may_lie_in_a_file_of_its_own(tmp_path: Path) -> None:
    secret = tmp_path / "database"
    secret.write_text("postgresql://me:secret@host/games\n")
    assert settled({}, None, {"SPIELKISTE_DATABASE_FILE": str(secret)}).database == "postgresql://me:secret@host/games"
    with pytest.raises(OptionError, match="database_file"):
        settled({}, None, {"SPIELKISTE_DATABASE_FILE": str(tmp_path / "nowhere")})


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("prot = 8000", "prot"),
        ("port = true", "port"),
        ("port = 99999", "port"),
        ('port = "²"', "port"),
        ("workers = 2", "broker"),
        ('address = "games.example"', "address"),
        ("host = 5", "host"),
        ("this is no TOML", "TOML"),
    ],
)
def test_what_is_wrong_is_named(text: str, named: str, tmp_path: Path) -> None:
    file = tmp_path / "spielkiste.toml"
    file.write_text(text)
    with pytest.raises(OptionError, match=named):
        settled({}, str(file), {})


def test_the_command_says_whether_settings_can_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "games.db")
    assert main(["serve", "--check", "--database", database, "--port", "23987"]) == 0
    assert "can be used" in capsys.readouterr().out
    for words in (
        ["--broker", "redis://127.0.0.1:1"],
        ["--database", "mysql://x"],
        ["--proxy", "*"],
        ["--config", "no"],
    ):
        assert main(["serve", "--check", "--database", database, *words]) == 2
        assert capsys.readouterr().err.strip()


def test_the_page_for_operators_names_every_setting_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "operations.md").read_text(encoding="utf-8")
    table = page.partition("## Settings")[2].partition("\n## ")[0]
    known = {*NAMES, *(f"{name}_file" for name in IN_FILES), "cache"}
    assert {name.lower() for name in re.findall(rf"{PREFIX}([A-Z_]+)", table)} == known
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    assert set(re.findall(r"`(?:spielkiste serve )?(--[a-z-]+)`", table)) <= options
    for name in NAMES:
        default = getattr(Operation, name)
        assert default in (None, False) or str(default) in table, f"{name} is {default} by default"
