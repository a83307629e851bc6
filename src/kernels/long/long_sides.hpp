// The bodies of a pair of which one is long, as collide_long.hpp looks at them: rings of vertices that 16 at a time can
// be read from, the directions in which they face each other, and bounds on the separations along their edges.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "lanes/lanes.hpp"

namespace {

using satchel::Rotation;
using satchel::kernels::BodyRecord;
using satchel::kernels::EdgeFan;
using satchel::kernels::ShapeRecord;

template <class L>
constexpr unsigned all_lanes = L::width < 32 ? (1u << L::width) - 1 : ~0u;

constexpr std::uint32_t window = 16;  ///< edges that are looked at together, on every instruction set

SATCHEL_INLINE std::uint32_t wrapped(std::uint32_t i, std::uint32_t count) { return i < count ? i : i - count; }

/// One body of the pair.
template <class T>
struct LongSide {
  const T *x, *y;  ///< stored offsets; `window` more of them behind the last
  const T* fan_values;
  const BodyRecord<T>* body;
  const Rotation* rotation;
  std::uint32_t count, capacity;
  bool has_fan;          ///< more than 16 vertices
  T centre_x, centre_y;  ///< of the pair's frame, seen from the body's origin

  EdgeFan<const T> fan() const { return {fan_values, capacity}; }
};

/// The ring of a body of few vertices, in as much room as that of a long one. Behind the last comes the first one again:
/// what lay there before, tiny numbers among it, would be computed with, and these take a processor a hundred cycles.
template <class T>
struct ShortRing {
  alignas(64) T x[2 * window], y[2 * window];
};

/// Fills in all but the centre.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void look_up_side(const BodyRecord<T>& body, const T* const* blocks, const ShapeRecord<T>* shapes,
                                 const T* fans, const Rotation& rotation, ShortRing<T>& ring, LongSide<T>& out) {
  const unsigned vertex_class = body.place.vertex_class();
  const std::uint32_t capacity = satchel::kernels::capacity_of(vertex_class);
  const T* const block = blocks[vertex_class] + std::size_t{2} * capacity * body.place.block();
  const std::uint32_t count = satchel::kernels::vertex_count_of(body, shapes);
  out.body = &body;
  out.rotation = &rotation;
  out.count = count;
  out.capacity = capacity;
  out.has_fan = satchel::kernels::is_long_class(vertex_class);
  out.x = block;
  out.y = block + capacity;
  if (out.has_fan) {
    out.fan_values = fans + shapes[body.map_or_shape].fan;
    return;
  }
  for (std::uint32_t i = 0; i < capacity; i += 4) {
    __builtin_memcpy(ring.x + i, block + i, 4 * sizeof(T));
    __builtin_memcpy(ring.y + i, block + capacity + i, 4 * sizeof(T));
  }
  const auto first_x = L::splat(block[0]), first_y = L::splat(block[capacity]);
  for (std::uint32_t i = 0; i < window; i += L::width) {
    L::store(ring.x + count + i, first_x);
    L::store(ring.y + count + i, first_y);
  }
  out.x = ring.x;
  out.y = ring.y;
}

/// The middle of the line between two opposite vertices: about that of the body, seen from its origin.
template <class T>
SATCHEL_INLINE T middle(const T* values, std::uint32_t count) {
  return T(0.5) * (values[0] + values[count / 2]);
}

/// The entry of a fan for a direction in the shape's frame, W at a time; `quarter` is a fourth of the fan's directions.
/// The entry depends on x / y and on signs, so the length of the rotation that took the direction there does not
/// matter. The vertex that stands there is a first guess: its users check it by placed vertices (edge_windows.hpp,
/// facing_long.hpp), or need no more than some vertex (bound_edges).
///
/// Directions are numbered by the way round the square |x| + |y| = 1 from (1, 0) on, counter-clockwise.
template <class L, class V = typename L::Vector, class T = typename L::Scalar>
SATCHEL_INLINE V fan_entry(V x, V y, V quarter) {
  const V zero = L::splat(T(0)), least = L::splat(sizeof(T) == sizeof(float) ? T(0x1p-120) : T(0x1p-900));
  const V way = L::divide(y, L::max(L::abs(x) + L::abs(y), least));
  const V turn = L::select(x < zero, L::splat(T(2)) - way, L::select(y < zero, L::splat(T(4)) + way, way));
  return L::min(turn * quarter, L::splat(T(4)) * quarter - L::splat(T(1)));
}

/// The vertex that stands there; of a short body any.
template <class T>
SATCHEL_INLINE std::uint32_t entry_of(const LongSide<T>& of, T entry) {
  if (!of.has_fan) return 0;
  return static_cast<std::uint32_t>(of.fan().support()[static_cast<std::uint32_t>(entry)]);
}

/// A vertex of `of` about farthest against the outward normal of an edge of the other body.
template <class T>
SATCHEL_INLINE std::uint32_t vertex_against(const LongSide<T>& edges, std::uint32_t edge, const LongSide<T>& of) {
  using One = ScalarLanes<T>;
  const T x = edges.y[edge] - edges.y[edge + 1], y = edges.x[edge + 1] - edges.x[edge];
  const T cos = static_cast<T>(of.rotation->cos), sin = static_cast<T>(of.rotation->sin);
  const auto entry = fan_entry<One>(ScalarVector<T>{cos * x + sin * y}, ScalarVector<T>{cos * y - sin * x},
                                    ScalarVector<T>{static_cast<T>(of.capacity) / 4});
  return entry_of(of, entry.value);
}

/// Consecutive vertices of a ring, which may lead over its end.
struct Chain {
  std::uint32_t first, count;
};

/// The chain from some vertices before `first` to some behind `last`; the whole ring, if that is not long.
template <class T>
SATCHEL_INLINE Chain chain_around(std::uint32_t first, std::uint32_t last, const LongSide<T>& of) {
  const std::uint32_t margin = 3 + of.count / 1024;  // the more there are, the less they differ beyond rounding
  const std::uint32_t steps = last >= first ? last - first : last + of.count - first;
  if (!of.has_fan || steps + 2 * margin + 1 >= of.count) return {0, of.count};
  return {first >= margin ? first - margin : first + of.count - margin, steps + 2 * margin + 1};
}

/// Which edges of a body are still to be tried: bit i for edge i.
struct OpenEdges {
  std::uint64_t words[satchel::kernels::most_fan_edges / 64 + 1];  ///< one more, for what is read over the end

  /// The 16 edges from `first` on, which does not lead over the end.
  unsigned from(std::uint32_t first) const {
    const std::uint32_t shift = first % 64;
    const std::uint64_t low = words[first / 64] >> shift;
    return static_cast<unsigned>(shift > 48 ? low | words[first / 64 + 1] << (64 - shift) : low) & 0xffffu;
  }
  void close(std::uint32_t first, unsigned edges) {
    const std::uint32_t shift = first % 64;
    words[first / 64] &= ~(std::uint64_t{edges} << shift);
    if (shift > 48) words[first / 64 + 1] &= ~(std::uint64_t{edges} >> (64 - shift));
  }
};

/// bounds[e] = an upper bound of the separation along edge e of `of`, by the vertex `witness` of `other`; opens the
/// edges whose bound exceeds the threshold, closes the others. Edges of short bodies have no bound: all are open.
///
/// Bounds and threshold are distances in the world. So the transposed rotation, divided by its length rho, takes the
/// witness to axes along the shape's; and the offsets of edges are multiplied by rho (largest_norm_error). Without rho
/// a bound would be off by up to 5.1e-7 of itself: in doubles, far more than the slack.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void bound_edges(const LongSide<T>& of, const LongSide<T>& other, std::uint32_t witness, T threshold,
                                T* bounds, OpenEdges& open) {
  using V = typename L::Vector;
  if (!of.has_fan) {
    for (std::uint32_t i = 0; i < window; ++i) bounds[i] = static_cast<T>(__builtin_huge_val());
    open.words[0] = (1u << of.count) - 1;
    open.words[1] = 0;
    return;
  }
  const double from_x = (other.body->x - of.body->x) + static_cast<double>(other.x[witness]);
  const double from_y = (other.body->y - of.body->y) + static_cast<double>(other.y[witness]);
  const double cos = of.rotation->cos, sin = of.rotation->sin;
  const double rho = ScalarLanes<double>::sqrt({cos * cos + sin * sin}).value, inverse = 1 / rho;
  const T x = static_cast<T>((cos * from_x + sin * from_y) * inverse);
  const T y = static_cast<T>((cos * from_y - sin * from_x) * inverse);
  const T size = (x < 0 ? T(0) - x : x) + (y < 0 ? T(0) - y : y) + (of.body->reach + other.body->reach);
  const V vx = L::splat(x), vy = L::splat(y), times = L::splat(static_cast<T>(rho));
  const V scale = L::splat(size), least = L::splat(threshold);
  const EdgeFan<const T> fan = of.fan();
  for (std::uint32_t word = 0; 64 * word < of.count; ++word) {
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < 64 && 64 * word + k < of.count; k += L::width) {
      const std::uint32_t i = 64 * word + k;
      const V distance =
          (L::load(fan.normal_x() + i) * vx + L::load(fan.normal_y() + i) * vy) - times * L::load(fan.offset() + i);
      const V bound = distance + scale * L::load(fan.slack() + i);
      L::store(bounds + i, bound);
      bits |= std::uint64_t{L::bits(bound > least)} << k;
    }
    open.words[word] = bits;
  }
  open.words[(of.count + 63) / 64] = 0;
}

}  // namespace
