#!/bin/bash
# bootstrap.sh --list SYSTEM prints that system's names of what is needed, also where there is no apt: check_lists.sh ROOT WORK
set -eu
bootstrap=$1/cmake/bootstrap.sh work=$2
fail() { echo "$1" >&2; exit 1; }
rm -rf "$work"
mkdir -p "$work/bin"
for tool in bash awk grep cat dirname; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
list() { env -i PATH="$work/bin" bash "$bootstrap" "$@"; }

# The names that stand beside each package of Debian are those of one table: none is missing there, and none left over.
list --list debian >"$work/debian"
sed -n "/^names='/,/^'/p" "$bootstrap" | awk 'NF == 6 { print $1 }' | sort >"$work/rows"
tr ' ' '\n' <"$work/debian" | sort | diff - "$work/rows" || fail 'the table of names has other rows than the sets minimal and full'
! sed -n "/^names='/,/^'/p" "$bootstrap" | grep -v "^names='\|^'" | awk 'NF != 6' | grep . || fail 'a row of names has not six columns'
list --list ubuntu | cmp - "$work/debian"
list --minimal --list debian --fuzz | tail -n 1 | grep -qx 'clang-14 libclang-rt-14-dev python3-clang-14' || fail 'other sets are left out'

for system in debian ubuntu fedora arch homebrew macos vcpkg windows conda; do
  list --list $system >"$work/$system"
  [ "$(wc -l <"$work/$system")" -eq 2 ] || fail "$system: no line for each set"
  head -n 1 "$work/$system" | cmp - <(list --list $system --minimal) || fail "$system: --minimal is another line than the first"
  for library in tbb xsimd json cli11 fmt pugixml boost; do
    head -n 1 "$work/$system" | grep -q "$library" || fail "$system: $library has no name"
  done
  for library in 'g[a-z]*test' cgal gmp mpfr benchmark geos; do
    tail -n 1 "$work/$system" | grep -qi "$library" || fail "$system: $library has no name"
  done
  ! grep -E '(^| )-|[^-A-Za-z0-9+._ ]' "$work/$system" || fail "$system: what is no name is printed"
  [ -z "$(tr ' ' '\n' <"$work/$system" | sort | uniq -d)" ] || fail "$system: a name stands twice"
done
grep -q json-devel "$work/fedora" && grep -q libboost-devel "$work/conda" && grep -q onetbb "$work/arch" || fail 'columns are mixed up'

! list --list plan9 >"$work/out" 2>"$work/err" || fail 'an unknown system is accepted'
[ ! -s "$work/out" ] || fail 'something is printed of an unknown system'
for system in plan9 debian ubuntu fedora arch homebrew macos vcpkg windows conda; do
  grep -q "\<$system\>" "$work/err" || fail "the message of an unknown system does not name $system"
done
# Without a system, and without apt: all of them.
list --list >"$work/all"
for system in fedora arch homebrew vcpkg conda; do
  grep -A 2 -x $system "$work/all" | tail -n 2 | cmp - "$work/$system" || fail "--list has other names of $system"
done
