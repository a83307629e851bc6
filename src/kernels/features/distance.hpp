// Distances and nearest points from known contacts, one pair per lane, in double. For polygons without radius
// distance_lanes.hpp comes first, in the scene's precision, and leaves some pairs open; this file computes these and
// all other pairs.
//
//   cores overlap: the tip of the other body, and its foot on the reference edge
//   cores apart:   the nearest of (tip, reference edge) and (each end of the reference edge, each edge at the tip)
//                  open if a neighbour of one nearest point lies towards the other nearest point
//
// Why these candidates are enough: the Minkowski difference of two convex bodies is convex, its edges are the edges of
// both bodies (one body's reversed), and the distance of the bodies is its distance from the origin. The contact's edge
// is the edge whose line is farthest from the origin. The point of the boundary nearest to the origin lies on this edge
// or at one of its ends: let w lead from the nearest vertex to the origin. The line of an edge with normal n has a
// distance of at most |w| cos(n, w), which is largest for the two edges at the nearest vertex. An end of the contact's
// edge in the difference is an end of the reference edge minus the tip. Edges at the tip are candidates because they
// may be nearly parallel to the reference edge. (Gilbert, Johnson, Keerthi, 1988, for the difference of bodies; C.
// Ericson, "Real-Time Collision Detection", 9.5.)
//
// The neighbours decide for the whole body, because it is convex. A cosine of up to 2^-12 towards the other point
// counts as 0: a nearer point is nearer by less than 2^-25 of the distance. Where corners may be straight up to
// rounding, the candidates may lie inside the Minkowski difference, and only a cosine of up to 2^-40 counts as 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/results.hpp>

#include "kernels/features/distance_lanes.hpp"
#include "kernels/features/feature_runs.hpp"

namespace {

/// W distances, for write_distances.
template <class L>
struct DistanceLanes {
  Points<L> normal;
  typename L::Vector distance;
  Points<L> a, b;                    ///< witness points, from the origins of a and b
  unsigned certain, may_be_on_face;  ///< as in DistanceColumns
};

/// The nearest pair so far of a point of the reference and a point of the other body, W of each.
template <class L>
struct NearestPoints {
  Points<L> reference, other;
  typename L::Vector squared;   ///< squared distance of the points
  typename L::Vector fraction;  ///< 1: `other` is the far end of an edge at the tip, whose next edge is no candidate

  /// Takes (p, q) where they are nearer.
  SATCHEL_INLINE void improve(const Points<L>& p, const Points<L>& q, const typename L::Vector& q_fraction) {
    const Points<L> delta = q - p;
    const auto pq_squared = dot<L>(delta, delta);
    const auto nearer = squared > pq_squared;
    reference = select<L>(nearer, p, reference);
    other = select<L>(nearer, q, other);
    fraction = L::select(nearer, q_fraction, fraction);
    squared = L::min(pq_squared, squared);
  }
};

/// Distances of rows first ... first + W - 1.
/// @param straightest  PairJob::straightest
template <class L, class T>
SATCHEL_INLINE DistanceLanes<L> distances_of(const DecidingFeatures<T>& features, std::size_t first, T straightest) {
  using F = DecidingFeatures<T>;
  using Vector = typename L::Vector;
  const auto zero = L::splat(0), one = L::splat(1);
  const FeatureView<L, false, T> view{features, first};
  const ReferenceLine<L> line(view);
  const Points<L> delta = view.delta();
  const Points<L> end = view.offset(F::end) - line.start;
  const Points<L> tip = view.offset(F::tip) + delta - line.start;
  const Points<L> tip_sides[2] = {view.offset(F::before_tip) + delta - line.start,
                                  view.offset(F::after_tip) + delta - line.start};
  const Vector foot = L::max(zero, L::min(dot<L>(tip, line.along), line.length));

  NearestPoints<L> nearest{foot * line.along, tip, zero, zero};
  const Points<L> to_tip = nearest.other - nearest.reference;
  nearest.squared = dot<L>(to_tip, to_tip);
  for (const Points<L>& far : tip_sides) {
    const Points<L> side = far - tip;
    const Vector inverse = L::divide(one, L::max(dot<L>(side, side), L::splat(0x1p-1000)));
    for (const Points<L>& vertex : {Points<L>{zero, zero}, end}) {
      const Vector fraction = L::max(zero, L::min(dot<L>(vertex - tip, side) * inverse, one));
      nearest.improve(vertex, tip + fraction * side, fraction);
    }
  }
  const Points<L> across = nearest.other - nearest.reference;
  const Vector distance = L::sqrt(nearest.squared);

  // A face that a straight corner splits into two edges can be nearer than its edges' ends by its length times a small
  // angle, so only a tiny cosine counts as 0 there. The levels are squared cosines.
  const auto straight = may_have_straight_corners<L>(view.size(), straightest);
  const Vector level = L::select(straight, L::splat(0x1p-80), L::splat(0x1p-24));
  auto open = L::negated(one > nearest.fraction);
  const auto look = [&](const Points<L>& beside, const Vector& towards) __attribute__((always_inline)) {
    open = open | (towards * L::abs(towards) > level * (dot<L>(beside, beside) * nearest.squared));
  };
  for (const auto vertex : {F::before_start, F::start, F::end, F::after_end}) {
    const Points<L> beside = view.offset(vertex) - line.start - nearest.reference;
    look(beside, dot<L>(beside, across));
  }
  for (const Points<L>& vertex : {tip_sides[0], tip, tip_sides[1]}) {
    const Points<L> beside = vertex - nearest.other;
    look(beside, zero - dot<L>(beside, across));
  }

  const Vector reference_radius = view.reference_radius(), other_radius = view.other_radius();
  const Vector radii = reference_radius + other_radius;
  const Vector known = view.separation();
  const auto apart = known + radii > zero;
  // The contact's normal is that of bodies that are not disjoint. It also replaces the vector across where this is rounding
  // alone, which has no direction.
  const auto has_direction = L::both(known > zero, distance > L::splat(0x1p-48) * view.size());
  const Points<L> normal = select<L>(L::both(apart, has_direction), L::divide(one, distance) * across, view.normal());
  const Vector separation =
      L::select(L::both(apart, L::both(distance > zero, L::negated(radii > zero))), distance, known);

  const Points<L> deep = foot * line.along + reference_radius * line.normal;
  const Points<L> of_reference = line.start + select<L>(apart, nearest.reference + reference_radius * normal, deep);
  const Points<L> of_other =
      line.start + select<L>(apart, nearest.other - other_radius * normal, deep + known * line.normal) - delta;
  const auto b_decides = view.of_b() > zero;
  DistanceLanes<L> out;
  const Points<L> none = {zero, zero};
  out.normal = select<L>(b_decides, none - normal, normal) + none;  // + 0 turns -0 into 0
  out.distance = separation + zero;
  out.a = select<L>(b_decides, of_other, of_reference) + none;
  out.b = select<L>(b_decides, of_reference, of_other) + none;
  out.certain = L::bits(L::negated(L::both(apart, open)));
  out.may_be_on_face = L::bits(straight) & L::bits(L::negated(apart));
  return out;
}

/// Writes the distance of each lane whose bit is set in `wanted` to distances[slots[lane]].
template <class L, class T>
SATCHEL_INLINE void write_distances(const DistanceLanes<L>& found, const std::uint32_t* positions,
                                    const std::uint32_t* slots, unsigned wanted, const BasicContact<T>* contacts,
                                    BasicDistance<T>* distances) {
  double columns[7][L::width];
  L::store(columns[0], found.normal.x);
  L::store(columns[1], found.normal.y);
  L::store(columns[2], found.distance);
  L::store(columns[3], found.a.x);
  L::store(columns[4], found.a.y);
  L::store(columns[5], found.b.x);
  L::store(columns[6], found.b.y);
  for (; wanted != 0; wanted &= wanted - 1) {
    const auto lane = static_cast<std::size_t>(__builtin_ctz(wanted));
    const auto value = [&](int column) { return static_cast<T>(columns[column][lane]); };
    BasicDistance<T>& distance = distances[slots[lane]];
    // Sets the padding to 0 as well.
    __builtin_memset(static_cast<void*>(&distance), 0, sizeof distance);
    distance.normal_x = value(0);
    distance.normal_y = value(1);
    const BasicContact<T>& contact = contacts[positions[lane]];
    // Rounding a distance of doubles to 0 would call the bodies touching; the separation is above 0 then.
    distance.distance = value(2) == T(0) && contact.separation > T(0) ? contact.separation : value(2);
    distance.feature = contact.feature;
    distance.point_a = {value(3), value(4)};
    distance.point_b = {value(5), value(6)};
  }
}

/// Moves the witnesses of an overlapping pair to where its faces meet (faces.hpp): the tip's foot on the deciding edge
/// alone may lie off the other body. Among points of the other body as low as its tip, the nearest to the edge counts.
template <class T>
[[gnu::noinline]] void move_witnesses(const PairJob<T>& job, const BasicContact<T>& contact, Pair pair,
                                      BasicDistance<T>& distance) {
  const FacePair<T> faces(job, contact, pair);
  if (!faces.reference_face.is_grown) return;
  const double lowest = dot(faces.other.at(faces.tip()), faces.normal);
  double low = __builtin_huge_val(), high = -low;
  for (std::uint32_t i = 0; i < faces.other.count; ++i) {
    const FaceVector vertex = faces.other.at(i);
    if (dot(vertex, faces.normal) > lowest + faces.other.tolerance) continue;
    const double x = faces.x_of(vertex);
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
  if (!(high < 0) && !(low > faces.edge_length)) return;
  const double nearest = high < 0 ? high : low;
  const double x = nearest < faces.low ? faces.low : nearest > faces.high ? faces.high : nearest;
  const FaceVector of_reference =
      faces.start + x * faces.along + (faces.height_at(x) + faces.reference_radius) * faces.normal;
  const FaceVector of_other = of_reference + faces.separation * faces.normal - faces.delta;
  const auto rounded = [](FaceVector v) {
    return satchel::BasicVec2<T>{static_cast<T>(v.x) + T(0), static_cast<T>(v.y) + T(0)};
  };
  distance.point_a = rounded(faces.b_decides ? of_other : of_reference);
  distance.point_b = rounded(faces.b_decides ? of_reference : of_other);
}

/// Distances of the job's pairs from their contacts, except pairs whose distance has been found. Lists the pairs it
/// leaves open in job.open.
/// @param some_found, is_found  as of DistanceKernels::distances
/// @tparam D     lanes of double
/// @tparam L, S  as for for_each_features
/// @return       the number of pairs listed
template <class D, class L, class S, class T = typename L::Scalar>
std::size_t find_distances(const PairJob<T>& job, const BasicContact<T>* contacts, bool some_found,
                           const std::uint8_t* is_found, BasicDistance<T>* distances) {
  using F = DecidingFeatures<T>;
  static_assert(F::size <= 32);
  std::size_t open_count = 0;
  const auto move = [&](unsigned lanes, const std::uint32_t* positions, const std::uint32_t* slots) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::size_t>(__builtin_ctz(lanes));
      move_witnesses(job, contacts[positions[lane]], job.pairs[positions[lane]], distances[slots[lane]]);
    }
  };
  const auto step = [&](F& features, bool in_lanes, const std::uint32_t* positions, const std::uint32_t* slots,
                        std::size_t count) {
    std::uint32_t open = count < 32 ? (1u << count) - 1 : ~0u;  // bit k: pair k has no distance yet
    if (in_lanes) {
      for (std::size_t first = 0; first < count; first += L::width) {
        const std::size_t live = count - first < L::width ? count - first : L::width;
        const DistanceColumns<L> found =
            distances_in_lanes<L>(FeatureView<L, true, T>{features, first}, job.straightest);
        store_distances<L>(found, slots + first, live, distances);
        move(found.may_be_on_face & found.certain & ((1u << live) - 1), positions + first, slots + first);
        open &= ~(found.certain << first);
      }
    }
    while (open != 0) {
      const std::size_t first = static_cast<std::size_t>(__builtin_ctz(open)) / D::width * D::width;
      const unsigned wanted = (open >> first) & ((1u << D::width) - 1);
      open &= ~(wanted << first);
      if (in_lanes) {
        features.put_deltas(job, contacts, positions, first, count - first < D::width ? count - first : D::width);
      }
      const DistanceLanes<D> found = distances_of<D>(features, first, job.straightest);
      write_distances(found, positions + first, slots + first, wanted, contacts, distances);
      move(found.may_be_on_face & wanted, positions + first, slots + first);
      for (unsigned left = ~found.certain & wanted; left != 0; left &= left - 1) {
        job.open[open_count++] = positions[first + static_cast<std::size_t>(__builtin_ctz(left))];
      }
    }
  };
  std::uint32_t wanted[FeatureRuns<T>::most];
  for (std::size_t i = 0; i < job.count; i += std::size(wanted)) {
    const std::size_t end = job.count - i < std::size(wanted) ? job.count : i + std::size(wanted);
    std::size_t count = 0;
    for (std::size_t k = i; k < end; ++k) {
      wanted[count] = static_cast<std::uint32_t>(k);
      count += !some_found || is_found[k] == 0 ? 1 : 0;
    }
    for_each_features<L, S, true>(job, contacts, wanted, count, step);
  }
  return open_count;
}

}  // namespace
