// The reference for bodies in straight motion: gaps along the way, in double.
#pragma once

#include <satchel/types.hpp>

#include "reference/reference.hpp"

namespace satchel_bench {

/// How far apart bodies are at the time at which an engine lets them meet: from `least` to `most` (world units).
struct ContactGap {
  double least = 0, most = 0;
};

struct FirstContact {
  bool hit = false;
  double time = 0;  // of a hit, a part of the step
};

/// Checks what an engine says of a pair whose bodies move straight and do not turn, by the convexity of the gap over time:
/// its minimum up to the time tells whether they met before. Leaves the pair placed at the time of a hit.
/// @param motion  of b against a, in the whole step
/// @param margin  the largest error of the gap
/// @return  the error; null: it is right
const char* wrong_first_contact(Reference& reference, satchel::Pair pair, satchel::Vec2d motion,
                                const FirstContact& contact, const ContactGap& gap, double margin);

}  // namespace satchel_bench
