// Finds the pairs of edges of a small geometry that are near each other: by boxes in bytes, sixteen at a time.
#pragma once

#include "rings/pair_judge.hpp"

namespace satchel::rings {

/// The most vertices and copies of a geometry that `judge_few` takes.
constexpr std::uint32_t most_few = 64;

/// Judges all pairs of edges that may meet, in the order of `PairJudge`, up to the first fault. O(n^2).
/// Returns whether rotations leave the pairs apart that the boxes tell apart.
bool judge_few(const Boundary& boundary, const Margins& margins, PairJudge& judge);

}  // namespace satchel::rings
