// Distances of polygons without radius, one pair per lane, in the scene's own precision: what the contact and the
// vertices around its features tell. What they do not settle is left to distance.hpp, which goes on in doubles.
//
//   e, from s to t: the reference edge; n its normal;  tip: the other body's vertex farthest against n
//   overlapping, or tip over e: the contact has normal and distance; its foot on e, and the same moved along n
//   else E = the end of e next to the foot;  side = the tip's neighbour that way
//     nearest: E, and the point of the edge from the tip to side that is nearest to it
//     it is the answer if that is not side itself, and E's neighbours do not lie towards it
//
// Why: the contact's edge is the one whose line is farthest, so the nearest point of the bodies' difference lies on it,
// or at its end (distance.hpp). Over the edge it is the foot. At its end, E and the tip, the difference goes on with
// E's next edge or with the one from the tip to side: this one counts where it is as good as parallel to e. Its
// neighbours decide for the whole body, since it is convex; the tip's other neighbour lies beyond the steeper of its
// edges.
//
// Rounding: points are off by some units of the pair's size, so distances are, too; a way of a 2^-6 of the size has its
// direction to 2^-16. Shorter ones are left open; an edge's normal is as good as ever.
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
  unsigned certain;         ///< bit l: lane l's is right, but for faces
  unsigned may_be_on_face;  ///< bit l: the witnesses of lane l, which overlaps, may lie elsewhere on a face (faces.hpp)
};

/// @param view         FeatureView in lanes, or the like
/// @param straightest  PairJob::straightest
template <class L, class View, class T = typename L::Scalar>
SATCHEL_INLINE DistanceColumns<L> distances_in_lanes(const View& view, T straightest) {
  using F = typename View::F;
  using Vector = typename L::Vector;
  using P = Points<L>;
  static_assert(View::in_lanes);
  const auto zero = L::splat(T(0)), one = L::splat(T(1)), tiny = L::splat(T(0x1p-120));
  const P none = {zero, zero};
  const ReferenceLine<L> line(view);
  const auto& [start, along, normal, length, has_edge] = line;
  const Vector separation = view.separation();
  const P way = view.way(), tip_offset = view.offset(F::tip);
  const P end = view.offset(F::end) - start, tip = tip_offset + (way - start);
  const Vector at = dot<L>(tip, along);
  const auto after_start = at > zero, before_end = length > at;
  const auto by_contact = L::both(after_start, before_end) | L::negated(separation > zero);
  const Vector foot = L::max(zero, L::min(at, length));

  // E, and what lies beside it and beside the tip: after_tip lies back along e.
  const P corner = select<L>(after_start, end, none), inner = end - (corner + corner);
  const P outer = select<L>(after_start, view.offset(F::after_end), view.offset(F::before_start)) - start - corner;
  const P side = select<L>(after_start, view.offset(F::after_tip), view.offset(F::before_tip)) - tip_offset;
  const P back = corner - tip;
  const Vector fraction = L::max(zero, L::min(one, L::divide(dot<L>(back, side), L::max(dot<L>(side, side), tiny))));
  const P on_side = fraction * side, across = on_side - back;
  const Vector distance = L::sqrt(dot<L>(across, across));
  const P unit = L::divide(one, L::max(distance, tiny)) * across;

  const auto towards = [&](const P& beside) __attribute__((always_inline)) {
    return dot<L>(beside, unit) > L::splat(T(0x1p-13)) * (L::abs(beside.x) + L::abs(beside.y));
  };
  const auto open = towards(inner) | towards(outer) | L::negated(one > fraction) |
                    L::negated(distance > L::splat(T(0x1p-6)) * view.size());

  const auto straight = may_have_straight_corners<L>(view.size(), straightest);
  const P of_reference = start + select<L>(by_contact, foot * along, corner);
  const P of_other = select<L>(by_contact, (of_reference + separation * normal) - way, tip_offset + on_side);
  const P its_normal = select<L>(by_contact, normal, unit);
  const auto b_decides = view.of_b() > zero;
  const P turned = select<L>(b_decides, none - its_normal, its_normal) + none;  // + 0: no -0 leaves
  const P of_a = select<L>(b_decides, of_other, of_reference) + none;
  const P of_b = select<L>(b_decides, of_reference, of_other) + none;
  return {{turned.x, turned.y, L::select(by_contact, separation, distance) + zero, view.feature(), of_a.x, of_a.y,
           of_b.x, of_b.y},
          L::bits(by_contact | L::negated(open | straight)),
          L::bits(L::both(straight, L::negated(separation > zero)))};
}

/// Stores the first `live` of W distances at their pairs' places.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_distances(const DistanceColumns<L>& found, const std::uint32_t* positions, std::size_t live,
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
    for (std::size_t lane = 0; lane < L::width; ++lane) rows[lane] = reinterpret_cast<T*>(distances + positions[lane]);
    return store();
  }
  BasicDistance<T> spill[L::width];  // where the lanes go that have no pair
  for (std::size_t lane = 0; lane < L::width; ++lane) {
    rows[lane] = reinterpret_cast<T*>(lane < live ? distances + positions[lane] : spill + lane);
  }
  store();
}

}  // namespace
