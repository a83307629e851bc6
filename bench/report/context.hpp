// What figures depend on besides the benchmark: the context at the head of every report.
#pragma once

namespace satchel_bench {

/// Adds processor, operating system, compiler, flags, instruction sets, commit and the peers' versions to the context
/// of the report. Throws satchel::Error if the environment's SATCHEL_ISA names no available instruction set.
void add_context();

}  // namespace satchel_bench
