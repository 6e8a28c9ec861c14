#!/bin/sh
# A target on this machine: two slots in build/target, of which one is live.
#
#   target.sh deploy            copies the library to the free slot and makes it live
#   target.sh roll-back         makes the slot live that was live before
#   target.sh WHAT fails        the same, but the target refuses it
set -e
slots=build/target
mkdir -p "$slots"
live=$(cat "$slots/live" 2>/dev/null || echo a)
other=$([ "$live" = a ] && echo b || echo a)
if [ "$2" = fails ]; then
    echo "the target refuses to $1"
    exit 1
fi
case $1 in
    deploy)
        make --silent build/debounce.o
        cp build/debounce.o "$slots/$other"
        echo "$other" >"$slots/live"
        echo "slot $other is live with ${FIRMLOOP_COMMIT:-this tree}"
        ;;
    roll-back)
        echo "$other" >"$slots/live"
        echo "slot $other is live again"
        ;;
    *)
        echo "target.sh deploy|roll-back [fails]" >&2
        exit 2
        ;;
esac
