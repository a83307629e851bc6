#!/bin/sh
# Fails unless the installed examples are the programs of the guide that the tests run, and the project beside them builds a
# recipe and the program of C: check_installed_examples.sh PREFIX EXTRACTED WORK CXX
# EXTRACTED is what extract_examples.sh made of the guide.
set -eu
examples=$1/share/doc/satchel/examples extracted=$2 work=$3
rm -rf "$work"
mkdir -p "$work/tested"
for program in "$extracted"/*.cpp; do sed -e '/^#line /d' -e '${/^$/d}' "$program" >"$work/tested/${program##*/}"; done
names=$(cd "$examples" && ls -- *.cpp)
[ "$(echo "$names" | wc -l)" -ge 10 ] || { echo "$examples has few programs: does cmake/Examples.cmake find them?"; exit 1; }
for name in $names; do
  found=no
  for tested in "$work"/tested/*.cpp; do
    if tail -n +2 "$examples/$name" | cmp -s - "$tested"; then found=yes; fi
  done
  [ $found = yes ] || { echo "$name is no program of the guide"; exit 1; }
done
cmake -S "$examples" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$4" -DCMAKE_PREFIX_PATH="$1" >/dev/null
cmake --build "$work/build" --target touching_up_to_a_tolerance frame
"$work/build/touching_up_to_a_tolerance"
"$work/build/frame" | grep 'points, impact'
