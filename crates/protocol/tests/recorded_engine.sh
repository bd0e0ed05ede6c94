#!/bin/sh
# An engine that plays a recorded session back: it expects the commands of the file in their order,
# and ends with an error at any other. `quit` ends it at any time.
exec 3<"$1"
while read -r id command; do
    [ "$id" = quit ] && exit 0
    expected=
    while [ "${expected#> }" = "$expected" ] && IFS= read -r expected <&3; do :; done
    if [ "$expected" != "> $command" ]; then
        echo "expected '$expected', not '$command'" >&2
        exit 1
    fi
    IFS= read -r answer <&3
    sign=${answer%"${answer#?}"}
    printf '%s%s%s\n\n' "$sign" "$id" "${answer#?}"
done
