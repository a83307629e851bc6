#include "reference/check_push_out.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace satchel_bench {
namespace {

using satchel::Vec2d;

constexpr double rounding = 1e-5;

/// Twice the area of a triangle, above 0 if it turns to the left.
double turn(Vec2d p, Vec2d q, Vec2d r) { return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x); }

/// The convex hull of some points, counter-clockwise, without points on its edges.
std::vector<Vec2d> hull_of(std::vector<Vec2d> points) {
  std::sort(points.begin(), points.end(), [](Vec2d p, Vec2d q) { return p.x < q.x || (p.x == q.x && p.y < q.y); });
  std::vector<Vec2d> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t first = hull.size();
    for (const Vec2d p : points) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 1e-12) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

/// An edge of a region, with its unit normal outward.
struct Edge {
  Vec2d from, to, normal;
  double offset;

  double beyond(Vec2d p) const { return normal.x * p.x + normal.y * p.y - offset; }
};

/// The translations of a pair's first letter with which a part of it overlaps one of the second: the Minkowski difference
/// of two parts, nine for each pair.
class Regions {
 public:
  Regions(const Letters& letters, std::size_t pair) {
    const satchel::Pose &a = letters.poses[2 * pair], &b = letters.poses[2 * pair + 1];
    for (const auto& part_a : letters.parts) {
      for (const auto& part_b : letters.parts) {
        std::vector<Vec2d> differences;
        for (const satchel::Vec2 v : part_a) {
          for (const satchel::Vec2 w : part_b) {
            const Vec2d p = turned(a, v), q = turned(b, w);
            differences.push_back({b.x - a.x + q.x - p.x, b.y - a.y + q.y - p.y});
          }
        }
        add(hull_of(std::move(differences)));
      }
    }
  }

  /// How deep the letters overlap with a translation, in the deepest two parts; at most 0: they do not.
  double depth(Vec2d way) const {
    double deepest = -std::numeric_limits<double>::infinity();
    for (const std::vector<Edge>& region : regions_) {
      double beyond = -std::numeric_limits<double>::infinity();
      for (const Edge& edge : region) beyond = std::max(beyond, edge.beyond(way));
      deepest = std::max(deepest, -beyond);
    }
    return deepest;
  }

  /// The shortest translation out of all regions ends at (0, 0), at its foot on an edge, or where two edges cross.
  double shortest() const {
    std::vector<Vec2d> ends{{0, 0}};
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const Edge& edge = edges_[i];
      ends.push_back({edge.offset * edge.normal.x, edge.offset * edge.normal.y});
      for (std::size_t k = i + 1; k < edges_.size(); ++k) add_crossing(edge, edges_[k], ends);
    }
    const auto length = [](Vec2d p) { return std::hypot(p.x, p.y); };
    std::sort(ends.begin(), ends.end(), [&](Vec2d p, Vec2d q) { return length(p) < length(q); });
    for (const Vec2d end : ends) {
      if (depth(end) <= 1e-9) return length(end);
    }
    return std::numeric_limits<double>::infinity();
  }

 private:
  static Vec2d turned(const satchel::Pose& pose, satchel::Vec2 v) {
    return {pose.rotation.cos * v.x - pose.rotation.sin * v.y, pose.rotation.sin * v.x + pose.rotation.cos * v.y};
  }

  void add(const std::vector<Vec2d>& corners) {
    std::vector<Edge>& region = regions_.emplace_back();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec2d from = corners[i], to = corners[(i + 1) % corners.size()];
      const double length = std::hypot(to.x - from.x, to.y - from.y);
      const Vec2d normal{(to.y - from.y) / length, (from.x - to.x) / length};
      region.push_back({from, to, normal, normal.x * from.x + normal.y * from.y});
    }
    edges_.insert(edges_.end(), region.begin(), region.end());
  }

  static void add_crossing(const Edge& p, const Edge& q, std::vector<Vec2d>& to) {
    const double from = p.beyond(q.from), until = p.beyond(q.to);
    if ((from < 0) == (until < 0)) return;
    if ((q.beyond(p.from) < 0) == (q.beyond(p.to) < 0)) return;
    const double t = from / (from - until);
    to.push_back({q.from.x + t * (q.to.x - q.from.x), q.from.y + t * (q.to.y - q.from.y)});
  }

  std::vector<std::vector<Edge>> regions_;
  std::vector<Edge> edges_;  // of all of them
};

}  // namespace

std::size_t pairs_apart(const Letters& letters, const Ways& ways) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < ways.size(); ++i) count += Regions(letters, i).depth(ways[i]) <= rounding ? 1 : 0;
  return count;
}

double shortest_way_out(const Letters& letters, std::size_t pair) { return Regions(letters, pair).shortest(); }

std::string wrong_ways(const Letters& letters, const Ways& ways, const PushPromise& promise) {
  if (ways.size() != letters.poses.size() / 2) return "not one way a pair";
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const double length = std::hypot(ways[i].x, ways[i].y), shortest = shortest_way_out(letters, i);
    if (!(length <= promise.most_times_shortest * shortest + rounding)) {
      return "pair " + std::to_string(i) + " goes " + std::to_string(length) + ", and " + std::to_string(shortest) +
             " would do";
    }
  }
  const std::size_t apart = pairs_apart(letters, ways);
  if (apart >= promise.least_apart) return {};
  return std::to_string(apart) + " pairs are apart, not " + std::to_string(promise.least_apart);
}

}  // namespace satchel_bench
