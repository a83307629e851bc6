#!/bin/bash -eu
# Builds the fuzzers as OSS-Fuzz wants them: with its compiler and flags, into $OUT, each with its corpus and its dictionary.
# Flags of sanitizers come from the environment, so that everything is watched. One set of kernels, beside the scalar ones:
# under sanitizers each takes minutes to compile. fmt and GoogleTest are compiled here, because libraries of Ubuntu are of
# another standard library. Elsewhere clang's own libFuzzer may be of the other one: LIB_FUZZING_ENGINE is a list of CMake,
# '-fsanitize=fuzzer;/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.so' in Debian 12.
build=$(mktemp -d)
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSATCHEL_TESTS=ON -DSATCHEL_FUZZ=ON -DSATCHEL_ASSERTS=ON \
  -DSATCHEL_TBB=OFF -DSATCHEL_VECTOR_ISAS=avx2 -DSATCHEL_KERNEL_OPTIMISATION=-O1 -DSATCHEL_FMT=fmt::fmt-header-only \
  -DSATCHEL_GTEST_SOURCE=/usr/src/googletest -DSATCHEL_FUZZ_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$build" --target fuzz
for program in "$build"/bin/satchel_fuzz_*; do
  target=${program##*/satchel_fuzz_}
  cp "$program" "$OUT/"
  zip -jqr "$OUT/satchel_fuzz_${target}_seed_corpus.zip" "tests/fuzz/corpus/$target"
  [ ! -f "tests/fuzz/$target.dict" ] || cp "tests/fuzz/$target.dict" "$OUT/satchel_fuzz_$target.dict"
done
