#!/bin/sh
# Fails if CONTRIBUTING.md names a file or folder of the tree that is not there: check_paths.sh ROOT
# A path is what stands in backquotes, has a slash and begins with a folder of the tree; names in capitals stand for others.
set -eu
cd "$1"
paths=$(grep -oE '`[A-Za-z0-9_.-]+/[A-Za-z0-9_./-]+`' CONTRIBUTING.md | tr -d '`' | grep -E '^(src|include|tests|bench|cmake|\.ci|\.github)/' |
  grep -vE 'NAME|NNN|\.\.\.' | LC_ALL=C sort -u)
[ "$(echo "$paths" | wc -l)" -ge 40 ] || { echo 'CONTRIBUTING.md has few paths: does this script still read them?'; exit 1; }
gone=0
for path in $paths; do
  [ -e "$path" ] || { echo "CONTRIBUTING.md: there is no $path"; gone=1; }
done
exit $gone
