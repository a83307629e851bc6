// Eight edges of one outline against eight of another: which of their boxes meet, which begin in one point.
//
//   sixteen lanes:  four of A's against four of B's, each with each, four times over: all 64 at once, and what there is
//                   to say of each in one byte. Masks and shuffles are dear, and of these that takes the fewest
//   else            of one frame, A's eight against each of B, for how many are near cannot be foreseen; of two frames,
//                   against those near A's eight alone, for these take more to compare
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/outline/eight_boxes.hpp"
#include "lanes/isa.hpp"
#include "format/layout.hpp"
#include "format/outline_layout.hpp"

namespace {

template <class T>
class EightByEight {
 public:
  // Bit 8 j + i of A's i-th and B's j-th:
  std::uint64_t near;  ///< boxes meet
  std::uint64_t same;  ///< of one frame: the edges begin in one point

  /// Of one frame. @param a, b  the edges, as OutlineBlock has them
  SATCHEL_INLINE EightByEight(const T* a, const T* b) : near(0), same(0) {
    const T* const starts_a = a + Block::way_to_vertices;
    const T* const starts_b = b + Block::way_to_vertices;
    if constexpr (at_once) {
      near = near_at_once(a, Wide::load(b), Wide::load(b + 16));
      const auto x = Wide::load_eight(starts_b), y = Wide::load_eight(starts_b + Block::way_to_y);
      typename Wide::Vector differences[4];
      for_each_four(
          [&](auto of_a, auto of_b, auto& difference) __attribute__((always_inline)) {
            difference = Wide::differing_bits(Wide::load_four(starts_a + of_a), four<of_b>(x),
                                              Wide::load_four(starts_a + Block::way_to_y + of_a), four<of_b>(y));
          },
          differences);
      same = Wide::zero(differences);
    } else {
      const EightBoxesOfOneFrame<L> of_a(a);
      const EightPoints<L> points_a(starts_a);
      unsigned char meeting[edges_of_group], starting[edges_of_group];
      for (std::uint32_t j = 0; j < edges_of_group; ++j) {
        meeting[j] = static_cast<unsigned char>(of_a.meet(b + j));
        starting[j] = static_cast<unsigned char>(points_a.are(starts_b + j));
      }
      __builtin_memcpy(&near, meeting, sizeof near);
      __builtin_memcpy(&same, starting, sizeof same);
    }
  }

  /// Of two frames: the boxes alone.
  /// @param around_a    the box around A's eight, its values eight apart
  /// @param ways        from A's origin to B's, x and y, and back
  /// @param shallowest  what the gap between boxes that count as meeting may be at most, negated
  SATCHEL_INLINE EightByEight(const T* a, const T* b, const T* around_a, const T* ways, T shallowest)
      : near(0), same(0) {
    if constexpr (at_once) {
      const auto way = Wide::low_then_high(Wide::splat(ways[0]), Wide::splat(ways[1]));
      const auto least = Wide::splat(shallowest);
      near = near_at_once(a, (Wide::load(b) - way) - least, (Wide::load(b + 16) + way) - least);
    } else {
      const auto least = L::splat(shallowest);
      const EightBoxes<L> of_b(b, L::splat(ways[2]), L::splat(ways[3]));
      const EightBoxes<L> of_a(a, L::splat(ways[0]), L::splat(ways[1]));
      for (unsigned left = of_b.template meet<8>(around_a, least); left != 0; left &= left - 1) {
        const int j = __builtin_ctz(left);
        near |= std::uint64_t{of_a.template meet<8>(b + j, least)} << (8 * j);
      }
    }
  }

  /// Whether all are compared at once.
  static constexpr bool at_once = Isa::Lanes<T>::width == 2 * edges_of_group;
  /// Of any eight boxes of one frame: as `near`.
  static SATCHEL_INLINE std::uint64_t near_of(const T* a, const T* b) {
    return near_at_once(a, Wide::load(b), Wide::load(b + 16));
  }

 private:
  using Block = OutlineBlock<const T>;
  using L = Isa::EightLanes<T>;
  using Wide = Isa::Lanes<T>;

  /// @param minus_mins, maxs  of B: eight values x, eight y
  static SATCHEL_INLINE std::uint64_t near_at_once(const T* a, const typename Wide::Vector& minus_mins,
                                                   const typename Wide::Vector& maxs) {
    typename Wide::Vector depths[4];
    for_each_four(
        [&](auto of_a, auto of_b, auto& depth) __attribute__((always_inline)) {
          const auto min_x = Wide::load_four(a + of_a) + four<of_b>(maxs);
          const auto min_y = Wide::load_four(a + 8 + of_a) + four<of_b + 8>(maxs);
          const auto max_x = Wide::load_four(a + 16 + of_a) + four<of_b>(minus_mins);
          const auto max_y = Wide::load_four(a + 24 + of_a) + four<of_b + 8>(minus_mins);
          depth = Wide::either(Wide::either(min_x, min_y, max_x), max_y, max_y);  // its sign is that of the least
        },
        depths);
    return ~Wide::negative(depths);
  }

  /// Lanes first, first + 2, first + 4 and first + 6, each four times.
  template <int first>
  static SATCHEL_INLINE auto four(const typename Wide::Vector& v) {
    return Wide::template by_fours<first>(v);
  }
  /// step(first of A's four, first of B's four, to[k]), the firsts as constants, so that Wide::negative and Wide::zero
  /// say of A's i-th and B's j-th what bit 8 j + i is: i is 4 (k % 2) and a lane's place among its four, j is k / 2 and
  /// twice the number of that four.
  template <class Step>
  static SATCHEL_INLINE void for_each_four(const Step& step, typename Wide::Vector (&to)[4]) {
    step(std::integral_constant<int, 0>{}, std::integral_constant<int, 0>{}, to[0]);
    step(std::integral_constant<int, 4>{}, std::integral_constant<int, 0>{}, to[1]);
    step(std::integral_constant<int, 0>{}, std::integral_constant<int, 1>{}, to[2]);
    step(std::integral_constant<int, 4>{}, std::integral_constant<int, 1>{}, to[3]);
  }
};

}  // namespace
