// The area of the intersection of two convex bodies, by slabs between neighbouring ends of pieces.
//
//   area = integral over x of max(0, min(upper_a, upper_b) - max(lower_a, lower_b))
//   for each slab in which all four functions are one piece each:
//     cut it where two of the pieces cross
//     of each part: the pieces that bound the intersection there; trapezoid of their ends, and bulges of arcs
//
// The integrand depends on the boundaries continuously, and so does the area: where rounding chooses the wrong one of
// two pieces, these are as near as the rounding. So nothing has to be decided exactly; edges in one line, equal bodies
// and common vertices are no special cases. O(n + m).
//
// Error, with e the relative error of an operation (2^-53 or 2^-101) and D' as in sat.hpp: a function's value is off by
// at most 16 e D', near a vertical tangent of an arc by sqrt(e) D' on each end of a slab. So the area is off by
// less than 16 e D' d + 4 sqrt(e) D' d: below 2^-24 D' d for floats, below 2^-48 D' d for doubles.
#pragma once

#include <array>
#include <cstddef>

#include "areas/boundary.hpp"
#include "areas/bulge.hpp"

namespace satchel::areas {

/// One slab: two upper and two lower pieces from x = p to x = q.
template <class N>
class Slab {
 public:
  Slab(const std::array<const Piece<N>*, 4>& pieces, const N& radius_a, const N& radius_b, const N& p, const N& q)
      : pieces_(pieces), radii_{radius_a, radius_b}, p_(p), q_(q), width_(q - p) {
    for (std::size_t k = 0; k < 4; ++k) {
      at_p_[k] = height_on(*pieces[k], k, p);
      at_q_[k] = height_on(*pieces[k], k, q);
    }
  }

  N area() {
    cut(upper_a, upper_b);
    cut(lower_a, lower_b);
    cut(upper_a, lower_b);
    cut(upper_b, lower_a);
    N sum = N(0.0), from = p_;
    Heights at_from = at_p_;
    for (std::size_t k = 0; k <= cut_count_; ++k) {
      const N to = k < cut_count_ ? cuts_[k] : q_;
      if (!(lead(to - from) > 0)) continue;
      const Heights at_to = k < cut_count_ ? heights(to) : at_q_;
      sum = sum + part(from, at_from, to, at_to);
      from = to;
      at_from = at_to;
    }
    return sum;
  }

 private:
  enum Side : std::size_t { lower_a, upper_a, lower_b, upper_b };
  using Heights = std::array<N, 4>;

  static bool is_upper(std::size_t side) { return side == upper_a || side == upper_b; }
  bool is_arc(std::size_t side) const { return pieces_[side]->is_arc; }
  const N& radius(std::size_t side) const { return radii_[side < lower_b ? 0 : 1]; }

  N arc_height(std::size_t side, const N& x) const {
    const Piece<N>& arc = *pieces_[side];
    const N along = x - arc.center_x, rise = root((radius(side) - along) * (radius(side) + along));
    return is_upper(side) ? arc.center_y + rise : arc.center_y - rise;
  }
  N height_on(const Piece<N>& piece, std::size_t side, const N& x) const {
    if (lead(x - piece.x0) == 0) return piece.y0;
    if (lead(x - piece.x1) == 0) return piece.y1;
    if (piece.is_arc) return arc_height(side, x);
    return piece.y0 + (piece.y1 - piece.y0) * quotient(x - piece.x0, piece.x1 - piece.x0);
  }
  Heights heights(const N& x) const {
    const N t = quotient(x - p_, width_);
    Heights result;
    for (std::size_t k = 0; k < 4; ++k) {
      result[k] = is_arc(k) ? arc_height(k, x) : at_p_[k] + (at_q_[k] - at_p_[k]) * t;
    }
    return result;
  }

  N part(const N& from, const Heights& at_from, const N& to, const Heights& at_to) const {
    const bool some_arc = is_arc(lower_a) || is_arc(upper_a) || is_arc(lower_b) || is_arc(upper_b);
    // No two pieces cross inside the part, but they may touch at one height: the sum of three tells which is farther.
    Heights sums;
    for (std::size_t k = 0; k < 4; ++k) sums[k] = at_from[k] + at_to[k];
    if (some_arc) {
      const Heights middle = heights(N(0.5) * (from + to));
      for (std::size_t k = 0; k < 4; ++k) sums[k] = sums[k] + N(2.0) * middle[k];
    }
    const std::size_t top = lead(sums[upper_a] - sums[upper_b]) < 0 ? upper_a : upper_b;
    const std::size_t bottom = lead(sums[lower_a] - sums[lower_b]) > 0 ? lower_a : lower_b;
    if (!(lead(sums[top] - sums[bottom]) > 0)) return N(0.0);
    N sum = N(0.5) * (to - from) * ((at_from[top] - at_from[bottom]) + (at_to[top] - at_to[bottom]));
    for (const std::size_t side : {top, bottom}) {
      if (is_arc(side)) sum = sum + bulge(radius(side), from, at_from[side], to, at_to[side]);
    }
    return sum;
  }

  void add_cut(const N& x) {
    if (!(lead(x - p_) > 0 && lead(q_ - x) > 0)) return;
    std::size_t at = cut_count_++;
    for (; at > 0 && lead(cuts_[at - 1] - x) > 0; --at) cuts_[at] = cuts_[at - 1];
    cuts_[at] = x;
  }

  /// Cuts the slab where the pieces of two sides cross; arcs are taken as whole circles, because a cut too many changes
  /// nothing.
  void cut(std::size_t first, std::size_t second) {
    if (is_arc(first) && is_arc(second)) return cut_circles(first, second);
    if (is_arc(first)) return cut_line_and_circle(second, first);
    if (is_arc(second)) return cut_line_and_circle(first, second);
    const N at_p = at_p_[first] - at_p_[second], at_q = at_q_[first] - at_q_[second];
    if ((lead(at_p) < 0) == (lead(at_q) < 0)) return;
    add_cut(p_ + width_ * quotient(at_p, at_p - at_q));
  }

  void cut_line_and_circle(std::size_t line, std::size_t arc) {
    const N slope = quotient(at_q_[line] - at_p_[line], width_);
    const N &center_x = pieces_[arc]->center_x, &center_y = pieces_[arc]->center_y, &r = radius(arc);
    const N height = (at_p_[line] - center_y) + slope * (center_x - p_);  // above the centre
    const N square = N(1.0) + slope * slope, discriminant = r * r * square - height * height;
    if (!(lead(discriminant) > 0)) return;
    const N middle = center_x - quotient(slope * height, square), half = quotient(root(discriminant), square);
    add_cut(middle - half);
    add_cut(middle + half);
  }

  void cut_circles(std::size_t first, std::size_t second) {
    const Piece<N>&p = *pieces_[first], &q = *pieces_[second];
    const N dx = q.center_x - p.center_x, dy = q.center_y - p.center_y, square = dx * dx + dy * dy;
    if (!(lead(square) > 0)) return;
    const N &r = radius(first), &s = radius(second);
    const N along = N(0.5) * (N(1.0) + quotient((r - s) * (r + s), square));
    const N across_square = quotient(r * r, square) - along * along;
    if (!(lead(across_square) > 0)) return;
    const N middle = p.center_x + along * dx, half = root(across_square) * dy;
    add_cut(middle - half);
    add_cut(middle + half);
  }

  std::array<const Piece<N>*, 4> pieces_;
  std::array<N, 2> radii_;
  N p_, q_, width_;
  Heights at_p_, at_q_;
  std::array<N, 8> cuts_;
  std::size_t cut_count_ = 0;
};

/// The area of the intersection of two bodies whose boundaries have one frame.
template <class N>
N overlap_by_slabs(const Boundary<N>& a, const Boundary<N>& b) {
  N area = N(0.0);
  if (a.is_empty() || b.is_empty()) return area;
  N x = lead(a.min_x() - b.min_x()) > 0 ? a.min_x() : b.min_x();
  const N end = lead(a.max_x() - b.max_x()) < 0 ? a.max_x() : b.max_x();
  const std::array<const std::vector<Piece<N>>*, 4> chains{&a.lower, &a.upper, &b.lower, &b.upper};
  std::array<std::size_t, 4> at{};
  while (lead(end - x) > 0) {
    std::array<const Piece<N>*, 4> pieces;
    N to = end;
    for (std::size_t k = 0; k < 4; ++k) {
      while (at[k] + 1 < chains[k]->size() && !(lead((*chains[k])[at[k]].x1 - x) > 0)) ++at[k];
      pieces[k] = &(*chains[k])[at[k]];
      const N& its_end = pieces[k]->x1;
      if (lead(its_end - x) > 0 && lead(its_end - to) < 0) to = its_end;
    }
    area = area + Slab<N>(pieces, a.radius, b.radius, x, to).area();
    x = to;
  }
  return area;
}

}  // namespace satchel::areas
