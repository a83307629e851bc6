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

  std::uint8_t owner[most], a[most], b[most];
  const T *edges_a[most], *edges_b[most];
  /// Of their edges, bit 8 j + i of A's i-th and B's j-th: boxes meet; they begin in one vertex.
  std::uint64_t near[most], same[most];
  std::uint32_t count = 0;

  /// Appends groups first_a + i of A, i the set bits of a mask of eight, with one of B.
  /// @return  the number of elements then, of which there were `end`
  SATCHEL_INLINE std::uint32_t put(std::uint32_t end, std::uint32_t pair, std::uint32_t first_a, unsigned mask,
                                   std::uint32_t group_b) {
    put_eight(owner + end, pair * each_byte);
    put_eight(a + end, kept_places.lanes[mask] + first_a * each_byte);
    put_eight(b + end, group_b * each_byte);
    return end + static_cast<std::uint32_t>(__builtin_popcount(mask));
  }

 private:
  static SATCHEL_INLINE void put_eight(std::uint8_t* to, std::uint64_t bytes) {
    static_assert(std::endian::native == std::endian::little, "the first of eight is the lowest byte");
    __builtin_memcpy(to, &bytes, sizeof bytes);
  }
};

/// Edges of both bodies: their pair of groups in a list of these, and their place in it, 8 j + i of A's i-th and B's
/// j-th.
struct EdgePairs {
  static constexpr std::uint32_t most = 512, places = edges_of_group * edges_of_group, full = most - places;

  /// How they meet, if they do.
  enum Meeting : std::uint8_t {
    in_corners,  ///< both begin there
    on_a,        ///< that of B begins on that of A
    on_b         ///< that of A begins on that of B
  };

  std::uint8_t groups[most + 8], place_and_meeting[most + 8];
  std::uint32_t count = 0;

  SATCHEL_INLINE std::uint32_t place(std::uint32_t i) const { return place_and_meeting[i] % places; }
  SATCHEL_INLINE std::uint32_t meeting(std::uint32_t i) const { return place_and_meeting[i] / places; }

  /// Appends the set bits of a mask of places.
  /// @return  the number of elements then, of which there were `end`
  SATCHEL_INLINE std::uint32_t put(std::uint32_t end, std::uint32_t its_groups, std::uint64_t mask) {
    const std::uint32_t new_end = end + static_cast<std::uint32_t>(__builtin_popcountll(mask));
    do {
      for (std::uint32_t i = 0; i < 2; ++i, mask &= mask - 1) {
        groups[end + i] = static_cast<std::uint8_t>(its_groups);
        place_and_meeting[end + i] = static_cast<std::uint8_t>(__builtin_ctzll(mask | std::uint64_t{1} << 63));
      }
      end += 2;
    } while (end < new_end);
    return new_end;
  }
  SATCHEL_INLINE void put_one(std::uint32_t its_groups, std::uint32_t its_place, Meeting its_meeting) {
    groups[count] = static_cast<std::uint8_t>(its_groups);
    place_and_meeting[count++] = static_cast<std::uint8_t>(its_place + places * its_meeting);
  }
  /// Repeats the last one behind it, so that lanes are full.
  SATCHEL_INLINE void fill_up() {
    for (std::uint32_t i = count; count > 0 && i < count + 8; ++i) {
      groups[i] = groups[count - 1];
      place_and_meeting[i] = place_and_meeting[count - 1];
    }
  }
};

}  // namespace
