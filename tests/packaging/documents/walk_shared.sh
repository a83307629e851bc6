#!/bin/sh
# Types the lines of the guide that make a shared library and use it from C, ctypes and Rust, with folders below WORK in place
# of build/release and /usr/local, and with everything disabled that the library does not need:
# walk_shared.sh ROOT WORK CXX OPTIONS...
# OPTIONS make the build short. The line of Rust is left out where there is no rustc.
set -eu
root=$1 work=$2 cxx=$3 documents=$(dirname "$0")
shift 3
mkdir -p "$work"
rm -rf "$work/prefix"
for package in $(sh "$documents/unneeded_packages.sh" "$root"); do set -- "$@" "-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"; done
sh "$documents/block.sh" "$root/include/satchel/README.md" sh BUILD_SHARED_LIBS=ON >"$work/lines"

grep '^cmake ' "$work/lines" | sed "s#--build --preset release#--build '$work/build'#; s#build/release#'$work/build'#; \
s#/usr/local#'$work/prefix'#; s#cmake --preset release#cmake --preset release -B '$work/build' -DCMAKE_CXX_COMPILER='$cxx' $*#" >"$work/build.sh"
(cd "$root" && sh -ex "$work/build.sh")
grep -q '^SATCHEL_BENCH:BOOL=OFF' "$work/build/CMakeCache.txt" || { echo 'preset release builds benchmarks'; exit 1; }

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name satchel.pc)")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH
[ -L "$LD_LIBRARY_PATH/libsatchel.so" ] || { echo 'no libsatchel.so is installed'; exit 1; }
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
