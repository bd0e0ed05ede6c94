#!/bin/sh
# Lets schemathesis try everything that the OpenAPI document of a server allows and forbids.
#
#   apps/server/tests/schemathesis.sh [SECONDS]
#
# TILEWRIGHT names the program to test; without it, it is built.
# Makes a virtual environment, starts the server on a free port with a folder of its own, and looks for
# answers that are failures or contradict the document, for two minutes unless told otherwise.
set -eu

seconds=${1:-120}
root=$(cd "$(dirname "$0")/../../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
environment=$target/schemathesis
version=4.32.5

if ! "$environment/bin/schemathesis" --version 2>/dev/null | grep -q "$version"; then
    python3 -m venv "$environment" || { echo "python3 -m venv is missing: apt-get install python3-venv" >&2; exit 1; }
    "$environment/bin/pip" install --quiet "schemathesis==$version"
fi
program=${TILEWRIGHT:-$target/debug/tilewright}
[ -n "${TILEWRIGHT:-}" ] || cargo build --quiet --manifest-path "$root/Cargo.toml" -p tilewright

folder=$(mktemp -d)
"$program" serve --addr 127.0.0.1:0 --data-dir "$folder" --no-limits --bot-pause 1ms \
    >"$folder/out" 2>"$folder/log" &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null || true; rm -rf "$folder"' EXIT INT TERM
for _ in $(seq 100); do
    address=$(sed -n 's/^Tilewright serves at //p' "$folder/out")
    [ -n "$address" ] && break
    sleep 0.1
done
[ -n "$address" ] || { cat "$folder/log" >&2; exit 1; }

checks=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
try() {
    # What it remembers from run to run goes where the rest goes.
    (cd "$folder" && "$environment/bin/schemathesis" run "$address/api/openapi.json" --checks $checks \
        --max-time $((seconds / 2)) --request-timeout 20 --seed 1 --no-color "$@")
}

status=0
# Once as nobody, and once as somebody, who shall not sign out on the way.
try || status=$?
cookie=$(curl --silent --include --header 'Content-Type: application/json' \
    --data '{"name": "ada", "password": "correct horse"}' "$address/api/accounts" |
    sed -n 's/^set-cookie: \([^;]*\).*/\1/p')
[ -n "$cookie" ] || { echo "the server gave no cookie" >&2; exit 1; }
try --exclude-method DELETE --header "Cookie: $cookie" || status=$?
if grep -i panicked "$folder/log" >&2; then
    status=1
fi
exit "$status"
