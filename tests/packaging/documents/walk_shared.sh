#!/bin/sh
# Types the lines of the guide that use the shared library from C, ctypes and Rust: walk_shared.sh ROOT PREFIX LIBRARIES WORK.
# PREFIX is an install of the static library: the shared one, in the folder LIBRARIES, stands in for it, in a copy below
# WORK. tests/packaging/from_nothing types the line that builds it. The line of Rust is left out where there is no rustc.
set -eu
root=$1 prefix=$2 libraries=$3 work=$4 documents=$(dirname "$0")
rm -rf "$work"
mkdir -p "$work"
cp -R "$prefix" "$work/prefix"
sh "$documents/block.sh" "$root/include/satchel/README.md" sh BUILD_SHARED_LIBS=ON >"$work/lines"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name satchel.pc)")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH
rm "$LD_LIBRARY_PATH"/*.a
cp -P "$libraries"/libsatchel.so* "$LD_LIBRARY_PATH"
cp "$root"/src/bindings/c/examples/* "$work"
cd "$work"
# Their last lines: what a pair of boxes gives, and what a body that is not there does.
grep -E '^(gcc|python3|rustc) ' lines | sed "s#/usr/local/lib#$LD_LIBRARY_PATH#" >programs.sh
[ "$(wc -l <programs.sh)" -eq 3 ] || { echo 'the guide has other lines than those of gcc, python3 and rustc'; exit 1; }
command -v rustc >/dev/null || { sed -i '/^rustc/d' programs.sh; echo 'There is no rustc: its line is left out.'; }
sh -ex programs.sh >printed
./frame >>printed
[ ! -x from_rust ] || ./from_rust >>printed
cat printed
grep -q 'points, impact' printed
[ "$(grep -c '^-0.5; pair 0 names body 7' printed)" -eq "$(grep -cE '^(python3|rustc)' programs.sh)" ]
