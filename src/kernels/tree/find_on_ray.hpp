// Finds the boxes on a ray, near ones first: one ray against the sixteen boxes of a node at once.
//
// Slabs (Kay, Kajiya: Ray Tracing Complex Scenes, 1986), in floats that are rounded outward (Ize: Robust BVH Ray
// Traversal, 2013). Let u = 2^-24. The boxes and the bounds of the origin are rounded outward, so that
// low - origin.high <= the exact difference <= high - origin.low, and the rounded difference has the right sign and is
// off by a factor within 1 +- u. `inverse` is off by 1 +- 4 u, the product by 1 +- u: a time has the right sign and is
// off by less than 1 +- 7 u. So no box is missed if inverses are widened by 8 u each. A time below 0, of a box that the
// ray leaves before it begins, stays below 0; where a box is entered before time 0, 0 counts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tree/nearest_first.hpp"

namespace {

using satchel::kernels::RayAxis;
using satchel::kernels::RaySearch;

/// A ray in every lane.
/// @tparam moves  the ray moves along both axes
template <class L, bool moves>
class RayLanes {
 public:
  explicit RayLanes(const RaySearch& job)
      : x_(job.x, offsetof(FloatGroup, min_x), offsetof(FloatGroup, max_x)),
        y_(job.y, offsetof(FloatGroup, min_y), offsetof(FloatGroup, max_y)) {}

  /// Bit i: the ray meets box i of the group at `latest` or earlier. times[i] is a lower bound of its time.
  SATCHEL_INLINE unsigned meets(const FloatGroup& group, float latest, float* times) const {
    constexpr auto width = static_cast<unsigned>(L::width);
    const auto last = L::splat(latest), zero = L::splat(0.0f);
    unsigned apart = 0;
    for (unsigned i = 0; i < group_width; i += width) {
      const auto enters = L::max(L::max(x_.enters(group, i), y_.enters(group, i)), zero);
      const auto leaves = L::min(L::min(x_.leaves(group, i), y_.leaves(group, i)), last);
      L::store(times + i, enters);
      if constexpr (moves) {
        apart |= L::bits(enters > leaves) << i;
      } else {
        apart |= L::bits((enters > leaves) | x_.beside(group, i) | y_.beside(group, i)) << i;
      }
    }
    return ~apart & ((1u << group_width) - 1);
  }

 private:
  struct Axis {
    using Vector = typename L::Vector;
    Vector near_origin, far_origin, near_inverse, far_inverse;
    Vector low, high, never;  ///< of a ray that does not move along this axis: `beside`, and infinity; else no effect
    std::size_t near, far, min, max;

    Axis(const RayAxis& axis, std::size_t min_offset, std::size_t max_offset)
        : near_origin(L::splat(axis.inverse < 0 ? axis.low : axis.high)),
          far_origin(L::splat(axis.inverse < 0 ? axis.high : axis.low)),
          near_inverse(L::splat(axis.inverse * (1 - 0x1p-21f))),
          far_inverse(L::splat(axis.inverse * (1 + 0x1p-21f))),
          low(L::splat(axis.inverse != 0 ? -__builtin_huge_valf() : axis.low)),
          high(L::splat(axis.inverse != 0 ? __builtin_huge_valf() : axis.high)),
          never(L::splat(axis.inverse != 0 ? 0 : __builtin_huge_valf())),
          near(axis.inverse < 0 ? max_offset : min_offset),
          far(axis.inverse < 0 ? min_offset : max_offset),
          min(min_offset),
          max(max_offset) {}

    static SATCHEL_INLINE Vector load(const FloatGroup& group, std::size_t offset, unsigned i) {
      return L::load(reinterpret_cast<const float*>(reinterpret_cast<const char*>(&group) + offset) + i);
    }
    SATCHEL_INLINE Vector enters(const FloatGroup& group, unsigned i) const {
      return (load(group, near, i) - near_origin) * near_inverse;
    }
    SATCHEL_INLINE Vector leaves(const FloatGroup& group, unsigned i) const {
      const Vector time = (load(group, far, i) - far_origin) * far_inverse;
      if constexpr (moves) return time;
      return time + never;
    }
    SATCHEL_INLINE typename L::Mask beside(const FloatGroup& group, unsigned i) const {
      return (load(group, min, i) > high) | (low > load(group, max, i));
    }
  };

  Axis x_, y_;
};

/// Passes the bodies whose boxes the ray meets to job.meet.
template <class L>
void find_on_ray(const RaySearch& job) {
  if (job.tree.group_count == 0) return;
  const auto meet = [&](BodyId body) { return job.meet(job.context, body); };
  if (job.x.inverse != 0 && job.y.inverse != 0) {
    walk_nearest_first(job.tree, job.latest, RayLanes<L, true>(job), meet);
  } else {
    walk_nearest_first(job.tree, job.latest, RayLanes<L, false>(job), meet);
  }
}

}  // namespace
