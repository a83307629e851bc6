// Distances of polygons without radius, one pair per lane, in the scene's precision, from the contact and the vertices
// around its features. distance.hpp computes the pairs left open here, in double.
//
//   e, from s to t: the reference edge; n: its normal; tip: the other body's vertex farthest against n
//   overlapping, or tip over e: the contact's distance and normal; witness points: the tip's foot on e, and the foot
//                               moved along n
//   otherwise: E = the end of e nearest to the tip; side = the tip's neighbour back over e
//     nearest: E, and the point nearest to it on the edge from the tip to side
//     open if this point is side itself, or if a neighbour of E lies towards it
//
// Why: the contact's edge is the one whose line is farthest from the origin of the Minkowski difference, so the point
// of the difference nearest to the origin lies on this edge or at its end (distance.hpp). On the edge it is the foot.
// At its end, E minus the tip, the boundary goes on with E's next edge or with the edge from the tip to side; the
// latter can be nearest if it is nearly parallel to e. The neighbours decide for the whole body, because it is convex.
// The tip's other neighbour needs no test: it lies beyond the steeper of the tip's edges.
//
// Rounding: points are off by some units of the pair's size S, and so are distances. A vector of length 2^-6 S then has
// its direction to 2^-16. Pairs with shorter vectors are left open, except where an edge's normal is the direction.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/results.hpp>

#include "kernels/features/faces.hpp"

namespace {

using satchel::BasicDistance;

/// W distances in columns, in the order of BasicDistance.
template <class L>
struct DistanceColumns {
  typename L::Vector columns[8];
  unsigned certain;         ///< bit l: lane l is decided, apart from may_be_on_face
  unsigned may_be_on_face;  ///< bit l: lane l overlaps, and its witness points may lie elsewhere on a face (faces.hpp)
};

/// Distances of W pairs.
/// @param view         FeatureView with in_lanes, or a class with the same members, such as StagedView
/// @param straightest  PairJob::straightest
template <class L, class View, class T = typename L::Scalar>
SATCHEL_INLINE DistanceColumns<L> distances_in_lanes(const View& view, T straightest) {
  using F = typename View::F;
  using Vector = typename L::Vector;
  using P = Points<L>;
  static_assert(View::in_lanes);
  constexpr bool is_float = sizeof(T) == sizeof(float);
  // Less than the square of any edge: edges have 2^-50 at least (float; src/exact takes shorter ones) or 2^-252.
  const auto zero = L::splat(T(0)), one = L::splat(T(1)), tiny = L::splat(T(is_float ? 0x1p-120 : 0x1p-1000));
  const P none = {zero, zero};
  const ReferenceLine<L> line(view);
  const auto& [start, along, normal, length, has_edge] = line;
  const Vector separation = view.separation();
  const P delta = view.delta(), tip_offset = view.offset(F::tip);
  const P end = view.offset(F::end) - start, tip = tip_offset + (delta - start);
  const Vector at = dot<L>(tip, along);
  const auto after_start = at > zero, before_end = length > at;
  const auto by_contact = L::both(after_start, before_end) | L::negated(separation > zero);
  const Vector foot = L::max(zero, L::min(at, length));

  // corner = E; on_edge, off_edge: from E to its neighbours on and off e. side: from the tip to its neighbour back over
  // e, which is after_tip where the tip lies beyond t, because both bodies run counter-clockwise.
  const P corner = select<L>(after_start, end, none), on_edge = end - (corner + corner);
  const P off_edge = select<L>(after_start, view.offset(F::after_end), view.offset(F::before_start)) - start - corner;
  const P side = select<L>(after_start, view.offset(F::after_tip), view.offset(F::before_tip)) - tip_offset;
  const P back = corner - tip;
  const Vector fraction = L::max(zero, L::min(one, L::divide(dot<L>(back, side), L::max(dot<L>(side, side), tiny))));
  const P on_side = fraction * side, across = on_side - back;
  const Vector distance = L::sqrt(dot<L>(across, across));
  const P unit = L::divide(one, L::max(distance, tiny)) * across;

  const auto towards = [&](const P& beside) __attribute__((always_inline)) {
    return dot<L>(beside, unit) > L::splat(T(0x1p-13)) * (L::abs(beside.x) + L::abs(beside.y));
  };
  const auto open = towards(on_edge) | towards(off_edge) | L::negated(one > fraction) |
                    L::negated(distance > L::splat(T(0x1p-6)) * view.size());

  const auto straight = may_have_straight_corners<L>(view.size(), straightest);
  const P of_reference = start + select<L>(by_contact, foot * along, corner);
  const P of_other = select<L>(by_contact, (of_reference + separation * normal) - delta, tip_offset + on_side);
  const P contact_normal = select<L>(by_contact, normal, unit);
  const auto b_decides = view.of_b() > zero;
  const P out_normal = select<L>(b_decides, none - contact_normal, contact_normal) + none;  // + 0 turns -0 into 0
  const P of_a = select<L>(b_decides, of_other, of_reference) + none;
  const P of_b = select<L>(b_decides, of_reference, of_other) + none;
  return {{out_normal.x, out_normal.y, L::select(by_contact, separation, distance) + zero, view.feature(), of_a.x,
           of_a.y, of_b.x, of_b.y},
          L::bits(by_contact | L::negated(open | straight)),
          L::bits(L::both(straight, L::negated(separation > zero)))};
}

/// Stores the distance of lane l at distances[slots[l]], for the first `live` lanes.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_distances(const DistanceColumns<L>& found, const std::uint32_t* slots, std::size_t live,
                                    BasicDistance<T>* distances) {
  static_assert(sizeof(BasicDistance<T>) == 8 * sizeof(T));
  T* rows[L::width];
  const auto store = [&]() __attribute__((always_inline)) {
    for (std::size_t k = 0; k < 8; k += L::row) {
      T* at[L::width];
      for (std::size_t lane = 0; lane < L::width; ++lane) at[lane] = rows[lane] + k;
      store_columns<L>(at, found.columns + k);
    }
  };
  if (live == L::width) {
    for (std::size_t lane = 0; lane < L::width; ++lane) rows[lane] = reinterpret_cast<T*>(distances + slots[lane]);
    return store();
  }
  BasicDistance<T> spill[L::width];  // takes the lanes without a pair
  for (std::size_t lane = 0; lane < L::width; ++lane) {
    rows[lane] = reinterpret_cast<T*>(lane < live ? distances + slots[lane] : spill + lane);
  }
  store();
}

}  // namespace
