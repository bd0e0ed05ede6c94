#!/bin/sh
# An engine of Aqua Pipe that plays S@b2 and misbehaves as its first argument says. The second is a
# number that no other test has; what it leaves behind is recognized by it.
mode=$1
mark=$2

case $mode in
crash-at-start) echo "out of memory" >&2; exit 3 ;;
end-at-start) exit 0 ;;
deaf) exec sleep "1000.$mark" ;;
flood-of-one-line) exec tr '\0' x </dev/zero ;;
flood-of-lines) exec yes "info string and again" ;;
esac

while read -r line; do
    case $line in
    ugi)
        echo "id name Bad Engine"
        [ "$mode" = odd-option ] && echo "option called hash"
        echo ugiok
        ;;
    isready) echo readyok ;;
    go*)
        case $mode in
        crash) echo "assertion failed" >&2; kill -9 $$ ;;
        crash-once) [ -e "$3" ] || { : >"$3"; exit 1; }; echo "bestmove S@b2" ;;
        hang) sleep "1000.$mark" ;;
        silent) ;;
        listen) echo "$line" >>"$3"; echo "bestmove S@b2" ;;
        late) sleep 0.3; echo "bestmove S@b2" ;;
        slow) sleep 0.6; echo "bestmove S@b2" ;;
        illegal) echo "bestmove S@z9" ;;
        no-move) echo "info string error: I give up"; echo "bestmove none" ;;
        empty-move) echo "bestmove" ;;
        garbage) printf '\377\000\033[2J nonsense\n\n\n'; echo "bestmove S@b2" ;;
        flood-when-asked) exec yes "info depth 1" ;;
        complain) yes "something is odd" | head -c 300000 >&2; echo "bestmove S@b2" ;;
        twice) echo "bestmove S@b2"; echo "bestmove M@a1" ;;
        leave-a-child) sleep "1000.$mark" & exit 0 ;;
        *) echo "info depth 1 nodes 9 score p1 0.5 p2 0.5 pv S@b2"; echo "bestmove S@b2" ;;
        esac
        ;;
    stop) [ "$mode" = silent ] && echo "bestmove S@b2" ;;
    quit) [ "$mode" = stubborn ] || exit 0 ;;
    esac
done
[ "$mode" = stubborn ] && sleep "1000.$mark"
