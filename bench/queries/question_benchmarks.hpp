// Benchmarks of the registered questions: queries that are no list of pairs.
#pragma once

namespace satchel_bench {

/// Registers the benchmarks. When one runs, it makes its data and its engine, verifies one run, then times others.
void register_question_benchmarks();

}  // namespace satchel_bench
