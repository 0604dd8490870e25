"""Every branch of every rules.py is run in plain Python by its room's own tests, or this fails and says where not."""

import subprocess
import sys
import tempfile
from pathlib import Path

from spielkiste.core.room import all_rooms


def main() -> int:
    """Runs each room's tests under coverage."""
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        for slug, room in all_rooms().items():
            data = str(Path(scratch) / slug)
            measured = [
                str(room.folder / "rules.py"),
                *(str(room.folder / f"{name}.py") for name in rule_modules(slug)),
            ]
            run = [
                sys.executable,
                "-m",
                "coverage",
                "run",
                "--branch",
                f"--data-file={data}",
                f"--include={','.join(measured)}",
            ]
            tests = [str(test) for test in sorted((room.folder / "tests").glob("test_rules*.py"))]
            done = subprocess.run(
                [*run, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], capture_output=True, text=True
            )
            report = [sys.executable, "-m", "coverage", "report", f"--data-file={data}", "-m", "--fail-under=100"]
            told = subprocess.run(report, capture_output=True, text=True)
            ok = done.returncode == 0 and told.returncode == 0
            print(f"{slug}: {'every branch of the rules covered' if ok else 'NOT COVERED'}", flush=True)
            if not ok:
                failed.append(slug)
                print(done.stdout[-2000:], done.stderr[-2000:], told.stdout, sep="\n")
    return 1 if failed else 0


def rule_modules(slug: str) -> list[str]:
    """Further modules of rules (not of search), named by the room in RULE_MODULES."""
    return list(getattr(all_rooms()[slug].rules, "RULE_MODULES", ()))


if __name__ == "__main__":
    sys.exit(main())
