#include "cli/picture/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace satchel::cli {

double length(const Vec2d& a) { return std::hypot(a.x, a.y); }

double area(Outline outline) {
  double twice = 0;
  for (std::size_t i = 2; i < outline.size(); ++i) {
    twice += cross(outline[i - 1] - outline[0], outline[i] - outline[0]);
  }
  return twice / 2;
}

Vec2d centroid(Outline outline) {
  const double whole = area(outline);
  Vec2d sum{0, 0};
  if (!(whole > 0)) {
    for (const Vec2d& vertex : outline) {
      sum = sum + (1.0 / static_cast<double>(outline.size())) * vertex;
    }
    return sum;
  }
  // Vertices relative to the first one, because products of coordinates far from zero would lose all precision.
  for (std::size_t i = 2; i < outline.size(); ++i) {
    const Vec2d p = outline[i - 1] - outline[0];
    const Vec2d q = outline[i] - outline[0];
    sum = sum + (cross(p, q) / (6 * whole)) * (p + q);
  }
  return outline[0] + sum;
}

Vec2d support(Outline outline, const Vec2d& direction) {
  if (outline.empty()) {
    return {0, 0};
  }
  return *std::max_element(outline.begin(), outline.end(), [&](const Vec2d& v, const Vec2d& w) {
    return dot(direction, v - outline[0]) < dot(direction, w - outline[0]);
  });
}

bool contains(const Rings& rings, const Vec2d& point) {
  bool inside = false;  // flips with every edge above the point
  for (const std::vector<Vec2d>& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2d& from = ring[i];
      const Vec2d& to = ring[(i + 1) % ring.size()];
      if ((from.x <= point.x) != (to.x <= point.x)) {
        const bool above = cross(to - from, point - from) * (to.x - from.x) < 0;
        inside = inside != above;
      }
    }
  }
  return inside;
}

std::vector<Vec2d> vertices_of(const Rings& rings) {
  std::vector<Vec2d> all;
  for (const std::vector<Vec2d>& ring : rings) {
    all.insert(all.end(), ring.begin(), ring.end());
  }
  return all;
}

namespace {

/// Where two segments cross, or the point of a point and a segment; of parallel segments an end of the first.
Vec2d crossing(Outline a, Outline b) {
  if (b.size() < 2) {
    return b.front();
  }
  const Vec2d along = a.back() - a.front(), other = b.back() - b.front();
  const double turn = cross(along, other);
  const double t = turn != 0 ? std::clamp(cross(b.front() - a.front(), other) / turn, 0.0, 1.0) : 0.0;
  return a.front() + t * along;
}

}  // namespace

// Algorithm: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974.
std::vector<Vec2d> intersection(Outline a, Outline b) {
  if (b.size() < 3) {  // a point or a segment has no inside to clip by
    return a.size() < 3 ? std::vector<Vec2d>{crossing(a, b)} : intersection(b, a);
  }
  std::vector<Vec2d> left(a.begin(), a.end());
  std::vector<Vec2d> clipped;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec2d& from = b[i];
    const Vec2d edge = b[(i + 1) % b.size()] - from;
    clipped.clear();
    for (std::size_t k = 0; k < left.size(); ++k) {
      const Vec2d& p = left[k];
      const Vec2d& q = left[(k + 1) % left.size()];
      const double side_p = cross(edge, p - from);
      const double side_q = cross(edge, q - from);
      if (side_p >= 0) {
        clipped.push_back(p);
      }
      if ((side_p > 0 && side_q < 0) || (side_p < 0 && side_q > 0)) {
        clipped.push_back(p + (side_p / (side_p - side_q)) * (q - p));
      }
    }
    left.swap(clipped);
  }
  return left;
}

Box box_around(std::span<const Vec2d> points) {
  if (points.empty()) {
    return {0, 0, 1, 1};
  }
  Box box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const Vec2d& point : points) {
    box.min_x = std::min(box.min_x, point.x);
    box.min_y = std::min(box.min_y, point.y);
    box.max_x = std::max(box.max_x, point.x);
    box.max_y = std::max(box.max_y, point.y);
  }
  return box;
}

double distance(const Vec2d& point, const Vec2d& from, const Vec2d& to) {
  const Vec2d along = to - from;
  const double squared = dot(along, along);
  const double t = squared > 0 ? std::clamp(dot(point - from, along) / squared, 0.0, 1.0) : 0.0;
  return length(point - (from + t * along));
}

}  // namespace satchel::cli
