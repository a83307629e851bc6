// Stores the elements that a mask keeps, side by side and in order. Without branches, because which elements are kept
// cannot be predicted.
//
// Members of a lane type of width W. Bit i of the mask says whether element i is kept; k counts the kept elements:
//   store_kept(as, bs, a, ids, mask)            of 16 elements: the k-th kept one, i, sets as[k] = a, bs[k] = ids[i];
//                                               may overwrite the rest of as[0 ... 15] and bs[0 ... 15]
//   store_kept_numbers(as, bs, a, first, mask)  as store_kept with ids[i] = first + i
//   store_kept_words(to, from, mask)            of W words of four bytes: the k-th kept one, i, sets to[k] = from[i];
//                                               may overwrite the rest of to[0 ... W - 1]
//   store_kept_pairs(to, at, pairs, i, mask)    of W pairs: the k-th kept one, l, sets to[k] = pairs[l], at[k] = i + l;
//                                               may overwrite the rest of to[0 ... W - 1] and at[0 ... W - 1];
//                                               returns the number of kept pairs
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"

namespace {

/// @param id_of  id_of(i) -> the id of element i
template <class IdOf>
SATCHEL_INLINE void store_kept_one_by_one(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, unsigned mask,
                                          const IdOf& id_of) {
  for (; mask != 0; mask &= mask - 1) {
    *as++ = a;
    *bs++ = id_of(static_cast<std::uint32_t>(__builtin_ctz(mask)));
  }
}

template <std::size_t width>
SATCHEL_INLINE void store_kept_words_one_by_one(void* to, const void* from, unsigned mask) {
  constexpr std::size_t word = 4;
  auto* next = static_cast<unsigned char*>(to);
  for (std::size_t lane = 0; lane < width; ++lane) {
    __builtin_memcpy(next, static_cast<const unsigned char*>(from) + word * lane, word);
    next += word * ((mask >> lane) & 1u);
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

/// For each mask of 8 / n elements of n lanes each: byte k is the number of the k-th lane of the kept elements.
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
