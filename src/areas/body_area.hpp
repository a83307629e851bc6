// The area of one body.
#pragma once

#include <cmath>
#include <cstddef>

#include "areas/number.hpp"
#include "exact/ring.hpp"

namespace satchel::areas {

template <class N>
N pi() {
  if constexpr (std::is_same_v<N, double>) {
    return 0x1.921fb54442d18p+1;
  } else {
    return {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  }
}

/// Twice the area of the triangle of the first vertex and edge i, from the exact number.
template <class N, class T>
[[gnu::noinline]] N twice_exact_triangle(const exact::Ring<T>& core, std::size_t i) {
  const exact::PlacedVertex first = core.vertex(0), start = core.vertex(i), end = core.vertex(core.next(i));
  const auto difference = [](double to, double from) { return exact::Expansion<2>(exact::two_difference(to, from)); };
  return number_of<N>(exact::cross(difference(start.x, first.x), difference(end.y, first.y),
                                   difference(start.y, first.y), difference(end.x, first.x)));
}

/// The area of a core, with a radius around it: the polygon, the strips along its edges, and one disc. The kernel of
/// areas adds up a polygon in this order, too, so that both give the same bits unless a triangle is thin.
///
/// A triangle whose products cancel to 2^-20 of themselves is computed exactly. So each term is off by less than 2^23 e of
/// itself, with e as in slabs.hpp, and so is the sum, because a convex polygon has no negative term.
template <class N, class T>
N body_area(const exact::Ring<T>& core, T radius) {
  const exact::PlacedVertex first = core.vertex(0);
  N twice = N(0.0), start_x = N(0.0), start_y = N(0.0), length = N(0.0);
  for (std::size_t i = 0; i < core.count(); ++i) {
    const exact::PlacedVertex end = core.vertex(core.next(i));
    const N end_x = difference<N>(end.x, first.x), end_y = difference<N>(end.y, first.y);
    const N product = start_x * end_y, triangle = product - start_y * end_x;
    const bool is_thin = !(lead(triangle) >= 0x1p-20 * std::fabs(lead(product)));
    twice = twice + (is_thin ? twice_exact_triangle<N>(core, i) : triangle);
    if (radius > 0) {
      const exact::PlacedVertex start = core.vertex(i);
      const N edge_x = difference<N>(end.x, start.x), edge_y = difference<N>(end.y, start.y);
      length = length + root(edge_x * edge_x + edge_y * edge_y);
    }
    start_x = end_x;
    start_y = end_y;
  }
  const N r = N(static_cast<double>(radius));
  return N(0.5) * twice + r * length + pi<N>() * r * r;
}

}  // namespace satchel::areas
