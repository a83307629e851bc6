// The area of the intersection of two regions that have blocks of outlines.
//
//   in the frame of the lower corner of the common box, of width w and height h:
//     cut each edge to x in [0, w]; cut it where it passes y = 0 and y = h; what lies below 0 is left out, what lies above h
//     is put on h
//   area = sum over pieces p of A and q of B:  sign(p) sign(q) * integral of min(p, q) over the common x
//
// For a region is the sum of the trapezoids below its edges, positive below edges that lead left (the region is below them),
// negative below those that lead right; and two trapezoids that reach down to 0 have min(p, q) in common. Nothing is decided:
// the sum is continuous in the vertices. (W. R. Franklin, "Calculating map overlay polygons' areas without explicitly
// calculating the polygons", 1990, uses vertices instead.)
//
// Few pieces are all compared, two of B at a time. Of more, both lists are sorted by their left ends, and each piece is
// compared with those of the other list that begin before it ends.
//
// Error. A term is off by at most 16 u w h: four interpolated heights of at most 3 u h each, and ten roundings of numbers up
// to w h. Vertices in the frame are off by u times their distance from the origins. With k terms and the largest coordinate
// of either frame c, the area is off by at most 2^-49 k w h + 2^-50 c (w + h) k; in tests with some hundred edges by a hundredth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "exact/two_lanes.hpp"
#include "format/outline_layout.hpp"

namespace satchel::areas {

/// Parts of edges in the frame of the common box.
class Pieces {
 public:
  struct Piece {
    double x0, x1;     ///< x0 < x1
    double y0, slope;  ///< its height at x0
    double sign;
  };

  void clear(std::size_t most) {
    size_ = 0;
    if (memory_.size() < 5 * (most + padding)) memory_.resize(5 * (most + padding));
    stride_ = memory_.size() / 5;
  }
  void add(double x0, double y0, double x1, double y1, double sign) {
    if (!(x0 < x1)) return;
    double* const to = memory_.data() + size_++;
    to[0] = x0;
    to[stride_] = x1;
    to[2 * stride_] = y0;
    to[3 * stride_] = (y1 - y0) / (x1 - x0);
    to[4 * stride_] = sign;
  }
  /// Adds pieces without width that begin at `end`, for loads of two; `size` does not count them.
  void pad(double end) {
    for (std::size_t k = 0; k < padding; ++k) {
      double* const to = memory_.data() + size_ + k;
      to[0] = to[stride_] = end;
      to[2 * stride_] = to[3 * stride_] = to[4 * stride_] = 0;
    }
  }
  void sort() {
    order_.resize(size_);
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(),
              [&](std::uint32_t i, std::uint32_t j) { return x0()[i] != x0()[j] ? x0()[i] < x0()[j] : i < j; });
    for (std::size_t row = 0; row < 5; ++row) {
      double* const values = memory_.data() + row * stride_;
      sorted_.assign(values, values + size_);
      for (std::size_t i = 0; i < size_; ++i) values[i] = sorted_[order_[i]];
    }
  }

  std::size_t size() const { return size_; }
  Piece operator[](std::size_t i) const {
    const double* const from = memory_.data() + i;
    return {from[0], from[stride_], from[2 * stride_], from[3 * stride_], from[4 * stride_]};
  }
  const double* x0() const { return memory_.data(); }

  /// The sum of sign(q) times twice the integral of min(p, q) over the common x, over the pieces q from `first` to before
  /// `end` and maybe the next one, which has no x in common with p then.
  double below_both(const Piece& p, std::size_t first, std::size_t end) const {
    using V = exact::TwoLanes;
    const V zero = V::splat(0), least = V::splat(0x1p-1000), p_x0 = V::splat(p.x0), p_x1 = V::splat(p.x1),
            p_y0 = V::splat(p.y0), p_slope = V::splat(p.slope);
    V sum = zero;
    for (std::size_t i = first; i < end; i += 2) {
      const double* const q = memory_.data() + i;
      const V x0 = V::load(q), x1 = V::load(q + stride_), y0 = V::load(q + 2 * stride_),
              slope = V::load(q + 3 * stride_);
      const V left = max(p_x0, x0), right = min(p_x1, x1), width = max(zero, right - left);
      const V p_left = p_y0 + p_slope * (left - p_x0), p_right = p_y0 + p_slope * (right - p_x0);
      const V d_left = p_left - (y0 + slope * (left - x0)), d_right = p_right - (y0 + slope * (right - x0));
      // min(p, q) = p - max(0, d), with d = p - q; of d the part above 0 is a trapezoid, or a triangle where d changes sign.
      const V above = max(zero, d_left) + max(zero, d_right);
      const V all = max(least, abs(d_left) + abs(d_right));
      sum = sum + V::load(q + 4 * stride_) * width * ((p_left + p_right) - above * (above / all));
    }
    return sum.lower() + sum.upper();
  }

 private:
  static constexpr std::size_t padding = 2;

  std::vector<double> memory_, sorted_;
  std::vector<std::uint32_t> order_;
  std::size_t size_ = 0, stride_ = 0;
};

/// Keeps its memory from pair to pair.
template <class T>
class RegionOverlap {
 public:
  using Block = kernels::OutlineBlock<const T>;

  /// A term for each two pieces: O(n + m + k^2) for k pieces in the common box, or O(k log k) and a term for each two that
  /// have x in common, if there are many. May throw bad_alloc.
  /// @param dx, dy  from A's origin to B's
  double area(const Block& a, const Block& b, double dx, double dy) {
    const T *const of_a = a.whole(), *const of_b = b.whole();
    const auto low = [](const T* box, unsigned axis, double by) { return by - static_cast<double>(box[axis]); };
    const auto high = [](const T* box, unsigned axis, double by) { return static_cast<double>(box[2 + axis]) + by; };
    const double low_x = std::max(low(of_a, 0, 0), low(of_b, 0, dx)),
                 low_y = std::max(low(of_a, 1, 0), low(of_b, 1, dy));
    const double w = std::min(high(of_a, 0, 0), high(of_b, 0, dx)) - low_x;
    const double h = std::min(high(of_a, 1, 0), high(of_b, 1, dy)) - low_y;
    error_ = 0;
    if (!(w > 0 && h > 0)) return 0;
    cut(a, 0 - low_x, 0 - low_y, w, h, pieces_[0]);
    cut(b, dx - low_x, dy - low_y, w, h, pieces_[1]);
    const std::size_t terms = pieces_[0].size() * pieces_[1].size();
    const double largest = std::max({std::fabs(low_x), std::fabs(low_y), std::fabs(low_x - dx), std::fabs(low_y - dy)});
    error_ = static_cast<double>(terms) * (0x1p-49 * w * h + 0x1p-50 * (largest + w + h) * (w + h));
    const bool few = terms <= most_compared;
    return std::max(0.0, 0.5 * (few ? sum_of_all() : sum_of_sorted()));
  }

  /// A bound of the error of the last area.
  double error() const { return error_; }

 private:
  /// Up to so many terms cost less than sorting.
  static constexpr std::size_t most_compared = 1024;

  static void cut(const Block& region, double dx, double dy, double w, double h, Pieces& pieces) {
    pieces.clear(std::size_t{3 * kernels::edges_of_group} * region.groups);
    for (std::uint32_t group = 0; group < region.groups; ++group) {
      const T* const box = region.box_of_group(group);
      if (static_cast<double>(box[16]) + dx <= 0 || dx - static_cast<double>(box[0]) >= w ||
          static_cast<double>(box[24]) + dy <= 0) {
        continue;
      }
      const T *const x = region.vertices(group), *const y = x + region.y_stride;
      for (std::uint32_t i = 0; i < kernels::edges_of_group; ++i) {
        double x0 = static_cast<double>(x[i]) + dx, y0 = static_cast<double>(y[i]) + dy;
        double x1 = static_cast<double>(x[i + 1]) + dx, y1 = static_cast<double>(y[i + 1]) + dy;
        if ((x0 <= 0 && x1 <= 0) || (x0 >= w && x1 >= w) || (y0 <= 0 && y1 <= 0) || x0 == x1) continue;
        const double sign = x1 < x0 ? 1 : -1;
        if (x1 < x0) {
          std::swap(x0, x1);
          std::swap(y0, y1);
        }
        const double slope = (y1 - y0) / (x1 - x0);
        if (x0 < 0) {
          y0 += slope * (0 - x0);
          x0 = 0;
        }
        if (x1 > w) {
          y1 += slope * (w - x1);
          x1 = w;
        }
        add_between(x0, y0, x1, y1, h, sign, pieces);
      }
    }
    pieces.pad(w);
  }

  /// Adds what lies above 0 of a piece, at most h high.
  static void add_between(double x0, double y0, double x1, double y1, double h, double sign, Pieces& pieces) {
    const auto passes = [&](double y) {  // where the edge passes the height y
      return std::min(x1, std::max(x0, x0 + (x1 - x0) * ((y - y0) / (y1 - y0))));
    };
    double from = x0, from_y = y0, to = x1, to_y = y1;
    if (y0 < 0 && y1 > 0) {
      from = passes(0);
      from_y = 0;
    } else if (y1 < 0 && y0 > 0) {
      to = passes(0);
      to_y = 0;
    } else if (y0 <= 0 && y1 <= 0) {
      return;
    }
    if (from_y >= h && to_y >= h) return pieces.add(from, h, to, h, sign);
    if (from_y > h) {
      const double at = passes(h);
      pieces.add(from, h, at, h, sign);
      from = at;
      from_y = h;
    }
    if (to_y > h) {
      const double at = passes(h);
      pieces.add(from, from_y, at, h, sign);
      return pieces.add(at, h, to, h, sign);
    }
    pieces.add(from, from_y, to, to_y, sign);
  }

  double sum_of_all() const {
    const Pieces &a = pieces_[0], &b = pieces_[1];
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].sign * b.below_both(a[i], 0, b.size());
    return sum;
  }

  /// The piece that begins farther left goes over the pieces of the other region that begin before it ends.
  double sum_of_sorted() {
    Pieces &a = pieces_[0], &b = pieces_[1];
    a.sort();
    b.sort();
    double sum = 0;
    std::size_t first_a = 0, first_b = 0;
    while (first_a < a.size() && first_b < b.size()) {
      const bool a_is_first = a.x0()[first_a] <= b.x0()[first_b];
      const Pieces& others = a_is_first ? b : a;
      const Pieces::Piece one = a_is_first ? a[first_a++] : b[first_b++];
      const std::size_t first = a_is_first ? first_b : first_a;
      std::size_t end = first;
      while (end < others.size() && others.x0()[end] < one.x1) ++end;
      sum += one.sign * others.below_both(one, first, end);
    }
    return sum;
  }

  Pieces pieces_[2];
  double error_ = 0;
};

}  // namespace satchel::areas
