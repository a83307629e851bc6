// Proves a touch at a shared vertex without exact arithmetic: neighbours on a map and parts of one outline share
// vertices.
#pragma once

#include <optional>

#include "exact/contest.hpp"
#include "exact/resolve.hpp"

namespace satchel::exact {

/// The first edge, a's before b's, along which two cores touch; an edge that is not inner, if there is one. Nothing
/// if doubles cannot prove the touch. The cores must be strictly convex polygons with equal origins, so that their
/// offsets are coordinates of one frame.
///
///   for each edge: if a vertex of the other core is certainly on the inner side: try the next edge
///                  if each vertex of the other core is certainly on the outer side or equals an end of the edge:
///                    if a vertex equals an end: return the edge (an inner edge only if no later edge qualifies)
///                  else return nothing
///
/// Proof: if all vertices of the other core are on the outer side of an edge or equal one of its ends, the interiors do
/// not meet; a vertex that equals an end is a common point, so the cores touch. Then no edge separates them strictly,
/// and the loop has returned the first edge whose top is 0. The error bound is that of orient2d.
template <class T>
std::optional<EdgeOf> touch_at_shared_vertex(const Core<T>& a, const Core<T>& b) {
  constexpr double u = 0x1p-53, error = (3 + 16 * u) * u;
  std::optional<EdgeOf> inner;
  for (const Side side : {Side::a, Side::b}) {
    const Core<T>& own = side == Side::a ? a : b;
    const Core<T>& other = side == Side::a ? b : a;
    for (std::uint32_t e = 0; e < own.count; ++e) {
      const std::uint32_t next = e + 1 == own.count ? 0 : e + 1;
      const double sx = own.x[e], sy = own.y[e], tx = own.x[next], ty = own.y[next];
      bool shared = false, inside = false;
      for (std::uint32_t v = 0; v < other.count && !inside; ++v) {
        const double vx = other.x[v], vy = other.y[v];
        if ((vx == sx && vy == sy) || (vx == tx && vy == ty)) {
          shared = true;
          continue;
        }
        const double left = (tx - sx) * (vy - sy), right = (ty - sy) * (vx - sx), turn = left - right;
        const double bound = error * (std::fabs(left) + std::fabs(right));
        inside = turn > bound;
        if (!inside && !(-turn > bound)) return {};
      }
      if (inside) continue;
      if (!shared) return {};
      const std::uint64_t* const mask = own.inner_edges;
      if (mask == nullptr || ((mask[e / 64] >> (e % 64)) & 1u) == 0) return EdgeOf{side, e};
      if (!inner) inner = EdgeOf{side, e};
    }
  }
  return inner;
}

}  // namespace satchel::exact
