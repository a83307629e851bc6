// Keeping some of sixteen indices.
//
// `store_kept(as, bs, a, ids, mask)` of a lane type: for the k-th set bit i of the mask, `a` goes to as[k] and ids[i]
// to bs[k]; what lies behind these, up to as[15] and bs[15], may be written too.
#pragma once

#include <cstdint>

#include "kernels/layout.hpp"

namespace {

SATCHEL_INLINE void store_kept_one_by_one(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a,
                                          const std::uint32_t* ids, unsigned mask) {
  for (; mask != 0; mask &= mask - 1) {
    *as++ = a;
    *bs++ = ids[__builtin_ctz(mask)];
  }
}

/// For each mask of 8 lanes: byte k is the place of its k-th set bit.
struct KeptLanes {
  std::uint64_t lanes[256];

  constexpr KeptLanes() : lanes{} {
    for (unsigned mask = 0; mask < 256; ++mask) {
      unsigned k = 0;
      for (unsigned lane = 0; lane < 8; ++lane) {
        if ((mask >> lane & 1u) != 0) lanes[mask] |= std::uint64_t{lane} << (8 * k++);
      }
    }
  }
};

}  // namespace
