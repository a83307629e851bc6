// Eight edges of one outline against eight of another: which of their boxes meet, which begin in one point.
//
//   sixteen lanes:  A's eight against two of B at once, four times over
//   else            of one frame, A's eight against each of B, for how many are near cannot be foreseen; of two frames,
//                   against those near A's eight alone, for these take more to compare
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/eight_boxes.hpp"
#include "kernels/isa.hpp"
#include "kernels/layout.hpp"
#include "kernels/outline_layout.hpp"

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
    if constexpr (by_twos) {
      const auto zero = Wide::splat(T(0));
      const auto min_x = zero - Wide::load_twice(a), min_y = zero - Wide::load_twice(a + 8);
      const auto minus_max_x = zero - Wide::load_twice(a + 16), minus_max_y = zero - Wide::load_twice(a + 24);
      const auto x = Wide::load_twice(starts_a), y = Wide::load_twice(starts_a + Block::way_to_y);
      const auto minus_mins = Wide::load(b), maxs = Wide::load(b + 16);  // x, then y
      const auto its_x = Wide::load(starts_b), its_y = Wide::load(starts_b + Block::way_to_y);
      for_each_two([&](auto j) __attribute__((always_inline)) {
        const auto in_x = Wide::both(min_x <= two<j>(maxs), minus_max_x <= two<j>(minus_mins));
        const auto in_y = Wide::both(min_y <= two<j + 8>(maxs), minus_max_y <= two<j + 8>(minus_mins));
        near |= std::uint64_t{Wide::bits(Wide::both(in_x, in_y))} << (8 * j);
        same |= std::uint64_t{Wide::bits(Wide::both(x == two<j>(its_x), y == two<j>(its_y)))} << (8 * j);
      });
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

  /// Of two frames.
  /// @param around_a      the box around A's eight, its values eight apart
  /// @param ways          from A's origin to B's, x and y, and back
  /// @param shallowest    what the gap between boxes that count as meeting may be at most, negated
  SATCHEL_INLINE EightByEight(const T* a, const T* b, const T* around_a, const T* ways, T shallowest)
      : near(0), same(0) {
    if constexpr (by_twos) {
      const auto way_x = Wide::splat(ways[0]), way_y = Wide::splat(ways[1]), least = Wide::splat(shallowest);
      const auto minus_min_x = Wide::load_twice(a) + way_x, minus_min_y = Wide::load_twice(a + 8) + way_y;
      const auto max_x = Wide::load_twice(a + 16) - way_x, max_y = Wide::load_twice(a + 24) - way_y;
      const auto minus_mins = Wide::load(b), maxs = Wide::load(b + 16);  // x, then y
      for_each_two([&](auto j) __attribute__((always_inline)) {
        const auto depth = Wide::min(Wide::min(minus_min_x + two<j>(maxs), minus_min_y + two<j + 8>(maxs)),
                                     Wide::min(max_x + two<j>(minus_mins), max_y + two<j + 8>(minus_mins)));
        near |= std::uint64_t{Wide::bits(least <= depth)} << (8 * j);
      });
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

 private:
  using Block = OutlineBlock<const T>;
  using L = Isa::EightLanes<T>;
  using Wide = Isa::Lanes<T>;
  static constexpr bool by_twos = Wide::width == 2 * edges_of_group;

  /// One lane eight times, and the next one.
  template <int first>
  static SATCHEL_INLINE auto two(const typename Wide::Vector& v) {
    return Wide::template two_eights<first>(v);
  }
  /// step(j) for j = 0, 2, 4, 6, as constants.
  template <class Step>
  static SATCHEL_INLINE void for_each_two(const Step& step) {
    step(std::integral_constant<int, 0>{});
    step(std::integral_constant<int, 2>{});
    step(std::integral_constant<int, 4>{});
    step(std::integral_constant<int, 6>{});
  }
};

}  // namespace
