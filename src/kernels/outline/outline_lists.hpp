// Fixed-size lists that connect the steps of OutlinePairs (outline_pairs.hpp). A group is eight successive edges of one
// outline.
//
//   GroupPairs   a group of A against a group of B
//   EdgePairs    an edge of A against an edge of B
//
//   to append an element for each set bit of a mask of 64 bits:
//     repeat: write the elements of the next two set bits, until all bits are written
//     count += number of set bits
//
// The loop writes two elements per round even if no bit or one bit is left, so elements beyond `count` hold junk. It
// does so because the number of set bits cannot be predicted, and a mispredicted branch costs more than a junk element.
// A mask of 8 bits needs no loop: one store per array writes eight elements, and those behind the set bits' are junk.
#pragma once

#include <bit>
#include <cstdint>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "lanes/compress.hpp"

namespace {

using satchel::kernels::edges_of_group;

constexpr KeptLanes kept_bytes;                          ///< byte k of lanes[mask]: number of the k-th set bit
constexpr std::uint64_t each_byte = 0x0101010101010101;  ///< times a byte: the byte eight times

/// Pairs of a group of A and a group of B whose boxes meet.
template <class T>
struct GroupPairs {
  /// Up to `fits` elements leave room for one more append.
  static constexpr std::uint32_t capacity = 256, fits = capacity - edges_of_group;

  /// edges[k]: pointers to the edges of element k's groups: {A's, B's, A's again, unused}. Two successive pointers are
  /// A's and B's from index 0 on, B's and A's from index 1 on; EdgePairs::Element has either order.
  const T* edges[capacity][4];
  static constexpr std::uint32_t edges_bytes = 4 * sizeof(const T*);
  /// Two masks, in which bit 8 j + i is of edge i of A's group and edge j of B's group. near: their boxes meet. same:
  /// they start in one vertex; written only if the bodies have one frame. compare_groups (outline_pairs.hpp) writes both.
  std::uint64_t near[capacity], same[capacity];
  std::uint32_t count = 0;

  /// Writes the pair of group first_a + i of A and group_b of B, at `end` and behind, for each set bit i of an 8-bit
  /// mask. Leaves `edges` to compare_groups.
  /// @param pair  number of the pair of outlines
  /// @return      the new end of the list; the caller stores it to `count` after its last append
  SATCHEL_INLINE std::uint32_t append(std::uint32_t end, std::uint32_t pair, std::uint32_t first_a, unsigned mask,
                                      std::uint32_t group_b) {
    store_eight(pairs_ + end, pair * each_byte);
    store_eight(groups_a_ + end, kept_bytes.lanes[mask] + first_a * each_byte);
    store_eight(groups_b_ + end, group_b * each_byte);
    return end + static_cast<std::uint32_t>(__builtin_popcount(mask));
  }

  /// Number of element k's pair of outlines.
  SATCHEL_INLINE std::uint32_t pair(std::uint32_t k) const { return pairs_[k]; }
  /// Numbers of element k's groups of A and B.
  SATCHEL_INLINE std::uint32_t a(std::uint32_t k) const { return groups_a_[k]; }
  SATCHEL_INLINE std::uint32_t b(std::uint32_t k) const { return groups_b_[k]; }
  /// x of the start of an edge.
  /// @param address  of a pointer in `edges`, in bytes from the beginning of `edges`; it points to the edge's group
  /// @param offset   of the edge in its group, in bytes
  SATCHEL_INLINE const T* edge(std::size_t address, std::size_t offset) const {
    const unsigned char* group;
    __builtin_memcpy(&group, reinterpret_cast<const unsigned char*>(edges) + address, sizeof group);
    return reinterpret_cast<const T*>(group + offset);
  }

 private:
  // Numbers of pairs and of groups fit a byte, as outline_pairs.hpp asserts.
  std::uint8_t pairs_[capacity], groups_a_[capacity], groups_b_[capacity];

  static SATCHEL_INLINE void store_eight(std::uint8_t* to, std::uint64_t bytes) {
    static_assert(std::endian::native == std::endian::little, "the first of eight is the lowest byte");
    __builtin_memcpy(to, &bytes, sizeof bytes);
  }
};

/// By bit 8 j + i of a mask: the byte offsets of edge i of A and edge j of B, each in its group. The low byte is the
/// offset of the edge that comes first: A's in a_first, B's in b_first. Entry 64 is junk, for countr_zero(0).
template <class T>
struct EdgeOffsets {
  static constexpr std::uint32_t bits = edges_of_group * edges_of_group;
  std::uint16_t a_first[bits + 1], b_first[bits + 1];

  constexpr EdgeOffsets() : a_first{}, b_first{} {
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
      const std::uint32_t i = bit % edges_of_group, j = bit / edges_of_group;
      a_first[bit] = static_cast<std::uint16_t>(sizeof(T) * (i | j << 8));
      b_first[bit] = static_cast<std::uint16_t>(sizeof(T) * (j | i << 8));
    }
  }
};
template <class T>
constexpr EdgeOffsets<T> edge_offsets;

/// Pairs of an edge of A and an edge of B. Each element says which body's edge comes first.
template <class T>
struct EdgePairs {
  /// Up to `fits` elements leave room for two more appends of a mask.
  static constexpr std::uint32_t capacity = 512, fits = capacity - 2 * EdgeOffsets<T>::bits;

  /// Offsets in bytes.
  struct Element {
    std::uint8_t edge, other_edge;  ///< of the first and the second edge in their groups, as EdgeOffsets has them
    /// In GroupPairs::edges, of the pointer to the first edge's group; the next pointer is the second's.
    std::uint16_t pointer_offset;
  };
  static_assert(GroupPairs<T>::capacity * GroupPairs<T>::edges_bytes <= 0x10000, "Element::pointer_offset has 16 bits");
  Element elements[capacity + 8];  ///< 8 more for `pad`
  std::uint32_t count = 0;

  /// Number of the element of GroupPairs that element i comes from.
  SATCHEL_INLINE std::uint32_t group_pair(std::uint32_t i) const {
    // Reads the whole element. To read the member alone, g++ 12 stores its two bytes to the stack and loads eight bytes
    // from there, which waits for the store.
    std::uint32_t bits;
    __builtin_memcpy(&bits, &elements[i], sizeof bits);
    return (bits >> 16) / GroupPairs<T>::edges_bytes;
  }
  /// x of the start of the first edge of element i, and of the second one.
  SATCHEL_INLINE const T* edge(const GroupPairs<T>& list, std::size_t i) const {
    return list.edge(elements[i].pointer_offset, elements[i].edge);
  }
  SATCHEL_INLINE const T* other_edge(const GroupPairs<T>& list, std::size_t i) const {
    return list.edge(elements[i].pointer_offset + sizeof(const T*), elements[i].other_edge);
  }
  /// Writes an element for each set bit 8 j + i of a mask, at `end` and behind: edge i of A and edge j of B.
  /// @param group_pair  number of the element of GroupPairs that the mask belongs to
  /// @param b_first     B's edge comes first
  /// @return            the new end of the list; the caller stores it to `count` after its last append
  SATCHEL_INLINE std::uint32_t append(std::uint32_t end, std::uint32_t group_pair, std::uint64_t mask,
                                      bool b_first = false) {
    const std::uint32_t new_end = end + static_cast<std::uint32_t>(__builtin_popcountll(mask));
    const std::uint32_t to_b = b_first ? sizeof(const T*) : 0;
    const std::uint32_t at_group = (group_pair * GroupPairs<T>::edges_bytes + to_b) << 16;
    const std::uint16_t* const offsets = b_first ? edge_offsets<T>.b_first : edge_offsets<T>.a_first;
    do {
      for (std::uint32_t i = 0; i < 2; ++i, mask &= mask - 1) set(end + i, at_group | offsets[std::countr_zero(mask)]);
      end += 2;
    } while (end < new_end);
    return new_end;
  }
  /// Appends an element of another list, as it is or with its edges exchanged. To be exchanged, the element must have
  /// A's edge first: its pointers move from indices 0 and 1 of GroupPairs::edges[k] to 1 and 2.
  SATCHEL_INLINE void append_one(const Element& element, bool exchanged) {
    const std::uint16_t to_b = exchanged ? sizeof(const T*) : 0;
    const auto [edge, other_edge, pointer_offset] = element;
    elements[count++] = {exchanged ? other_edge : edge, exchanged ? edge : other_edge,
                         static_cast<std::uint16_t>(pointer_offset + to_b)};
  }
  /// Repeats the last element, if any, eight times behind the end, so that every lane of a bundle has an element.
  SATCHEL_INLINE void pad() {
    for (std::uint32_t i = count; count > 0 && i < count + 8; ++i) elements[i] = elements[count - 1];
  }

 private:
  SATCHEL_INLINE void set(std::uint32_t i, std::uint32_t bits) {
    static_assert(std::endian::native == std::endian::little && sizeof(Element) == sizeof bits);
    __builtin_memcpy(&elements[i], &bits, sizeof bits);
  }
};

}  // namespace
