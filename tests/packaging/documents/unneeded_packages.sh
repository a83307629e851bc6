#!/bin/sh
# The packages of CMake that this tree looks for but the library and the tool can do without: unneeded_packages.sh ROOT
# What `bootstrap.sh --minimal` installs are the others.
set -eu
cd "$1"
find . -path ./build -prune -o \( -name CMakeLists.txt -o -name "*.cmake" \) -print | xargs grep -hoE 'find_package\([A-Za-z0-9_]+' | sed 's/.*(//' |
  LC_ALL=C sort -u | grep -vxE 'xsimd|TBB|nlohmann_json|CLI11|fmt|pugixml|Boost|Threads|satchel'
