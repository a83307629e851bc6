// Area of the intersection of convex polygons by the clipping of Sutherland and Hodgman (Reentrant Polygon Clipping,
// 1974): scalar, in double.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <satchel/types.hpp>

namespace satchel_bench {

class Clipping {
 public:
  /// The area of the intersection of two counter-clockwise convex polygons.
  double area(std::span<const satchel::Vec2d> a, std::span<const satchel::Vec2d> b) {
    from_.assign(a.begin(), a.end());
    for (std::size_t i = 0; i < b.size() && !from_.empty(); ++i) {
      clip(b[i], b[i + 1 < b.size() ? i + 1 : 0]);
      std::swap(from_, to_);
    }
    double twice = 0;
    for (std::size_t i = 1; i + 1 < from_.size(); ++i) twice += cross(from_[0], from_[i], from_[i + 1]);
    return 0.5 * twice;
  }

 private:
  static double cross(satchel::Vec2d p, satchel::Vec2d q, satchel::Vec2d v) {
    return (q.x - p.x) * (v.y - p.y) - (q.y - p.y) * (v.x - p.x);
  }

  /// Keeps the part of from_ that lies to the left of the line from p to q.
  void clip(satchel::Vec2d p, satchel::Vec2d q) {
    to_.clear();
    satchel::Vec2d last = from_.back();
    double last_side = cross(p, q, last);
    for (const satchel::Vec2d v : from_) {
      const double side = cross(p, q, v);
      if ((side < 0) != (last_side < 0)) {
        const double t = last_side / (last_side - side);
        to_.push_back({last.x + t * (v.x - last.x), last.y + t * (v.y - last.y)});
      }
      if (!(side < 0)) to_.push_back(v);
      last = v;
      last_side = side;
    }
  }

  std::vector<satchel::Vec2d> from_, to_;
};

}  // namespace satchel_bench
