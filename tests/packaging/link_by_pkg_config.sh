#!/bin/sh
# Compiles and links a program with the flags that pkg-config gives, and runs it.
# link_by_pkg_config.sh COMPILER PREFIX SOURCE PROGRAM PACKAGE [DEFINITIONS...]
set -eu
compiler=$1 prefix=$2 source=$3 program=$4 package=$5
shift 5
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name "$package.pc")")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs --static "$package")
rpath=$(pkg-config --variable=libdir "$package")  # for shared libraries, which stand in no usual place here
# shellcheck disable=SC2086  # flags are words
"$compiler" -std=c++20 "$@" "$source" -o "$program" $flags -Wl,-rpath,"$rpath"
"$program"
