// What figures depend on besides the code, for the head of every report.
#pragma once

namespace satchel_bench {

/// Adds to the context of the report: processor, operating system, compiler, flags, instruction sets, commit, the
/// peers' versions. Throws satchel::Error where SATCHEL_ISA names none that there is.
void add_context();

}  // namespace satchel_bench
