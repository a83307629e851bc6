// The translations that make two parts overlap: their Minkowski difference, as an obstacle for the translation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "exact/hull.hpp"
#include "exact/resolve.hpp"

namespace satchel::query {

/// The corners of a core's hull, relative to its origin.
template <class T>
std::vector<Vec2d> corners_of(const exact::Core<T>& core) {
  std::vector<Vec2d> result(core.count);
  for (std::uint32_t i = 0; i < core.count; ++i) {
    result[i] = {static_cast<double>(core.x[i]), static_cast<double>(core.y[i])};
  }
  if (core.count < 3 || core.strictly_convex) return result;
  std::vector<std::uint32_t> order(core.count), hull(core.count + std::size_t{1});
  hull.resize(exact::hull_indices(core.x, core.y, core.count, order.data(), hull.data()));
  std::vector<Vec2d> kept;
  for (const std::uint32_t i : hull) kept.push_back(result[i]);
  return kept;
}

/// Directions in which a region has no end: those from `first` to `last`, unit vectors at most a quarter turn from the
/// middle one. Who looks along that has `first` on the left.
struct Cone {
  Vec2d first, middle, last;
  Cone opposite() const { return {{-first.x, -first.y}, {-middle.x, -middle.y}, {-last.x, -last.y}}; }
};

/// A side of a convex region: a segment, or a ray of infinite length.
struct BoundarySide {
  double x, y;    ///< where it begins
  double dx, dy;  ///< unit vector along it
  double length;
  double nx, ny;  ///< unit vector outward
};

struct TranslationBox {
  double min_x, min_y, max_x, max_y;
  bool holds(double x, double y, double slack) const {
    return x >= min_x - slack && x <= max_x + slack && y >= min_y - slack && y <= max_y + slack;
  }
  bool meets(const TranslationBox& box, double slack) const {
    return box.max_x >= min_x - slack && box.min_x <= max_x + slack && box.max_y >= min_y - slack &&
           box.min_y <= max_y + slack;
  }
};

/// A convex core (a point, a segment or a polygon, counter-clockwise) with a radius around it, in doubles; extended
/// without end in the directions of a cone, if wanted.
class Obstacle {
 public:
  /// The translations that move `own` into `other`.
  template <class T>
  Obstacle(const exact::Core<T>& own, const exact::Core<T>& other)
      : Obstacle(corners_of(own), corners_of(other), {other.origin_x - own.origin_x, other.origin_y - own.origin_y},
                 static_cast<double>(own.radius) + static_cast<double>(other.radius)) {}

  /// @param apart  from the origin of `own` to that of `other`
  Obstacle(std::vector<Vec2d> own, const std::vector<Vec2d>& other, const Vec2d& apart, double radius)
      : radius_(radius) {
    for (Vec2d& v : own) v = {-v.x, -v.y};
    add(other, own, apart.x, apart.y);
    has_area_ = vertices_.size() >= 3;
    for (std::size_t i = 0; i < vertices_.size() && vertices_.size() > 1; ++i) {
      const Vec2d &from = vertices_[i], &to = vertices_[i + 1 == vertices_.size() ? 0 : i + 1];
      const double ex = to.x - from.x, ey = to.y - from.y, length = std::sqrt(ex * ex + ey * ey);
      if (!(length > 0)) continue;
      sides_.push_back({from.x, from.y, ex / length, ey / length, length, ey / length, -ex / length});
    }
    fit_box();
  }

  /// Extends it without end in all directions of a cone.
  void extend(const Cone& to) {
    const auto faces_away = [](const BoundarySide& side, const Vec2d& from) {
      return side.nx * from.x + side.ny * from.y < 0;
    };
    const Vec2d& middle = to.middle;
    const std::size_t count = sides_.size();
    std::size_t first = 0;
    while (first < count &&
           !(faces_away(sides_[first], middle) && !faces_away(sides_[first == 0 ? count - 1 : first - 1], middle))) {
      ++first;
    }
    std::vector<BoundarySide> kept;
    for (std::size_t k = 0; first < count && k < count; ++k) {
      const BoundarySide& side = sides_[(first + k) % count];
      if (!faces_away(side, middle)) break;
      kept.push_back(side);
    }
    // What the directions at the ends cover is no side any more. Of sides along both nothing is left but a point of them.
    std::size_t begin = 0, end = kept.size();
    while (end > 0 && !faces_away(kept[end - 1], to.last)) --end;
    while (begin < end && !faces_away(kept[begin], to.first)) ++begin;
    std::vector<Vec2d> corners;
    if (begin < kept.size()) {
      corners.push_back({kept[begin].x, kept[begin].y});
    } else if (!kept.empty()) {
      corners.push_back(end_of(kept.back()));
    } else {  // a point, or a segment in the middle direction: its nearer end
      corners.push_back(*std::min_element(vertices_.begin(), vertices_.end(), [&](const Vec2d& a, const Vec2d& b) {
        return a.x * middle.x + a.y * middle.y < b.x * middle.x + b.y * middle.y;
      }));
    }
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(end), kept.end());
    kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(begin));
    for (const BoundarySide& side : kept) corners.push_back(end_of(side));
    if (kept.empty()) kept.push_back({corners[0].x, corners[0].y, middle.y, -middle.x, 0, -middle.x, -middle.y});
    constexpr double endless = std::numeric_limits<double>::infinity();
    const Vec2d &left = to.first, &right = to.last;
    kept.push_back({corners.back().x, corners.back().y, right.x, right.y, endless, right.y, -right.x});
    kept.push_back({corners[0].x, corners[0].y, left.x, left.y, endless, -left.y, left.x});
    sides_ = std::move(kept);
    vertices_ = std::move(corners);
    has_area_ = true;
    fit_box();
    for (const Vec2d& direction : {to.first, to.middle, to.last}) {
      if (direction.x != 0) (direction.x > 0 ? box_.max_x : box_.min_x) = direction.x > 0 ? endless : -endless;
      if (direction.y != 0) (direction.y > 0 ? box_.max_y : box_.min_y) = direction.y > 0 ? endless : -endless;
    }
  }

  bool is_endless() const { return !sides_.empty() && std::isinf(sides_.back().length); }
  const std::vector<Vec2d>& vertices() const { return vertices_; }
  const std::vector<BoundarySide>& sides() const { return sides_; }
  double radius() const { return radius_; }
  const TranslationBox& box() const { return box_; }
  /// Edges of the boundary, and arcs.
  std::size_t boundary_pieces() const { return sides_.size() + (radius_ > 0 ? vertices_.size() : 0); }

  /// Whether a point lies inside, farther than this from the boundary.
  bool holds(double x, double y, double depth) const {
    double outside = -std::numeric_limits<double>::infinity();
    for (const BoundarySide& side : sides_) {
      outside = std::max(outside, (x - side.x) * side.nx + (y - side.y) * side.ny);
      if (!(outside - radius_ < -depth)) return false;
    }
    if (has_area_ && outside <= 0) return true;
    if (!(radius_ > depth)) return false;
    double nearest = std::numeric_limits<double>::infinity();
    const auto try_point = [&](double px, double py) { nearest = std::min(nearest, px * px + py * py); };
    for (const BoundarySide& side : sides_) {
      const double wx = x - side.x, wy = y - side.y;
      const double along = std::clamp(wx * side.dx + wy * side.dy, 0.0, side.length);
      try_point(wx - along * side.dx, wy - along * side.dy);
    }
    if (sides_.empty()) try_point(x - vertices_[0].x, y - vertices_[0].y);
    return std::sqrt(nearest) - radius_ < -depth;
  }

 private:
  static Vec2d end_of(const BoundarySide& side) {
    return {side.x + side.length * side.dx, side.y + side.length * side.dy};
  }

  void fit_box() {
    box_ = {vertices_[0].x, vertices_[0].y, vertices_[0].x, vertices_[0].y};
    for (const Vec2d& v : vertices_) {
      box_ = {std::min(box_.min_x, v.x), std::min(box_.min_y, v.y), std::max(box_.max_x, v.x),
              std::max(box_.max_y, v.y)};
    }
    box_ = {box_.min_x - radius_, box_.min_y - radius_, box_.max_x + radius_, box_.max_y + radius_};
  }

  /// The lowest, then leftmost corner of a convex polygon: from there on, the directions of its edges turn once around.
  static std::size_t lowest(const std::vector<Vec2d>& polygon) {
    std::size_t least = 0;
    for (std::size_t i = 1; i < polygon.size(); ++i) {
      if (polygon[i].y < polygon[least].y || (polygon[i].y == polygon[least].y && polygon[i].x < polygon[least].x)) {
        least = i;
      }
    }
    return least;
  }

  /// The Minkowski sum of two convex polygons, moved: the edges of both, sorted by direction.
  void add(const std::vector<Vec2d>& p, const std::vector<Vec2d>& q, double dx, double dy) {
    const auto edges = [](const std::vector<Vec2d>& polygon) { return polygon.size() == 1 ? 0 : polygon.size(); };
    const auto vector = [](const std::vector<Vec2d>& polygon, std::size_t i) {
      const Vec2d &from = polygon[i % polygon.size()], &to = polygon[(i + 1) % polygon.size()];
      return Vec2d{to.x - from.x, to.y - from.y};
    };
    std::size_t i = lowest(p), j = lowest(q);
    const std::size_t end_i = i + edges(p), end_j = j + edges(q);
    while (i < end_i || j < end_j) {
      const Vec2d &a = p[i % p.size()], &b = q[j % q.size()];
      vertices_.push_back({a.x + b.x + dx, a.y + b.y + dy});
      if (i == end_i || j == end_j) {
        ++(i == end_i ? j : i);
        continue;
      }
      const Vec2d u = vector(p, i), v = vector(q, j);
      const double turn = u.x * v.y - u.y * v.x;
      const bool is_same = turn == 0 && u.x * v.x + u.y * v.y > 0, u_is_upper = is_upper(u), v_is_upper = is_upper(v);
      if (is_same) {
        ++i;
        ++j;
      } else if (u_is_upper != v_is_upper ? u_is_upper : turn > 0) {
        ++i;
      } else {
        ++j;
      }
    }
    if (vertices_.empty()) vertices_.push_back({p[0].x + q[0].x + dx, p[0].y + q[0].y + dy});
  }
  /// Whether a direction comes in the first half of a turn that begins at the x axis.
  static bool is_upper(const Vec2d& v) { return v.y > 0 || (v.y == 0 && v.x > 0); }

  std::vector<Vec2d> vertices_;
  std::vector<BoundarySide> sides_;
  double radius_;
  bool has_area_ = false;
  TranslationBox box_{};
};

}  // namespace satchel::query
