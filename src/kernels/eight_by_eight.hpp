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
      near = near_by_twos(
          {Wide::load_twice(a), Wide::load_twice(a + 8), Wide::load_twice(a + 16), Wide::load_twice(a + 24)}, b, zero);
      const auto x = Wide::load_twice(starts_a), y = Wide::load_twice(starts_a + Block::way_to_y);
      const auto its_x = Wide::load_twice(starts_b), its_y = Wide::load_twice(starts_b + Block::way_to_y);
      for_each_two([&](auto j) __attribute__((always_inline)) {
        const auto way = Wide::larger_magnitude(x - two<j>(its_x), y - two<j>(its_y));
        same |= std::uint64_t{Wide::bits(way == zero)} << (8 * j);
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
      const auto way_x = Wide::splat(ways[0]), way_y = Wide::splat(ways[1]);
      near = near_by_twos({Wide::load_twice(a) + way_x, Wide::load_twice(a + 8) + way_y,
                           Wide::load_twice(a + 16) - way_x, Wide::load_twice(a + 24) - way_y},
                          b, Wide::splat(shallowest));
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

  /// Eight boxes twice: -min_x, -min_y, max_x, max_y.
  struct Twice {
    typename Wide::Vector minus_min_x, minus_min_y, max_x, max_y;
  };
  /// Which of A's boxes meet those of B, or come as near as `least`, negated. Adding and comparing once takes less than
  /// comparing four times, for masks are made by one instruction a cycle.
  static SATCHEL_INLINE std::uint64_t near_by_twos(const Twice& of_a, const T* b, const typename Wide::Vector& least) {
    const auto minus_mins = Wide::load(b), maxs = Wide::load(b + 16);  // x, then y
    std::uint64_t near = 0;
    for_each_two([&](auto j) __attribute__((always_inline)) {
      const auto depth = Wide::min(Wide::min(of_a.minus_min_x + two<j>(maxs), of_a.minus_min_y + two<j + 8>(maxs)),
                                   Wide::min(of_a.max_x + two<j>(minus_mins), of_a.max_y + two<j + 8>(minus_mins)));
      near |= std::uint64_t{Wide::bits(least <= depth)} << (8 * j);
    });
    return near;
  }

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
