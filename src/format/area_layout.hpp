// What the kernels of areas write.
#pragma once

namespace satchel::kernels {

/// The areas of one pair, in the pair's own order.
struct PairAreas {
  double overlap, a, b;  ///< of the intersection, of body a, of body b
};

}  // namespace satchel::kernels
