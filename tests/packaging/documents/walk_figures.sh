#!/bin/sh
# The command of README.md that prints its figures chooses each workload of its table: walk_figures.sh ROOT BENCH
set -eu
root=$1 bench=$2
filter=$(sed -n "s/.*satchel_bench \(--benchmark_filter='.*'\)\$/\1/p" "$root/README.md")
[ -n "$filter" ] || { echo 'README.md has no command that prints its figures'; exit 1; }
names=$(cd "$root" && SATCHEL_SCENES=tests/scenes sh -c "'$bench' $filter --benchmark_list_tests=true")
workloads=$(sed -n '/^## Figures/,/^## /s/^| .*(`\([a-z]*\/[a-z_0-9]*\)`).*/\1/p' "$root/README.md")
[ "$(echo "$workloads" | wc -l)" -ge 5 ] || { echo 'README.md has fewer than five figures'; exit 1; }
for workload in $workloads; do
  echo "$names" | grep -q "^$workload/satchel" || { echo "the command of README.md does not measure $workload"; exit 1; }
  [ "$(echo "$names" | grep -c "^$workload/")" -ge 2 ] || { echo "the command of README.md has no peer of $workload"; exit 1; }
done
