// How far an obstacle covers a wing.
//
// An obstacle covers what lies inside of it, farther than a depth from its boundary: what its sides leave if they are moved
// inward by this depth, or, with a larger radius, what a radius less by the depth leaves.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "query/push_out/boundary.hpp"
#include "query/push_out/obstacle.hpp"

namespace satchel::query {

/// Where a wing leaves an obstacle that covers the point at wing.at, and up to where it certainly covers the wing. Infinite:
/// it covers all the rest.
class CoveredTo {
 public:
  CoveredTo(const Wing& wing, const Obstacle& obstacle, double depth)
      : wing_(wing), obstacle_(obstacle), depth_(depth), rest_(obstacle.radius() - depth), is_rounded_(rest_ > 0) {
    for (const BoundarySide& side : obstacle.sides()) wing.piece.is_circle ? meet_circle(side) : meet_segment(side);
    if (!is_rounded_) return;
    for (const Vec2d& centre : obstacle.vertices()) {
      wing.piece.is_circle ? meet_circle(centre) : meet_segment(centre);
    }
  }

  double value() const { return value_; }

 private:
  /// A straight wing leaves a convex region once: at the last of the points that are found, without a radius at the first.
  void found_on_segment(double at) {
    if (!is_rounded_) {
      value_ = std::min(value_, at);
    } else if (at > wing_.at && (std::isinf(value_) || at > value_)) {
      value_ = at;
    }
  }
  /// A circle may leave and enter: the next point counts that is not inside.
  void found_on_circle(double x, double y) {
    const double at = wing_.position(x, y);
    if (at > wing_.at && at < value_ && !obstacle_.holds(x, y, 2 * depth_)) value_ = at;
  }

  void meet_segment(const BoundarySide& side) {
    const double rate = side.nx * wing_.dx + side.ny * wing_.dy;
    if (is_rounded_ ? rate == 0 : !(rate > 0)) return;
    const double off = (wing_.x - side.x) * side.nx + (wing_.y - side.y) * side.ny, at = (rest_ - off) / rate;
    if (is_rounded_) {
      const double px = wing_.x + at * wing_.dx - side.x, py = wing_.y + at * wing_.dy - side.y;
      const double along = px * side.dx + py * side.dy;
      if (!(along >= 0 && along <= side.length)) return;
    }
    found_on_segment(at);
  }

  void meet_segment(const Vec2d& centre) {
    const double wx = centre.x - wing_.x, wy = centre.y - wing_.y;
    const double along = wx * wing_.dx + wy * wing_.dy, off = wx * wing_.dy - wy * wing_.dx;
    const double rest = rest_ * rest_ - off * off;
    if (rest >= 0) found_on_segment(along + std::sqrt(rest));
  }

  void meet_circle(const BoundarySide& side) {
    const Piece& circle = wing_.piece;
    const double off = rest_ - ((circle.x - side.x) * side.nx + (circle.y - side.y) * side.ny);
    const double rest = circle.size * circle.size - off * off;
    if (rest < 0) return;
    const double half = std::sqrt(rest);
    for (const double by : {-half, half}) {
      const double x = circle.x + off * side.nx + by * side.dx, y = circle.y + off * side.ny + by * side.dy;
      const double along = (x - side.x) * side.dx + (y - side.y) * side.dy;
      if (!is_rounded_ || (along >= 0 && along <= side.length)) found_on_circle(x, y);
    }
  }

  void meet_circle(const Vec2d& centre) {
    const Piece& circle = wing_.piece;
    const double wx = centre.x - circle.x, wy = centre.y - circle.y, squared = wx * wx + wy * wy;
    const double distance = std::sqrt(squared);
    if (!(distance > 0)) return;
    const double along = (squared + circle.size * circle.size - rest_ * rest_) / (2 * distance);
    const double rest = circle.size * circle.size - along * along;
    if (rest < 0) return;
    const double ux = wx / distance, uy = wy / distance, half = std::sqrt(rest);
    for (const double by : {-half, half}) {
      found_on_circle(circle.x + along * ux - by * uy, circle.y + along * uy + by * ux);
    }
  }

  const Wing& wing_;
  const Obstacle& obstacle_;
  double depth_;
  double rest_;  ///< the radius that is left
  bool is_rounded_;
  double value_ = std::numeric_limits<double>::infinity();
};

}  // namespace satchel::query
