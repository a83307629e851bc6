// Placed vertices, and what is near a point: a sorted list of columns, each sorted from bottom to top.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
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

/// Whether two points are no farther apart than the tolerance along x and y; 0: whether they are equal.
inline bool are_near(const PlacedPoint& p, const PlacedPoint& q, double tolerance) {
  const auto near = [&](const exact::TwoTerms& a, const exact::TwoTerms& b) {
    if (tolerance == 0) return a.high == b.high && a.low == b.low;
    return std::fabs((a.high - b.high) + (a.low - b.low)) <= tolerance;
  };
  return near(p.x, q.x) && near(p.y, q.y);
}

/// Numbers at points, up to rounding.
class PointIndex {
 public:
  struct Entry {
    Vec2d at;
    std::uint32_t number;
  };

  PointIndex() = default;
  /// @param tolerance  points no farther apart than this along x and y, or that differ by rounding, are found; 0: points that are equal
  PointIndex(std::vector<Entry> entries, double tolerance)
      : entries_(std::move(entries)), search_(search_for(entries_, tolerance)) {
    for (Entry& entry : entries_) entry.at.x = column(entry.at.x);
    std::sort(entries_.begin(), entries_.end(), [](const Entry& p, const Entry& q) { return key_of(p) < key_of(q); });
  }

  /// Calls visit(number) for all entries near a point, and for some that are a little farther, until it returns false.
  template <class Visit>
  void for_each_near(const Vec2d& point, Visit visit) const {
    const double first = column(point.x - search_), last = column(point.x + search_);
    for (double at = first; at <= last; at = at == first ? last : last + 1) {
      const std::pair least(at, point.y - 2 * search_);
      auto it = std::lower_bound(entries_.begin(), entries_.end(), least,
                                 [](const Entry& entry, const auto& bound) { return key_of(entry) < bound; });
      for (; it != entries_.end() && it->at.x == at && it->at.y <= point.y + 2 * search_; ++it) {
        if (!visit(it->number)) return;
      }
      if (at == last) break;
    }
  }

 private:
  static double search_for(const std::vector<Entry>& entries, double tolerance) {
    if (tolerance == 0) return 0;
    double largest = 0;
    for (const Entry& entry : entries) largest = std::max({largest, std::fabs(entry.at.x), std::fabs(entry.at.y)});
    return tolerance + 0x1p-49 * largest;
  }
  double column(double x) const { return search_ == 0 ? x : std::floor(x / (8 * search_)); }
  static std::pair<double, double> key_of(const Entry& entry) { return {entry.at.x, entry.at.y}; }

  std::vector<Entry> entries_;  ///< by column, which is their x, then by y
  double search_ = 0;           ///< how far apart the doubles of near points are at most
};

}  // namespace satchel::detail
