#!/bin/sh
# Makes .venv and installs one of the locked sets of packages (run, dev, bench) and this package into it.
set -eu
set_name="$1"
python="${PYTHON:-python3}"

version_ok() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
if ! version_ok "$python"; then
    if version_ok python3.11; then python=python3.11; else
        echo "Spielkiste needs Python 3.11 or newer; set PYTHON=/path/to/python" >&2
        exit 1
    fi
fi

# Debian keeps venv in a package of its own.
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if command -v apt-get >/dev/null; then
        sudo=""; [ "$(id -u)" = 0 ] || sudo="sudo"
        $sudo apt-get update -qq
        $sudo apt-get install -y -qq python3-venv
    else
        echo "This Python lacks the venv module; please install it (python3-venv)" >&2
        exit 1
    fi
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "requirements/$set_name.txt"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
