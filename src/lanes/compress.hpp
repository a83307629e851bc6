// Keeping some of many, in order, where nobody can foresee which: without a branch.
//
// Of a lane type of width W; bit i of the mask says whether element i is kept:
//   store_kept(as, bs, a, ids, mask)            of sixteen: `a` goes to as[k] and ids[i] to bs[k], i the k-th kept;
//                                               what lies behind, up to as[15] and bs[15], may be written too
//   store_kept_words(to, from, mask)            of W words of four bytes: from[i] goes to to[k], i the k-th kept; what
//                                               lies behind, up to to[W - 1], may be written too
//   store_kept_pairs(to, at, pairs, i, mask)    of W: pairs[l] goes to to[k] and i + l to at[k], l the k-th kept;
//                                               what lies behind, up to to[W - 1] and at[W - 1], may be written too;
//                                               returns how many are kept
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"

namespace {

SATCHEL_INLINE void store_kept_one_by_one(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a,
                                          const std::uint32_t* ids, unsigned mask) {
  for (; mask != 0; mask &= mask - 1) {
    *as++ = a;
    *bs++ = ids[__builtin_ctz(mask)];
  }
}

template <std::size_t width>
SATCHEL_INLINE void store_kept_words_one_by_one(void* to, const void* from, unsigned mask) {
  constexpr std::size_t word = 4;
  auto* place = static_cast<unsigned char*>(to);
  for (std::size_t lane = 0; lane < width; ++lane) {
    __builtin_memcpy(place, static_cast<const unsigned char*>(from) + word * lane, word);
    place += word * ((mask >> lane) & 1u);
  }
}

template <std::size_t width>
SATCHEL_INLINE std::size_t store_kept_pairs_one_by_one(satchel::Pair* to, std::uint32_t* at, const satchel::Pair* pairs,
                                                       std::uint32_t first, unsigned mask) {
  std::size_t kept = 0;
  for (std::uint32_t lane = 0; lane < width; ++lane) {
    to[kept] = pairs[lane];
    at[kept] = first + lane;
    kept += (mask >> lane) & 1u;
  }
  return kept;
}

/// For each mask of 8 / n elements of n lanes each: the bytes are the lanes of those whose bits are set, in order.
template <unsigned n>
struct KeptElements {
  static constexpr unsigned masks = 1u << 8 / n;
  std::uint64_t lanes[masks];

  constexpr KeptElements() : lanes{} {
    for (unsigned mask = 0; mask < masks; ++mask) {
      unsigned k = 0;
      for (unsigned lane = 0; lane < 8; ++lane) {
        if ((mask >> lane / n & 1u) != 0) lanes[mask] |= std::uint64_t{lane} << (8 * k++);
      }
    }
  }
};
using KeptLanes = KeptElements<1>;

}  // namespace
