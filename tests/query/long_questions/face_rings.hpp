// Faces of a body in numbers of 113 bits: runs of edges that lie on one line but for a tolerance (src/kernels/features/faces.hpp).
#pragma once

#include "judging.hpp"

namespace satchel::test {

/// A run of edges, counter-clockwise from first to last; where both are equal a vertex.
struct Face {
  std::size_t first, last;
  bool is_grown = false;
  friend bool operator==(const Face&, const Face&) = default;
};

/// A body with all its vertices, as given to the scene, seen from its own origin: of small bodies far away no digit is lost.
struct Ring {
  std::vector<PointOf<Quad>> points;
  PointOf<Quad> origin{};  ///< its origin, seen from the reference's
  Quad radius = 0;

  [[nodiscard]] std::size_t next(std::size_t i) const { return i + 1 == points.size() ? 0 : i + 1; }
  [[nodiscard]] std::size_t previous(std::size_t i) const { return (i == 0 ? points.size() : i) - 1; }
  [[nodiscard]] std::size_t step(std::size_t i, bool forward) const { return forward ? next(i) : previous(i); }
  [[nodiscard]] Quad length(std::size_t i, std::size_t j) const {
    const PointOf<Quad> edge = points[j] - points[i];
    return root_of(dot(edge, edge));
  }
  /// Whether all vertices between `from` and `to` lie within the tolerance of the line through these two.
  [[nodiscard]] bool is_straight(std::size_t from, std::size_t to, bool forward, Quad tolerance) const {
    const PointOf<Quad> chord = points[to] - points[from];
    const Quad most = tolerance * root_of(dot(chord, chord));
    for (std::size_t i = step(from, forward); i != to; i = step(i, forward)) {
      if (magnitude(cross(chord, points[i] - points[from])) > most) return false;
    }
    return true;
  }
  [[nodiscard]] std::size_t farthest_end(std::size_t from, std::size_t end, bool forward, Quad tolerance) const {
    for (std::size_t i = step(end, forward); i != from; i = step(i, forward)) {
      if (!(dot(points[i] - points[end], points[end] - points[from]) > 0) || !is_straight(from, i, forward, tolerance))
        break;
      end = i;
    }
    return end;
  }
  [[nodiscard]] Face grown(Face face, Quad tolerance) const {
    const Face edge = face;
    face.last = farthest_end(face.first, face.last, true, tolerance);
    face.first = farthest_end(face.last, face.first, false, tolerance);
    face.is_grown =
        edge.is_grown || length(face.last, edge.last) > tolerance || length(face.first, edge.first) > tolerance;
    return face;
  }
  /// The next vertex that is farther than the tolerance from vertex i, or i.
  [[nodiscard]] std::size_t away_from(std::size_t i, bool forward, Quad tolerance) const {
    for (std::size_t k = step(i, forward); k != i; k = step(k, forward)) {
      if (length(k, i) > tolerance) return k;
    }
    return i;
  }
};

}  // namespace satchel::test
