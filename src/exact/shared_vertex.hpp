// Touches at shared vertices, as of neighbours on a map or of parts of one outline: certain without exact arithmetic.
#pragma once

#include <optional>

#include "exact/contest.hpp"
#include "exact/resolve.hpp"

namespace satchel::exact {

/// The first edge, a's before b's, that a pair touches at, one that is not ignored if there is such; nothing where that
/// is not certain. For cores of three or more vertices, strictly convex, of the same origin, whose offsets are then
/// coordinates of one frame.
///
///   for each edge: if a vertex of the other core lies inside of it for certain: the next edge
///                  if all of them lie outside for certain, or are one of its ends, and one is: this edge
///                  else nothing: they do not share a vertex there, or that is a matter for exact arithmetic
///
/// An edge with nothing of the other core inside keeps the interiors apart; a shared vertex makes it a touch. So no
/// edge separates, and of the edges that touch this is the first. Bound: orient2d's.
template <class T>
std::optional<EdgeOf> touch_at_shared_vertex(const Core<T>& a, const Core<T>& b) {
  constexpr double u = 0x1p-53, error = (3 + 16 * u) * u;
  std::optional<EdgeOf> ignored;
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
      const std::uint64_t* const mask = own.ignored_edges;
      if (mask == nullptr || ((mask[e / 64] >> (e % 64)) & 1u) == 0) return EdgeOf{side, e};
      if (!ignored) ignored = EdgeOf{side, e};
    }
  }
  return ignored;
}

}  // namespace satchel::exact
