#!/bin/sh
# The CMake lines of README.md: a project of each of its two ways to the library, configured, and built where the library is
# installed: walk_cmake.sh ROOT PREFIX WORK CXX
set -eu
root=$1 prefix=$2 work=$3 cxx=$4 documents=$(dirname "$0")
rm -rf "$work"
mkdir -p "$work/found" "$work/embedded"
sh "$documents/extract_examples.sh" "$root/README.md" "$work/examples" >"$work/log"
sh "$documents/block.sh" "$root/README.md" cmake find_package >"$work/lines"
[ "$(wc -l <"$work/lines")" -eq 3 ] || { echo 'README.md has other lines of CMake than three'; exit 1; }
# project FOLDER LINE: the library comes by that line.
project() {
  cp "$work"/examples/example_*.cpp "$work/$1/app.cpp"
  {
    printf 'cmake_minimum_required(VERSION 3.25)\nproject(app LANGUAGES CXX)\nadd_executable(app app.cpp)\n'
    grep "^$2" "$work/lines"
    grep '^target_link_libraries' "$work/lines"
  } >"$work/$1/CMakeLists.txt"
}
project found find_package
cmake -S "$work/found" -B "$work/found/build" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix"
cmake --build "$work/found/build"
"$work/found/build/app"
# Building the library there is another test: consumer.embeds_it_by_add_subdirectory.
project embedded add_subdirectory
ln -s "$root" "$work/embedded/satchel"
cmake -S "$work/embedded" -B "$work/embedded/build" -DCMAKE_CXX_COMPILER="$cxx"
