// The textbook's clipping of two polygons, in plain doubles: an oracle for manifolds.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <satchel/satchel.hpp>
#include <vector>

#include "hulls.hpp"
#include "point_ids.hpp"

namespace satchel::test {

/// A point of a manifold, seen from a's origin, half-way between the surfaces.
struct ClippedPoint {
  Vec2d at;
  double separation;
  std::optional<std::uint32_t> id;  ///< nothing where rounding decides
};

/// Whether some corner lies nearer than this to the line through its neighbours.
inline bool has_straight_corner(const Rounded& body, double tolerance) {
  for (std::size_t i = 0; i < body.core.size() && body.core.size() > 2; ++i) {
    const Vec2d from = body.vertex(i), chord = body.vertex(i + 2) - from;
    if (std::abs(cross(chord, body.vertex(i + 1) - from)) <= tolerance * length(chord)) return true;
  }
  return false;
}

/// The textbook's clipping: the edge of the other polygon that most faces the reference edge, cut at its two ends.
/// Nothing where the incident edge is not clear, or nothing is left of it.
inline std::optional<std::vector<ClippedPoint>> clipped(const RoundedPair& pair, Side side, std::size_t edge) {
  const Rounded &reference = pair.of(side), &other = pair.of(side == Side::a ? Side::b : Side::a);
  const Vec2d n = reference.normal(edge), along = {-n.y, n.x}, start = reference.vertex(edge);
  std::size_t incident = 0;
  double least = 2, second = 2;
  for (std::size_t i = 0; i < other.core.size(); ++i) {
    const double facing = dot(n, other.normal(i));
    if (facing < least) {
      second = least;
      least = facing;
      incident = i;
    } else {
      second = std::min(second, facing);
    }
  }
  if (second - least < 1e-6) return {};
  const double end = length(reference.vertex(edge + 1) - start);
  Vec2d p = other.vertex(incident), q = other.vertex(incident + 1);  // q before p along the reference
  const double ends_of_other[2] = {dot(along, q - start), dot(along, p - start)};
  const auto cut = [&](double limit, double sign) {
    const double at_p = sign * dot(along, p - start) - limit, at_q = sign * dot(along, q - start) - limit;
    if (at_p > 0 && at_q > 0) return false;
    if (at_p > 0) p = q + (at_q / (at_q - at_p)) * (p - q);
    if (at_q > 0) q = p + (at_p / (at_p - at_q)) * (q - p);
    return true;
  };
  if (!cut(0, -1) || !cut(end, 1)) return {};
  const std::size_t vertices_of_other[2] = {(incident + 1) % other.core.size(), incident};
  const std::size_t vertices[2] = {edge, (edge + 1) % reference.core.size()};
  const double slack = share_of_meeting_vertices * std::min(end, ends_of_other[1] - ends_of_other[0]);
  const auto id_at = [&](int k) -> std::optional<std::uint32_t> {
    const double beyond =
        k == 0 ? -ends_of_other[0] : ends_of_other[1] - end;  // how far the other edge exceeds the reference
    if (std::abs(std::abs(beyond) - slack) < slack / 256) return {};
    const std::size_t own = vertices[k], its = vertices_of_other[k];
    if (std::abs(beyond) < slack) return side == Side::a ? id_of_vertices(own, its) : id_of_vertices(its, own);
    return beyond > 0 ? id_of_vertex(side == Side::b, own, incident) : id_of_vertex(side == Side::a, its, edge);
  };
  std::vector<ClippedPoint> points;
  for (const int k : {0, 1}) {
    const Vec2d v = k == 0 ? q : p;
    points.push_back({v - 0.5 * dot(n, v - start) * n, dot(n, v - start), id_at(k)});
  }
  return points;
}

}  // namespace satchel::test
