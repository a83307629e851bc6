// Whether one body holds another, decided exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "exact/distance.hpp"

namespace satchel::exact {

/// Decides for the vertices of one ring whether they lie in another one.
template <class T>
class Containment {
 public:
  Containment(const Ring<T>& outer, const Ring<T>& inner) : outer_(outer), inner_(inner) {
    const PlacedVertex of_outer = outer.vertex(0), of_inner = inner.vertex(0);
    to_inner_ = {of_inner.origin_x - of_outer.origin_x, of_inner.origin_y - of_outer.origin_y};
    extent_ = outer.largest() + inner.largest() + std::fmax(std::fabs(to_inner_.x), std::fabs(to_inner_.y));
  }

  /// Whether the outer body, with a radius around its ring, holds the inner one with its radius; touching boundaries
  /// count as held. Ends at the first vertex outside. O(n log m) for equal radii, else O(n m).
  ///
  ///   radii equal or outer larger: each vertex lies in the outer ring, or no farther from it than the radii differ
  ///   inner larger: each vertex lies that far inside each edge
  bool holds(T outer_radius, T inner_radius) const {
    const TwoTerms reach = outer_radius >= inner_radius
                               ? two_difference(static_cast<double>(outer_radius), static_cast<double>(inner_radius))
                               : two_difference(static_cast<double>(inner_radius), static_cast<double>(outer_radius));
    const Expansion<2> exact_reach(reach);
    for (std::size_t v = 0; v < inner_.count(); ++v) {
      const bool held = outer_radius >= inner_radius
                            ? side_of_all(v) >= 0 || (reach.high > 0 && is_near(v, exact_reach))
                            : is_far_inside(v, exact_reach);
      if (!held) return false;
    }
    return true;
  }

  /// Where the inner body lies: -1 not in the outer one; 0 in it, and its boundary touches that of the outer one; 1 in its
  /// interior. Ends at the first vertex outside. O(n log m) for equal radii, else O(n m).
  int place(T outer_radius, T inner_radius) const {
    const bool outer_is_larger = outer_radius >= inner_radius;
    const TwoTerms reach = outer_is_larger
                               ? two_difference(static_cast<double>(outer_radius), static_cast<double>(inner_radius))
                               : two_difference(static_cast<double>(inner_radius), static_cast<double>(outer_radius));
    const Expansion<2> exact_reach(reach);
    int least = 1;
    for (std::size_t v = 0; v < inner_.count() && least >= 0; ++v) {
      least = std::min(least, !outer_is_larger      ? depth_beyond(v, exact_reach)
                              : reach.high == 0     ? side_of_all(v)
                              : side_of_all(v) >= 0 ? 1
                                                    : -compare_distance(v, exact_reach));
    }
    return least;
  }

 private:
  /// Where vertex v lies: 1 inside the outer ring, 0 on it, -1 outside. A ring without area has no inside. O(log m): the
  /// diagonals from vertex 0 cut the ring into triangles, which lie counter-clockwise.
  int side_of_all(std::size_t v) const {
    const std::size_t count = outer_.count();
    if (count < 3) return is_near(v, Expansion<2>{}) ? 0 : -1;
    int least = std::min(side_of(0, v), side_of(count - 1, v));
    if (least < 0) return -1;
    std::size_t first = 1, last = count - 1;  // left of the diagonal to `first`, not of that to `last`
    while (last - first > 1) {
      const std::size_t middle = first + (last - first) / 2;
      (side_of_diagonal(middle, v) >= 0 ? first : last) = middle;
    }
    return std::min(least, side_of(first, v));
  }

  /// The sign of the least distance of vertex v, inside the outer ring, from a line of its edges, less `reach`; -1 for a
  /// vertex outside.
  int depth_beyond(std::size_t v, const Expansion<2>& reach) const {
    if (outer_.count() < 3) return -1;
    int least = 1;
    for (std::size_t e = 0; e < outer_.count() && least >= 0; ++e) {
      least = side_of(e, v) < 0 ? -1 : std::min(least, compare_offset(exact_edge(outer_, e), delta(e, v), reach));
    }
    return least;
  }

  /// The sign of the distance of vertex v, outside the outer ring, from it, less `reach`.
  int compare_distance(std::size_t v, const Expansion<2>& reach) const {
    int least = 1;
    for (std::size_t e = 0; e < outer_.count() && least >= 0; ++e) {
      const ExactDelta from_start = delta(e, v);
      least = std::min(least, compare_length(from_start, reach));
      if (outer_.count() == 1) continue;
      const ExactEdge edge = exact_edge(outer_, e);
      if (sign_along(edge, from_start) > 0 && sign_along(edge, delta(outer_.next(e), v)) < 0) {
        least = std::min(least, compare_offset(edge, from_start, reach));
      }
    }
    return least;
  }

  /// The bound of the error of an orientation in doubles is that of PairSigns.
  double bound_of(double edge_x, double edge_y) const {
    return 0x1p-50 * extent_ * (std::fabs(edge_x) + std::fabs(edge_y));
  }

  /// The sign of edge e of the outer ring x (vertex v of the inner one - start of e).
  int side_of(std::size_t e, std::size_t v) const {
    const double value = orientation(outer_, e, inner_, v, to_inner_);
    const double bound = bound_of(outer_.edge_x(e), outer_.edge_y(e));
    if (value > bound) return 1;
    if (-value > bound) return -1;
    const PlacedVertex vertex = inner_.vertex(v);
    if (are_equal(outer_.vertex(e), vertex) || are_equal(outer_.vertex(outer_.next(e)), vertex)) return 0;
    const double exact = exact_orientation(exact_edge(outer_, e), outer_.vertex(e), vertex);
    return exact > 0 ? 1 : exact < 0 ? -1 : 0;
  }

  /// The sign of the diagonal from vertex 0 to vertex k of the outer ring x (vertex v of the inner one - vertex 0), with the
  /// roundings of `orientation`.
  int side_of_diagonal(std::size_t k, std::size_t v) const {
    const PlacedVertex from = outer_.vertex(0), to = outer_.vertex(k), vertex = inner_.vertex(v);
    const double x = to.x - from.x, y = to.y - from.y;
    const double value = (x * vertex.y - y * vertex.x) - (x * (from.y - to_inner_.y) - y * (from.x - to_inner_.x));
    const double bound = bound_of(x, y);
    if (value > bound) return 1;
    if (-value > bound) return -1;
    const ExactEdge edge{Expansion<2>(two_difference(to.x, from.x)), Expansion<2>(two_difference(to.y, from.y))};
    const double exact = exact_orientation(edge, from, vertex);
    return exact > 0 ? 1 : exact < 0 ? -1 : 0;
  }

  /// Whether two vertices are one point: equal sums have equal terms.
  static bool are_equal(const PlacedVertex& p, const PlacedVertex& q) {
    const auto equal = [](double p_origin, double p_offset, double q_origin, double q_offset) {
      const TwoTerms sum = two_sum(p_origin, p_offset), other = two_sum(q_origin, q_offset);
      return sum.high == other.high && sum.low == other.low;
    };
    return equal(p.origin_x, p.x, q.origin_x, q.x) && equal(p.origin_y, p.y, q.origin_y, q.y);
  }

  ExactDelta delta(std::size_t from, std::size_t v) const { return exact_delta(outer_.vertex(from), inner_.vertex(v)); }

  /// Whether vertex v is at most so far from some edge, or from the only vertex.
  bool is_near(std::size_t v, const Expansion<2>& reach) const {
    for (std::size_t e = 0; e < outer_.count(); ++e) {
      const ExactDelta from_start = delta(e, v);
      if (compare_length(from_start, reach) <= 0) return true;
      if (outer_.count() == 1) continue;
      const ExactEdge edge = exact_edge(outer_, e);
      if (sign_along(edge, from_start) > 0 && sign_along(edge, delta(outer_.next(e), v)) < 0 &&
          compare_offset(edge, from_start, reach) <= 0) {
        return true;
      }
    }
    return false;
  }

  bool is_far_inside(std::size_t v, const Expansion<2>& reach) const {
    if (outer_.count() < 3) return false;
    for (std::size_t e = 0; e < outer_.count(); ++e) {
      if (side_of(e, v) < 0 || compare_offset(exact_edge(outer_, e), delta(e, v), reach) < 0) return false;
    }
    return true;
  }

  const Ring<T>& outer_;
  const Ring<T>& inner_;
  Delta to_inner_;
  double extent_;
};

}  // namespace satchel::exact
