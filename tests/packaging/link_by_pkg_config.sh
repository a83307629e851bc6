#!/bin/sh
# Compiles and links a program with the flags that pkg-config gives, and runs it.
# link_by_pkg_config.sh COMPILER PREFIX SOURCE PROGRAM
set -eu
compiler=$1 prefix=$2 source=$3 program=$4
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name satchel.pc)")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs --static satchel)
rpath=$(pkg-config --variable=libdir satchel)  # for shared libraries, which stand in no usual place here
# shellcheck disable=SC2086  # flags are words
"$compiler" -std=c++20 "$source" -o "$program" $flags -Wl,-rpath,"$rpath"
"$program"
