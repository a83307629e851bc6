// Clips the incident edges of W pairs to their reference edges: the arithmetic of manifold.hpp, in five steps.
//
//   find_incident_edge   the edge at the tip that rises less over the reference edge e: positions along, heights over e
//   clip_to_edge         its ends, or where it leaves the strip of the points over e
//   find_corners         if nothing of it lies over e, or a vertex decides: the nearest corner of each body
//   separate             the points half-way between the surfaces, their separations, and which of them are kept
//   id_of_points         their ids
//
// The first point belongs to the incident edge's first end along e, the last one to its last end.
#pragma once

#include "kernels/features/deciding_features.hpp"

namespace {

/// Up to two manifold points of each of W pairs. Points beyond `count` are 0.
template <class L>
struct ManifoldPoints {
  typename L::Vector count;
  Points<L> at[2];  ///< offsets from a's origin
  typename L::Vector separation[2];
  typename L::Vector id[2];  ///< BasicManifoldPoint::id as a number
};

/// The incident edge: from the tip to `far`, the tip's neighbour before it or after it. first and last: its ends in the
/// order of their positions along the reference edge; positions count from the start of that edge.
template <class L>
struct IncidentEdge {
  using Vector = typename L::Vector;
  using Mask = typename L::Mask;

  Mask far_is_before, far_is_last;
  Mask is_upright;  ///< the edge stands on e at one place but for rounding: the tip stands for both ends
  Vector tip_at, tip_height, far_at, far_height;
  Vector first_at, last_at, first_height, last_height;

  /// The value of the first end, or of the last.
  SATCHEL_INLINE Vector first_of(const Vector& tip, const Vector& far) const {
    return L::select(far_is_last, tip, far);
  }
  SATCHEL_INLINE Vector last_of(const Vector& tip, const Vector& far) const { return L::select(far_is_last, far, tip); }
};

/// What heights may be off by: separations that differ by less count as equal. It bounds the errors of the contact's separation
/// and of the heights here together.
template <class L, class View>
SATCHEL_INLINE typename L::Vector rounding_of(const View& view) {
  return L::splat(static_cast<typename L::Scalar>(View::rounding)) * view.size();
}

template <class L, class View>
SATCHEL_INLINE IncidentEdge<L> find_incident_edge(const View& view, const ReferenceLine<L>& line) {
  using F = typename View::F;
  using Vector = typename L::Vector;
  using S = typename L::Scalar;
  const auto zero = L::splat(0), one = L::splat(1);
  IncidentEdge<L> edge;
  const Points<L> delta = view.delta(), tip_offset = view.offset(F::tip), tip = tip_offset + (delta - line.start);
  edge.tip_at = dot<L>(tip, line.along);
  edge.tip_height = dot<L>(tip, line.normal);
  const Points<L> side_before = view.offset(F::before_tip) - tip_offset;
  const Points<L> side_after = view.offset(F::after_tip) - tip_offset;
  const Vector rise_before = dot<L>(side_before, line.normal), rise_after = dot<L>(side_after, line.normal);
  // Compares the sines rise / length of both edges without division: rise_p |rise_p| length_q^2 > ... These are fourth
  // powers of a length, so the edges are scaled by the pair's size to stay in range.
  constexpr auto least_size = static_cast<S>(sizeof(S) == sizeof(float) ? 0x1p-100 : 0x1p-300);  // below all sizes
  const Vector size = view.size(), scale = L::divide(one, L::max(size, L::splat(least_size)));
  const Points<L> part_before = scale * side_before, part_after = scale * side_after;
  const Vector squared_before = dot<L>(part_before, part_before), squared_after = dot<L>(part_after, part_after);
  const Vector sine_before = scale * rise_before, sine_after = scale * rise_after;
  edge.far_is_before =
      (sine_after * L::abs(sine_after) * squared_before > sine_before * L::abs(sine_before) * squared_after) |
      L::negated(squared_after > zero);  // an edge without length is not taken
  const Vector far_rise = L::select(edge.far_is_before, rise_before, rise_after);
  const Points<L> far_side = select<L>(edge.far_is_before, side_before, side_after);
  edge.far_at = edge.tip_at + dot<L>(far_side, line.along);
  const Vector width = L::abs(edge.far_at - edge.tip_at);
  edge.is_upright = L::both(rounding_of<L>(view) > width, far_rise > width);
  edge.far_at = L::select(edge.is_upright, edge.tip_at, edge.far_at);
  edge.far_height = L::select(edge.is_upright, edge.tip_height, edge.tip_height + far_rise);
  edge.far_is_last = edge.far_at > edge.tip_at;
  edge.first_at = edge.first_of(edge.tip_at, edge.far_at);
  edge.last_at = edge.last_of(edge.tip_at, edge.far_at);
  edge.first_height = edge.first_of(edge.tip_height, edge.far_height);
  edge.last_height = edge.last_of(edge.tip_height, edge.far_height);
  return edge;
}

/// The first and the last point of the incident edge over the reference edge, if there are any.
template <class L>
struct ClippedEdge {
  typename L::Mask first_cut, last_cut;  ///< the incident edge leaves the strip there; otherwise it ends there
  typename L::Mask last_alone;  ///< both have one place: the last one, which is deeper, is the first one as well
  typename L::Vector at[2], height[2];
};

/// @param length  of the reference edge
template <class L>
SATCHEL_INLINE ClippedEdge<L> clip_to_edge(const IncidentEdge<L>& edge, const typename L::Vector& length) {
  using Vector = typename L::Vector;
  const auto zero = L::splat(0);
  const Vector width = edge.last_at - edge.first_at;
  const Vector slope = L::select(width > zero, L::divide(edge.last_height - edge.first_height, width), zero);
  ClippedEdge<L> clipped;
  clipped.first_cut = zero > edge.first_at;
  clipped.last_cut = edge.last_at > length;
  clipped.at[0] = L::max(edge.first_at, zero);
  clipped.at[1] = L::min(edge.last_at, length);
  clipped.height[0] =
      L::select(clipped.first_cut, edge.first_height + (clipped.at[0] - edge.first_at) * slope, edge.first_height);
  clipped.height[1] =
      L::select(clipped.last_cut, edge.last_height - (edge.last_at - clipped.at[1]) * slope, edge.last_height);
  clipped.last_alone = L::both(L::negated(clipped.at[1] > clipped.at[0]), clipped.height[0] > clipped.height[1]);
  clipped.height[0] = L::select(clipped.last_alone, clipped.height[1], clipped.height[0]);
  return clipped;
}

/// Corner against corner: the nearest end of the incident edge and the nearest vertex of the reference.
template <class L>
struct Corners {
  using Vector = typename L::Vector;
  using Mask = typename L::Mask;

  Mask no_edge;               ///< a vertex decides: the tip is nearest to it,
  Mask far_is_nearer;         ///< or the incident edge's other end, where both are equally low
  Mask all_below, all_above;  ///< the incident edge lies before the start of e, or behind its end
  Mask apply;                 ///< one of these holds, so that the two corners make the only point
  Vector at, height;          ///< of the other body's corner
  Vector vertex_at;           ///< of the reference's

  /// The value of the other body's corner.
  SATCHEL_INLINE Vector of_other(const IncidentEdge<L>& edge, const Vector& tip, const Vector& far) const {
    return L::select(no_edge, L::select(far_is_nearer, far, tip),
                     L::select(all_below, edge.last_of(tip, far), edge.first_of(tip, far)));
  }
};

template <class L, class View>
SATCHEL_INLINE Corners<L> find_corners(const View& view, const IncidentEdge<L>& edge, const ReferenceLine<L>& line) {
  const auto zero = L::splat(0);
  Corners<L> corners;
  corners.no_edge = L::negated(line.has_edge);
  corners.far_is_nearer =
      L::both(L::abs(edge.tip_at) > L::abs(edge.far_at), rounding_of<L>(view) > edge.far_height - edge.tip_height);
  corners.all_below = zero > edge.last_at;
  corners.all_above = edge.first_at > line.length;
  corners.apply = corners.no_edge | corners.all_below | corners.all_above;
  corners.at = corners.of_other(edge, edge.tip_at, edge.far_at);
  corners.height = corners.of_other(edge, edge.tip_height, edge.far_height);
  corners.vertex_at = L::select(corners.all_above, line.length, zero);  // the length is 0 where there is no edge
  return corners;
}

/// The first and the last point of W pairs. Where there is one point alone, it is the first.
template <class L>
struct SeparatedPoints {
  Points<L> at[2];  ///< offsets from a's origin
  typename L::Vector separation[2];
  typename L::Mask first_kept, last_kept;
};

template <class L, class View>
SATCHEL_INLINE SeparatedPoints<L> separate(const View& view, const ReferenceLine<L>& line,
                                           const ClippedEdge<L>& clipped, const Corners<L>& corners,
                                           typename L::Scalar margin) {
  using Vector = typename L::Vector;
  using S = typename L::Scalar;
  const auto zero = L::splat(0), limit = L::splat(margin), half = L::splat(static_cast<S>(0.5));
  const Vector reference_radius = view.reference_radius(), other_radius = view.other_radius();
  const Vector radii = reference_radius + other_radius;
  const Vector known_separation = view.separation();
  const Vector rounding = rounding_of<L>(view);
  const auto has_two = L::both(L::negated(corners.apply), clipped.at[1] > clipped.at[0]);
  const Vector beside = corners.at - corners.vertex_at, reach = limit + (radii + rounding);
  const auto corners_near = L::negated(beside * beside + corners.height * corners.height > reach * reach);
  const Vector at[2] = {L::select(corners.apply, half * (corners.at + corners.vertex_at), clipped.at[0]),
                        clipped.at[1]};
  const Vector height[2] = {L::select(corners.apply, corners.height, clipped.height[0]), clipped.height[1]};
  SeparatedPoints<L> points;
  Vector(&separation)[2] = points.separation;
  const Points<L> from_a = line.start - view.of_b() * view.delta();
  for (int k = 0; k < 2; ++k) {
    separation[k] = height[k] - radii;
    const auto is_known = rounding > L::abs(separation[k] - known_separation);
    separation[k] = L::select(is_known, known_separation, separation[k]);
    const Vector middle = half * (height[k] + (reference_radius - other_radius));
    points.at[k] = from_a + (at[k] * line.along + middle * line.normal);
  }
  // Where the bodies meet, the deepest point gets the contact's separation, in spite of rounding.
  const auto meet = L::negated(known_separation > zero);
  const auto last_is_deeper = L::both(has_two, separation[0] > separation[1]);
  separation[0] = L::select(L::both(meet, L::negated(last_is_deeper)), known_separation, separation[0]);
  separation[1] = L::select(L::both(meet, last_is_deeper), known_separation, separation[1]);
  points.first_kept = L::both(L::negated(separation[0] > limit), L::negated(corners.apply) | corners_near | meet);
  points.last_kept = L::both(L::negated(separation[1] > limit), has_two);
  return points;
}

/// Ids of the first and the last point (BasicManifoldPoint::id): of two vertices that meet 2 + 4 a's + 2^17 b's, else side + 4
/// vertex + 2^17 edge, with the side and the index of the vertex.
///
/// Two points have different ids, but for vertices that have the same low 15 bits: the reference edge has two ends then, of which an
/// id of two vertices names one, and without such an id the points have vertices of two bodies, or two ends of one edge. (Of 32,769
/// vertices the last edge runs from vertex 32,768 to 0: both are 0 in 15 bits.)
template <class L>
struct PointIds {
  typename L::Vector first, last;
};

/// An end of the incident edge meets the end of the reference edge that it faces, if they are apart along the reference edge by
/// less than this share of the shorter edge. Where faces of one width lie on each other, no rounding and no sway decides then whose
/// vertex a point is of. (The strip of Box2D is wider than the edge by 0.02 m at both ends.)
constexpr double share_of_meeting_ends = 0x1p-6;

template <class L, class View>
SATCHEL_INLINE PointIds<L> id_of_points(const View& view, const ReferenceLine<L>& line, const IncidentEdge<L>& edge,
                                        const ClippedEdge<L>& clipped, const Corners<L>& corners) {
  using F = typename View::F;
  using Vector = typename L::Vector;
  using S = typename L::Scalar;
  static_assert(id_index_mask < 1u << 15, "4 vertex stays below 2^17");
  const Vector low_field = L::splat(4), high_field = L::splat(static_cast<S>(0x1p17));
  const Vector tip_index = view.index(F::tip), start_index = view.index(F::start), end_index = view.index(F::end);
  const Vector before_index = view.index(F::before_tip), after_index = view.index(F::after_tip);
  const Vector far_index =
      L::select(edge.is_upright, tip_index, L::select(edge.far_is_before, before_index, after_index));
  const Vector first_index = edge.first_of(tip_index, far_index), last_index = edge.last_of(tip_index, far_index);
  // An edge has its start's index. Of the two edges of a segment, that which runs against e faces it.
  const Vector incident_index =
      L::select(before_index == after_index, last_index, L::select(edge.far_is_before, before_index, tip_index));
  const Vector reference_side = view.of_b(), other_side = L::splat(1) - reference_side;
  const auto vertex_id = [&](const Vector& side, const Vector& vertex, const Vector& opposite)
      __attribute__((always_inline)) {
    return side + (low_field * vertex + high_field * opposite);
  };
  const Vector reference_field = low_field + reference_side * (high_field - low_field);
  const Vector other_field = (low_field + high_field) - reference_field;
  const auto vertices_id = [&](const Vector& of_reference, const Vector& of_other) __attribute__((always_inline)) {
    return L::splat(2) + (reference_field * of_reference + other_field * of_other);
  };
  const Vector slack =
      L::splat(static_cast<S>(share_of_meeting_ends)) * L::min(line.length, edge.last_at - edge.first_at);
  const auto first_meets = slack > L::abs(edge.first_at), last_meets = slack > L::abs(line.length - edge.last_at);
  const Vector of_first = L::select(first_meets, vertices_id(start_index, first_index),
                                    L::select(clipped.first_cut, vertex_id(reference_side, start_index, incident_index),
                                              vertex_id(other_side, first_index, start_index)));
  const Vector of_last = L::select(last_meets, vertices_id(end_index, last_index),
                                   L::select(clipped.last_cut, vertex_id(reference_side, end_index, incident_index),
                                             vertex_id(other_side, last_index, start_index)));
  const Vector of_corners =
      vertices_id(L::select(corners.all_above, end_index, start_index), corners.of_other(edge, tip_index, far_index));
  return {L::select(corners.apply, of_corners, L::select(clipped.last_alone, of_last, of_first)), of_last};
}

/// The manifold points of W pairs.
/// @param view  FeatureView, or a class with the same members, such as FaceView
template <class L, class View>
SATCHEL_INLINE ManifoldPoints<L> clip(const View& view, typename L::Scalar margin) {
  using Vector = typename L::Vector;
  const auto zero = L::splat(0), one = L::splat(1);
  const ReferenceLine<L> line(view);
  const IncidentEdge<L> edge = find_incident_edge(view, line);
  const ClippedEdge<L> clipped = clip_to_edge(edge, line.length);
  const Corners<L> corners = find_corners(view, edge, line);
  const SeparatedPoints<L> points = separate(view, line, clipped, corners, margin);
  const PointIds<L> ids = id_of_points(view, line, edge, clipped, corners);

  // Moves a single kept point to the front; + 0 turns -0 into 0.
  const auto both_kept = L::both(points.first_kept, points.last_kept);
  const auto some_kept = points.first_kept | points.last_kept;
  const auto front = [&](const Vector& first, const Vector& last) __attribute__((always_inline)) {
    return L::select(some_kept, L::select(points.first_kept, first, last), zero) + zero;
  };
  const auto second = [&](const Vector& last) __attribute__((always_inline)) {
    return L::select(both_kept, last, zero) + zero;
  };
  return {L::select(some_kept, one, zero) + L::select(both_kept, one, zero),
          {{front(points.at[0].x, points.at[1].x), front(points.at[0].y, points.at[1].y)},
           {second(points.at[1].x), second(points.at[1].y)}},
          {front(points.separation[0], points.separation[1]), second(points.separation[1])},
          {front(ids.first, ids.last), second(ids.last)}};
}

}  // namespace
