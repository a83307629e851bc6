// Points where boundaries meet, and the directions in which edges leave them, sorted exactly.
#pragma once

#include <array>
#include <cmath>

#include "exact/expansion.hpp"

namespace satchel::exact {

/// A point of the plane as sums without overlap, so that equal points have equal members.
struct Point {
  TwoTerms x, y;

  friend bool operator==(const Point& p, const Point& q) {
    return p.x.high == q.x.high && p.x.low == q.x.low && p.y.high == q.y.high && p.y.low == q.y.low;
  }
  friend bool operator<(const Point& p, const Point& q) {
    if (p.x.high != q.x.high) return p.x.high < q.x.high;  // most points differ
    return std::array{p.x.low, p.y.high, p.y.low} < std::array{q.x.low, q.y.high, q.y.low};
  }
};

/// A direction that leaves a point along an edge: the exact difference of two doubles along each axis.
struct Spoke {
  double from_x, from_y, to_x, to_y;
  double x, y;          ///< the direction, rounded
  bool is_b;            ///< of an edge of B
  bool left_is_inside;  ///< the edge's region lies on the left of the spoke

  bool is_upper() const { return y > 0 || (y == 0 && x > 0); }
  bool is_parallel_by_terms(const Spoke& q) const {
    return from_x == q.from_x && from_y == q.from_y && to_x == q.to_x && to_y == q.to_y;
  }
  Expansion<2> exact_x() const { return Expansion<2>(two_difference(to_x, from_x)); }
  Expansion<2> exact_y() const { return Expansion<2>(two_difference(to_y, from_y)); }
};

/// The exact sign of the cross product of two spokes. The bound is that of turn_between (edge_tops.hpp).
inline int turn(const Spoke& p, const Spoke& q) {
  const double left = p.x * q.y, right = p.y * q.x;
  const double cross_product = left - right, bound = 0x1.1p-51 * (std::fabs(left) + std::fabs(right));
  if (cross_product > bound) return 1;
  if (-cross_product > bound) return -1;
  if (bound == 0 || p.is_parallel_by_terms(q)) return 0;
  return cross(p.exact_x(), q.exact_y(), p.exact_y(), q.exact_x()).sign();
}

inline bool is_before(const Spoke& p, const Spoke& q) {
  return p.is_upper() != q.is_upper() ? p.is_upper() : turn(p, q) > 0;
}

}  // namespace satchel::exact
