#!/bin/sh
# Fails if an installed prefix has other headers than include/: check_installed_headers.sh PREFIX INCLUDE
set -eu
headers() { (cd "$1" && find . -name '*.h' -o -name '*.hpp') | LC_ALL=C sort; }
wanted=$(headers "$2")
[ "$(echo "$wanted" | wc -l)" -ge 40 ] || { echo "$2 has too few headers: does this script still find them?"; exit 1; }
found=$(headers "$1/include")
[ "$wanted" = "$found" ] && exit 0
echo 'Installed headers differ from those of include/ (one of the two has):'
printf '%s\n%s\n' "$wanted" "$found" | LC_ALL=C sort | uniq -u
exit 1
