#include "reference/areas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>

namespace satchel_bench {
namespace {

using satchel::Vec2d;

/// The lower or the upper boundary of a convex polygon, from left to right.
class Chain {
 public:
  /// @param upper  the polygon's upper boundary, not its lower one
  Chain(const std::vector<Vec2d>& polygon, bool upper) {
    const auto before = [](Vec2d p, Vec2d q) { return p.x < q.x; };
    const auto [left, right] = std::minmax_element(polygon.begin(), polygon.end(), before);
    const std::size_t n = polygon.size(), last = static_cast<std::size_t>(right - polygon.begin());
    std::size_t i = static_cast<std::size_t>(left - polygon.begin());
    points_.push_back(polygon[i]);
    while (i != last) {
      i = (i + (upper ? n - 1 : 1)) % n;
      points_.push_back(polygon[i]);
    }
  }

  const std::vector<Vec2d>& points() const { return points_; }

  /// The line of the edge over the open interval (x0, x1), which holds no vertex: its heights at both ends. Intervals
  /// are asked for from left to right.
  std::pair<double, double> heights(double x0, double x1) {
    const double middle = 0.5 * (x0 + x1);
    while (next_ + 1 < points_.size() && points_[next_].x <= middle) ++next_;
    const Vec2d p = points_[next_ - 1], q = points_[next_];
    const auto at = [&](double x) { return p.y + (q.y - p.y) * ((x - p.x) / (q.x - p.x)); };
    return {at(x0), at(x1)};
  }

 private:
  std::vector<Vec2d> points_;
  std::size_t next_ = 1;
};

/// The integral of max(0, min(upper) - max(lower)) over an interval of this width, on which all four are linear.
/// @param lines  lower of a, lower of b, upper of a, upper of b: the heights at both ends
double integral(const std::array<std::pair<double, double>, 4>& lines, double width) {
  std::array<double, 8> cuts{0, 1};
  std::size_t count = 2;
  constexpr std::pair<std::size_t, std::size_t> crossings[] = {{0, 1}, {2, 3}, {0, 2}, {0, 3}, {1, 2}, {1, 3}};
  for (const auto& [p, q] : crossings) {
    const double from = lines[p].first - lines[q].first, to = lines[p].second - lines[q].second;
    if ((from < 0) != (to < 0)) cuts[count++] = std::clamp(from / (from - to), 0.0, 1.0);
  }
  std::sort(cuts.begin(), cuts.begin() + static_cast<std::ptrdiff_t>(count));
  const auto length = [&](double t) {
    std::array<double, 4> at;
    for (std::size_t k = 0; k < 4; ++k) at[k] = lines[k].first + t * (lines[k].second - lines[k].first);
    return std::max(0.0, std::min(at[2], at[3]) - std::max(at[0], at[1]));
  };
  double sum = 0;
  for (std::size_t k = 0; k + 1 < count; ++k) {
    sum += 0.5 * (cuts[k + 1] - cuts[k]) * (length(cuts[k]) + length(cuts[k + 1]));
  }
  return width * sum;
}

/// The shape's boundary, with a radius as a polygon of the same area.
std::vector<Vec2d> outline_of(const Shape& shape) {
  const std::size_t n = shape.vertices.size();
  std::vector<Vec2d> outline;
  const double r = static_cast<double>(shape.radius), full = 2 * std::numbers::pi;
  constexpr double edges_of_circle = 1024;
  for (std::size_t i = 0; i < n; ++i) {
    const satchel::Vec2 p = shape.vertices[(i + n - 1) % n], v = shape.vertices[i], q = shape.vertices[(i + 1) % n];
    if (r == 0) {
      outline.push_back({v.x, v.y});
      continue;
    }
    // Outward normals of the edges before and after the vertex, to whose ends the arc reaches.
    double first = std::atan2(-(static_cast<double>(v.x) - p.x), static_cast<double>(v.y) - p.y);
    double turn = full;
    if (n > 1) {
      turn = std::atan2(-(static_cast<double>(q.x) - v.x), static_cast<double>(q.y) - v.y) - first;
      if (turn < 0) turn += full;
    } else {
      first = 0;
    }
    // The ends of an arc lie on it, so that straight edges stay where they are; the vertices between reach farther.
    const double edges = std::max(3.0, std::ceil(edges_of_circle * turn / full)), step = turn / edges;
    const double area = step / std::sin(step), inner = edges - 2;
    const double reach = n == 1 ? std::sqrt(area) : (std::sqrt(1 + inner * edges * area) - 1) / inner;
    for (double k = n > 1 ? 0 : 1; k <= edges; ++k) {
      const double angle = first + k * step, distance = n > 1 && (k == 0 || k == edges) ? r : r * reach;
      outline.push_back({v.x + distance * std::cos(angle), v.y + distance * std::sin(angle)});
    }
  }
  return outline;
}

}  // namespace

double area_of_intersection(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
  std::array<Chain, 4> chains{Chain(a, false), Chain(b, false), Chain(a, true), Chain(b, true)};
  const auto left = [&](std::size_t k) { return chains[k].points().front().x; };
  const auto right = [&](std::size_t k) { return chains[k].points().back().x; };
  const double low = std::max(left(0), left(1)), high = std::min(right(0), right(1));
  if (!(low < high)) return 0;
  std::vector<double> xs{low, high};
  for (const Chain& chain : chains) {
    for (const Vec2d v : chain.points()) {
      if (v.x > low && v.x < high) xs.push_back(v.x);
    }
  }
  std::sort(xs.begin(), xs.end());
  double area = 0;
  for (std::size_t i = 0; i + 1 < xs.size(); ++i) {
    if (!(xs[i] < xs[i + 1])) continue;
    std::array<std::pair<double, double>, 4> lines;
    for (std::size_t k = 0; k < 4; ++k) lines[k] = chains[k].heights(xs[i], xs[i + 1]);
    area += integral(lines, xs[i + 1] - xs[i]);
  }
  return area;
}

double area_of(const std::vector<Vec2d>& polygon) {
  const Vec2d start = polygon[0];
  double twice = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    const Vec2d p = polygon[i], q = polygon[i + 1];
    twice += (p.x - start.x) * (q.y - start.y) - (p.y - start.y) * (q.x - start.x);
  }
  return 0.5 * twice;
}

Areas::Areas(const Workload& workload) : workload_(workload) {
  for (const Shape& shape : workload.shapes) {
    outlines_.push_back(outline_of(shape));
    areas_.push_back(area_of(outlines_.back()));
  }
}

void Areas::place(satchel::BodyId body, const satchel::Pose& origin, std::vector<Vec2d>& to) const {
  const satchel::Pose& pose = workload_.poses[body];
  const double x = pose.x - origin.x, y = pose.y - origin.y, c = pose.rotation.cos, s = pose.rotation.sin;
  to.clear();
  for (const Vec2d v : outlines_[workload_.body_shapes[body]]) {
    to.push_back({x + c * v.x - s * v.y, y + s * v.x + c * v.y});
  }
}

double Areas::overlap(satchel::Pair pair) {
  const satchel::Pose& origin = workload_.poses[pair.a];
  place(pair.a, origin, a_);
  place(pair.b, origin, b_);
  return area_of_intersection(a_, b_);
}

}  // namespace satchel_bench
