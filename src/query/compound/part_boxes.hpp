// Two bodies of a pair as parts, with their boxes: one comparison of four lanes a pair. For many parts: near_parts.hpp.
//
// An offset box is {-min_x, -min_y, max_x, max_y}. Seen from A, and with its halves exchanged, that of a part of B is
// {max_x + dx, max_y + dy, -min_x - dx, -min_y - dy}: the sum of both says in each lane how far the boxes reach into
// one another on that side, and the least of the four, negated, is the gap between them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "query/stages/scene_view.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The four bounds of a box, as one vector of the compiler's.
template <class T>
struct FourBounds {
  using Vector __attribute__((vector_size(4 * sizeof(T)))) = T;
  Vector bounds;
  static FourBounds of(const kernels::OffsetBox<T>& box) { return __builtin_bit_cast(FourBounds, box); }

  /// This box, halves exchanged, as seen from an origin from which its own is at (dx, dy).
  FourBounds from(T dx, T dy) const {
    return {Vector{bounds[2], bounds[3], bounds[0], bounds[1]} + Vector{dx, dy, -dx, -dy}};
  }

  /// This box, as seen from an origin that is (dx, dy) from its own.
  FourBounds seen_from(T dx, T dy) const { return {bounds + Vector{dx, dy, -dx, -dy}}; }

  /// Whether the gap between this box and `other`, whose halves are exchanged, is at most so much.
  bool is_within(T gap, const FourBounds& other) const {
    using Words = std::array<std::uint64_t, sizeof(T) / 2>;
    const Words apart = __builtin_bit_cast(Words, (bounds + other.bounds) < -gap);
    std::uint64_t any = 0;
    for (const std::uint64_t word : apart) any |= word;
    return any == 0;
  }
  /// That gap.
  T gap(const FourBounds& other) const {
    const Vector depths = bounds + other.bounds;
    return -std::min(std::min(depths[0], depths[1]), std::min(depths[2], depths[3]));
  }
};

/// One body of a pair: the parts of a compound, or the body itself as its only part.
template <class T>
struct PartsOf {
  const detail::SceneData<T>* scene;
  BodyId body;
  bool is_compound;
  std::uint32_t first, count;   ///< parts are records()[first], ...
  T radius;                     ///< around boxes(): those of compounds hold it
  kernels::OffsetBox<T> whole;  ///< around all of it

  PartsOf() = default;
  PartsOf(const detail::SceneData<T>& in, BodyId id)
      : scene(&in), body(id), is_compound(in.bodies[id].place.is_compound()), whole(in.boxes[id]) {
    if (is_compound) {
      const detail::PartRange range = in.parts_of_body(body);
      first = range.first;
      count = range.count;
      radius = 0;
    } else {
      first = body;
      count = 1;
      radius = in.bodies[body].radius();
      whole = {whole.minus_min_x + radius, whole.minus_min_y + radius, whole.max_x + radius, whole.max_y + radius};
    }
  }

  const kernels::BodyRecord<T>* records() const {
    return is_compound ? scene->compounds.parts.data() : scene->bodies.data();
  }
  const kernels::OffsetBox<T>* boxes() const {
    return is_compound ? scene->compounds.boxes.data() : scene->boxes.data();
  }
  const Rotation* rotations() const {
    return is_compound ? scene->compounds.rotations.data() : scene->rotations.data();
  }
  const std::uint8_t* kinds() const { return is_compound ? scene->compounds.kinds.data() : scene->kinds.data(); }
  kernels::SceneView<T> view() const { return is_compound ? view_of_parts(*scene) : view_of(*scene); }
  /// The box of a part; it holds the radius.
  const kernels::OffsetBox<T>& box(std::uint32_t part) const {
    return is_compound ? scene->compounds.boxes[first + part] : whole;
  }
};

/// Gaps between boxes that are found in T are off by less: all numbers are at most `reach`, and go through at most six
/// roundings.
/// @param dx, dy  from A's origin to B's, rounded
template <class T>
T slack_of(const kernels::BodyRecord<T>& a, const kernels::BodyRecord<T>& b, double dx, double dy) {
  constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
  const double reach =
      std::fabs(dx) + std::fabs(dy) + 2 * static_cast<double>(a.reach) + 2 * static_cast<double>(b.reach);
  return static_cast<T>(16 * u * reach);
}

/// The gap between two boxes along x or y, the larger; negative: they meet. In double, so that it ranks.
template <class T>
double gap_between(const kernels::OffsetBox<T>& a, const kernels::OffsetBox<T>& b, double dx, double dy) {
  using XY __attribute__((vector_size(2 * sizeof(double)))) = double;
  const auto widened = [](T x, T y) { return XY{static_cast<double>(x), static_cast<double>(y)}; };
  const XY delta{dx, dy};
  const XY upper = widened(a.max_x, a.max_y) + widened(b.minus_min_x, b.minus_min_y) - delta;
  const XY lower = widened(a.minus_min_x, a.minus_min_y) + widened(b.max_x, b.max_y) + delta;
  const XY least = upper < lower ? upper : lower;
  return -std::min(least[0], least[1]);
}

/// The two bodies of a pair, in evaluation order.
template <class T>
struct Bodies {
  PartsOf<T> a, b;
  double dx, dy;  ///< from A's origin to B's, rounded
  T slack;        ///< slack_of

  Bodies() = default;
  Bodies(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, BodyId id_a, BodyId id_b)
      : a(scene_a, id_a),
        b(scene_b, id_b),
        dx(scene_b.bodies[id_b].x - scene_a.bodies[id_a].x),
        dy(scene_b.bodies[id_b].y - scene_a.bodies[id_a].y),
        slack(slack_of(scene_a.bodies[id_a], scene_b.bodies[id_b], dx, dy)) {}

  /// Whether the gap between the boxes around both bodies is at most so much. A's box is moved, as those of its parts are in the
  /// kernels: the order of roundings is the same, so no gap of parts is less.
  bool are_within(T gap) const {
    const FourBounds<T> whole_a = FourBounds<T>::of(a.whole).seen_from(static_cast<T>(dx), static_cast<T>(dy));
    return whole_a.is_within(gap, FourBounds<T>::of(b.whole).from(0, 0));
  }
  /// A box of B that holds the radius, as A sees it, halves exchanged.
  FourBounds<T> from_a(const kernels::OffsetBox<T>& box) const {
    return FourBounds<T>::of(box).from(static_cast<T>(dx), static_cast<T>(dy));
  }

  /// The gap between the boxes of two parts, in double.
  double gap(std::uint32_t i, std::uint32_t j) const {
    return gap_between(a.boxes()[a.first + i], b.boxes()[b.first + j], dx, dy) -
           (static_cast<double>(a.radius) + static_cast<double>(b.radius));
  }
};

}  // namespace satchel::query
