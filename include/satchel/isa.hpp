// Which instruction set runs. It is found once, can be read and can be forced; the results have the same bits on each.
#pragma once

#include <string_view>
#include <vector>

#include <satchel/export.hpp>

namespace satchel {

/// The instruction set that the next call will use: the one forced by `force_isa`, else the one that the environment
/// variable SATCHEL_ISA names, else the best one available. Throws `Error` (unknown_isa, unavailable_isa) where
/// SATCHEL_ISA names none of the available ones.
[[nodiscard]] SATCHEL_API std::string_view active_isa();

/// The instruction sets that this build has and this machine can run, worst first: of "scalar", "sse4.2", "avx2"
/// (with BMI 1 and 2, as every such processor), "avx512" (F, CD, BW, DQ, VL, and these), "neon64".
[[nodiscard]] SATCHEL_API std::vector<std::string_view> available_isas();

/// Makes later calls in the whole process use this instruction set. Atomic: calls under way finish on the one they
/// began with. An empty name goes back to the automatic choice. Throws `Error` (unknown_isa, unavailable_isa).
SATCHEL_API void force_isa(std::string_view name);

}  // namespace satchel
