#!/bin/sh
# No tabs, no blanks at the end of a line, no line longer than 100 characters.
status=0
for file in "$@"; do
    awk -v file="$file" '
        /\t/        { print file ":" NR ": a tab"; bad = 1 }
        /[ ]+$/     { print file ":" NR ": a blank at the end of the line"; bad = 1 }
        length > 100 { print file ":" NR ": longer than 100 characters"; bad = 1 }
        END { exit bad }
    ' "$file" || status=1
done
exit $status
