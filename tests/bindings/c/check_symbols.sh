#!/bin/sh
# check_symbols.sh NM LIBRARY LIST INCLUDE WRONG_ARGUMENTS: a shared library exports exactly what the committed list
# has; the functions of C in it are those of the headers, and the test of wrong arguments calls each of them.
#
# After a change of the interface: nm -D --defined-only LIBRARY | awk '{print $3}' | LC_ALL=C sort > LIST
set -eu
nm=$1 library=$2 list=$3 include=$4 wrong=$5
LC_ALL=C
export LC_ALL
exported=$("$nm" -D --defined-only "$library" | awk '{print $3}' | sort)
if ! printf '%s\n' "$exported" | diff - "$list" >/dev/null; then
  echo "The exported symbols differ from $list (<: exported, >: listed):"
  printf '%s\n' "$exported" | diff - "$list" | c++filt | grep '^[<>]'
  exit 1
fi
of_c=$(printf '%s\n' "$exported" | grep '^satchel_')
declared=$(find "$include/satchel/c" -name "*.h" -exec cat {} + | tr '\n' ' ' | grep -o 'SATCHEL_C [a-z_0-9 *]*satchel_[a-z_0-9]*(' | grep -o 'satchel_[a-z_0-9]*($' | tr -d '(' |
  sort)
if [ "$of_c" != "$declared" ]; then
  echo 'The functions of C that are exported and those of the headers differ:'
  printf '%s\n%s\n' "$of_c" "$declared" | sort | uniq -u
  exit 1
fi
for name in $of_c; do
  short=${name#satchel_}
  grep -qE "$name\(|[A-Z_]+\($short,|BOTH_PRECISIONS\([A-Z_]+, ${short%_d}," "$wrong" || { echo "$wrong does not call $name"; exit 1; }
done
