#include "reference/check_probes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

using satchel::Vec2d;

constexpr double tolerance = 1e-3;

/// Depth of a point inside a polygon; negative: outside.
double depth(const std::vector<Vec2d>& polygon, Vec2d p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2d v = polygon[i], w = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const double ex = w.x - v.x, ey = w.y - v.y;
    least = std::min(least, (ex * (p.y - v.y) - ey * (p.x - v.x)) / std::hypot(ex, ey));
  }
  return least;
}

/// The largest gap between a polygon and a box over the normals of both; negative: they overlap.
double gap(const std::vector<Vec2d>& polygon, const satchel::Box& box) {
  const std::vector<Vec2d> corners{
      {box.min_x, box.min_y}, {box.max_x, box.min_y}, {box.max_x, box.max_y}, {box.min_x, box.max_y}};
  double largest = -std::numeric_limits<double>::infinity();
  const auto add_edges_of = [&](const std::vector<Vec2d>& own, const std::vector<Vec2d>& other) {
    for (std::size_t i = 0; i < own.size(); ++i) {
      const Vec2d v = own[i], w = own[i + 1 < own.size() ? i + 1 : 0];
      const double length = std::hypot(w.x - v.x, w.y - v.y), nx = (w.y - v.y) / length, ny = (v.x - w.x) / length;
      double least = std::numeric_limits<double>::infinity();
      for (const Vec2d p : other) least = std::min(least, nx * (p.x - v.x) + ny * (p.y - v.y));
      largest = std::max(largest, least);
    }
  };
  add_edges_of(polygon, corners);
  add_edges_of(corners, polygon);
  return largest;
}

/// Time at which a ray from outside meets a polygon whose edges are moved outward by `skin`; infinity: never.
double ray_time(const std::vector<Vec2d>& polygon, const satchel::Ray& ray, double skin) {
  double enters = 0, leaves = ray.max_time;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2d v = polygon[i], w = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const double length = std::hypot(w.x - v.x, w.y - v.y), nx = (w.y - v.y) / length, ny = (v.x - w.x) / length;
    const double ahead = skin + nx * (v.x - ray.origin.x) + ny * (v.y - ray.origin.y);
    const double speed = nx * ray.direction.x + ny * ray.direction.y;
    if (speed < 0) enters = std::max(enters, ahead / speed);
    if (speed > 0) leaves = std::min(leaves, ahead / speed);
    if (speed == 0 && ahead < 0) return std::numeric_limits<double>::infinity();
  }
  return enters <= leaves ? enters : std::numeric_limits<double>::infinity();
}

/// What no sorted list may have: what is found twice, and what there is not.
std::string wrong_list(const Probes& probes, std::size_t queries, const std::vector<satchel::FoundBody>& found) {
  if (std::adjacent_find(found.begin(), found.end()) != found.end()) return "finds a body twice";
  const auto is_none = [&](const satchel::FoundBody& one) {
    return one.query >= queries || one.body >= probes.workload.poses.size();
  };
  return std::any_of(found.begin(), found.end(), is_none) ? "finds what there is not" : "";
}

template <class Time>
double least_over_bodies(const Probes& probes, const Time& time) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t body = 0; body < probes.workload.poses.size(); ++body) {
    least = std::min(least, time(world_vertices(probes.workload, body)));
  }
  return least;
}

}  // namespace

std::string wrong_points(const Probes& probes, std::vector<satchel::FoundBody> found) {
  std::sort(found.begin(), found.end());
  if (const std::string error = wrong_list(probes, probes.points.size(), found); !error.empty()) return error;
  for (std::uint32_t i = 0; i < probes.points.size(); i += 500) {
    for (satchel::BodyId body = 0; body < probes.workload.poses.size(); ++body) {
      const double inside = depth(world_vertices(probes.workload, body), probes.points[i]);
      const bool says_in = std::binary_search(found.begin(), found.end(), satchel::FoundBody{i, body});
      if (std::abs(inside) > tolerance && (inside > 0) != says_in) {
        return "point " + std::to_string(i) + ", body " + std::to_string(body) + ": depth " + std::to_string(inside);
      }
    }
  }
  return {};
}

std::string wrong_boxes(const Probes& probes, std::vector<satchel::FoundBody> found) {
  std::sort(found.begin(), found.end());
  if (const std::string error = wrong_list(probes, probes.boxes.size(), found); !error.empty()) return error;
  for (std::uint32_t i = 0; i < probes.boxes.size(); i += 500) {
    for (satchel::BodyId body = 0; body < probes.workload.poses.size(); ++body) {
      const double apart = gap(world_vertices(probes.workload, body), probes.boxes[i]);
      const bool says_in = std::binary_search(found.begin(), found.end(), satchel::FoundBody{i, body});
      if (std::abs(apart) > tolerance && (apart < 0) != says_in) {
        return "box " + std::to_string(i) + ", body " + std::to_string(body) + ": gap " + std::to_string(apart);
      }
    }
  }
  return {};
}

/// A time is right if it lies between the time for slightly larger polygons and the time for slightly smaller ones.
std::string wrong_rays(const Probes& probes, const std::vector<double>& times) {
  if (times.size() != probes.rays.size()) return "not one time a ray";
  for (std::size_t i = 0; i < probes.rays.size(); i += 313) {
    const auto time_with = [&](double skin) {
      return least_over_bodies(probes, [&](const auto& polygon) { return ray_time(polygon, probes.rays[i], skin); });
    };
    const double earliest = time_with(tolerance), latest = time_with(-tolerance);
    if (!(times[i] >= earliest - tolerance && times[i] <= latest + tolerance)) {
      return "ray " + std::to_string(i) + ": time " + std::to_string(times[i]) + ", not between " +
             std::to_string(earliest) + " and " + std::to_string(latest);
    }
  }
  return {};
}

}  // namespace satchel_bench
