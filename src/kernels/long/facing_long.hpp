// Contacts of bodies of more than eight vertices from their facing parts alone (facing.hpp), if these prove them; one
// pair per lane.
//
//   for each body: look up the vertex about farthest along delta in its fan (EdgeFan::support), in the shape's frame
//   copy the eight vertices around it
//   in lanes: vertex k is the farthest of the eight; the facing part is known if k is not one of the two vertices at
//   either end, and its projection on delta is positive
//
// No other vertex of the body lies farther, because projections along a convex ring rise from the lowest to the highest
// vertex and fall again. If delta lay beyond the normals looked at, projections would go on rising over edge k + 1 or
// k - 2, which are among the eight. As facing.hpp shows, such an edge would be level up to rounding, and its normal not
// about -delta, because vertex k would then be the lowest and its projection negative.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/facing/facing_pairs.hpp"
#include "kernels/long/long_sides.hpp"

namespace {

/// The sides A or B of up to `size` pairs.
template <class T>
struct StagedRings {
  static constexpr std::size_t size = StagedPairs<T>::size;
  static constexpr std::uint32_t copied = 8;

  alignas(64) T rings[size * 2 * copied + copied];  ///< for each body the copied x values, then y values
  alignas(64) T first_x[size], first_y[size];       ///< vertex 0
  alignas(64) T start[size], count[size];  ///< index of the first copied vertex; number of all, 0 without a fan
  alignas(64) T cos[size], sin[size], quarter[size];
  alignas(64) T entry[size];
  const T* support[size];  ///< of the body's fan; null without a fan
  const T* block[size];
  std::uint32_t capacity[size];

  /// Looks up a body.
  SATCHEL_INLINE void look_up(std::size_t i, const BodyRecord<T>& body, const T* const* blocks,
                              const ShapeRecord<T>* shapes, const T* fans, const Rotation& rotation) {
    const unsigned vertex_class = body.place.vertex_class();
    const ShapeRecord<T>& shape = shapes[body.map_or_shape];
    const bool has_fan = satchel::kernels::has_fan(vertex_class) && shape.count <= satchel::kernels::most_fan_edges;
    capacity[i] = satchel::kernels::capacity_of(vertex_class);
    block[i] = blocks[vertex_class] + std::size_t{2} * capacity[i] * body.place.block();
    support[i] = has_fan ? EdgeFan<const T>{fans + shape.fan, capacity[i]}.support() : nullptr;
    first_x[i] = block[i][0];
    first_y[i] = block[i][capacity[i]];
    count[i] = has_fan ? static_cast<T>(shape.count) : T(0);
    cos[i] = static_cast<T>(rotation.cos);
    sin[i] = static_cast<T>(rotation.sin);
    quarter[i] = static_cast<T>(capacity[i]) / 4;
  }

  /// Finds the entries of W bodies' fans for (dx, dy). The length of the rotation does not matter: see fan_entry.
  template <class L>
  SATCHEL_INLINE void find_entries(std::size_t i, const typename L::Vector& dx, const typename L::Vector& dy) {
    const auto c = L::load(cos + i), s = L::load(sin + i);
    L::store(entry + i, L::max(fan_entry<L>(c * dx + s * dy, c * dy - s * dx, L::load(quarter + i)), L::splat(T(0))));
  }

  /// Copies the vertices around the entry. Call in ascending order, because a copy may overwrite the start of the next.
  SATCHEL_INLINE void copy_ring(std::size_t i) {
    T* const ring = rings + i * 2 * copied;
    if (support[i] == nullptr) {
      for (std::size_t k = 0; k < 2 * copied; ++k) ring[k] = 0;
      start[i] = 0;
      return;
    }
    constexpr std::int32_t before = copied / 2 - 1;
    const auto n = static_cast<std::int32_t>(count[i]);
    const std::int32_t from = static_cast<std::int32_t>(support[i][static_cast<std::int32_t>(entry[i])]) - before;
    const std::int32_t at = from < 0 ? from + n : from;
    start[i] = static_cast<T>(at);
    const T *const x = block[i], *const y = x + capacity[i];
    const auto copy = [](T * to, const T* values) __attribute__((always_inline)) {
      __builtin_memcpy(to, values, copied * sizeof(T));
    };
    copy(ring, x + at);
    if (satchel::kernels::goes_on(capacity[i])) {
      copy(ring + copied, y + at);
    } else {  // overwrites the slots behind the last vertex; a loop would be mispredicted
      const std::int32_t rest = n - at < std::int32_t{copied} ? n - at : std::int32_t{copied};
      copy(ring + rest, x);
      copy(ring + copied, y + at);
      copy(ring + copied + rest, y);  // may overwrite the start of the next ring
    }
  }

  /// The facing parts of W bodies.
  /// @param known  out: the lanes that have one
  template <class L>
  SATCHEL_INLINE FacingPart<L> part(std::size_t first, const typename L::Vector& dx, const typename L::Vector& dy,
                                    typename L::Mask& known) const {
    using V = typename L::Vector;
    std::uint32_t rows[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) rows[lane] = static_cast<std::uint32_t>(2 * copied * lane);
    V columns[2 * copied], projections[copied];
    load_runs<L, 2 * copied>(rings + first * 2 * copied, rows, columns);
    const V *const x = columns, *const y = columns + copied;
    for (std::size_t i = 0; i < copied; ++i) projections[i] = x[i] * dx + y[i] * dy;

    const V low = L::max(projections[2], projections[3]), high = L::max(projections[4], projections[5]);
    const V ends = L::max(L::max(projections[0], projections[1]), L::max(projections[6], projections[7]));
    known = L::max(low, high) > L::max(ends, L::splat(T(0)));
    const auto far = high > low;
    const auto second = L::select(far, projections[5], projections[3]) > L::select(far, projections[4], projections[2]);
    V mx[6], my[6];
    for (std::size_t i = 0; i < 6; ++i) {
      mx[i] = L::select(far, x[i + 2], x[i]);
      my[i] = L::select(far, y[i + 2], y[i]);
    }
    FacingPart<L> part;
    for (std::size_t i = 0; i < 5; ++i) {
      part.x[i] = L::select(second, mx[i + 1], mx[i]);
      part.y[i] = L::select(second, my[i + 1], my[i]);
    }
    const V zero = L::splat(T(0)), one = L::splat(T(1)), two = L::splat(T(2)), n = L::load(count + first);
    const V k = L::load(start + first) + (L::select(far, two + two, two) + L::select(second, one, zero));
    const V number = L::select(k < n, k, k - n);
    part.wraps = one > number;
    part.feature_number = L::splat(T(feature_of_index)) * number;
    part.feature_last = L::splat(T(feature_of_index)) * (n - one);
    part.feature_before = L::select(part.wraps, part.feature_last, part.feature_number - L::splat(T(feature_of_index)));
    return part;
  }
};

/// collide_facing_long; the code is large, so that both instances share it.
template <class L, class T>
SATCHEL_SINGLE std::size_t collide_facing_fans(const PairJob<T>& job, const ContactSink<T>& sink,
                                               satchel::kernels::Unproved& unproved, bool settles) {
  static_assert(feature_of_index * satchel::kernels::most_fan_edges < FacingEdges<L>::beyond_a);
  constexpr FacingLimits<T> limits{T(0x1p-13), T(0x1p-7)};
  StagedPairs<T, Radii::inside> staged;
  StagedRings<T> a, b;
  StagedEdges<T> staged_edges;
  ContactsAlone<L> contacts_alone(job, sink);
  std::size_t open_count = 0;
  for (std::size_t i = 0; i < job.count; i += staged.size) {
    const std::size_t live = job.count - i < staged.size ? job.count - i : staged.size;
    const std::size_t padded = (live + L::width - 1) / L::width * L::width;
    staged.template look_up<L, Blocks::none>(job, job.pairs + i, live, {});
    for (std::size_t j = 0; j < padded; ++j) {
      const Pair pair = job.pairs[i + (j < live ? j : 0)];
      const bool swapped = job.is_swapped(pair);
      const satchel::BodyId id_a = swapped ? pair.b : pair.a, id_b = swapped ? pair.a : pair.b;
      a.look_up(j, job.a.bodies[id_a], job.a.blocks, job.a.shapes, job.a.fans, job.a.rotations[id_a]);
      b.look_up(j, job.b.bodies[id_b], job.b.blocks, job.b.shapes, job.b.fans, job.b.rotations[id_b]);
    }
    const auto zero = L::splat(T(0));
    for (std::size_t j = 0; j < padded; j += L::width) {
      const auto dx = L::load(staged.delta_x + j), dy = L::load(staged.delta_y + j);
      a.template find_entries<L>(j, dx, dy);
      b.template find_entries<L>(j, zero - dx, zero - dy);
    }
    for (std::size_t j = 0; j < padded; ++j) {
      a.copy_ring(j);
      b.copy_ring(j);
    }
    for (std::size_t j = 0; j < padded; j += L::width) {
      const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_swapped);
      typename L::Mask known_a, known_b;
      const FacingPart<L> of_a = a.template part<L>(j, pairs.delta_x, pairs.delta_y, known_a);
      const FacingPart<L> of_b = b.template part<L>(j, zero - pairs.delta_x, zero - pairs.delta_y, known_b);
      const auto x = centre_of<L>(L::load(a.first_x + j), L::load(b.first_x + j), pairs.delta_x);
      const auto y = centre_of<L>(L::load(a.first_y + j), L::load(b.first_y + j), pairs.delta_y);
      FacingEdges<L> edges(of_a, of_a.in_frame(x.from_a, y.from_a), of_b, of_b.in_frame(x.from_b, y.from_b),
                           pairs.delta_x, pairs.delta_y, [] {});
      edges.leave_unproved(L::negated(L::both(known_a, known_b)));
      edges.store(staged_edges, j);
    }
    open_count = store_facing<L>(job, i, live, staged, staged_edges, limits, sink, settles, open_count, unproved,
                                 contacts_alone, std::false_type{});
  }
  return open_count;
}

/// collide_facing for bodies with fans. Lists pairs of other bodies as unproved.
/// @tparam settles  false: lists pairs that are not certain as unproved, too
template <class L, bool settles, class T = typename L::Scalar>
std::size_t collide_facing_long(const PairJob<T>& job, const ContactSink<T>& sink,
                                satchel::kernels::Unproved& unproved) {
  return collide_facing_fans<L>(job, sink, unproved, settles);
}

}  // namespace
