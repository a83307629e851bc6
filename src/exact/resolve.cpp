#include "exact/resolve.hpp"

#include <limits>
#include <type_traits>

#include "exact/distance.hpp"
#include "exact/shared_vertex.hpp"

namespace satchel::exact {
namespace {

/// The separation as T, with the sign that the verdict asks for.
template <class T>
T agreeing(Verdict verdict, double separation) {
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

/// What was asked for: the verdict alone, or a contact, for which decide() says what decided it.
template <class Result, class Decide>
Result answer(Verdict verdict, Decide decide) {
  if constexpr (std::is_same_v<Result, Verdict>) {
    return verdict;
  } else {
    using T = decltype(Result::separation);
    const Decision by = decide();
    const auto bits = [](auto value) { return static_cast<std::uint32_t>(value); };
    return {static_cast<T>(by.normal_x) + T(0), static_cast<T>(by.normal_y) + T(0), agreeing<T>(verdict, by.separation),
            bits(verdict) | bits(by.kind) << 2 | bits(by.side) << 3 | by.index << 4};
  }
}

/// Whether cores that no edge strictly separates, and whose interiors do not meet, touch. Only points and segments on
/// one line need not: else the Minkowski difference has an area, and its edges decide.
template <class T>
bool cores_touch(const PairSigns<T>& pair, Stage& stage) {
  if (pair.a.count() >= 3 || pair.b.count() >= 3) return true;
  return CoreDistance<T>(pair).compare({0, 0}, stage) == 0;
}

Decision farther(Decision decision, double reach) {
  decision.separation -= reach;
  return decision;
}

/// The decision of a touch along edge `index` of `core`, which is that side.
template <class T>
Decision touch_along(const Core<T>& core, Side side, std::uint32_t index) {
  const std::uint32_t next = index + 1 == core.count ? 0 : index + 1;
  return decision_of(static_cast<double>(core.x[next]) - static_cast<double>(core.x[index]),
                     static_cast<double>(core.y[next]) - static_cast<double>(core.y[index]), side, index, 0);
}

/// Whether to look for shared vertices: the offsets are coordinates of one frame, and nothing but the polygons counts.
template <class T>
bool may_share_vertices(const Core<T>& a, const Core<T>& b) {
  return a.may_share_vertices && b.may_share_vertices && a.origin_x == b.origin_x && a.origin_y == b.origin_y &&
         a.strictly_convex && b.strictly_convex && a.radius == 0 && b.radius == 0;
}

/// Verdict by the least top, decision by the tops; by the distance where that counts.
///
///   interiors of the cores meet:               overlapping, by the cores' depth and the radii
///   two polygons without radius:               touching or disjoint, by the tops
///   the cores touch:                           as deep as the radii, along the first edge that they touch at
///   else the distance against the radii:       disjoint, touching or overlapping, by the nearest features
template <class Result, class T>
Result resolve(const Core<T>& core_a, const Core<T>& core_b, Stage& stage) {
  if (may_share_vertices(core_a, core_b)) {
    if (const std::optional<EdgeOf> touch = touch_at_shared_vertex(core_a, core_b)) {
      stage = Stage::filtered;
      return answer<Result>(Verdict::touching, [&] {
        return touch_along(touch->side == Side::a ? core_a : core_b, touch->side,
                           static_cast<std::uint32_t>(touch->edge));
      });
    }
  }
  PairSigns<T> pair(core_a, core_b);
  const int sign = pair.decide(stage);
  const TwoTerms reach = two_sum(static_cast<double>(core_a.radius), static_cast<double>(core_b.radius));
  if (sign > 0) {
    return answer<Result>(Verdict::overlapping,
                          [&] { return farther(widest_gap(pair, Verdict::overlapping), reach.high); });
  }
  if (sign == 0 && cores_touch(pair, stage)) {
    const EdgeOf touch = first_touch(pair);
    const Ring<T>& ring = touch.side == Side::a ? pair.a : pair.b;
    if (!ring.has_length(touch.edge)) {  // not convex, then; such an edge has the top 0 and no say, and hulls have none
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
                        [&] { return farther(distance.nearest(), reach.high); });
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
