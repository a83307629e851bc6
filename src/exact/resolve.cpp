#include "exact/resolve.hpp"

#include <limits>
#include <type_traits>

#include "exact/contest.hpp"
#include "exact/distance.hpp"

namespace satchel::exact {
namespace {

/// The separation as T, with the sign that belongs to the verdict. Rounding to 0 becomes the least magnitude of T.
template <class T>
T separation_of(Verdict verdict, double separation) {
  constexpr T least = std::numeric_limits<T>::denorm_min();
  const T rounded = static_cast<T>(separation);
  switch (verdict) {
    case Verdict::disjoint:
      return rounded > 0 ? rounded : least;
    case Verdict::overlapping:
      return rounded < 0 ? rounded : -least;
    case Verdict::touching:
      break;
  }
  return 0;
}

/// The result of type `Result`: the verdict alone, or a contact. Calls decide() for the Decision of a contact only.
template <class Result, class Decide>
Result answer(Verdict verdict, Decide decide) {
  if constexpr (std::is_same_v<Result, Verdict>) {
    return verdict;
  } else {
    using T = decltype(Result::separation);
    const Decision by = decide();
    const auto bits = [](auto value) { return static_cast<std::uint32_t>(value); };
    return {static_cast<T>(by.normal_x) + T(0), static_cast<T>(by.normal_y) + T(0),
            separation_of<T>(verdict, by.separation),
            bits(verdict) | bits(by.kind) << 2 | bits(by.side) << 3 | by.index << 4};
  }
}

/// Whether two cores touch whose least top is 0. If either core has area, the Minkowski difference has area and its
/// edges decide: the cores touch. Points and segments on one line touch only if their distance is 0.
template <class T>
bool cores_touch(const PairSigns<T>& pair, Stage& stage) {
  if (pair.a.count() >= 3 || pair.b.count() >= 3) return true;
  return CoreDistance<T>(pair).compare({0, 0}, stage) == 0;
}

/// The decision for cores with radii whose sum is `reach`.
Decision less_radii(Decision decision, double reach) {
  decision.separation -= reach;
  return decision;
}

/// The decision of a touch along edge `index` of `core`, the core on `side`.
template <class T>
Decision touch_along(const Core<T>& core, Side side, std::uint32_t index) {
  const std::uint32_t next = index + 1 == core.count ? 0 : index + 1;
  return decision_of(static_cast<double>(core.x[next]) - static_cast<double>(core.x[index]),
                     static_cast<double>(core.y[next]) - static_cast<double>(core.y[index]), side, index, 0);
}

/// The sign of the least top decides the verdict, except where the distance of the cores has to be compared with the
/// sum of the radii.
///
///   the interiors of the cores meet:        overlapping; edge of largest separation, less the radii
///   the cores touch:                        touching without radii, else overlapping; first edge along which they
///   touch disjoint polygons without radius:       disjoint; edge of largest separation
///   else compare distance and radii:        disjoint, touching or overlapping; nearest features
template <class Result, class T>
Result resolve(const Core<T>& core_a, const Core<T>& core_b, Stage& stage) {
  PairSigns<T> pair(core_a, core_b);
  const int sign = pair.decide(stage);
  const TwoTerms reach = two_sum(static_cast<double>(core_a.radius), static_cast<double>(core_b.radius));
  if (sign > 0) {
    return answer<Result>(Verdict::overlapping,
                          [&] { return less_radii(widest_gap(pair, Verdict::overlapping), reach.high); });
  }
  if (sign == 0 && cores_touch(pair, stage)) {
    const EdgeOf touch = first_touch(pair);
    const Ring<T>& ring = touch.side == Side::a ? pair.a : pair.b;
    // An edge of length 0 has the top 0 but is no separating axis. Only a core that is not strictly convex has one;
    // resolve the hulls instead, which have none.
    if (!ring.has_length(touch.edge)) {
      Core<T> hull_a = core_a, hull_b = core_b;
      hull_a.strictly_convex = hull_b.strictly_convex = false;
      return resolve<Result>(hull_a, hull_b, stage);
    }
    return answer<Result>(reach.high > 0 ? Verdict::overlapping : Verdict::touching,
                          [&] { return decision_of(ring, touch.side, touch.edge, -reach.high); });
  }
  if (reach.high == 0 && pair.a.count() >= 3 && pair.b.count() >= 3) {
    return answer<Result>(Verdict::disjoint, [&] { return widest_gap(pair, Verdict::disjoint); });
  }
  const CoreDistance<T> distance(pair);
  const int beyond = distance.compare(reach, stage);
  return answer<Result>(beyond > 0    ? Verdict::disjoint
                        : beyond == 0 ? Verdict::touching
                                      : Verdict::overlapping,
                        [&] { return less_radii(distance.nearest(), reach.high); });
}

}  // namespace

template <class T>
BasicContact<T> resolve_contact(const Core<T>& a, const Core<T>& b, Stage& stage) {
  return resolve<BasicContact<T>>(a, b, stage);
}

template <class T>
BasicContact<T> touch_contact(const Core<T>& a, const Core<T>& b, Side side, std::uint32_t index) {
  return answer<BasicContact<T>>(Verdict::touching, [&] { return touch_along(side == Side::a ? a : b, side, index); });
}

template <class T>
Verdict resolve_verdict(const Core<T>& a, const Core<T>& b, Stage& stage) {
  return resolve<Verdict>(a, b, stage);
}

template BasicContact<float> resolve_contact(const Core<float>&, const Core<float>&, Stage&);
template BasicContact<double> resolve_contact(const Core<double>&, const Core<double>&, Stage&);
template BasicContact<float> touch_contact(const Core<float>&, const Core<float>&, Side, std::uint32_t);
template BasicContact<double> touch_contact(const Core<double>&, const Core<double>&, Side, std::uint32_t);
template Verdict resolve_verdict(const Core<float>&, const Core<float>&, Stage&);
template Verdict resolve_verdict(const Core<double>&, const Core<double>&, Stage&);

}  // namespace satchel::exact
