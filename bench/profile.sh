#!/usr/bin/env bash
# profile.sh SATCHEL_BENCH NAME FOLDER: runs one benchmark under perf, prints where the time goes and how to read that. Where
# perf is absent or not allowed it says what to do, and ends well. The environment's SATCHEL_PROFILE takes another benchmark.
set -euo pipefail
bench=$1
name=${SATCHEL_PROFILE:-$2}
folder=$3
run=("$bench" "--benchmark_filter=^$name\$" --benchmark_min_time=2)

if ! "$bench" --benchmark_list_tests "--benchmark_filter=^$name\$" | grep -qFx "$name"; then
  echo "There is no benchmark $name. $bench --benchmark_list_tests names them all." >&2
  exit 1
fi
if ! command -v perf >/dev/null || ! perf --version >/dev/null 2>&1; then
  cat <<TEXT
Nothing is profiled: there is no perf here, or none for this kernel. Debian has it in the package linux-perf, Ubuntu in
linux-tools-generic, Fedora and Arch in perf. This would be run:
  perf stat ${run[*]}
  perf record ${run[*]}
TEXT
  exit 0
fi
if ! perf stat -e task-clock true >/dev/null 2>&1 || ! perf record -q -e cpu-clock -o /dev/null true >/dev/null 2>&1; then
  cat <<TEXT
Nothing is profiled: this user may not measure. kernel.perf_event_paranoid is $(cat /proc/sys/kernel/perf_event_paranoid 2>/dev/null || echo unknown); as root,
  sysctl kernel.perf_event_paranoid=1
allows it until the next start. In a container perf_event_open has to be allowed too (docker run --cap-add=PERFMON).
TEXT
  exit 0
fi

event=cycles
counters=cycles,instructions,branches,branch-misses,L1-dcache-loads,L1-dcache-load-misses,cache-misses,dTLB-load-misses
if perf stat -x, -e cycles true 2>&1 | grep -q 'not supported\|not counted'; then
  event=cpu-clock
  counters=task-clock,page-faults,context-switches
  echo 'This machine shows no hardware counters, as most virtual machines do not: there is a profile of time alone.'
fi
mkdir -p "$folder"
echo "== counters: $name"
perf stat -o "$folder/counters.txt" -e "$counters" -- "${run[@]}" >"$folder/benchmark.txt" 2>/dev/null
grep -vE '^ *$|^#|^ Performance' "$folder/counters.txt"
grep "^$name" "$folder/benchmark.txt" | head -n 1
echo
echo "== where the time goes"
perf record -q -e "$event" -F 1999 -o "$folder/perf.data" -- "${run[@]}" >/dev/null 2>&1
perf report -q --stdio -i "$folder/perf.data" --sort symbol --percent-limit 1 2>/dev/null | grep -v '^$' |
  sed -E 's/\(anonymous namespace\):://g; s/satchel::(kernels|query|exact):://g; s/ +(- +-)? *$//' | cut -c1-130
cat <<TEXT

How to read it:
  collide_lanes, classify_lanes, collide_long    the kernels. By counters: two or more instructions a cycle mean that arithmetic
                                                 is the limit; fewer, with many cache-misses, that memory is (compare
                                                 .../bytes, which does nothing else, and the figure roofline.svg).
  resolve, resolve_contact, decide               pairs that the kernels could not certify: by_double and exactly in the line of
                                                 the benchmark say how many.
  Batch<...>::run, run_mixed                     sorting pairs into classes, where a scene has several (class_... in the line);
                                                 PolygonKernel<..., 1, 2> is the kernel of classes 1 and 2 (up to 6, up to 8 vertices).
  survey, check_pairs                            the check of the list, one pass at the speed of memory.
  separation_over, least_dot                     the reference, before the clock runs: not part of the figure.
Line by line:  perf annotate -i $folder/perf.data
Another one:   SATCHEL_PROFILE=classify/boxes_l2/satchel cmake --build --preset bench --target profile_collide
TEXT
