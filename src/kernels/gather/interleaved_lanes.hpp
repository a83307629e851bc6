// An order of the lanes of a packet for which its transposed contacts are contiguous in memory.
//
// The contacts of W pairs are four columns: normal x, normal y, separation, feature. They are transposed within groups of
// four lanes; lane 4 g + r is lane r of group g. With pair i in lane i, row r of the result holds pairs r, r + 4, r + 8,
// ..., so that every 16 bytes of the row go to another place. With pair (W / 4) r + g in lane 4 g + r, row r holds pairs
// (W / 4) r, (W / 4) r + 1, ..., which are neighbours in memory. Loads take as long, because any pair can be loaded to
// any lane; masks have to be permuted (in_order).
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "lanes/lanes.hpp"

namespace {

using satchel::BasicContact;
using satchel::kernels::PairJob;

template <class L>
struct InterleavedLanes {
  using T = typename L::Scalar;

  /// Whether RecordLanes can load records in this order.
  static constexpr bool can_load_records = L::splits_rows && L::row == 4;

  static constexpr std::size_t pair_of(std::size_t lane) { return L::width / 4 * (lane % 4) + lane / 4; }

  /// Bit i of the result: the bit of the lane that holds pair i.
  static SATCHEL_INLINE unsigned in_order(unsigned bits) {
    if constexpr (L::width == 16) {  // the transpose of a matrix of 4 x 4 bits
      const auto delta_swap = [&](unsigned mask, unsigned shift) __attribute__((always_inline)) {
        const unsigned differing = (bits ^ (bits >> shift)) & mask;
        bits ^= differing ^ (differing << shift);
      };
      delta_swap(0x0a0a, 3);  // within each quarter of 2 x 2 bits
      delta_swap(0x00cc, 6);  // the quarters above and below the diagonal
      return bits;
    }
    unsigned of_pairs = 0;
    for (std::size_t lane = 0; lane < L::width; ++lane) of_pairs |= (bits >> lane & 1u) << pair_of(lane);
    return of_pairs;
  }

  /// Writes the contacts of pairs first ... first + W - 1 of the job from their four columns.
  static SATCHEL_INLINE void store_contacts(const PairJob<T>& job, std::size_t first, const typename L::Vector* columns,
                                            BasicContact<T>* contacts) {
    static_assert(sizeof(BasicContact<T>) == 4 * sizeof(T));
    typename L::Vector rows[4];
    transpose<L>(columns, rows);
    const std::uint32_t* const slots = job.slots;  // read once: for the compiler, stores of contacts may change the job
    if (slots == nullptr) {
      for (std::size_t r = 0; r < 4; ++r) L::store(reinterpret_cast<T*>(contacts + first) + L::width * r, rows[r]);
      return;
    }
    for (std::size_t r = 0; r < 4; ++r) {
      T* to[L::width / 4];
      for (std::size_t g = 0; g < L::width / 4; ++g) {
        to[g] = reinterpret_cast<T*>(contacts + slots[first + L::width / 4 * r + g]);
      }
      L::store_groups(to, rows[r]);
    }
  }
};

}  // namespace
