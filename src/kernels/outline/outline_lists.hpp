// The lists that the work on pairs of outlines goes through (outline_pairs.hpp).
//
// What a mask says is appended some places at a time, whether it says as many or not, and counted as far as it does:
// which bits are set cannot be foreseen, and a branch on it that is guessed wrong costs more than what is not needed.
#pragma once

#include <bit>
#include <cstdint>

#include "format/prefetch_line.hpp"
#include "lanes/compress.hpp"
#include "format/layout.hpp"
#include "format/outline_layout.hpp"

namespace {

using satchel::kernels::edges_of_group;
using satchel::kernels::OutlineBlock;

constexpr KeptLanes kept_places;
constexpr std::uint64_t each_byte = 0x0101010101010101;  ///< times a byte: eight of it

/// Groups of both bodies of some pairs, eight by eight.
template <class T>
struct EightsOfGroups {
  static constexpr std::uint32_t most = 64;

  struct Eight {
    std::uint64_t near;          ///< bit 8 j + i: the boxes around A's i-th and B's j-th group meet
    const T *edges_a, *edges_b;  ///< where those of the first groups stand
    std::uint32_t owner;         ///< the number of the pair
  };
  Eight eights[most];
  std::uint32_t count = 0;

  /// Appends eight by eight groups, unless none meet.
  SATCHEL_INLINE void put(std::uint64_t near, std::uint32_t owner, const T* edges_a, const T* edges_b) {
    eights[count] = {near, edges_a, edges_b, owner};
    count += near != 0 ? 1u : 0u;
  }
};

/// Groups of eight edges of both bodies of some pairs, whose boxes meet.
template <class T>
struct GroupPairs {
  static constexpr std::uint32_t most = 256, full = most - edges_of_group * edges_of_group;

  /// Where the edges of A stand, of B, and of A again: behind either body's are the other's.
  const T* edges[most][4];
  static constexpr std::uint32_t edges_bytes = 4 * sizeof(const T*);
  /// Of their edges, bit 8 j + i of A's i-th and B's j-th: boxes meet; they begin in one vertex.
  std::uint64_t near[most], same[most];
  std::uint32_t count = 0;

  /// Appends groups first_a + i of A, i the set bits of a mask of eight, with one of B.
  /// @return  the number of elements then, of which there were `end`
  SATCHEL_INLINE std::uint32_t put(std::uint32_t end, std::uint32_t pair, std::uint32_t first_a, unsigned mask,
                                   std::uint32_t group_b) {
    put_eight(owners_ + end, pair * each_byte);
    put_eight(groups_a_ + end, kept_places.lanes[mask] + first_a * each_byte);
    put_eight(groups_b_ + end, group_b * each_byte);
    return end + static_cast<std::uint32_t>(__builtin_popcount(mask));
  }
  /// Appends those of eight by eight groups whose boxes meet, one at least, and where their edges stand.
  SATCHEL_INLINE void put(const EightsOfGroups<T>& eights, std::uint32_t k) {
    const auto [its_near, edges_a, edges_b, owner] = eights.eights[k];
    std::uint64_t left = its_near;
    std::uint32_t end = count;
    count += static_cast<std::uint32_t>(__builtin_popcountll(left));
    do {
      for (std::uint32_t i = 0; i < 2; ++i, left &= left - 1) {
        const auto place = static_cast<std::uint32_t>(std::countr_zero(left)) % (edges_of_group * edges_of_group);
        edges[end + i][0] = edges[end + i][2] = edges_a + place % edges_of_group * OutlineBlock<T>::group_values;
        edges[end + i][1] = edges_b + place / edges_of_group * OutlineBlock<T>::group_values;
        owners_[end + i] = static_cast<std::uint8_t>(owner);
        // A's are those of the pair before for the most part.
        for (std::uint32_t its = 0; its < OutlineBlock<T>::group_values; its += 64 / sizeof(T)) {
          satchel::kernels::ask_for_line_at_once(edges[end + i][1] + its);
        }
      }
      end += 2;
    } while (end < count);
  }

  /// The number of the pair; the groups, where these are told.
  SATCHEL_INLINE std::uint32_t owner(std::uint32_t k) const { return owners_[k]; }
  SATCHEL_INLINE std::uint32_t a(std::uint32_t k) const { return groups_a_[k]; }
  SATCHEL_INLINE std::uint32_t b(std::uint32_t k) const { return groups_b_[k]; }
  /// @param place  from the beginning of `edges`, in bytes
  /// @param its    in its group, in bytes
  SATCHEL_INLINE const T* edge(std::size_t place, std::size_t its) const {
    const unsigned char* group;
    __builtin_memcpy(&group, reinterpret_cast<const unsigned char*>(edges) + place, sizeof group);
    return reinterpret_cast<const T*>(group + its);
  }

 private:
  std::uint8_t owners_[most], groups_a_[most], groups_b_[most];

  static SATCHEL_INLINE void put_eight(std::uint8_t* to, std::uint64_t bytes) {
    static_assert(std::endian::native == std::endian::little, "the first of eight is the lowest byte");
    __builtin_memcpy(to, &bytes, sizeof bytes);
  }
};

/// For each place, 8 j + i of the one's i-th edge and the other's j-th: the bytes i and j, or j and i, times the size
/// of a value. Of no place, which is behind the last one: anything.
template <class T>
struct EdgesOfPlaces {
  static constexpr std::uint32_t places = edges_of_group * edges_of_group;
  std::uint16_t as_they_are[places + 1], turned[places + 1];

  constexpr EdgesOfPlaces() : as_they_are{}, turned{} {
    for (std::uint32_t place = 0; place < places; ++place) {
      const std::uint32_t i = place % edges_of_group, j = place / edges_of_group;
      as_they_are[place] = static_cast<std::uint16_t>(sizeof(T) * (i | j << 8));
      turned[place] = static_cast<std::uint16_t>(sizeof(T) * (j | i << 8));
    }
  }
};
template <class T>
constexpr EdgesOfPlaces<T> edges_of_places;

/// Edges of both bodies, an element each. One of both bodies comes first.
template <class T>
struct EdgePairs {
  static constexpr std::uint32_t most = 512, full = most - 2 * EdgesOfPlaces<T>::places;

  struct Element {
    std::uint8_t edge, other_edge;  ///< in their groups, in bytes
    std::uint16_t groups;           ///< from the beginning of GroupPairs::edges to the group of the first, in bytes
  };
  Element elements[most + 8];
  std::uint32_t count = 0;

  SATCHEL_INLINE std::uint32_t groups(std::uint32_t i) const {
    // Not by way of `groups`: g++ 12 keeps that on the stack as two bytes and takes eight from there.
    std::uint32_t bits;
    __builtin_memcpy(&bits, &elements[i], sizeof bits);
    return (bits >> 16) / GroupPairs<T>::edges_bytes;
  }
  /// Where the box of the first one's edge stands, or of the other one's.
  SATCHEL_INLINE const T* edge(const GroupPairs<T>& groups, std::size_t i) const {
    return groups.edge(elements[i].groups, elements[i].edge);
  }
  SATCHEL_INLINE const T* other_edge(const GroupPairs<T>& groups, std::size_t i) const {
    return groups.edge(elements[i].groups + sizeof(const T*), elements[i].other_edge);
  }
  /// Appends the set bits of a mask of places, 8 j + i of A's i-th and B's j-th.
  /// @param b_first  B comes first
  /// @return         the number of elements then, of which there were `end`
  SATCHEL_INLINE std::uint32_t put(std::uint32_t end, std::uint32_t its_groups, std::uint64_t mask,
                                   bool b_first = false) {
    const std::uint32_t new_end = end + static_cast<std::uint32_t>(__builtin_popcountll(mask));
    const std::uint32_t to_b = b_first ? sizeof(const T*) : 0;
    const std::uint32_t at = (its_groups * GroupPairs<T>::edges_bytes + to_b) << 16;
    const std::uint16_t* const edges = b_first ? edges_of_places<T>.turned : edges_of_places<T>.as_they_are;
    do {
      for (std::uint32_t i = 0; i < 2; ++i, mask &= mask - 1) set(end + i, at | edges[std::countr_zero(mask)]);
      end += 2;
    } while (end < new_end);
    return new_end;
  }
  /// Appends those of W elements of another list, from `first` on, whose bits are set.
  template <class D>
  SATCHEL_INLINE void keep(const EdgePairs& other, std::uint32_t first, unsigned mask) {
    static_assert(sizeof(Element) == 4);
    D::store_kept_words(&elements[count], &other.elements[first], mask);
    count += static_cast<std::uint32_t>(__builtin_popcount(mask));
  }
  /// Appends one that is in another list, as it is or with its bodies exchanged.
  SATCHEL_INLINE void put_one(const Element& element, bool exchanged) {
    const std::uint16_t to_b = exchanged ? sizeof(const T*) : 0;
    const auto [edge, other_edge, its_groups] = element;
    elements[count++] = {exchanged ? other_edge : edge, exchanged ? edge : other_edge,
                         static_cast<std::uint16_t>(its_groups + to_b)};
  }
  /// Repeats the last one behind it, so that lanes are full.
  SATCHEL_INLINE void fill_up() {
    for (std::uint32_t i = count; count > 0 && i < count + 8; ++i) elements[i] = elements[count - 1];
  }

 private:
  SATCHEL_INLINE void set(std::uint32_t i, std::uint32_t bits) {
    static_assert(std::endian::native == std::endian::little && sizeof(Element) == sizeof bits);
    __builtin_memcpy(&elements[i], &bits, sizeof bits);
  }
};

}  // namespace
