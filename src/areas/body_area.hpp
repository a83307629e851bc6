// The area of one body.
#pragma once

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

/// The area of a core, with a radius around it: the polygon, the strips along its edges, and one disc. The kernel of
/// areas adds up a polygon in this order, too, so that both give the same bits.
template <class N, class T>
N body_area(const exact::Ring<T>& core, T radius) {
  const exact::PlacedVertex first = core.vertex(0);
  N twice = N(0.0), start_x = N(0.0), start_y = N(0.0), length = N(0.0);
  for (std::size_t i = 0; i < core.count(); ++i) {
    const exact::PlacedVertex end = core.vertex(core.next(i));
    const N end_x = difference<N>(end.x, first.x), end_y = difference<N>(end.y, first.y);
    twice = twice + (start_x * end_y - start_y * end_x);
    if (radius > 0) {
      const N edge_x = end_x - start_x, edge_y = end_y - start_y;
      length = length + root(edge_x * edge_x + edge_y * edge_y);
    }
    start_x = end_x;
    start_y = end_y;
  }
  const N r = N(static_cast<double>(radius));
  return N(0.5) * twice + r * length + pi<N>() * r * r;
}

}  // namespace satchel::areas
