#!/bin/sh
# run_program.sh CC CXX SOURCE INCLUDE OUTPUT LIBRARIES...: compiles a program as strict C99, links and runs it.
set -eu
cc=$1 cxx=$2 source=$3 include=$4 output=$5
shift 5
mkdir -p "$(dirname "$output")"
"$cc" -std=c99 -pedantic -Wall -Wextra -Werror -I"$include" -c "$source" -o "$output.o"
"$cxx" "$output.o" "$@" -o "$output"
"$output"
