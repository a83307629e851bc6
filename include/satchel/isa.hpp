// Selection of the instruction set. The best available one is the default; results have the same bits on all of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <satchel/export.hpp>

namespace satchel {

/// The instruction set of the next call: the one forced by `force_isa`, else the one named by the environment variable
/// SATCHEL_ISA (read once), else the best available one. Throws `Error` (unknown_isa, unavailable_isa) if the name in
/// SATCHEL_ISA is not available.
[[nodiscard]] SATCHEL_API std::string_view active_isa();

/// The instruction sets that this build contains and this machine can run, slowest first, out of: "scalar", "sse4.2",
/// "avx2" (with BMI 1 and 2), "avx512" (F, CD, BW, DQ, VL, with BMI 1 and 2), "neon64", "wasm". SATCHEL_ISA and `force_isa` also
/// take "sse42" for "sse4.2".
[[nodiscard]] SATCHEL_API std::vector<std::string_view> available_isas();

/// Makes later calls in the whole process use this instruction set. Atomic; calls that already run keep their
/// instruction set. An empty name restores the automatic choice. Throws `Error` (unknown_isa, unavailable_isa).
SATCHEL_API void force_isa(std::string_view name);

/// The stages that pairs of each kind go through with the active instruction set, for those who profile: a line of CSV
/// for each precision, question and kind, the stages in order. Throws as `active_isa`.
[[nodiscard]] SATCHEL_API std::string describe_routes();

}  // namespace satchel
