// Contact manifolds, one pair per lane, of contacts that are known.
//
//   e, from s to t: the reference edge; n its normal;  tip: the other body's vertex farthest against n
//   far = of the tip's two neighbours the one along whose edge the height over e rises the less: the incident edge
//   clip the incident edge tip-far to the strip of the points over e: its ends, or where it leaves the strip
//   none left, or no reference edge but a vertex: the corner of each that is next to the other
//   keep the points whose height, less the radii, is at most the margin
//
// Catto, "Contact Manifolds", GDC 2007; Box2D's b2CollidePolygons, whose points these are: half-way between the
// surfaces. The edge that most faces e is one of the two at the tip, for -n lies between the normals of these.
//
// In double; heights within rounding of the contact's separation are taken for it, so that both ends of a face that
// rests on another touch as the contact does.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/results.hpp>

#include "kernels/deciding_features.hpp"

namespace {

using satchel::BasicManifold;

/// The two ends of what is left of W incident edges: low and high along the reference edge. Bits name lanes.
template <class L>
struct ClippedEdge {
  Points<L> at[2];  ///< from the reference's origin
  typename L::Vector separation[2];
  unsigned kept[2];
  unsigned by_reference[2];  ///< the vertex of the point is the reference's, else the other body's
  unsigned far_tip[2];       ///< that vertex is `far`, else the tip
  unsigned far_is_before;    ///< `far` is the vertex before the tip, else the one behind it
  unsigned corner;           ///< vertex against vertex: one point, the low one
  unsigned at_end;           ///< of a corner: the reference's vertex is the edge's end
};

template <class L, class T>
SATCHEL_INLINE ClippedEdge<L> clip(const DecidingFeatures<T>& features, std::size_t first, double margin) {
  using F = DecidingFeatures<T>;
  using Vector = typename L::Vector;
  const auto zero = L::splat(0);
  const Points<L> start = features.template of_reference<L>(F::start, first);
  const Points<L> edge = features.template of_reference<L>(F::end, first) - start;
  const Vector length = L::sqrt(dot<L>(edge, edge));
  const auto has_edge = length > zero;
  const Points<L> known = features.template normal<L>(first);
  const Points<L> along = select<L>(has_edge, L::divide(L::splat(1), length) * edge, {zero - known.y, known.x});
  const Points<L> normal = {along.y, zero - along.x};

  // The incident edge, in lengths along the reference and heights over it.
  const Points<L> tip = features.template of_other<L>(F::tip, first) - start;
  const Points<L> before = features.template of_other<L>(F::before_tip, first) - start;
  const Points<L> after = features.template of_other<L>(F::after_tip, first) - start;
  const Vector tip_at = dot<L>(tip, along), tip_height = dot<L>(tip, normal);
  const auto slope = [&](const Points<L>& end) __attribute__((always_inline)) {
    const Points<L> side = end - tip;
    const Vector squared = dot<L>(side, side);
    const auto rise = L::divide(dot<L>(end, normal) - tip_height, L::sqrt(squared));
    return L::select(squared > zero, rise, L::splat(__builtin_huge_val()));
  };
  const auto far_is_before = slope(before) < slope(after);
  const Points<L> far = select<L>(far_is_before, before, after);
  const Vector far_at = dot<L>(far, along), far_height = dot<L>(far, normal);
  const auto far_is_high = far_at > tip_at;
  const Vector low_at = L::select(far_is_high, tip_at, far_at), high_at = L::select(far_is_high, far_at, tip_at);
  const Vector low_height = L::select(far_is_high, tip_height, far_height);
  const Vector high_height = L::select(far_is_high, far_height, tip_height);

  const Vector width = high_at - low_at;
  const Vector rise = L::select(width > zero, L::divide(high_height - low_height, width), zero);
  const auto low_cut = zero > low_at, high_cut = high_at > length;
  Vector at[2] = {L::max(low_at, zero), L::min(high_at, length)};
  Vector height[2] = {L::select(low_cut, low_height + (at[0] - low_at) * rise, low_height),
                      L::select(high_cut, high_height - (high_at - at[1]) * rise, high_height)};

  // Corner against corner: the nearest end of the incident edge, or the tip, and the reference's vertex next to it.
  const auto all_below = zero > high_at, all_above = low_at > length, no_edge = L::negated(has_edge);
  const auto corner = no_edge | all_below | all_above;
  const Vector corner_at = L::select(no_edge, tip_at, L::select(all_below, high_at, low_at));
  const Vector corner_height = L::select(no_edge, tip_height, L::select(all_below, high_height, low_height));
  const Vector vertex_at = L::select(all_above, length, zero);  // the length is 0 where there is no edge

  const Vector reference_radius = L::load_as_double(features.reference_radius + first);
  const Vector other_radius = L::load_as_double(features.other_radius + first);
  const Vector radii = reference_radius + other_radius;
  const Vector known_separation = L::load_as_double(features.separation + first);
  const Vector rounding = features.template rounding<L>(first);
  const auto limit = L::splat(margin);

  ClippedEdge<L> out;
  const Vector beside = corner_at - vertex_at, reach = limit + (radii + rounding);
  const auto corners_near =
      L::negated(beside * beside + corner_height * corner_height > reach * reach) | L::negated(known_separation > zero);
  const Vector point_at[2] = {L::select(corner, L::splat(0.5) * (corner_at + vertex_at), at[0]), at[1]};
  height[0] = L::select(corner, corner_height, height[0]);
  for (int k = 0; k < 2; ++k) {
    const Vector separation = height[k] - radii;
    const auto is_known = rounding > L::abs(separation - known_separation);
    out.separation[k] = L::select(is_known, known_separation, separation) + zero;
    const Vector middle = L::splat(0.5) * (height[k] + (reference_radius - other_radius));
    out.at[k] = start + (point_at[k] * along + middle * normal);
  }
  // Of bodies that meet, the deepest point is as deep as the contact, whatever rounding makes of it.
  const auto meet = L::negated(known_separation > zero);
  const auto two = L::both(L::negated(corner), at[1] > at[0]);
  const auto high_is_deeper = L::both(two, out.separation[0] > out.separation[1]);
  out.separation[0] = L::select(L::both(meet, L::negated(high_is_deeper)), known_separation, out.separation[0]);
  out.separation[1] = L::select(L::both(meet, high_is_deeper), known_separation, out.separation[1]);
  const unsigned corner_bits = L::bits(corner);
  out.kept[0] = L::bits(L::negated(out.separation[0] > limit)) & (~corner_bits | L::bits(corners_near | meet));
  out.kept[1] = L::bits(L::negated(out.separation[1] > limit)) & L::bits(two);
  out.by_reference[0] = L::bits(low_cut) & ~corner_bits;
  out.by_reference[1] = L::bits(high_cut);
  const unsigned far_high = L::bits(far_is_high), no_edge_bits = L::bits(no_edge), below = L::bits(all_below);
  const unsigned low_is_far = ~far_high, high_is_far = far_high;
  out.far_tip[0] = ~no_edge_bits & ((corner_bits & below & high_is_far) | (~(corner_bits & below) & low_is_far));
  out.far_tip[1] = high_is_far;
  out.far_is_before = L::bits(far_is_before);
  out.corner = corner_bits;
  out.at_end = L::bits(all_above);
  return out;
}

/// What `BasicManifoldPoint::id` says.
SATCHEL_INLINE std::uint32_t point_id(bool vertex_of_b, bool against_vertex, std::uint32_t vertex,
                                      std::uint32_t feature) {
  return (vertex_of_b ? 1u : 0u) | (against_vertex ? 2u : 0u) | (vertex & 0x7fffu) << 2 | (feature & 0x7fffu) << 17;
}

/// L: lanes of double; S: lanes that blocks are searched with.
template <class L, class S, class T>
SATCHEL_INLINE void write_points(const DecidingFeatures<T>& features, std::size_t first, std::size_t live,
                                 double margin, const std::uint32_t* near, BasicManifold<T>* manifolds) {
  using F = DecidingFeatures<T>;
  const ClippedEdge<L> edge = clip<L>(features, first, margin);
  double x[2][L::width], y[2][L::width], separation[2][L::width];
  const auto of_b = L::load(features.of_b + first);
  for (int k = 0; k < 2; ++k) {  // from a's origin; + 0: no -0 leaves
    const Points<L> from_a = edge.at[k] - of_b * features.template delta<L>(first);
    L::store(x[k], from_a.x + L::splat(0));
    L::store(y[k], from_a.y + L::splat(0));
    L::store(separation[k], edge.separation[k]);
  }
  for (std::size_t lane = 0; lane < live; ++lane) {
    const std::size_t at = first + lane;
    const auto is = [lane](unsigned bits) { return ((bits >> lane) & 1u) != 0; };
    const bool reference_is_b = features.of_b[at] > 0;
    const std::uint32_t far = features.indices[is(edge.far_is_before) ? F::before_tip : F::after_tip][at];
    const std::uint32_t tip = features.indices[F::tip][at];
    const std::uint32_t reference_start = features.indices[F::start][at];
    const std::uint32_t reference_end = features.indices[F::end][at];
    const std::uint32_t incident = is(edge.far_is_before) ? far : tip;
    BasicManifold<T>& manifold = manifolds[near[at]];
    std::uint32_t count = 0;
    for (unsigned k = 0; k < 2; ++k) {
      if (!is(edge.kept[k])) continue;
      const std::uint32_t of_other = is(edge.far_tip[k]) ? far : tip;
      std::uint32_t id;
      if (is(edge.corner)) {
        id = point_id(!reference_is_b, true, of_other, is(edge.at_end) ? reference_end : reference_start);
      } else if (is(edge.by_reference[k])) {
        id = point_id(reference_is_b, false, k == 0 ? reference_start : reference_end, incident);
      } else {
        id = point_id(!reference_is_b, false, of_other, reference_start);
      }
      auto& point = manifold.points[count++];
      point.x = static_cast<T>(x[k][lane]);
      point.y = static_cast<T>(y[k][lane]);
      point.separation = static_cast<T>(separation[k][lane]);
      point.id = id;
    }
    manifold.count = count;
  }
}

/// Manifolds of pairs whose contacts are known. L: lanes of double; S: lanes that blocks are searched with.
template <class L, class S, class T = typename S::Scalar>
void find_manifolds(const PairJob<T>& job, const BasicContact<T>* contacts, double margin,
                    BasicManifold<T>* manifolds) {
  for (std::size_t i = 0; i < job.count; ++i) {
    __builtin_memset(static_cast<void*>(manifolds + i), 0, sizeof *manifolds);
    manifolds[i].normal_x = contacts[i].normal_x;
    manifolds[i].normal_y = contacts[i].normal_y;
    manifolds[i].feature = contacts[i].feature;
  }
  DecidingFeatures<T> features;
  for_each_near(contacts, job.count, margin, [&](const std::uint32_t* near, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      features.template gather<S>(job, job.pairs[near[i]], contacts[near[i]], i);
    }
    for (std::size_t first = 0; first < count; first += L::width) {
      const std::size_t live = count - first < L::width ? count - first : L::width;
      write_points<L, S>(features, first, live, margin, near, manifolds);
    }
  });
}

}  // namespace
