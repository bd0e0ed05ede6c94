#!/bin/sh
# An engine of Blokus duo that speaks GTP and never plays: at its first move it does what its
# argument says.
while read -r id command; do
    case $id in
    quit) exit 0 ;;
    esac
    case $command in
    genmove*)
        case $1 in
        resign) answer=resign ;;
        cheat) answer=a1,c3 ;;
        die) echo "out of memory" >&2; exit 3 ;;
        hang) exec sleep 1000.91 ;;
        burn) while :; do :; done ;;
        burn-in-a-child) sh -c 'while :; do :; done'; exit 0 ;;
        esac
        ;;
    name) answer=Small ;;
    protocol_version) printf '?%s unknown command\n\n' "$id"; continue ;;
    *) answer= ;;
    esac
    printf '=%s %s\n\n' "$id" "$answer"
done
