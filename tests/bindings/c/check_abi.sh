#!/bin/sh
# The number that the examples in other languages give to satchel_check_abi is the header's: check_abi.sh ROOT
set -eu
cd "$1"
abi=$(sed -n 's/^#define SATCHEL_ABI \([0-9]*\)$/\1/p' include/satchel/c/status.h)
[ -n "$abi" ] || { echo 'include/satchel/c/status.h has no SATCHEL_ABI'; exit 1; }
for example in src/bindings/c/examples/*; do
  case $example in *.c) continue ;; esac  # has the header
  grep -qiE "\babi(: u32)? = $abi;?\$" "$example" || { echo "$example declares another ABI than $abi"; exit 1; }
done
