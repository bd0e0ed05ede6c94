#!/usr/bin/env bash
# Builds the program for a target and packs it with its man pages, completions and licenses:
#
#   packaging/pack.sh [TARGET [CPU]]     x86_64-unknown-linux-gnu x86-64-v3
#
# The archive is target/packages/tilewright-TARGET[-v3].tar.gz. CPU is `x86-64` (any processor) unless named.
# PACK_PROFILE chooses another profile than `release`.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-$host}
cpu=${2:-}
profile=${PACK_PROFILE:-release}

name=tilewright-$target
flags=
case $target in
    x86_64-*) flags="-C target-cpu=${cpu:-x86-64}" ;;
esac
if [ "$cpu" = x86-64-v3 ]; then name=$name-v3; fi
suffix=
case $target in
    *-windows-*) suffix=.exe ;;
esac
folder=$profile
if [ "$profile" = dev ]; then folder=debug; fi

RUSTFLAGS="$flags ${RUSTFLAGS:-}" \
    cargo build --locked --profile "$profile" -p tilewright --target "$target"
program=target/$target/$folder/tilewright$suffix

stage=target/packages/$name/tilewright
rm -rf "target/packages/$name"
mkdir -p "$stage"
cp "$program" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$stage"
# A program for another system cannot be asked for its pages.
if "$program" manual "$stage/man" 2>/dev/null; then
    mkdir -p "$stage/completions"
    for shell in bash zsh fish powershell; do
        "$program" completions $shell > "$stage/completions/tilewright.$shell"
    done
fi
cp packaging/systemd/tilewright.service "$stage"
tar -C "target/packages/$name" -czf "target/packages/$name.tar.gz" tilewright
echo "target/packages/$name.tar.gz"
