#include "reference/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace satchel_bench {
namespace {

using satchel::Pose;
using satchel::Vec2d;

constexpr double infinity = std::numeric_limits<double>::infinity();

void place_body(const std::vector<satchel::Vec2>& vertices, const Pose& pose, double x, double y,
                std::vector<Vec2d>& out) {
  out.clear();
  for (const satchel::Vec2 v : vertices) {
    out.push_back(
        {x + pose.rotation.cos * v.x - pose.rotation.sin * v.y, y + pose.rotation.sin * v.x + pose.rotation.cos * v.y});
  }
}

double least_dot(const std::vector<Vec2d>& vertices, double x, double y) {
  double least = infinity;
  for (const Vec2d v : vertices) least = std::min(least, x * v.x + y * v.y);
  return least;
}

/// The largest separation over the edges of `own`.
double separation_over(const std::vector<Vec2d>& own, const std::vector<Vec2d>& other) {
  double largest = -infinity;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Vec2d p = own[i], q = own[i + 1 < own.size() ? i + 1 : 0];
    const double x = q.y - p.y, y = p.x - q.x;  // outward, because the vertices are counter-clockwise
    largest = std::max(largest, (least_dot(other, x, y) - (x * p.x + y * p.y)) / std::sqrt(x * x + y * y));
  }
  return largest;
}

/// The least distance of a vertex of `other` from an edge of `own`, or from its one vertex.
double distance_over(const std::vector<Vec2d>& own, const std::vector<Vec2d>& other) {
  double least = infinity;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Vec2d p = own[i], q = own[i + 1 < own.size() ? i + 1 : 0];
    const double dx = q.x - p.x, dy = q.y - p.y, squared = dx * dx + dy * dy;
    for (const Vec2d v : other) {
      const double along = squared > 0 ? ((v.x - p.x) * dx + (v.y - p.y) * dy) / squared : 0;
      const double t = std::clamp(along, 0.0, 1.0);
      least = std::min(least, std::hypot(v.x - p.x - t * dx, v.y - p.y - t * dy));
    }
  }
  return least;
}

}  // namespace

double Reference::separation_of_parts(satchel::Pair pair) {
  const auto parts_of = [&](satchel::BodyId body) {
    const Shape& shape = workload_.shape_of(body);
    return shape.parts.empty() ? std::span(&shape.vertices, 1) : std::span(shape.parts);
  };
  const Pose &a = workload_.poses[pair.a], &b = workload_.poses[pair.b];
  double least = infinity;
  set_radii(pair);
  for (const auto& part_a : parts_of(pair.a)) {
    place_body(part_a, a, 0, 0, a_);
    for (const auto& part_b : parts_of(pair.b)) {
      place_body(part_b, b, b.x - a.x, b.y - a.y, b_);
      least = std::min(least, separation());
    }
  }
  return least;
}

void Reference::set_radii(satchel::Pair pair) {
  radius_a_ = static_cast<double>(workload_.shape_of(pair.a).radius);
  radius_b_ = static_cast<double>(workload_.shape_of(pair.b).radius);
  radii_ = radius_a_ + radius_b_;
}

void Reference::place(satchel::Pair pair, satchel::Vec2d by) {
  const Pose &a = workload_.poses[pair.a], &b = workload_.poses[pair.b];
  place_body(workload_.shape_of(pair.a).vertices, a, 0, 0, a_);
  place_body(workload_.shape_of(pair.b).vertices, b, b.x - a.x + by.x, b.y - a.y + by.y, b_);
  set_radii(pair);
  magnitude_ = std::max({std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y)}) + extent();
}

double Reference::separation() const {
  const double by_edges = std::max(separation_over(a_, b_), separation_over(b_, a_));
  const bool by_distance = radii_ > 0 || a_.size() < 3 || b_.size() < 3;
  if (!by_distance || (by_edges < 0 && by_edges > -infinity)) return by_edges - radii_;
  return std::min(distance_over(a_, b_), distance_over(b_, a_)) - radii_;
}

double Reference::gap_along(double x, double y) const { return least_dot(b_, x, y) + least_dot(a_, -x, -y) - radii_; }

double Reference::distance() const {
  double least = infinity;
  for (const bool edges_of_a : {true, false}) {
    const std::vector<Vec2d>&own = edges_of_a ? a_ : b_, &other = edges_of_a ? b_ : a_;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const Vec2d p = own[i], q = own[i + 1 < own.size() ? i + 1 : 0];
      const double x = q.x - p.x, y = q.y - p.y;
      for (const Vec2d v : other) {
        const double t = std::clamp(((v.x - p.x) * x + (v.y - p.y) * y) / (x * x + y * y), 0.0, 1.0);
        least = std::min(least, std::hypot(v.x - p.x - t * x, v.y - p.y - t * y));
      }
    }
  }
  return least;
}

double Reference::gap() const {
  const double apart = separation();
  const bool is_distance = radii_ > 0 || a_.size() < 3 || b_.size() < 3;
  return apart > 0 && !is_distance ? distance() : apart;
}

double Reference::off_both(Vec2d point) const {
  const std::vector<Vec2d> alone{point};
  const auto off = [&](const std::vector<Vec2d>& core, double radius) {
    if (core.size() > 2 && separation_over(core, alone) <= 0) return 0.0;
    return std::max(0.0, distance_over(core, alone) - radius);
  };
  return std::max(off(a_, radius_a_), off(b_, radius_b_));
}

double Reference::extent() const {
  double min_x = infinity, min_y = infinity, max_x = -infinity, max_y = -infinity;
  for (const auto* vertices : {&a_, &b_}) {
    for (const Vec2d v : *vertices) {
      min_x = std::min(min_x, v.x), max_x = std::max(max_x, v.x);
      min_y = std::min(min_y, v.y), max_y = std::max(max_y, v.y);
    }
  }
  return std::max(max_x - min_x, max_y - min_y) + radii_;
}

}  // namespace satchel_bench
