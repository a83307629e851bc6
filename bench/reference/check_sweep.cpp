#include "reference/check_sweep.hpp"

#include <algorithm>
#include <cmath>

namespace satchel_bench {
namespace {

/// The minimum of a convex function over [0, end], by the golden section.
template <class Function>
double least_of(const Function& at, double end) {
  constexpr double ratio = 0.6180339887498949;
  double low = 0, high = end, left = high - ratio * (high - low), right = low + ratio * (high - low);
  double at_left = at(left), at_right = at(right);
  double least = std::min({at(0.0), at(end), at_left, at_right});
  for (int k = 0; k < 48; ++k) {
    if (at_left < at_right) {
      high = right, right = left, at_right = at_left;
      left = high - ratio * (high - low), at_left = at(left);
    } else {
      low = left, left = right, at_left = at_right;
      right = low + ratio * (high - low), at_right = at(right);
    }
    least = std::min({least, at_left, at_right});
  }
  return least;
}

}  // namespace

const char* wrong_first_contact(Reference& reference, satchel::Pair pair, satchel::Vec2d motion,
                                const FirstContact& contact, const ContactGap& gap, double margin) {
  const double time = contact.hit ? contact.time : 1;
  if (!(time >= 0 && time <= 1)) return "has no time within the step";
  const auto gap_at = [&](double t) {
    reference.place(pair, {t * motion.x, t * motion.y});
    return reference.gap();
  };
  if (time > 0) {
    const double surely_apart = gap_at(0) - time * std::hypot(motion.x, motion.y);
    if (surely_apart < gap.least - margin && least_of(gap_at, time) < gap.least - margin) {
      return contact.hit ? "has a later time than that of the first contact" : "misses a contact";
    }
  }
  if (contact.hit && !(gap_at(time) <= gap.most + margin)) return "meets at a time at which the bodies are apart";
  return nullptr;
}

}  // namespace satchel_bench
