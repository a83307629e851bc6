// The lists that the work on pairs of outlines goes through (outline_pairs.hpp).
//
// What a mask says is appended some places at a time, whether it says as many or not, and counted as far as it does:
// which bits are set cannot be foreseen, and a branch on it that is guessed wrong costs more than what is not needed.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/keep.hpp"
#include "kernels/layout.hpp"
#include "kernels/outline_layout.hpp"

namespace {

using satchel::kernels::edges_of_group;

constexpr KeptLanes kept_places;
constexpr std::uint64_t each_byte = 0x0101010101010101;  ///< times a byte: eight of it

/// Groups of eight edges of both bodies of some pairs, whose boxes meet.
template <class T>
struct GroupPairs {
  static constexpr std::uint32_t most = 256;  ///< a byte tells them apart
  static constexpr std::uint32_t full = most - 8;

  const T *edges_a[most], *edges_b[most];
  /// Of their edges, bit 8 j + i of A's i-th and B's j-th: boxes meet; they begin in one vertex.
  std::uint64_t near[most], same[most];
  std::uint32_t count = 0;

  /// Appends groups first_a + i of A, i the set bits of a mask of eight, with one of B.
  /// @return  the number of elements then, of which there were `end`
  SATCHEL_INLINE std::uint32_t put(std::uint32_t end, std::uint32_t pair, std::uint32_t first_a, unsigned mask,
                                   std::uint32_t group_b) {
    std::uint8_t* const to = numbers_ + end;
    put_eight(to, pair * each_byte);
    put_eight(to + most, kept_places.lanes[mask] + first_a * each_byte);
    put_eight(to + 2 * most, group_b * each_byte);
    return end + static_cast<std::uint32_t>(__builtin_popcount(mask));
  }

  SATCHEL_INLINE std::uint32_t owner(std::uint32_t k) const { return numbers_[k]; }
  SATCHEL_INLINE std::uint32_t a(std::uint32_t k) const { return numbers_[most + k]; }
  SATCHEL_INLINE std::uint32_t b(std::uint32_t k) const { return numbers_[2 * most + k]; }

 private:
  std::uint8_t numbers_[3 * most];  ///< of the pairs; of A's groups; of B's groups

  static SATCHEL_INLINE void put_eight(std::uint8_t* to, std::uint64_t bytes) {
    static_assert(std::endian::native == std::endian::little, "the first of eight is the lowest byte");
    __builtin_memcpy(to, &bytes, sizeof bytes);
  }
};

/// Edges of both bodies, an element each: their pair of groups in a list of these, how they meet, if they do, and their
/// place, 8 j + i of A's i-th and B's j-th.
struct EdgePairs {
  static constexpr std::uint32_t most = 512, places = edges_of_group * edges_of_group, full = most - places;

  enum Meeting : std::uint32_t {
    in_corners,  ///< both begin there
    on_a,        ///< that of B begins on that of A
    on_b         ///< that of A begins on that of B
  };

  std::uint16_t elements[most + 8];
  std::uint32_t count = 0;

  SATCHEL_INLINE std::uint32_t groups(std::uint32_t i) const { return elements[i] >> 8; }
  SATCHEL_INLINE std::uint32_t meeting(std::uint32_t i) const { return elements[i] / places % 4; }
  SATCHEL_INLINE std::uint32_t edge_a(std::uint32_t i) const { return elements[i] % edges_of_group; }
  SATCHEL_INLINE std::uint32_t edge_b(std::uint32_t i) const { return elements[i] / edges_of_group % edges_of_group; }
  /// Appends the set bits of a mask of places.
  /// @return  the number of elements then, of which there were `end`
  SATCHEL_INLINE std::uint32_t put(std::uint32_t end, std::uint32_t its_groups, std::uint64_t mask) {
    const std::uint32_t new_end = end + static_cast<std::uint32_t>(__builtin_popcountll(mask));
    do {
      for (std::uint32_t i = 0; i < 2; ++i, mask &= mask - 1) {
        const int place = __builtin_ctzll(mask | std::uint64_t{1} << 63);
        elements[end + i] = static_cast<std::uint16_t>(its_groups << 8 | static_cast<unsigned>(place));
      }
      end += 2;
    } while (end < new_end);
    return new_end;
  }
  /// Appends one that is in another list, and how its edges meet.
  SATCHEL_INLINE void put_one(std::uint32_t element, Meeting its_meeting) {
    elements[count++] = static_cast<std::uint16_t>(element | places * its_meeting);
  }
  /// Repeats the last one behind it, so that lanes are full.
  SATCHEL_INLINE void fill_up() {
    for (std::uint32_t i = count; count > 0 && i < count + 8; ++i) elements[i] = elements[count - 1];
  }
};

}  // namespace
