// The edge that decides a contact or a manifold, and the other core over it: places along the edge, heights over it.
//
// No edge of two bodies decides whose deepest vertex lies beyond its ends. One that seams choose may: then the depth
// along its normal is not that of what is over it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <satchel/results.hpp>

#include "exact/resolve.hpp"
#include "query/seams/core_edges.hpp"
#include "query/seams/surface.hpp"

namespace satchel::query {

template <class T>
class DecidingEdge {
 public:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// @param result  a contact or a manifold
  template <class Result>
  DecidingEdge(const exact::Core<T>& a, const exact::Core<T>& b, const Result& result)
      : own_(side(result) == Side::a ? a : b),
        other_(side(result) == Side::a ? b : a),
        edge_(index(result)),
        from_a_x_(own_.origin_x - a.origin_x),
        from_a_y_(own_.origin_y - a.origin_y) {
    const Vec2d vector = edge_of(own_, edge_);
    length_ = std::sqrt(dot(vector, vector));
    along_ = {vector.x / length_, vector.y / length_};
    start_ = {static_cast<double>(own_.x[edge_]), static_cast<double>(own_.y[edge_])};
    dx_ = other_.origin_x - own_.origin_x;
    dy_ = other_.origin_y - own_.origin_y;
    radii_ = static_cast<double>(own_.radius) + static_cast<double>(other_.radius);
    double reach = std::fabs(dx_) + std::fabs(dy_) + radii_;
    for (const exact::Core<T>* const one : {&own_, &other_}) {
      T largest = 0;
      for (std::uint32_t v = 0; v < one->count; ++v)
        largest = std::max({largest, std::fabs(one->x[v]), std::fabs(one->y[v])});
      reach += static_cast<double>(largest);
    }
    rounding_ = (sizeof(T) == sizeof(float) ? 0x1p-18 : 0x1p-47) * reach;
  }

  /// False if rounding has made its ends equal: then it has no direction.
  bool has_length() const { return length_ > 0; }
  /// What positions and heights may be off by.
  double rounding() const { return rounding_; }
  /// What ends that are joined may be apart by, too: the tolerance of links.
  double nearby() const { return rounding_ + 0x1p-12 * length_; }

  /// How far two vertices are apart along the edge.
  double apart(std::uint32_t of_own, std::uint32_t of_other) const {
    const double at = seen(static_cast<double>(own_.x[of_own]), static_cast<double>(own_.y[of_own])).x;
    return std::fabs(vertex(of_other).x - at);
  }
  /// A point of the manifold whose id names two vertices is at the one of them that is over the other body's edge, or half-way
  /// between both if neither is. Whether it is at the own core's, and the other is elsewhere:
  bool is_at_end(const BasicManifoldPoint<T>& point, std::uint32_t of_own, std::uint32_t of_other) const {
    const double both = apart(of_own, of_other);
    return both > rounding_ && apart(point, of_own) < 0.25 * both;
  }
  /// Whether it is at one of them. They are farther apart than `nearby`.
  bool is_over(const BasicManifoldPoint<T>& point, std::uint32_t of_own, std::uint32_t of_other) const {
    const double both = apart(of_own, of_other), to_own = apart(point, of_own);
    return to_own < 0.25 * both || to_own > 0.75 * both;
  }
  /// The separation of one vertex of the other core.
  double separation(std::uint32_t of_other) const { return vertex(of_other).y - radii_; }
  /// The separation of the deepest vertex.
  double least_separation() const { return deepest().y - radii_; }
  /// Whether the deepest vertex is over the edge.
  bool is_deepest_over() const {
    const double at = deepest().x;
    return at > rounding_ && at < length_ - rounding_;
  }
  /// The least separation over the place of one vertex of the own core; infinity: the other core is not over it.
  double separation_at(std::uint32_t of_own) const {
    return separation_over(seen(static_cast<double>(own_.x[of_own]), static_cast<double>(own_.y[of_own])).x);
  }
  /// If the deepest vertices lie beyond an end of the edge where a surface goes on: the separation at this end of the edge that
  /// manifolds clip; infinity: it does not reach this end. Else `known`.
  double separation_before_seams(const Surface<T>& own, const Surface<T>& other, double known) const {
    const double least = deepest().y + rounding_;
    double low = infinity, high = -infinity;
    std::uint32_t lowest = 0, highest = 0;
    for (std::uint32_t v = 0; v < other_.count; ++v) {
      const Vec2d at = vertex(v);
      if (at.y > least) continue;
      if (at.x < low) low = at.x, lowest = v;
      if (at.x > high) high = at.x, highest = v;
    }
    const bool is_before = high < -rounding_;
    if (!is_before && !(low > length_ + rounding_)) return known;
    const std::uint32_t nearest = is_before ? highest : lowest;
    if (!own.is_seam(is_before ? edge_ : next_in(own_, edge_)) && !other.is_seam(nearest)) return known;
    const Vec2d tip = vertex(nearest), before = vertex(before_in(other_, nearest)),
                after = vertex(next_in(other_, nearest));
    const bool has_after = after.x != tip.x || after.y != tip.y;  // rounding may leave edges without length
    const Vec2d far = !has_after || sine(tip, before) < sine(tip, after) ? before : after;
    const double end = is_before ? 0 : length_;
    if (is_before ? !(far.x > end) : !(far.x < end)) return infinity;
    return std::max(known, tip.y + (end - tip.x) / (far.x - tip.x) * (far.y - tip.y) - radii_);
  }

 private:
  /// A point relative to the own body's origin, by its place along the edge and its height over it.
  Vec2d seen(double x, double y) const {
    const Vec2d from_start{x - start_.x, y - start_.y};
    return {dot(from_start, along_), cross(from_start, along_)};
  }
  /// How far a point of a manifold is from a vertex of the own core along the edge.
  double apart(const BasicManifoldPoint<T>& point, std::uint32_t of_own) const {
    const double x = static_cast<double>(point.x) - from_a_x_, y = static_cast<double>(point.y) - from_a_y_;
    const Vec2d at = seen(static_cast<double>(own_.x[of_own]), static_cast<double>(own_.y[of_own]));
    return std::fabs(seen(x, y).x - at.x);
  }
  Vec2d vertex(std::uint32_t v) const {
    return seen(static_cast<double>(other_.x[v]) + dx_, static_cast<double>(other_.y[v]) + dy_);
  }
  /// How steeply a line rises.
  static double sine(const Vec2d& from, const Vec2d& to) {
    return (to.y - from.y) / std::sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
  }
  Vec2d deepest() const {
    Vec2d least{0, infinity};
    for (std::uint32_t v = 0; v < other_.count; ++v) {
      if (const Vec2d at = vertex(v); at.y < least.y) least = at;
    }
    return least;
  }
  /// The least separation over a place along the edge, and of vertices within rounding of it.
  double separation_over(double place) const {
    double least = infinity;
    for (std::uint32_t v = 0; v < other_.count; ++v) {
      const Vec2d from = vertex(v), to = vertex(next_in(other_, v));
      if (std::fabs(from.x - place) <= rounding_) least = std::min(least, from.y);
      if ((from.x < place) != (to.x < place))
        least = std::min(least, from.y + (place - from.x) / (to.x - from.x) * (to.y - from.y));
    }
    return least - radii_;
  }

  const exact::Core<T>&own_, &other_;
  std::uint32_t edge_;
  double from_a_x_, from_a_y_;  ///< the own core's origin, from a's
  Vec2d start_, along_;
  double length_, dx_, dy_, radii_, rounding_;
};

}  // namespace satchel::query
