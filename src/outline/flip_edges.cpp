// C. L. Lawson's flips ("Software for C1 surface interpolation", 1977). Each flip that is proved right brings the
// triangulation nearer to the Delaunay triangulation, so that flips end. Such a pair of triangles is a strictly convex
// quadrilateral: its diagonal can be flipped.
#include "outline/flip_edges.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "outline/reports.hpp"

namespace satchel::outline {
namespace {

constexpr std::uint64_t most_flips = 64;  // a triangle

/// Whether d lies in the circumcircle of the counter-clockwise triangle a b c, by more than the bound of the rounding
/// error (Shewchuk's "A" estimate of incircle, 1997). No operation overflows or underflows within the range of scenes.
template <class T>
bool surely_in_circle(const BasicVec2<T>& a, const BasicVec2<T>& b, const BasicVec2<T>& c, const BasicVec2<T>& d) {
  constexpr double u = 0x1p-53;
  constexpr double error = (10 + 96 * u) * u;
  const double dx = d.x, dy = d.y;
  const double ax = a.x - dx, ay = a.y - dy, bx = b.x - dx, by = b.y - dy, cx = c.x - dx, cy = c.y - dy;
  const double bc = bx * cy, cb = cx * by, ca = cx * ay, ac = ax * cy, ab = ax * by, ba = bx * ay;
  const double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  const double det = a2 * (bc - cb) + b2 * (ca - ac) + c2 * (ab - ba);
  const double size =
      (std::abs(bc) + std::abs(cb)) * a2 + (std::abs(ca) + std::abs(ac)) * b2 + (std::abs(ab) + std::abs(ba)) * c2;
  return det > error * size;
}

template <class T>
class Flips {
 public:
  Flips(std::span<const BasicVec2<T>> vertices, Triangles& triangles)
      : vertices_(vertices), starts_(triangles.starts), twins_(triangles.twins), is_suspect_(starts_.size()) {}

  void run(const Options& options) {
    std::uint64_t left = most_flips * std::uint64_t{starts_.size() / 3}, steps = 0;
    for (std::uint32_t first = 0; first < starts_.size() && left > 0; ++first) {
      suspect(first);
      while (!suspects_.empty() && left > 0) {
        if (++steps % 256 == 0) report(options, first, starts_.size());
        const std::uint32_t edge = suspects_.back();
        suspects_.pop_back();
        is_suspect_[edge] = false;
        if (!is_to_flip(edge)) continue;
        --left;
        const std::uint32_t twin = twins_[edge];
        flip(edge, twin);
        for (const std::uint32_t side : {edge, Triangles::previous(edge), twin, Triangles::previous(twin)})
          suspect(side);
      }
    }
  }

 private:
  const BasicVec2<T>& start(std::uint32_t edge) const { return vertices_[starts_[edge]]; }

  void suspect(std::uint32_t edge) {
    if (is_suspect_[edge]) return;
    is_suspect_[edge] = true;
    suspects_.push_back(edge);
  }

  bool is_to_flip(std::uint32_t edge) const {
    const std::uint32_t twin = twins_[edge];
    return twin != no_edge && surely_in_circle(start(edge), start(Triangles::next(edge)),
                                               start(Triangles::previous(edge)), start(Triangles::previous(twin)));
  }

  void glue(std::uint32_t edge, std::uint32_t twin) {
    twins_[edge] = twin;
    if (twin != no_edge) twins_[twin] = edge;
  }

  /// Makes the triangles c a d and d b c of a b c and b a d, where `edge` leads from a to b. Edges c - a and d - b stay in
  /// their places; a - d and b - c take the places of `edge` and `twin`.
  void flip(std::uint32_t edge, std::uint32_t twin) {
    const std::uint32_t b_c = Triangles::next(edge), a_d = Triangles::next(twin);
    starts_[b_c] = starts_[Triangles::previous(twin)];
    starts_[a_d] = starts_[Triangles::previous(edge)];
    glue(edge, twins_[a_d]);
    glue(twin, twins_[b_c]);
    glue(b_c, a_d);
  }

  std::span<const BasicVec2<T>> vertices_;
  std::vector<std::uint32_t>&starts_, &twins_;
  std::vector<std::uint32_t> suspects_;  ///< edges whose triangles may have changed since they were looked at
  std::vector<bool> is_suspect_;
};

}  // namespace

template <class T>
void flip_edges(std::span<const BasicVec2<T>> vertices, Triangles& triangles, const Options& run) {
  Flips<T>(vertices, triangles).run(run);
}

template void flip_edges(std::span<const Vec2>, Triangles&, const Options&);
template void flip_edges(std::span<const Vec2d>, Triangles&, const Options&);

}  // namespace satchel::outline
