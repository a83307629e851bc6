#!/bin/sh
# journal_resumes.sh PROGRAM FOLDER: a run that is cut off in the middle of a line, goes on and is killed, and goes on again, prints
# what one run prints, and no chunk is done twice or lost.
set -eu
program=$1
folder=$2
mkdir -p "$folder"
cd "$folder"
rm -f whole cut whole.out cut.out
order="--pairs 8 --chunk 4 --seed 7"
"$program" $order --journal whole > whole.out
# A limit of the file's size, of 512 or 1,024 bytes each, ends the process.
if (ulimit -f 16; exec "$program" $order --journal cut) > /dev/null 2>&1; then
  echo "the limit did not end the run"
  exit 1
fi
# As if it had ended in the middle of a line.
head -c $(($(wc -c < cut) - 5)) cut > torn
mv torn cut
lines=$(wc -l < cut)
"$program" $order --journal cut > /dev/null &
while kill -0 $! 2> /dev/null && [ "$(wc -l < cut)" -lt $((lines + 20)) ]; do :; done
kill -9 $! 2> /dev/null || true
wait $! || true
"$program" $order --journal cut > cut.out
cmp whole.out cut.out
grep ' \.$' whole | sort > whole.chunks
grep ' \.$' cut | sort > cut.chunks
cmp whole.chunks cut.chunks
if "$program" $order --seed 8 --journal cut > /dev/null 2>&1; then
  echo "the journal of another seed was taken"
  exit 1
fi
