#!/bin/sh
# Every file is checked out with the bytes that are committed, also by a git that changes the ends of lines, as that of Windows
# does: check_line_ends.sh ROOT WORK
set -eu
cd "$1"
work=$2
git rev-parse --git-dir >/dev/null 2>&1 || { echo 'no repository: nothing to check out'; exit 0; }
# As root, too, in a tree of another owner.
git() { command git -c safe.directory='*' -c core.autocrlf=true "$@"; }
rm -rf "$work"
mkdir -p "$work"
git checkout-index -a --prefix="$work/tree/"
git ls-files | sed "s|^|$work/tree/|" | git hash-object --no-filters --stdin-paths >"$work/out"
git ls-files -s | awk '{ print $2 }' | diff - "$work/out"
grep -c . "$work/out"
