// The area of the intersection of two regions.
//
//   in the frame of the lower corner of the common box, of width w and height h:
//     cut each edge to x in [0, w]; cut it where it passes y = 0 and y = h; what lies below 0 is left out, what lies above h
//     is put on h
//   area = sum over pieces p of A and q of B:  sign(p) sign(q) * integral of min(p, q) over the common x
//
// For a region is the sum of the trapezoids below its edges, positive below edges that lead left (the region is below them),
// negative below those that lead right; and two trapezoids that reach down to 0 have min(p, q) in common. Pieces are compared
// in the order of their left ends. Nothing is decided: the sum is continuous in the vertices. (W. R. Franklin,
// "Calculating map overlay polygons' areas without explicitly calculating the polygons", 1990, uses vertices instead.)
//
// Error. A term is off by at most 12 u w h: four interpolated heights of at most 3 u h each, and six roundings of numbers up
// to w h. Vertices in the frame are off by u times their distance from the origins. With k terms and the largest coordinate
// of either frame c, the area is off by at most 2^-49 k w h + 2^-50 c (w + h) k, a bound that no test comes near.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "exact/region.hpp"

namespace satchel::areas {

/// Keeps its memory from pair to pair.
template <class T>
class RegionOverlap {
 public:
  /// O(n + m), and a term for each two pieces that have x in common. May throw bad_alloc.
  double area(const exact::Region<T>& a, const exact::Region<T>& b) {
    const double dx = b.origin_x - a.origin_x, dy = b.origin_y - a.origin_y;
    const Extent of_a = extent(a, 0, 0), of_b = extent(b, dx, dy);
    const double low_x = std::max(of_a.min_x, of_b.min_x), low_y = std::max(of_a.min_y, of_b.min_y);
    const double w = std::min(of_a.max_x, of_b.max_x) - low_x, h = std::min(of_a.max_y, of_b.max_y) - low_y;
    if (!(w > 0 && h > 0)) return 0;
    cut(a, 0 - low_x, 0 - low_y, w, h, pieces_[0]);
    cut(b, dx - low_x, dy - low_y, w, h, pieces_[1]);
    return std::max(0.0, sum());
  }

 private:
  /// Part of an edge in the frame of the common box.
  struct Piece {
    double x0, x1, y0, y1, sign;
  };
  struct Extent {
    double min_x, min_y, max_x, max_y;
  };

  static Extent extent(const exact::Region<T>& region, double dx, double dy) {
    T min_x = region.edges[0].start_x, max_x = min_x, min_y = region.edges[0].start_y, max_y = min_y;
    for (const exact::RegionEdge<T>& e : region.edges) {
      min_x = std::min(min_x, e.start_x);
      max_x = std::max(max_x, e.start_x);
      min_y = std::min(min_y, e.start_y);
      max_y = std::max(max_y, e.start_y);
    }
    return {static_cast<double>(min_x) + dx, static_cast<double>(min_y) + dy, static_cast<double>(max_x) + dx,
            static_cast<double>(max_y) + dy};
  }

  static void cut(const exact::Region<T>& region, double dx, double dy, double w, double h,
                  std::vector<Piece>& pieces) {
    pieces.clear();
    for (const exact::RegionEdge<T>& e : region.edges) {
      double x0 = static_cast<double>(e.start_x) + dx, y0 = static_cast<double>(e.start_y) + dy;
      double x1 = static_cast<double>(e.end_x) + dx, y1 = static_cast<double>(e.end_y) + dy;
      const double sign = x1 < x0 ? 1 : -1;
      if (x1 < x0) {
        std::swap(x0, x1);
        std::swap(y0, y1);
      }
      if (x1 <= 0 || x0 >= w || (y0 <= 0 && y1 <= 0) || x0 == x1) continue;
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
    std::sort(pieces.begin(), pieces.end(), [](const Piece& p, const Piece& q) {
      return p.x0 != q.x0 ? p.x0 < q.x0 : p.x1 != q.x1 ? p.x1 < q.x1 : p.y0 != q.y0 ? p.y0 < q.y0 : p.y1 < q.y1;
    });
  }

  /// Adds what lies above 0 of a piece, at most h high.
  static void add_between(double x0, double y0, double x1, double y1, double h, double sign,
                          std::vector<Piece>& pieces) {
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
    const auto add = [&](double p0, double q0, double p1, double q1) {
      if (p0 < p1) pieces.push_back({p0, p1, q0, q1, sign});
    };
    if (from_y >= h && to_y >= h) return add(from, h, to, h);
    if (from_y > h) {
      const double at = passes(h);
      add(from, h, at, h);
      from = at;
      from_y = h;
    }
    if (to_y > h) {
      const double at = passes(h);
      add(from, from_y, at, h);
      return add(at, h, to, h);
    }
    add(from, from_y, to, to_y);
  }

  double sum() const {
    const std::vector<Piece>&a = pieces_[0], &b = pieces_[1];
    double area = 0;
    std::size_t first_a = 0, first_b = 0;
    // The piece that begins farther left goes over the pieces of the other region that begin before it ends.
    while (first_a < a.size() && first_b < b.size()) {
      const bool a_is_first = a[first_a].x0 <= b[first_b].x0;
      const Piece& one = a_is_first ? a[first_a++] : b[first_b++];
      const std::vector<Piece>& others = a_is_first ? b : a;
      for (std::size_t i = a_is_first ? first_b : first_a; i < others.size() && others[i].x0 < one.x1; ++i) {
        area += one.sign * others[i].sign * common(one, others[i]);
      }
    }
    return area;
  }

  /// The integral of min(p, q) from q.x0, not left of p.x0, to the nearer end. With d = p - q it is that of p less that of
  /// max(0, d).
  static double common(const Piece& p, const Piece& q) {
    const double left = q.x0, right = std::min(p.x1, q.x1), width = right - left;
    const double p_slope = (p.y1 - p.y0) / (p.x1 - p.x0), q_slope = (q.y1 - q.y0) / (q.x1 - q.x0);
    const double p_left = p.y0 + p_slope * (left - p.x0),
                 p_right = p.x1 == right ? p.y1 : p.y0 + p_slope * (right - p.x0);
    const double q_left = q.y0, q_right = q.x1 == right ? q.y1 : q.y0 + q_slope * (right - q.x0);
    const double d_left = p_left - q_left, d_right = p_right - q_right;
    double above = std::max(0.0, d_left) + std::max(0.0, d_right);
    if ((d_left < 0) != (d_right < 0) && above > 0) above *= above / (std::fabs(d_left) + std::fabs(d_right));
    return 0.5 * width * (p_left + p_right - above);
  }

  std::vector<Piece> pieces_[2];
};

/// The area of a region: of trapezoids to the first vertex of each ring.
template <class T>
double area_of(const exact::Region<T>& region) {
  double twice = 0;
  for (std::size_t ring = 0; ring < region.ring_starts.size(); ++ring) {
    const std::size_t first = region.ring_starts[ring];
    const std::size_t last = ring + 1 < region.ring_starts.size() ? region.ring_starts[ring + 1] : region.edges.size();
    const double x = static_cast<double>(region.edges[first].start_x),
                 y = static_cast<double>(region.edges[first].start_y);
    for (std::size_t e = first; e < last; ++e) {
      const exact::RegionEdge<T>& edge = region.edges[e];
      twice += (static_cast<double>(edge.start_x) - x) * (static_cast<double>(edge.end_y) - y) -
               (static_cast<double>(edge.start_y) - y) * (static_cast<double>(edge.end_x) - x);
    }
  }
  return 0.5 * twice;
}

}  // namespace satchel::areas
