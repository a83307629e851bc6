#include "exact/resolve.hpp"

#include "exact/thin_cores.hpp"

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

template <class Result, class T>
Result resolve_hulls(Core<T> a, Core<T> b, Stage& stage);

/// Verdict by the least top, decision by the tops.
template <class Result, std::size_t known_blocks, class T>
Result resolve_as_given(const Core<T>& core_a, const Core<T>& core_b, Stage& stage) {
  using AnyRing = Ring<T, known_blocks>;
  PairSigns<AnyRing, AnyRing> pair(core_a, core_b);
  if constexpr (known_blocks == 0) {
    if (pair.a.count() < 3 || pair.b.count() < 3) {
      stage = Stage::expansions;
      const std::pair<Verdict, Decision> thin = decide_thin(pair.a, pair.b);
      return answer<Result>(thin.first, [&] { return thin.second; });
    }
  }
  const int sign = pair.decide(stage);
  if (sign == 0) {
    const EdgeOf touch = first_touch(pair);
    const AnyRing& ring = touch.side == Side::a ? pair.a : pair.b;
    if (!ring.has_length(touch.edge)) return resolve_hulls<Result>(core_a, core_b, stage);
    return answer<Result>(Verdict::touching, [&] { return decision_of(ring, touch.side, touch.edge, 0); });
  }
  const Verdict verdict = sign > 0 ? Verdict::overlapping : Verdict::disjoint;
  return answer<Result>(verdict, [&] { return widest_gap<T>(pair, verdict); });
}

/// The same for the hulls, where edges of length zero have misled it: those make tops of 0, and hulls have none.
template <class Result, class T>
Result resolve_hulls(Core<T> a, Core<T> b, Stage& stage) {
  a.strictly_convex = b.strictly_convex = false;
  return resolve_as_given<Result, 0>(a, b, stage);
}

template <class Result, class T>
Result resolve(const Core<T>& a, const Core<T>& b, Stage& stage) {
  const std::uint32_t most = std::max(a.count, b.count);
  if (most > 2 * Block::size || !a.strictly_convex || !b.strictly_convex) {
    return resolve_as_given<Result, 0>(a, b, stage);
  }
  return most > Block::size ? resolve_as_given<Result, 2>(a, b, stage) : resolve_as_given<Result, 1>(a, b, stage);
}

}  // namespace

template <class T>
BasicContact<T> resolve_contact(const Core<T>& a, const Core<T>& b, Stage& stage) {
  return resolve<BasicContact<T>>(a, b, stage);
}

template <class T>
Verdict resolve_verdict(const Core<T>& a, const Core<T>& b, Stage& stage) {
  return resolve<Verdict>(a, b, stage);
}

template BasicContact<float> resolve_contact(const Core<float>&, const Core<float>&, Stage&);
template BasicContact<double> resolve_contact(const Core<double>&, const Core<double>&, Stage&);
template Verdict resolve_verdict(const Core<float>&, const Core<float>&, Stage&);
template Verdict resolve_verdict(const Core<double>&, const Core<double>&, Stage&);

}  // namespace satchel::exact
