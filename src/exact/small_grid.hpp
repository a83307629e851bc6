// Pairs on a small grid, decided in single precision, where all of it is exact: tiles and boxes side by side, which
// touch more than anything else does. (Measured, a pair of boxes: a third of the time of double precision.)
#pragma once

#include <bit>
#include <cstdint>

#include "exact/four_floats.hpp"
#include "exact/resolve.hpp"
#include "exact/two_lanes.hpp"

namespace satchel::exact {

/// What is known of a pair: the edges of a and of b (bit i: edge i) that separate it, or that the other core touches.
struct GridSigns {
  bool known;
  bool apart;
  unsigned touching_a, touching_b;
};

/// A strictly convex core of up to 4 `vectors` vertices; the surplus repeats the first one.
template <std::size_t vectors>
struct FloatRing {
  explicit FloatRing(const Core<float>& core) : live((1u << core.count) - 1) {
    if (core.count < size) {
      for (std::size_t i = 0; i < size; ++i) {
        padded_x[i] = core.x[i < core.count ? i : 0];
        padded_y[i] = core.y[i < core.count ? i : 0];
      }
    }
    from_x = core.count < size ? padded_x : core.x;
    from_y = core.count < size ? padded_y : core.y;
    for (std::size_t n = 0; n < vectors; ++n) {
      x[n] = FourFloats::load(from_x + 4 * n);
      y[n] = FourFloats::load(from_y + 4 * n);
    }
    for (std::size_t n = 0; n < vectors; ++n) {
      edge_x[n] = next(x[n], x[(n + 1) % vectors]) - x[n];
      edge_y[n] = next(y[n], y[(n + 1) % vectors]) - y[n];
    }
  }
  FloatRing(const FloatRing&) = delete;
  FloatRing& operator=(const FloatRing&) = delete;

  FourFloats largest() const {
    FourFloats result = max(abs(x[0]), abs(y[0]));
    for (std::size_t n = 1; n < vectors; ++n) result = max(result, max(abs(x[n]), abs(y[n])));
    return result;
  }

  /// Whether adding and subtracting `rounder` leaves the offsets as they are.
  FourFloats::Mask are_multiples(FourFloats rounder) const {
    FourFloats::Mask same = equal((x[0] + rounder) - rounder, x[0]) & equal((y[0] + rounder) - rounder, y[0]);
    for (std::size_t n = 1; n < vectors; ++n) {
      same = same & equal((x[n] + rounder) - rounder, x[n]) & equal((y[n] + rounder) - rounder, y[n]);
    }
    return same;
  }

  static constexpr std::size_t size = 4 * vectors;
  FourFloats x[vectors], y[vectors], edge_x[vectors], edge_y[vectors];
  const float *from_x, *from_y;
  unsigned live;
  float padded_x[size], padded_y[size];
};

struct EdgeSigns {
  unsigned separating, touching;
};

/// The edges of `ring` whose largest orientation, of all vertices of `other`, is negative, and those where it is 0.
template <std::size_t vectors>
[[gnu::always_inline]] inline EdgeSigns signs_of_edges(const FloatRing<vectors>& ring, const FloatRing<vectors>& other,
                                                       float to_other_x, float to_other_y) {
  const FourFloats dx = FourFloats::splat(to_other_x), dy = FourFloats::splat(to_other_y);
  EdgeSigns signs{0, 0};
  for (std::size_t n = 0; n < vectors; ++n) {
    const FourFloats ex = ring.edge_x[n], ey = ring.edge_y[n];
    const auto along = [&](std::size_t v) {
      return ex * FourFloats::splat(other.from_y[v]) - ey * FourFloats::splat(other.from_x[v]);
    };
    FourFloats best = along(0);
    for (std::size_t v = 1; v < ring.size; ++v) best = max(best, along(v));
    const FourFloats top = best - (ex * (ring.y[n] - dy) - ey * (ring.x[n] - dx));
    signs.separating |= negatives(top) << 4 * n;
    signs.touching |= (zeros(top) & ~(zeros(ex) & zeros(ey))) << 4 * n;
  }
  return {signs.separating & ring.live, signs.touching & ring.live};
}

/// Known only where all offsets and the difference of the origins are multiples of one power of two q and less than
/// 2^10 q. Then edges, and starts seen from the other origin, have at most 11 bits, products 22, e x v 22 and e x start
/// 23 (vertices < 2^10, starts < 2^11), tops 24: all exact.
///
/// The difference d of the origins o and p is exact if p - d gives o and o + d gives p (two_difference then has no
/// tail). With q = 2^-9 times the power of two of the largest number, x is a multiple of q just if adding and
/// subtracting 1.5 * 2^23 q, around which floats are q apart, gives x back. Largest numbers within [2^-60, 2^55] keep
/// products clear of overflow and underflow.
template <std::size_t vectors>
[[gnu::always_inline]] inline GridSigns signs_on_small_grid(const Core<float>& a, const Core<float>& b) {
  constexpr GridSigns unknown{false, false, 0, 0};
  const TwoLanes origin_a = TwoLanes::of(a.origin_x, a.origin_y), origin_b = TwoLanes::of(b.origin_x, b.origin_y);
  const TwoLanes difference = origin_b - origin_a;
  const float dx = static_cast<float>(difference.lower()), dy = static_cast<float>(difference.upper());
  if (!all_equal(origin_b - difference, origin_a, origin_a + difference, origin_b) || dx != difference.lower() ||
      dy != difference.upper()) {
    return unknown;
  }
  const FloatRing<vectors> ring_a(a), ring_b(b);
  const FourFloats delta = FourFloats::of(dx, dy, dx, dy);
  const float largest = largest_lane(max(max(ring_a.largest(), ring_b.largest()), abs(delta)));
  if (!(largest >= 0x1p-60f && largest <= 0x1p55f)) return unknown;
  const FourFloats rounder =
      FourFloats::splat(0x1.8p14f * std::bit_cast<float>(std::bit_cast<std::uint32_t>(largest) & 0x7f800000u));
  if (!all(equal((delta + rounder) - rounder, delta) & ring_a.are_multiples(rounder) & ring_b.are_multiples(rounder))) {
    return unknown;
  }
  const EdgeSigns of_a = signs_of_edges(ring_a, ring_b, dx, dy), of_b = signs_of_edges(ring_b, ring_a, -dx, -dy);
  return {true, (of_a.separating | of_b.separating) != 0, of_a.touching, of_b.touching};
}

}  // namespace satchel::exact
