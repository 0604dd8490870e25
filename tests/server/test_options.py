"""Settings of the server: by option, environment and file, each wrong one named."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from server import services
from server.stored import older

from spielkiste.cli.main import main
from spielkiste.core.errors import OptionError
from spielkiste.server.database import newest_form
from spielkiste.server.options import IN_FILES, NAMES, PREFIX, Operation, settled
from spielkiste.server.store import Store


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
        ('address = "https://"', "address"),
        ('address = "https://games.example/play"', "address"),
        ('address = "https://games.example?x"', "address"),
        ('address = "https://me@games.example"', "address"),
        ('proxy = "0.0.0.0/0"', "strangers"),
        ('proxy = "::/0"', "strangers"),
        ('proxy = "8.0.0.0/8"', "strangers"),
        ('proxy = "2000::/7"', "strangers"),
        ("metrics_port = 8000", "metrics_port"),
        ("host = 5", "host"),
        ('forget_days = "-3"', "whole number from 8 to 3650"),
        ("this is no TOML", "TOML"),
        ('host = "a\\u0000b"', "host"),
        ('database = "a\\u0000b"', "database"),
        ('database_file = "a\\u0000b"', "database_file"),
        ('database_file = "/proc/self/exe"', "file of text"),
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


@pytest.mark.parametrize("address", ["https://games.example.org", "http://localhost:8000/", "https://[::1]:8443"])
def test_a_plain_address_is_taken(address: str) -> None:
    assert settled({"address": address}, None, {}).address == address


def check(database: object, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """What the check of the settings says of a database."""
    code = main(["serve", "--check", "--port", "23987", "--database", str(database)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out + said.err


def test_the_check_of_a_file_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.db"
    code, said = check(file, capsys)
    assert code == 0 and "will be made" in said and not list(tmp_path.iterdir())
    older(str(file))
    before = everything(tmp_path)
    code, said = check(file, capsys)
    assert code == 0 and f"0001 to {newest_form()}" in said and everything(tmp_path) == before
    asyncio.run(opened(file))
    before = everything(tmp_path)
    code, said = check(file, capsys)
    assert code == 0 and "up to date" in said and everything(tmp_path) == before
    with closing(sqlite3.connect(file)) as killed:  # a server that was killed leaves a log, and a copy of it no index
        killed.execute("INSERT INTO secret VALUES ('x', x'00')")
        killed.commit()
        copy = tmp_path / "copy"
        copy.mkdir()
        for rest in ("", "-wal"):
            shutil.copy(f"{file}{rest}", copy)
    before = everything(copy)
    code, said = check(copy / "games.db", capsys)
    assert code == 0 and "up to date" in said and everything(copy) == before and len(before) == 2


def test_a_database_of_another_program_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE foo (bar)")
    code, said = check(file, capsys)
    assert code == 2 and "another program" in said
    assert main(["keys", "rotate", "--database", str(tmp_path / "nowhere.db")]) == 2
    assert "no database" in capsys.readouterr().err and [one.name for one in tmp_path.iterdir()] == ["other.db"]


def test_a_file_that_holds_a_setting_must_hold_it(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(OptionError, match="is empty"):
        settled({}, None, {"SPIELKISTE_DATABASE_FILE": str(tmp_path / "empty")})
    assert settled({}, None, {"SPIELKISTE_DATABASE_FILE": ""}).database == "spielkiste.db"


def test_the_check_of_a_postgres_database_changes_nothing(
    postgres_server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = services.new_database(postgres_server, "checked")

    def tables() -> int:
        with psycopg.connect(url) as connection:
            row = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
            return int(row[0]) if row else -1

    code, said = check(url, capsys)
    assert code == 0 and "will be made" in said and tables() == 0
    asyncio.run(opened(url))
    code, said = check(url, capsys)
    assert code == 0 and "up to date" in said
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER DATABASE checked SET default_transaction_read_only = on")
    code, said = check(url, capsys)
    assert code == 2 and "only be read" in said
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute("ALTER DATABASE checked RESET default_transaction_read_only")
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for words in (["--check"], []):
        assert main(["serve", *words, "--port", "23987", "--database", url]) == 2
        assert "newer version" in capsys.readouterr().err
    assert check(services.new_database(postgres_server, "gone").replace("gone", "missing"), capsys)[0] == 2


@pytest.mark.parametrize("words", [["--check"], []], ids=["check", "serve"])
def test_a_database_that_cannot_be_used_is_a_sentence(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    asyncio.run(opened(tmp_path / "folder" / "mine.db"))
    asyncio.run(opened(tmp_path / "readable.db"))
    (tmp_path / "readable.db").chmod(0o444)
    (tmp_path / "nonsense.db").write_bytes(b"nonsense" * 1000)
    (tmp_path / "newer.db").write_bytes((tmp_path / "folder" / "mine.db").read_bytes())
    with closing(sqlite3.connect(tmp_path / "newer.db")) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    (tmp_path / "folder").chmod(0o555)
    (tmp_path / "loop.db").symlink_to("loop.db")
    os.mkfifo(tmp_path / "pipe")
    for database, sentence in {
        "nowhere/games.db": "no folder", "folder/mine.db": "only be read", "readable.db": "only be read",
        "nonsense.db": "no database", "newer.db": "newer version", "folder": "is a folder",
        "loop.db": "symbolic links", "x" * 300: "name too long", "pipe": "no ordinary file",
    }.items():  # fmt: skip
        command = [*HUMBLE, sys.executable, "-m", "spielkiste", "serve", *words, "--port", "23987"]
        done = subprocess.run([*command, "--database", database], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
        assert sentence in done.stderr and done.stderr.startswith("spielkiste: "), done.stderr


# Root may write everywhere, unless it does without that right.
HUMBLE = [] if os.getuid() else ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


def everything(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


async def opened(database: object) -> None:
    await (await Store.open(str(database))).close()


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
