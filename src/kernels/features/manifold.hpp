// Contact manifolds from known contacts, one pair per lane.
//
//   e, from s to t: the reference edge; n: its normal; tip: the other body's vertex farthest against n
//   incident edge = from the tip to far, the neighbour of the tip whose edge rises less over e
//   clip the incident edge to the strip of the points over e: its ends, or where it leaves the strip
//   if nothing remains, or a vertex decides: one point, between the two nearest corners
//   keep the points whose height minus the radii is at most the margin
//
// Catto, "Contact Manifolds", GDC 2007; Box2D's b2CollidePolygons, which puts points half-way between the surfaces as
// well. One of the two edges at the tip is the edge that most faces e, because -n lies between their normals.
//
// Edges that straight corners join are clipped as one face (faces.hpp).
//
// Arithmetic is in double, or in lanes of T for small polygons (FeatureView). A height within rounding of the contact's
// separation is replaced by it, so that both ends of a face that rests on another get the contact's separation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include <satchel/results.hpp>

#include "kernels/features/faces.hpp"
#include "kernels/features/feature_runs.hpp"

namespace {

using satchel::BasicManifold;

/// Up to two manifold points of each of W pairs. Points beyond `count` are 0.
template <class L>
struct ManifoldPoints {
  typename L::Vector count;
  Points<L> at[2];  ///< offsets from a's origin
  typename L::Vector separation[2];
  typename L::Vector id[2];  ///< BasicManifoldPoint::id as a number
};

/// Clips the incident edges of W pairs to their reference edges.
/// @param view  FeatureView, or a class with the same members, such as FaceView
template <class L, class View>
SATCHEL_INLINE ManifoldPoints<L> clip(const View& view, typename L::Scalar margin) {
  using F = typename View::F;
  using Vector = typename L::Vector;
  using S = typename L::Scalar;
  const auto zero = L::splat(0), one = L::splat(1);
  const ReferenceLine<L> line(view);
  const auto& [start, along, normal, length, has_edge] = line;

  // The incident edge, in positions along the reference edge and heights over it: from its first end to its last along e.
  const Points<L> delta = view.delta(), tip_offset = view.offset(F::tip), tip = tip_offset + (delta - start);
  const Vector tip_at = dot<L>(tip, along), tip_height = dot<L>(tip, normal);
  const Points<L> side_before = view.offset(F::before_tip) - tip_offset;
  const Points<L> side_after = view.offset(F::after_tip) - tip_offset;
  const Vector rise_before = dot<L>(side_before, normal), rise_after = dot<L>(side_after, normal);
  // Compares the sines rise / length of both edges without division: rise_p |rise_p| length_q^2 > ... These are fourth
  // powers of a length, so the edges are scaled by the pair's size to stay in range.
  constexpr auto least_size = static_cast<S>(sizeof(S) == sizeof(float) ? 0x1p-100 : 0x1p-300);  // below all sizes
  const Vector size = view.size(), scale = L::divide(one, L::max(size, L::splat(least_size)));
  const Points<L> part_before = scale * side_before, part_after = scale * side_after;
  const Vector squared_before = dot<L>(part_before, part_before), squared_after = dot<L>(part_after, part_after);
  const Vector sine_before = scale * rise_before, sine_after = scale * rise_after;
  const auto far_is_before =
      (sine_after * L::abs(sine_after) * squared_before > sine_before * L::abs(sine_before) * squared_after) |
      L::negated(squared_after > zero);
  const Vector far_rise = L::select(far_is_before, rise_before, rise_after);
  const Points<L> far_side = select<L>(far_is_before, side_before, side_after);
  const Vector far_at = tip_at + dot<L>(far_side, along), far_height = tip_height + far_rise;
  const auto far_is_last = far_at > tip_at;
  const Vector first_at = L::select(far_is_last, tip_at, far_at), last_at = L::select(far_is_last, far_at, tip_at);
  const Vector first_height = L::select(far_is_last, tip_height, far_height);
  const Vector last_height = L::select(far_is_last, far_height, tip_height);

  const Vector width = last_at - first_at;
  const Vector slope = L::select(width > zero, L::divide(last_height - first_height, width), zero);
  const auto first_cut = zero > first_at, last_cut = last_at > length;
  Vector at[2] = {L::max(first_at, zero), L::min(last_at, length)};
  Vector height[2] = {L::select(first_cut, first_height + (at[0] - first_at) * slope, first_height),
                      L::select(last_cut, last_height - (last_at - at[1]) * slope, last_height)};

  // Corner against corner: the nearest end of the incident edge, or the tip, and the nearest vertex of the reference.
  const auto all_below = zero > last_at, all_above = first_at > length, no_edge = L::negated(has_edge);
  const auto corner = no_edge | all_below | all_above;
  const Vector corner_at = L::select(no_edge, tip_at, L::select(all_below, last_at, first_at));
  const Vector corner_height = L::select(no_edge, tip_height, L::select(all_below, last_height, first_height));
  const Vector vertex_at = L::select(all_above, length, zero);  // the length is 0 where there is no edge

  const Vector reference_radius = view.reference_radius(), other_radius = view.other_radius();
  const Vector radii = reference_radius + other_radius;
  const Vector known_separation = view.separation();
  // Separations that differ by less than `rounding` count as equal: it bounds the errors of the contact's separation
  // and of the heights here together.
  const Vector rounding = L::splat(static_cast<S>(View::rounding)) * size;
  const auto limit = L::splat(margin), half = L::splat(static_cast<S>(0.5));
  const auto two = L::both(L::negated(corner), at[1] > at[0]);
  const Vector beside = corner_at - vertex_at, reach = limit + (radii + rounding);
  const auto corners_near = L::negated(beside * beside + corner_height * corner_height > reach * reach);
  at[0] = L::select(corner, half * (corner_at + vertex_at), at[0]);
  height[0] = L::select(corner, corner_height, height[0]);
  Points<L> point[2];
  Vector separation[2];
  const Points<L> from_a = start - view.of_b() * delta;
  for (int k = 0; k < 2; ++k) {
    separation[k] = height[k] - radii;
    const auto is_known = rounding > L::abs(separation[k] - known_separation);
    separation[k] = L::select(is_known, known_separation, separation[k]);
    const Vector middle = half * (height[k] + (reference_radius - other_radius));
    point[k] = from_a + (at[k] * along + middle * normal);
  }
  // Where the bodies meet, the deepest point gets the contact's separation, in spite of rounding.
  const auto meet = L::negated(known_separation > zero);
  const auto last_is_deeper = L::both(two, separation[0] > separation[1]);
  separation[0] = L::select(L::both(meet, L::negated(last_is_deeper)), known_separation, separation[0]);
  separation[1] = L::select(L::both(meet, last_is_deeper), known_separation, separation[1]);
  const auto first_kept = L::both(L::negated(separation[0] > limit), L::negated(corner) | corners_near | meet);
  const auto last_kept = L::both(L::negated(separation[1] > limit), two);

  // id = side + 2 (if the other feature is a vertex) + 4 vertex + 2^17 feature: the side and the index of the point's vertex,
  // and the other body's feature (BasicManifoldPoint::id). view.index() is below 2^15. The first end of the incident edge is
  // `far` or the tip.
  const Vector tip_index = view.index(F::tip), start_index = view.index(F::start), end_index = view.index(F::end);
  const Vector far_index = L::select(far_is_before, view.index(F::before_tip), view.index(F::after_tip));
  const Vector incident_index = L::select(far_is_before, far_index, tip_index);
  const Vector first_index = L::select(far_is_last, tip_index, far_index);
  const Vector last_index = L::select(far_is_last, far_index, tip_index);
  const Vector reference_side = view.of_b(), other_side = one - reference_side;
  const auto id = [&](const Vector& side, const Vector& vertex, const Vector& feature) __attribute__((always_inline)) {
    return side + (L::splat(4) * vertex + L::splat(static_cast<S>(0x1p17)) * feature);
  };
  const Vector corner_index = L::select(no_edge, tip_index, L::select(all_below, last_index, first_index));
  const Vector corner_id = id(other_side, corner_index, L::select(all_above, end_index, start_index)) + L::splat(2);
  const Vector first_id = L::select(
      corner, corner_id,
      L::select(first_cut, id(reference_side, start_index, incident_index), id(other_side, first_index, start_index)));
  const Vector last_id =
      L::select(last_cut, id(reference_side, end_index, incident_index), id(other_side, last_index, start_index));

  // Moves a single kept point to the front; + 0 turns -0 into 0.
  const auto both_kept = L::both(first_kept, last_kept);
  const auto some_kept = first_kept | last_kept;
  const auto first_of = [&](const Vector& first, const Vector& last) __attribute__((always_inline)) {
    return L::select(some_kept, L::select(first_kept, first, last), zero) + zero;
  };
  const auto second_of = [&](const Vector& last) __attribute__((always_inline)) {
    return L::select(both_kept, last, zero) + zero;
  };
  return {L::select(some_kept, one, zero) + L::select(both_kept, one, zero),
          {{first_of(point[0].x, point[1].x), first_of(point[0].y, point[1].y)},
           {second_of(point[1].x), second_of(point[1].y)}},
          {first_of(separation[0], separation[1]), second_of(separation[1])},
          {first_of(first_id, last_id), second_of(last_id)}};
}

/// Writes the manifolds of the first `live` lanes. Manifolds without points stay all 0.
template <class L, class T>
SATCHEL_INLINE void write_manifolds(const ManifoldPoints<L>& points, std::size_t live, const BasicContact<T>* contacts,
                                    const std::uint32_t* contact_indices, const std::uint32_t* manifold_indices,
                                    BasicManifold<T>* manifolds) {
  using S = typename L::Scalar;
  S count[L::width], x[2][L::width], y[2][L::width], separation[2][L::width], id[2][L::width];
  L::store(count, points.count);
  for (int k = 0; k < 2; ++k) {
    L::store(x[k], points.at[k].x);
    L::store(y[k], points.at[k].y);
    L::store(separation[k], points.separation[k]);
    L::store(id[k], points.id[k]);
  }
  for (std::size_t lane = 0; lane < live; ++lane) {
    if (!(count[lane] > 0)) continue;
    const BasicContact<T>& contact = contacts[contact_indices[lane]];
    BasicManifold<T>& manifold = manifolds[manifold_indices[lane]];
    manifold.normal_x = contact.normal_x;
    manifold.normal_y = contact.normal_y;
    manifold.feature = contact.feature;
    manifold.count = static_cast<std::uint32_t>(static_cast<std::int64_t>(count[lane]));
    for (int k = 0; k < 2; ++k) {
      auto& point = manifold.points[k];
      point.x = static_cast<T>(x[k][lane]);
      point.y = static_cast<T>(y[k][lane]);
      point.separation = static_cast<T>(separation[k][lane]);
      point.id = static_cast<std::uint32_t>(static_cast<std::int64_t>(id[k][lane]));
    }
  }
}

/// Stores the manifolds of the first `live` lanes of float by transposing columns. Manifolds without points become all
/// 0.
template <class L, class View>
SATCHEL_INLINE void store_manifolds(const ManifoldPoints<L>& points, const View& view, std::size_t live,
                                    const std::uint32_t* manifold_indices, BasicManifold<float>* manifolds) {
  static_assert(sizeof(BasicManifold<float>) == 12 * sizeof(float));
  using Column = typename L::Vector;  // exact for ids: below 2^23, because indices in lanes are below 16
  const Column zero = L::splat(0);
  const auto has_points = points.count > zero;
  const Points<L> none = {zero, zero}, from_reference = view.normal();
  const Points<L> normal = select<L>(view.of_b() > zero, none - from_reference, from_reference);
  const Column columns[12] = {L::select(has_points, normal.x, zero) + zero,
                              L::select(has_points, normal.y, zero) + zero,
                              L::select(has_points, view.feature(), zero),
                              integer_bits<L>(points.count),
                              points.at[0].x,
                              points.at[0].y,
                              points.separation[0],
                              integer_bits<L>(points.id[0]),
                              points.at[1].x,
                              points.at[1].y,
                              points.separation[1],
                              integer_bits<L>(points.id[1])};
  BasicManifold<float> spill[L::width];  // takes the lanes without a pair
  float* rows[L::width];
  for (std::size_t lane = 0; lane < L::width; ++lane) {
    rows[lane] = reinterpret_cast<float*>(lane < live ? manifolds + manifold_indices[lane] : spill + lane);
  }
  for (std::size_t k = 0; k < std::size(columns); k += L::row) {
    store_columns<L>(rows, columns + k);
    for (float*& row : rows) row += L::row;
  }
}

/// Replaces the manifold of a pair if straight corners join its edges to faces.
template <class T>
[[gnu::noinline]] void clip_faces(const PairJob<T>& job, const BasicContact<T>* contacts, T margin,
                                  const std::uint32_t* contact_index, const std::uint32_t* manifold_index,
                                  BasicManifold<T>* manifolds) {
  using L = ScalarLanes<double>;
  FacePair<T> faces(job, contacts[*contact_index], job.pairs[*contact_index]);
  faces.find_incident_face();
  if (!faces.has_faces()) return;
  __builtin_memset(static_cast<void*>(manifolds + *manifold_index), 0, sizeof *manifolds);
  const FaceView<T> view(faces);
  auto points = clip<L>(view, static_cast<double>(margin));
  for (int k = 0; k < static_cast<int>(points.count.value); ++k) points.at[k] = view.placed(points.at[k]);
  write_manifolds<L>(points, 1, contacts, contact_index, manifold_index, manifolds);
}

/// Lists in job.open the pairs whose separation is at most the margin; returns their number.
template <class T>
std::size_t list_near(const PairJob<T>& job, const BasicContact<T>* contacts, T margin) {
  std::size_t near = 0;
  for (std::size_t i = 0; i < job.count; ++i) {
    // Without a branch, because it could not be predicted.
    job.open[near] = static_cast<std::uint32_t>(i);
    near += contacts[i].separation <= margin ? 1 : 0;
  }
  return near;
}

/// Writes the manifolds of the job's pairs from their contacts. All bytes of `manifolds` must be 0.
/// @tparam D     lanes of double
/// @tparam L, S  as for for_each_features
template <class D, class L, class S, class T = typename L::Scalar>
void find_manifolds(const PairJob<T>& job, const BasicContact<T>* contacts, T margin, BasicManifold<T>* manifolds) {
  const std::size_t near = list_near(job, contacts, margin);
  const auto clip_straight = [&](unsigned straight, std::size_t live, const std::uint32_t* contact_indices,
                                 const std::uint32_t* manifold_indices) {
    for (straight &= (1u << live) - 1; straight != 0; straight &= straight - 1) {
      const auto lane = static_cast<std::size_t>(__builtin_ctz(straight));
      clip_faces(job, contacts, margin, contact_indices + lane, manifold_indices + lane, manifolds);
    }
  };
  const auto step = [&](const DecidingFeatures<T>& features, bool in_lanes, const std::uint32_t* contact_indices,
                        const std::uint32_t* manifold_indices, std::size_t count) {
    if (in_lanes) {
      for (std::size_t first = 0; first < count; first += L::width) {
        const std::size_t live = count - first < L::width ? count - first : L::width;
        const FeatureView<L, true, T> view{features, first};
        const unsigned straight = L::bits(may_have_straight_corners<L>(view.size(), job.straightest));
        const auto points = clip<L>(view, margin);
        if constexpr (sizeof(T) == sizeof(float)) {
          store_manifolds(points, view, live, manifold_indices + first, manifolds);
        } else {
          write_manifolds<L>(points, live, contacts, contact_indices + first, manifold_indices + first, manifolds);
        }
        clip_straight(straight, live, contact_indices + first, manifold_indices + first);
      }
      return;
    }
    for (std::size_t first = 0; first < count; first += D::width) {
      const std::size_t live = count - first < D::width ? count - first : D::width;
      const FeatureView<D, false, T> view{features, first};
      const unsigned straight = D::bits(may_have_straight_corners<D>(view.size(), job.straightest));
      const auto points = clip<D>(view, static_cast<double>(margin));
      write_manifolds<D>(points, live, contacts, contact_indices + first, manifold_indices + first, manifolds);
      clip_straight(straight, live, contact_indices + first, manifold_indices + first);
    }
  };
  for_each_features<L, S, false>(job, contacts, job.open, near, step);
}

}  // namespace
