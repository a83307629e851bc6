// Finds placed vertices near a point: a sorted list of columns, each sorted from bottom to top.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "exact/expansion.hpp"
#include "exact/resolve.hpp"

namespace satchel::detail {

/// origin + offset, exactly: the sum of a double and what it is off by. Equal points have equal members.
struct PlacedPoint {
  exact::TwoTerms x, y;
};

template <class T>
PlacedPoint placed_point(const exact::Core<T>& core, std::uint32_t vertex) noexcept {
  return {exact::two_sum(core.origin_x, static_cast<double>(core.x[vertex])),
          exact::two_sum(core.origin_y, static_cast<double>(core.y[vertex]))};
}

class PointIndex {
 public:
  PointIndex() = default;
  /// @param tolerance  points no farther apart than this along x and y are near; 0: points that are equal
  PointIndex(std::vector<PlacedPoint> points, double tolerance)
      : points_(std::move(points)),
        order_(points_.size()),
        tolerance_(tolerance),
        search_(search_for(points_, tolerance)) {
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t i, std::uint32_t j) { return key_of(i) < key_of(j); });
  }

  const PlacedPoint& operator[](std::uint32_t i) const { return points_[i]; }

  bool is_near(std::uint32_t i, const PlacedPoint& point) const {
    const auto near = [&](const exact::TwoTerms& a, const exact::TwoTerms& b) {
      if (tolerance_ == 0) return a.high == b.high && a.low == b.low;
      return std::fabs((a.high - b.high) + (a.low - b.low)) <= tolerance_;
    };
    return near(points_[i].x, point.x) && near(points_[i].y, point.y);
  }

  template <class Visit>
  void for_each_near(const PlacedPoint& point, Visit visit) const {
    const double first = column(point.x.high - search_), last = column(point.x.high + search_);
    for (double at = first; at <= last; at = at == first ? last : last + 1) {
      const std::pair least(at, point.y.high - 2 * search_);
      auto it =
          std::lower_bound(order_.begin(), order_.end(), least,
                           [&](std::uint32_t i, const std::pair<double, double>& bound) { return key_of(i) < bound; });
      for (; it != order_.end(); ++it) {
        const PlacedPoint& candidate = points_[*it];
        if (column(candidate.x.high) != at || candidate.y.high > point.y.high + 2 * search_) break;
        if (is_near(*it, point)) visit(*it);
      }
      if (at == last) break;
    }
  }

 private:
  /// How far apart the doubles of near points are at most: the sums that they round may be within the tolerance.
  static double search_for(const std::vector<PlacedPoint>& points, double tolerance) {
    if (tolerance == 0) return 0;
    double largest = 0;
    for (const PlacedPoint& p : points) largest = std::max({largest, std::fabs(p.x.high), std::fabs(p.y.high)});
    return tolerance + 0x1p-51 * largest;
  }
  double column(double x) const { return search_ == 0 ? x : std::floor(x / (8 * search_)); }
  std::pair<double, double> key_of(std::uint32_t i) const { return {column(points_[i].x.high), points_[i].y.high}; }

  std::vector<PlacedPoint> points_;
  std::vector<std::uint32_t> order_;  ///< by column, then by y
  double tolerance_ = 0, search_ = 0;
};

}  // namespace satchel::detail
