// The bodies of a pair in which one is long, for collide_long.hpp: rings from which 16 vertices can be read at a time,
// the vertices that face a direction, and bounds of the separations along their edges.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "lanes/lanes.hpp"
#include "lanes/scalar.hpp"

namespace {

using satchel::Rotation;
using satchel::kernels::BodyRecord;
using satchel::kernels::EdgeFan;
using satchel::kernels::ShapeRecord;

template <class L>
constexpr unsigned all_lanes = L::width < 32 ? (1u << L::width) - 1 : ~0u;

constexpr std::uint32_t window = 16;  ///< edges that are tried together, on every instruction set
static_assert(satchel::kernels::ring_overlap > window,
              "a window begins at any vertex, and its last edge ends behind it");

SATCHEL_INLINE std::uint32_t wrapped(std::uint32_t i, std::uint32_t count) { return i < count ? i : i - count; }

/// One body of the pair.
template <class T>
struct LongSide {
  const T *x, *y;  ///< stored offsets, and behind them `window` more that repeat the first ones
  const T* fan_values;
  const BodyRecord<T>* body;
  const Rotation* rotation;
  std::uint32_t count, capacity;
  bool has_fan;          ///< more than 16 vertices
  T centre_x, centre_y;  ///< origin of the pair's frame, from the body's origin

  EdgeFan<const T> fan() const { return {fan_values, capacity}; }
};

/// The ring of a short body, with as many readable slots as a long one. Slots behind the last vertex repeat the first,
/// because kernels compute with them, and stale values could be denormal, which are slow.
template <class T>
struct ShortRing {
  alignas(64) T x[2 * window], y[2 * window];
};

/// Fills in everything except the centre.
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

/// One coordinate of the middle between two opposite vertices, which is about the middle of the body.
template <class T>
SATCHEL_INLINE T middle(const T* values, std::uint32_t count) {
  return T(0.5) * (values[0] + values[count / 2]);
}

/// The entry of a fan for a direction in the shape's frame, W at a time; `quarter` is a fourth of the fan's directions.
/// The entry depends on x / y and on signs, so the length of the rotation that took the direction to the shape's frame
/// does not matter. The vertex in the entry is a first guess: callers check it against placed vertices
/// (edge_windows.hpp, facing_long.hpp), or need any vertex (bound_edges).
///
/// Directions are numbered by t, the path length along the square |x| + |y| = 1, counter-clockwise from (1, 0).
template <class L, class V = typename L::Vector, class T = typename L::Scalar>
SATCHEL_INLINE V fan_entry(V x, V y, V quarter) {
  const V zero = L::splat(T(0)), least = L::splat(sizeof(T) == sizeof(float) ? T(0x1p-120) : T(0x1p-900));
  const V t = L::divide(y, L::max(L::abs(x) + L::abs(y), least));
  const V position = L::select(x < zero, L::splat(T(2)) - t, L::select(y < zero, L::splat(T(4)) + t, t));
  return L::min(position * quarter, L::splat(T(4)) * quarter - L::splat(T(1)));
}

/// The vertex in an entry of the body's fan; vertex 0 of a short body.
template <class T>
SATCHEL_INLINE std::uint32_t entry_of(const LongSide<T>& of, T entry) {
  if (!of.has_fan) return 0;
  return static_cast<std::uint32_t>(of.fan().support()[static_cast<std::uint32_t>(entry)]);
}

/// A vertex of `of` that is about farthest against the outward normal of an edge of `edges`.
template <class T>
SATCHEL_INLINE std::uint32_t vertex_against(const LongSide<T>& edges, std::uint32_t edge, const LongSide<T>& of) {
  using One = ScalarLanes<T>;
  const T x = edges.y[edge] - edges.y[edge + 1], y = edges.x[edge + 1] - edges.x[edge];
  const T cos = static_cast<T>(of.rotation->cos), sin = static_cast<T>(of.rotation->sin);
  const auto entry = fan_entry<One>(ScalarVector<T>{cos * x + sin * y}, ScalarVector<T>{cos * y - sin * x},
                                    ScalarVector<T>{static_cast<T>(of.capacity) / 4});
  return entry_of(of, entry.value);
}

/// Consecutive vertices of a ring, which may wrap around its end.
struct Chain {
  std::uint32_t first, count;
};

/// The chain from `first` to `last`, with a margin at both ends; the whole ring, if it is short.
template <class T>
SATCHEL_INLINE Chain chain_around(std::uint32_t first, std::uint32_t last, const LongSide<T>& of) {
  // Grows with the ring, because the more vertices it has, the less do the heights of neighbours differ.
  const std::uint32_t margin = 3 + of.count / 1024;
  const std::uint32_t steps = last >= first ? last - first : last + of.count - first;
  if (!of.has_fan || steps + 2 * margin + 1 >= of.count) return {0, of.count};
  return {first >= margin ? first - margin : first + of.count - margin, steps + 2 * margin + 1};
}

/// The edges of a body that are still to be tried: bit i for edge i.
struct OpenEdges {
  std::uint64_t words[satchel::kernels::most_fan_edges / 64 + 1];  ///< one more word, because `from` reads past the end

  /// The bits of the 16 edges from `first` on, without wrapping around.
  unsigned from(std::uint32_t first) const {
    static_assert(window == 16, "a window that begins at a bit above 48 lies in two words");
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
/// edges whose bound exceeds the threshold, closes the others. Opens all edges of short bodies, which have no bounds.
///
/// Bounds and threshold are distances in the world. Therefore the witness is rotated by the transposed rotation divided
/// by its length rho, and the offsets of edges are multiplied by rho (largest_norm_error). Without rho a bound would be
/// off by up to 5.1e-7 of itself, which in double is far more than the slack.
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
  // Windows are read as a whole, and compared.
  static_assert(window % L::width == 0 && satchel::kernels::most_fan_edges % window == 0);
  for (std::uint32_t i = (of.count + L::width - 1) / L::width * L::width; i % window != 0; i += L::width) {
    L::store(bounds + i, L::splat(T(0)));
  }
}

}  // namespace
