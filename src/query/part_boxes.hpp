// Two bodies of a pair as parts, and which of their parts may meet: by boxes, one comparison of four lanes a pair.
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

#include <satchel/types.hpp>

#include "kernels/layout.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The four bounds of a box, as one vector of the compiler's.
template <class T>
struct FourBounds {
  using Vector __attribute__((vector_size(4 * sizeof(T)))) = T;
  Vector bounds;

  static FourBounds of(const kernels::OffsetBox<T>& box) { return std::bit_cast<FourBounds>(box); }
  FourBounds grown(T by) const { return {bounds + by}; }

  /// Whether the gap between this box and `other`, whose halves are exchanged, is at most so much.
  bool is_within(T gap, const FourBounds& other) const {
    using Words = std::array<std::uint64_t, sizeof(T) / 2>;
    const Words apart = std::bit_cast<Words>((bounds + other.bounds) < -gap);
    std::uint64_t any = 0;
    for (const std::uint64_t word : apart) any |= word;
    return any == 0;
  }
};

/// One body of a pair: the parts of a compound, or the body itself as its only part.
template <class T>
struct PartsOf {
  const kernels::BodyRecord<T>* records;  ///< parts are records[first], ...
  const kernels::OffsetBox<T>* boxes;
  const kernels::Rotation* rotations;
  const std::uint8_t* kinds;
  std::uint32_t first, count;
  T radius;  ///< around the boxes: those of compounds hold it
  kernels::OffsetBox<T> whole;

  PartsOf() = default;
  PartsOf(const detail::SceneData<T>& scene, BodyId body) : whole(scene.boxes[body]) {
    if (scene.bodies[body].place.is_compound()) {
      const detail::PartRange range = scene.parts_of_body(body);
      records = scene.compounds.parts.data();
      boxes = scene.compounds.boxes.data();
      rotations = scene.compounds.rotations.data();
      kinds = scene.compounds.kinds.data();
      first = range.first;
      count = range.count;
      radius = 0;
    } else {
      records = scene.bodies.data();
      boxes = scene.boxes.data();
      rotations = scene.rotations.data();
      kinds = scene.kinds.data();
      first = body;
      count = 1;
      radius = scene.bodies[body].radius;
    }
  }

  FourBounds<T> bounds(std::uint32_t part) const { return FourBounds<T>::of(boxes[first + part]).grown(radius); }
  FourBounds<T> whole_bounds() const { return FourBounds<T>::of(whole).grown(radius); }
};

/// The two bodies of a pair, in evaluation order.
template <class T>
struct Bodies {
  PartsOf<T> a, b;
  double dx, dy;  ///< from A's origin to B's, rounded
  /// Gaps found in T are off by less: all numbers are at most `reach`, and go through at most six roundings.
  T slack;

  Bodies() = default;
  Bodies(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, BodyId id_a, BodyId id_b)
      : a(scene_a, id_a),
        b(scene_b, id_b),
        dx(scene_b.bodies[id_b].x - scene_a.bodies[id_a].x),
        dy(scene_b.bodies[id_b].y - scene_a.bodies[id_a].y) {
    constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
    const double reach = std::fabs(dx) + std::fabs(dy) + 2 * static_cast<double>(scene_a.bodies[id_a].reach) +
                         2 * static_cast<double>(scene_b.bodies[id_b].reach);
    slack = static_cast<T>(16 * u * reach);
  }

  /// A box of B as A sees it, halves exchanged.
  FourBounds<T> from_a(const kernels::OffsetBox<T>& box) const {
    const T x = static_cast<T>(dx), y = static_cast<T>(dy), r = b.radius;
    return FourBounds<T>::of({box.max_x + x + r, box.max_y + y + r, box.minus_min_x - x + r, box.minus_min_y - y + r});
  }
  /// The same of A as B sees it.
  FourBounds<T> from_b(const kernels::OffsetBox<T>& box) const {
    const T x = static_cast<T>(dx), y = static_cast<T>(dy), r = a.radius;
    return FourBounds<T>::of({box.max_x - x + r, box.max_y - y + r, box.minus_min_x + x + r, box.minus_min_y + y + r});
  }

  /// The gap between the boxes of two parts along x or y, the larger; negative: they meet. In double, so that it ranks.
  double gap(std::uint32_t i, std::uint32_t j) const {
    const kernels::OffsetBox<T>&p = a.boxes[a.first + i], &q = b.boxes[b.first + j];
    const auto reach = [](T own, T other, double d) {
      return static_cast<double>(own) + static_cast<double>(other) + d;
    };
    const double least = std::min(std::min(reach(p.max_x, q.minus_min_x, -dx), reach(p.minus_min_x, q.max_x, dx)),
                                  std::min(reach(p.max_y, q.minus_min_y, -dy), reach(p.minus_min_y, q.max_y, dy)));
    return -least - (static_cast<double>(a.radius) + static_cast<double>(b.radius));
  }
};

}  // namespace satchel::query
