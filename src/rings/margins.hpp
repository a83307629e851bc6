// How far apart edges must be for rotations not to make them meet.
//
// Placing a vertex is a similarity (the matrix of the cosine and sine as rounded to T) of a scale whose square is 1 to
// within 2.2e-6, followed by rounding, which moves each coordinate by at most e = 3 u R (kernels/scene/place.hpp) and
// an underflow; R is the largest distance of a vertex from the origin of coordinates. So a vertex moves by at most
// m = sqrt(2) e, and the difference of two by 2 m.
//
// Let p and q be differences of vertices. Their cross and their dot product change by at most 2 m (|p| + |q| + 2 m). A
// product of more than twice that keeps its sign, also with the scale, and with the error of its evaluation in doubles,
// for which 8 v times the sums of |coordinates| is added (v = 2^-53; the error is at most 4 v (|left| + |right|)).
//
//   two edges of which both ends of one lie on one side of the line of the other, or beyond one of its ends by the sign
//     of a dot product, do not meet; if the products keep their signs, they do not meet after rounding
//   two neighbours meet in their common vertex only, unless they have one direction from there; they have not if their
//     cross product is not 0, or their dot product is negative
//   two edges whose intervals in x or y are farther apart than 4 m do not meet after rounding
#pragma once

#include <cmath>

#include "rings/boundary.hpp"

namespace satchel::rings {

/// Whether products keep their signs. All of a geometry's edges are shorter than `extent` in x and in y.
struct Margins {
  double move = 0;    ///< 2 m
  double enough = 0;  ///< a product of any two differences keeps its sign if it is larger than that

  Margins() = default;
  /// @param unit  u of T
  Margins(const Box& box, double unit, double underflow) {
    const double rx = std::fmax(std::fabs(box.min_x), std::fabs(box.max_x));
    const double ry = std::fmax(std::fabs(box.min_y), std::fabs(box.max_y));
    move = 2.83 * (3 * unit * std::sqrt(rx * rx + ry * ry) + underflow);
    enough = enough_for(std::fmax(box.width(), box.height()));
  }

  /// The margin for sums of two products of differences of at most `extent` in x and in y, off by at most
  /// 20 v extent^2; |p| + |q| <= 2.83 extent.
  double enough_for(double extent) const { return (0x1p-48 * extent) * extent + 2 * move * (2.83 * extent + move); }

  /// Whether a product of differences (px, py) and (qx, qy), or its magnitude, keeps its sign.
  bool keeps_sign(double product, double px, double py, double qx, double qy) const {
    const double p = std::fabs(px) + std::fabs(py), q = std::fabs(qx) + std::fabs(qy);
    return product > 0x1p-50 * p * q + 2 * move * (p + q + move);
  }

  /// Whether edges ab and cd keep apart; false if they meet.
  bool keep_apart(const Point& a, const Point& b, const Point& c, const Point& d) const {
    return lies_beside(a, b, c, d) || lies_beside(c, d, a, b) || are_apart(a.x, b.x, c.x, d.x) ||
           are_apart(a.y, b.y, c.y, d.y);
  }

  /// Whether edges pq and qr, which do not overlap, keep their angle.
  bool keep_angle(const Point& p, const Point& q, const Point& r) const {
    const double ax = p.x - q.x, ay = p.y - q.y, bx = r.x - q.x, by = r.y - q.y;
    return keeps_sign(std::fabs(ax * by - ay * bx), ax, ay, bx, by) || keeps_sign(-(ax * bx + ay * by), ax, ay, bx, by);
  }

 private:
  bool are_apart(double a, double b, double c, double d) const {
    const double gap = std::fmax(std::fmin(a, b) - std::fmax(c, d), std::fmin(c, d) - std::fmax(a, b));
    return gap > 2 * move;
  }
  /// Whether c and d keep on one side of the line ab, or beyond a, or beyond b.
  bool lies_beside(const Point& a, const Point& b, const Point& c, const Point& d) const {
    const double px = b.x - a.x, py = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y, dx = d.x - a.x, dy = d.y - a.y,
                 ex = c.x - b.x, ey = c.y - b.y, fx = d.x - b.x, fy = d.y - b.y;
    const double at_c = px * cy - py * cx, at_d = px * dy - py * dx;
    const auto both = [&](double of_c, double of_d, double qx, double qy, double rx, double ry) {
      return keeps_sign(of_c, px, py, qx, qy) && keeps_sign(of_d, px, py, rx, ry);
    };
    return both(at_c, at_d, cx, cy, dx, dy) || both(-at_c, -at_d, cx, cy, dx, dy) ||
           both(-(px * cx + py * cy), -(px * dx + py * dy), cx, cy, dx, dy) ||
           both(px * ex + py * ey, px * fx + py * fy, ex, ey, fx, fy);
  }
};

}  // namespace satchel::rings
