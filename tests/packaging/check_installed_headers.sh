#!/bin/sh
# Fails if an installed prefix has other headers than include/: check_installed_headers.sh PREFIX INCLUDE OUTLINE
# OUTLINE is 1 if the build has satchel::outline, to which the headers outline.h and outline.hpp belong.
set -eu
headers() { (cd "$1" && find . -name '*.h' -o -name '*.hpp') | LC_ALL=C sort; }
wanted=$(headers "$2" | if [ "$3" = 1 ]; then cat; else grep -vE '/outline[.]h(pp)?$'; fi)
[ "$(echo "$wanted" | wc -l)" -ge 40 ] || { echo "$2 has too few headers: does this script still find them?"; exit 1; }
found=$(headers "$1/include")
[ "$wanted" = "$found" ] && exit 0
echo 'Installed headers differ from those of include/ (one of the two has):'
printf '%s\n%s\n' "$wanted" "$found" | LC_ALL=C sort | uniq -u
exit 1
