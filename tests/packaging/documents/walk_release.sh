#!/bin/sh
# Preset release configures with everything disabled that bootstrap.sh --minimal does not install, and builds library and tool,
# no tests and no benchmarks: walk_release.sh ROOT WORK CXX
set -eu
root=$1 work=$2 cxx=$3 documents=$(dirname "$0")
rm -rf "$work"
unneeded=$(sh "$documents/unneeded_packages.sh" "$root")
for package in GTest benchmark GEOS; do
  echo "$unneeded" | grep -qx $package || { echo "unneeded_packages.sh does not find $package"; exit 1; }
done
set --
for package in $unneeded; do set -- "$@" "-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"; done
cd "$root"
cmake --preset release -B "$work" -DCMAKE_CXX_COMPILER="$cxx" "$@"
targets=$(cmake --build "$work" --target help)
echo "$targets" | grep -q '^satchel_tool' || { echo 'preset release does not build the tool'; exit 1; }
! echo "$targets" | grep -E '^satchel_(bench|tests)'
