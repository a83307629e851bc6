// Distances and nearest points, one pair per lane, of contacts that are known. Those of polygons without radius are
// found in distance_lanes.hpp first; here, in doubles, what that leaves open, and all others.
//
//   cores that overlap: the tip of the other body, and its foot on the reference edge
//   cores apart: nearest of  tip and reference edge,  each end of the reference edge and each edge at the tip
//     it is the answer if no neighbour of either point lies towards the other one; else the pair is left open
//
// Why so few candidates: the difference of two convex bodies is convex, and the distance is that of the origin from it.
// Its edges are those of both bodies. The contact's edge is the one whose line is farthest from the origin, and of such
// a line the nearest point of the whole boundary lies on that edge or at its end: if w leads from the nearest vertex to
// the origin, the line of an edge with normal n is at most |w| cos(n, w) away, which is largest for the vertex's own
// two edges. Its ends are ends of the reference edge with the tip. Edges at the tip count for what is nearly parallel.
// (Gilbert, Johnson, Keerthi, 1988, for the difference of bodies; C. Ericson, "Real-Time Collision Detection", 9.5.)
//
// Neighbours decide for the whole body, since it is convex. A cosine of up to 2^-12 towards the other point passes for
// 0: what is nearer is so by less than 2^-25 of the distance. If corners may be straight but for rounding, the points
// found may lie inside the difference of the bodies, and only 2^-40 passes for 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/results.hpp>

#include "kernels/features/distance_lanes.hpp"
#include "kernels/features/feature_runs.hpp"

namespace {

/// W distances, as they are stored.
template <class L>
struct DistanceLanes {
  Points<L> normal;
  typename L::Vector distance;
  Points<L> a, b;
  unsigned certain, may_be_on_face;  ///< as in DistanceColumns
};

/// A point of the reference and one of the other body, W of each.
template <class L>
struct NearestPoints {
  Points<L> reference, other;
  typename L::Vector squared;   ///< of their distance
  typename L::Vector fraction;  ///< 1: `other` is the far end of an edge at the tip, and what lies beyond is not known

  SATCHEL_INLINE void meet(const Points<L>& p, const Points<L>& q, const typename L::Vector& its_fraction) {
    const Points<L> way = q - p;
    const auto its_squared = dot<L>(way, way);
    const auto nearer = squared > its_squared;
    reference = select<L>(nearer, p, reference);
    other = select<L>(nearer, q, other);
    fraction = L::select(nearer, its_fraction, fraction);
    squared = L::min(its_squared, squared);
  }
};

template <class L, class T>
SATCHEL_INLINE DistanceLanes<L> distances_of(const DecidingFeatures<T>& features, std::size_t first, T straightest) {
  using F = DecidingFeatures<T>;
  using Vector = typename L::Vector;
  const auto zero = L::splat(0), one = L::splat(1);
  const FeatureView<L, false, T> view{features, first};
  const ReferenceLine<L> line(view);
  const Points<L> delta = view.way();
  const Points<L> end = view.offset(F::end) - line.start;
  const Points<L> tip = view.offset(F::tip) + delta - line.start;
  const Points<L> tip_sides[2] = {view.offset(F::before_tip) + delta - line.start,
                                  view.offset(F::after_tip) + delta - line.start};
  const Vector foot = L::max(zero, L::min(dot<L>(tip, line.along), line.length));

  NearestPoints<L> nearest{foot * line.along, tip, zero, zero};
  const Points<L> first_way = nearest.other - nearest.reference;
  nearest.squared = dot<L>(first_way, first_way);
  for (const Points<L>& far : tip_sides) {
    const Points<L> side = far - tip;
    const Vector inverse = L::divide(one, L::max(dot<L>(side, side), L::splat(0x1p-1000)));
    for (const Points<L>& vertex : {Points<L>{zero, zero}, end}) {
      const Vector fraction = L::max(zero, L::min(dot<L>(vertex - tip, side) * inverse, one));
      nearest.meet(vertex, tip + fraction * side, fraction);
    }
  }
  const Points<L> way = nearest.other - nearest.reference;
  const Vector distance = L::sqrt(nearest.squared);

  // Faces of which straight corners make two edges can be nearer by as much as a small angle makes of their length.
  const auto straight = may_have_straight_corners<L>(view.size(), straightest);
  const Vector level = L::select(straight, L::splat(0x1p-80), L::splat(0x1p-24));
  auto open = L::negated(one > nearest.fraction);
  const auto look = [&](const Points<L>& beside, const Vector& towards) __attribute__((always_inline)) {
    open = open | (towards * L::abs(towards) > level * (dot<L>(beside, beside) * nearest.squared));
  };
  for (const auto vertex : {F::before_start, F::start, F::end, F::after_end}) {
    const Points<L> beside = view.offset(vertex) - line.start - nearest.reference;
    look(beside, dot<L>(beside, way));
  }
  for (const Points<L>& vertex : {tip_sides[0], tip, tip_sides[1]}) {
    const Points<L> beside = vertex - nearest.other;
    look(beside, zero - dot<L>(beside, way));
  }

  const Vector reference_radius = view.reference_radius(), other_radius = view.other_radius();
  const Vector radii = reference_radius + other_radius;
  const Vector known = view.separation();
  const auto apart = known + radii > zero;
  // A way that is nothing but rounding has no direction; the contact's normal has.
  const auto has_way = distance > L::splat(0x1p-48) * view.size();
  const Points<L> normal = select<L>(L::both(apart, has_way), L::divide(one, distance) * way, view.normal());
  const Vector separation =
      L::select(L::both(apart, L::both(distance > zero, L::negated(radii > zero))), distance, known);

  const Points<L> deep = foot * line.along + reference_radius * line.normal;
  const Points<L> of_reference = line.start + select<L>(apart, nearest.reference + reference_radius * normal, deep);
  const Points<L> of_other =
      line.start + select<L>(apart, nearest.other - other_radius * normal, deep + known * line.normal) - delta;
  const auto b_decides = view.of_b() > zero;
  DistanceLanes<L> out;
  const Points<L> none = {zero, zero};
  out.normal = select<L>(b_decides, none - normal, normal) + none;  // + 0: no -0 leaves
  out.distance = separation + zero;
  out.a = select<L>(b_decides, of_other, of_reference) + none;
  out.b = select<L>(b_decides, of_reference, of_other) + none;
  out.certain = L::bits(L::negated(L::both(apart, open)));
  out.may_be_on_face = L::bits(straight) & L::bits(L::negated(apart));
  return out;
}

/// Those of W distances that `wanted` has a bit for, as they are stored, each in its place.
template <class L, class T>
SATCHEL_INLINE void write_distances(const DistanceLanes<L>& found, const std::uint32_t* positions,
                                    const std::uint32_t* places, unsigned wanted, const BasicContact<T>* contacts,
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
    BasicDistance<T>& distance = distances[places[lane]];
    // Bytes that no member holds are 0 too.
    __builtin_memset(static_cast<void*>(&distance), 0, sizeof distance);
    distance.normal_x = value(0);
    distance.normal_y = value(1);
    distance.distance = value(2);
    distance.feature = contacts[positions[lane]].feature;
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
  if (!faces.own.is_grown) return;
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

/// Distances of pairs whose contacts are known, but for those that job.distances_too has. D: lanes of double; L, S: as
/// of for_each_features.
template <class D, class L, class S, class T = typename L::Scalar>
std::size_t find_distances(const PairJob<T>& job, const BasicContact<T>* contacts, BasicDistance<T>* distances) {
  using F = DecidingFeatures<T>;
  static_assert(F::size <= 32);
  std::size_t uncertain = 0;
  const auto move = [&](unsigned lanes, const std::uint32_t* positions, const std::uint32_t* places) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::size_t>(__builtin_ctz(lanes));
      move_witnesses(job, contacts[positions[lane]], job.pairs[positions[lane]], distances[places[lane]]);
    }
  };
  const auto step = [&](F& features, bool in_lanes, const std::uint32_t* positions, const std::uint32_t* places,
                        std::size_t count) {
    std::uint32_t open = count < 32 ? (1u << count) - 1 : ~0u;  // bit k: pair k is still to be found
    if (in_lanes) {
      for (std::size_t first = 0; first < count; first += L::width) {
        const std::size_t live = count - first < L::width ? count - first : L::width;
        const DistanceColumns<L> found =
            distances_in_lanes<L>(FeatureView<L, true, T>{features, first}, job.straightest);
        store_distances<L>(found, places + first, live, distances);
        move(found.may_be_on_face & found.certain & ((1u << live) - 1), positions + first, places + first);
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
      write_distances(found, positions + first, places + first, wanted, contacts, distances);
      move(found.may_be_on_face & wanted, positions + first, places + first);
      for (unsigned left = ~found.certain & wanted; left != 0; left &= left - 1) {
        job.uncertain[uncertain++] = positions[first + static_cast<std::size_t>(__builtin_ctz(left))];
      }
    }
  };
  const std::uint8_t* const found = job.distances_too != nullptr ? job.distances_too->found : nullptr;
  std::uint32_t wanted[FeatureRuns<T>::most];
  for (std::size_t i = 0; i < job.count; i += std::size(wanted)) {
    const std::size_t end = job.count - i < std::size(wanted) ? job.count : i + std::size(wanted);
    std::size_t count = 0;
    for (std::size_t k = i; k < end; ++k) {
      wanted[count] = static_cast<std::uint32_t>(k);
      count += found == nullptr || found[k] == 0 ? 1 : 0;
    }
    for_each_features<L, S, true>(job, contacts, wanted, count, step);
  }
  return uncertain;
}

}  // namespace
