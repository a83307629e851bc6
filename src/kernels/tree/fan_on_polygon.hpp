// Intersects rays from one point with a strictly convex polygon, a ray in each lane, where doubles decide it.
//
//   side(i) = direction x (vertex i - point):  the side of a ray's line on which vertex i lies
//   all on one side: the ray misses
//   edge in: from i to i + 1 where side(i) > 0 > side(i + 1); the line enters over this edge, because the vertices are
//     counter-clockwise
//   n = edge in x (point - vertex i):  negative if the point lies on the outer side; the same for all rays
//   the ray enters at time n / (direction x edge in)
//
// (Cyrus, Beck 1978, for convex polygons, with two crossings instead of a time for each edge.) The same operations as
// in `meet_in_doubles` of spatial/ray_on_part.cpp.
//
// Error. A vertex minus the point is the offset plus (the body's origin - the point), off by at most 2^-52 (|offset| +
// |origin - point|). A product and a difference are off by 2^-53 of themselves. So a cross product is off by at most
// 2^-50 of the sum of its products, with these magnitudes in them: its bound. A time is certain if both of its cross
// products exceed 2^40 times their bounds.
#pragma once

#include "format/tree_layout.hpp"

namespace {

using satchel::kernels::FanMeetings;
using satchel::kernels::FanOnPolygon;

/// @tparam vectors  of rays
template <class L, unsigned vectors, class T>
class FanLanes {
 public:
  SATCHEL_INLINE explicit FanLanes(const FanOnPolygon<T>& job) : job_(job) {
    for (unsigned k = 0; k < vectors; ++k) {
      x_[k] = L::load(job.direction_x + k * L::width);
      y_[k] = L::load(job.direction_y + k * L::width);
    }
    for (std::uint32_t i = 0; i < job.vertices; ++i) {
      largest_x_ = larger(largest_x_, magnitude(offset_x(i)));
      largest_y_ = larger(largest_y_, magnitude(offset_y(i)));
    }
  }

  SATCHEL_INLINE void meet(FanMeetings& meetings) const {
    constexpr unsigned all = (1u << (vectors * L::width)) - 1;
    Vector bounds[vectors];
    for (unsigned k = 0; k < vectors; ++k) bounds[k] = bound(k, largest_x_, largest_y_);
    unsigned entered[satchel::kernels::most_vertices_in_fan];  // by edge: the rays whose lines enter over it
    unsigned certain = all, left = 0, right = 0;
    const Sides first = sides(0, bounds);
    Sides here = first;
    for (std::uint32_t i = 0; i < job_.vertices; ++i) {
      const Sides next = i + 1 < job_.vertices ? sides(i + 1, bounds) : first;
      entered[i] = here.left & next.right;
      certain &= here.left | here.right;
      left |= here.left;
      right |= here.right;
      here = next;
    }
    meetings.undecided = ~certain & all;
    meetings.edge_count = 0;
    const unsigned meets = left & right & certain;
    for (std::uint32_t i = 0; i < job_.vertices; ++i) {
      if ((entered[i] & meets) != 0) enter_over(i, entered[i] & meets, meetings);
    }
  }

 private:
  using Vector = typename L::Vector;
  /// Bit k: the vertex certainly lies on this side of the line of ray k.
  struct Sides {
    unsigned left, right;
  };

  static double magnitude(double v) { return __builtin_fabs(v); }
  static double larger(double a, double b) { return a < b ? b : a; }
  double offset_x(std::uint32_t i) const { return static_cast<double>(job_.offsets_x[i]); }
  double offset_y(std::uint32_t i) const { return static_cast<double>(job_.offsets_y[i]); }

  /// The bound of a direction x (vertex - point).
  /// @param offset_x, offset_y  magnitudes that the vertex's offset does not exceed
  SATCHEL_INLINE Vector bound(unsigned k, double offset_x, double offset_y) const {
    return L::abs(x_[k]) * L::splat(0x1p-50 * (magnitude(job_.y) + offset_y)) +
           L::abs(y_[k]) * L::splat(0x1p-50 * (magnitude(job_.x) + offset_x));
  }

  SATCHEL_INLINE Sides sides(std::uint32_t i, const Vector (&bounds)[vectors]) const {
    const Vector x = L::splat(job_.x + offset_x(i)), y = L::splat(job_.y + offset_y(i));
    Sides result{};
    for (unsigned k = 0; k < vectors; ++k) {
      const Vector side = x_[k] * y - y_[k] * x;
      result.left |= L::bits(side > bounds[k]) << (k * L::width);
      result.right |= L::bits(side < L::splat(0) - bounds[k]) << (k * L::width);
    }
    return result;
  }

  /// Finds the times of rays whose lines enter over edge i.
  SATCHEL_INLINE void enter_over(std::uint32_t i, unsigned rays, FanMeetings& meetings) const {
    const std::uint32_t end = i + 1 < job_.vertices ? i + 1 : 0;
    const double vx = offset_x(i), vy = offset_y(i), ex = offset_x(end) - vx, ey = offset_y(end) - vy;
    const double n = ex * -(job_.y + vy) - ey * -(job_.x + vx);  // job_.x, job_.y: from the point to the origin
    const double bound = 0x1p-50 * (magnitude(ex) * (magnitude(job_.y) + magnitude(vy)) +
                                    magnitude(ey) * (magnitude(job_.x) + magnitude(vx)));
    if (!(-n > 0x1p40 * bound)) {  // the point is not certainly outside
      meetings.undecided |= rays;
      return;
    }
    unsigned certain = 0, wanted = 0;
    FanMeetings::Edge& edge = meetings.edges[meetings.edge_count];
    for (unsigned k = 0; k < vectors; ++k) {
      const unsigned shift = k * L::width;
      const Vector across = x_[k] * L::splat(ey) - y_[k] * L::splat(ex);
      const Vector least =  // 2^40 times its bound
          L::splat(0x1p40 * 0x1p-50) *
          (L::abs(x_[k]) * L::splat(magnitude(ey)) + L::abs(y_[k]) * L::splat(magnitude(ex)));
      const Vector time = L::divide(L::splat(n), across);
      L::store(edge.time + shift, time);
      certain |= L::bits(L::abs(across) > least) << shift;
      wanted |= L::bits(time <= L::load(job_.latest + shift)) << shift;
    }
    meetings.undecided |= rays & ~certain;
    edge.number = i;
    edge.rays = rays & certain & wanted;
    if (edge.rays != 0) ++meetings.edge_count;
  }

  const FanOnPolygon<T>& job_;
  double largest_x_ = 0, largest_y_ = 0;
  Vector x_[vectors], y_[vectors];
};

/// @tparam Narrow  as many lanes as L, but at most four
template <class L, class Narrow, class T>
void meet_polygon(const FanOnPolygon<T>& job, FanMeetings& meetings) {
  constexpr unsigned most = satchel::kernels::most_rays_of_fan;
  if (job.count <= Narrow::width) {
    FanLanes<Narrow, 1, T>(job).meet(meetings);
  } else if (job.count <= most / 2) {
    FanLanes<L, most / 2 / L::width, T>(job).meet(meetings);
  } else {
    FanLanes<L, most / L::width, T>(job).meet(meetings);
  }
  const unsigned rays = (1u << job.count) - 1;  // lanes behind the last ray hold anything
  meetings.undecided &= rays;
  for (unsigned i = 0; i < meetings.edge_count; ++i) meetings.edges[i].rays &= rays;
}

}  // namespace
