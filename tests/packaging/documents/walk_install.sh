#!/bin/sh
# Types the lines of README.md and of the guide that compile programs against an installed library, with its prefix in place of
# /usr/local: walk_install.sh ROOT PREFIX WORK
set -eu
root=$1 prefix=$2 work=$3 documents=$(dirname "$0")
rm -rf "$work"
mkdir -p "$work"
block() { sh "$documents/block.sh" "$root/$1" "$2" "$3"; }
PKG_CONFIG_PATH=$prefix/lib/pkgconfig
[ -d "$PKG_CONFIG_PATH" ] || PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name satchel.pc)")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")  # of shared libraries, which stand in no usual place here
export PKG_CONFIG_PATH LD_LIBRARY_PATH
sh "$documents/extract_examples.sh" "$root/README.md" "$work/examples" >"$work/log"
cp "$work"/examples/example_*.cpp "$work/app.cpp"
cp "$root/src/bindings/c/examples/frame.c" "$work"
awk '/^The output:/ { wanted = 1 } wanted && /^```/ { if (inside) exit; inside = 1; next } inside' "$root/README.md" >"$work/expected"
[ -s "$work/expected" ] || { echo 'README.md does not say what its program prints'; exit 1; }
cd "$work"

# Two lines of C++, each followed by the program.
block README.md sh 'cmake --install' | grep '^g++' | sed "s#/usr/local#$prefix#g" >lines
[ "$(wc -l <lines)" -eq 2 ] || { echo 'README.md has other lines than two of g++'; exit 1; }
while read -r line; do
  echo "$line"
  rm -f a.out
  sh -ec "$line"
  ./a.out >printed
  diff expected printed
done <lines

block include/satchel/README.md sh '--static satchel' >line
cat line
sh -e line
./frame | grep 'points, impact'
