#!/usr/bin/env bash
# Builds what people install, installs it in clean places, and runs it: a part of `cargo xtask test slow`.
# What this machine lacks (systemd, a container engine) is named and left out.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=${PYTHON:-python3}
game='coerceo --depth 3'

check() {
    count=$("$1" perft $game | tail -1)
    [ "$count" = 110304 ] || { echo "$1 counts $count"; exit 1; }
}

echo "== the archive"
archive=$(packaging/pack.sh | tail -1)
tar -C "$work" -xzf "$archive"
check "$work/tilewright/tilewright"
grep -q tilewright "$work/tilewright/completions/tilewright.bash"
grep -qi '^.TH "*tilewright' "$work/tilewright/man/tilewright.1"

echo "== cargo install"
cargo install --quiet --locked --path apps/cli --root "$work/cargo"
check "$work/cargo/bin/tilewright"

echo "== the source distribution, in a clean environment"
"$python" -m venv "$work/build"
"$work/build/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.16,<2'
"$work/build/bin/maturin" sdist --out "$work/dist"
"$python" -m venv "$work/clean"
CARGO_TARGET_DIR=$root/target "$work/clean/bin/pip" install --quiet --disable-pip-version-check "$work"/dist/*.tar.gz
(cd "$work" && clean/bin/python "$root/examples/python/play_a_game.py")

echo "== the steps of the container"
mkdir "$work/source" "$work/out"
git ls-files -z --cached --others --exclude-standard | tar --null -cf - -T - | tar -C "$work/source" -xf -
sed -n '/^RUN /,/[^\\]$/p' packaging/container/Containerfile | sed -e 's/^RUN //' -e "s#/out#$work/out#g" > "$work/steps.sh"
(cd "$work/source" && TARGET_CPU=x86-64 CARGO_TARGET_DIR=target sh -eu "$work/steps.sh")
check "$work/out/tilewright"

echo "== the unit"
if command -v systemd-analyze > /dev/null; then
    mkdir -p "$work/unit"
    sed "s#/usr/local/bin/tilewright#$work/out/tilewright#" packaging/systemd/tilewright.service > "$work/unit/tilewright.service"
    systemd-analyze verify "$work/unit/tilewright.service"
    systemd-analyze security --offline=yes --threshold=20 "$work/unit/tilewright.service"
else
    echo "left out: there is no systemd-analyze here"
fi

echo "== the public addresses"
TILEWRIGHT_REPOSITORY=https://example.org/repository packaging/addresses.py "$work/source"
grep -q 'repository = "https://example.org/repository"' "$work/source/Cargo.toml"
(cd "$work/source" && cargo metadata --locked --no-deps --format-version 1) | "$python" -c '
import json, sys
packages = json.load(sys.stdin)["packages"]
assert all(it["repository"] for it in packages if it["publish"] is None)'

echo "== the crates, each built from its package"
crates=$(cargo metadata --no-deps --format-version 1 | "$python" -c '
import json, sys
for package in json.load(sys.stdin)["packages"]:
    if package["publish"] is None:
        print("-p", package["name"])')
CARGO_TARGET_DIR=$work/crates CARGO_PROFILE_DEV_DEBUG=0 cargo package --allow-dirty $crates
echo "all packages are sound"
