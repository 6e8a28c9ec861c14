#!/bin/sh
# Makes a git repository of this example in a new folder: `main` as it is here, `fixed` with both faults repaired, and on
# top of that one branch for each way in which firmware ends badly.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
target=${1:?usage: make-repository.sh DIR}
[ ! -e "$target" ] || { echo "$target exists already" >&2; exit 1; }

mkdir -p "$target"
for part in .gitignore Makefile README.md firmloop.yaml branches include patches src target tests; do
    cp -R "$here/$part" "$target/"
done
cd "$target"
repository() {
    git -c user.name=firmloop -c user.email=firmloop@localhost -c commit.gpgsign=false "$@"
}
commit() {
    repository add -A
    repository commit -q -m "$1"
}
git init -q -b main
commit "Firmware with two faults"

git checkout -q -b fixed
git apply patches/02-ring-count.patch patches/03-cobs-full-run.patch
commit "Repair both faults"

for patch in branches/*.patch; do
    git checkout -q -b "$(basename "$patch" .patch)" fixed
    git apply "$patch"
    commit "$(head -n 1 "$patch")"
done
git checkout -q main
