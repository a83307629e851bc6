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
#include "query/pipeline/scene_view.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The four bounds of a box, as one vector of the compiler's.
template <class T>
struct FourBounds {
  using Vector __attribute__((vector_size(4 * sizeof(T)))) = T;
  Vector bounds;
  /// The lesser of each two numbers.
  FourBounds least(const FourBounds& other) const { return {bounds < other.bounds ? bounds : other.bounds}; }

  static FourBounds of(const kernels::OffsetBox<T>& box) { return __builtin_bit_cast(FourBounds, box); }

  /// Whether the gap between this box and `other`, whose halves are exchanged, is at most so much.
  bool is_within(T gap, const FourBounds& other) const {
    using Words = std::array<std::uint64_t, sizeof(T) / 2>;
    const Words apart = __builtin_bit_cast(Words, (bounds + other.bounds) < -gap);
    std::uint64_t any = 0;
    for (const std::uint64_t word : apart) any |= word;
    return any == 0;
  }
};

/// The depths of the overlap of the boxes i to i + 3 of a body with a box of another; negative: there is a gap.
/// @param dx, dy  from the first body's origin to the other's
template <class T>
FourBounds<T> four_depths(const kernels::BoxColumns<T>& boxes, std::uint32_t i, const kernels::OffsetBox<T>& box, T dx,
                          T dy) {
  const auto least_on_axis = [i](const T* minus_min, const T* max, T to_max, T to_minus_min) {
    FourBounds<T> lower, upper;
    std::memcpy(&lower, minus_min + i, sizeof lower);
    std::memcpy(&upper, max + i, sizeof upper);
    return FourBounds<T>{lower.bounds + to_max}.least(FourBounds<T>{upper.bounds + to_minus_min});
  };
  return least_on_axis(boxes.minus_min_x, boxes.max_x, box.max_x + dx, box.minus_min_x - dx)
      .least(least_on_axis(boxes.minus_min_y, boxes.max_y, box.max_y + dy, box.minus_min_y - dy));
}

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
  FourBounds<T> whole_bounds() const { return FourBounds<T>::of(whole); }
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
  const auto reach = [](T own, T other, double d) { return static_cast<double>(own) + static_cast<double>(other) + d; };
  return -std::min(std::min(reach(a.max_x, b.minus_min_x, -dx), reach(a.minus_min_x, b.max_x, dx)),
                   std::min(reach(a.max_y, b.minus_min_y, -dy), reach(a.minus_min_y, b.max_y, dy)));
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

  /// A box of B that holds the radius, as A sees it, halves exchanged.
  FourBounds<T> from_a(const kernels::OffsetBox<T>& box) const {
    const T x = static_cast<T>(dx), y = static_cast<T>(dy);
    return FourBounds<T>::of({box.max_x + x, box.max_y + y, box.minus_min_x - x, box.minus_min_y - y});
  }

  /// The gap between the boxes of two parts, in double.
  double gap(std::uint32_t i, std::uint32_t j) const {
    return gap_between(a.boxes()[a.first + i], b.boxes()[b.first + j], dx, dy) -
           (static_cast<double>(a.radius) + static_cast<double>(b.radius));
  }
};

}  // namespace satchel::query
