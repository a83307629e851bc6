// Compares eight edges of one outline with eight of another: which of their boxes meet, which edges start in one point.
//
//   sixteen lanes     four edges of A against four of B in one vector, four times: all 64 pairs at once, and the 64
//                     results as bits of one word. This order takes the fewest masks and shuffles, which cost most
//   fewer, one frame  A's eight against each of B's eight, without branches: how many boxes meet cannot be predicted
//   fewer, two frames A's eight against those of B's eight that meet the box around A's eight, because a comparison in
//                     two frames takes more steps
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "kernels/outline/edge_sides.hpp"
#include "kernels/outline/eight_boxes.hpp"
#include "lanes/isa.hpp"

namespace {

template <class T>
class EightByEight {
 public:
  // Bit 8 j + i, of edge i of A and edge j of B:
  std::uint64_t near;  ///< their boxes meet
  std::uint64_t same;  ///< they start in one point (in one frame; else 0)

  /// Compares edges in one frame.
  /// @param starts_a, starts_b  the vertices of the groups (OutlineBlock::vertices)
  SATCHEL_INLINE EightByEight(const T* starts_a, const T* starts_b) : near(0), same(0) {
    const EdgeBoxes<L> of_a(starts_a), of_b(starts_b);
    const T *const a = of_a.sides(), *const b = of_b.sides();
    if constexpr (at_once) {
      near = near_at_once(a, Wide::load(b), Wide::load(b + 16));
      const auto x = Wide::load_eight(starts_b), y = Wide::load_eight(starts_b + Block::y_stride);
      typename Wide::Vector differences[4];
      for_each_four(
          [&](auto from_a, auto from_b, auto& difference) __attribute__((always_inline)) {
            difference = Wide::differing_bits(Wide::load_four(starts_a + from_a), four<from_b>(x),
                                              Wide::load_four(starts_a + Block::y_stride + from_a), four<from_b>(y));
          },
          differences);
      same = Wide::zero(differences);
    } else {
      const EightBoxesOfOneFrame<L> boxes_a(a);
      const EightPoints<L> points_a(starts_a);
      unsigned char meeting[edges_of_group], starting[edges_of_group];
      for (std::uint32_t j = 0; j < edges_of_group; ++j) {
        meeting[j] = static_cast<unsigned char>(boxes_a.meet(b + j));
        starting[j] = static_cast<unsigned char>(points_a.are(starts_b + j));
      }
      __builtin_memcpy(&near, meeting, sizeof near);
      __builtin_memcpy(&same, starting, sizeof same);
    }
  }

  /// Compares the boxes of edges in two frames.
  /// @param around_a     the box around A's eight edges; its values stand eight apart
  /// @param deltas       {dx, dy, -dx, -dy}, d from A's origin to B's
  /// @param least_depth  boxes meet that overlap by this depth or more; it is negative, to allow for rounding
  SATCHEL_INLINE EightByEight(const T* starts_a, const T* starts_b, const T* around_a, const T* deltas, T least_depth)
      : near(0), same(0) {
    const EdgeBoxes<L> of_a(starts_a), of_b(starts_b);
    const T *const a = of_a.sides(), *const b = of_b.sides();
    if constexpr (at_once) {
      const auto delta = Wide::low_then_high(Wide::splat(deltas[0]), Wide::splat(deltas[1]));
      const auto least = Wide::splat(least_depth);
      near = near_at_once(a, (Wide::load(b) - delta) - least, (Wide::load(b + 16) + delta) - least);
    } else {
      const auto least = L::splat(least_depth);
      const EightBoxes<L> boxes_b(b, L::splat(deltas[2]), L::splat(deltas[3]));
      const EightBoxes<L> boxes_a(a, L::splat(deltas[0]), L::splat(deltas[1]));
      for (unsigned left = boxes_b.template meet<8>(around_a, least); left != 0; left &= left - 1) {
        const int j = __builtin_ctz(left);
        near |= std::uint64_t{boxes_a.template meet<8>(b + j, least)} << (8 * j);
      }
    }
  }

 private:
  using Block = OutlineBlock<const T>;
  using L = Isa::EightLanes<T>;
  using Wide = Isa::Lanes<T>;

  /// Whether all 64 pairs are compared at once.
  static constexpr bool at_once = Wide::width == 2 * edges_of_group;

  /// Bit 8 j + i: box i of A meets box j of B.
  /// @param minus_mins, maxs  of B's boxes: eight x, then eight y
  static SATCHEL_INLINE std::uint64_t near_at_once(const T* a, const typename Wide::Vector& minus_mins,
                                                   const typename Wide::Vector& maxs) {
    typename Wide::Vector depths[4];
    for_each_four(
        [&](auto of_a, auto of_b, auto& depth) __attribute__((always_inline)) {
          const auto min_x = Wide::load_four(a + of_a) + four<of_b>(maxs);
          const auto min_y = Wide::load_four(a + 8 + of_a) + four<of_b + 8>(maxs);
          const auto max_x = Wide::load_four(a + 16 + of_a) + four<of_b>(minus_mins);
          const auto max_y = Wide::load_four(a + 24 + of_a) + four<of_b + 8>(minus_mins);
          depth = Wide::either(Wide::either(min_x, min_y, max_x), max_y, max_y);  // its sign is that of the least sum
        },
        depths);
    return ~Wide::negative(depths);
  }

  /// Lanes first, first + 2, first + 4 and first + 6 of v, each four times in a row.
  template <int first>
  static SATCHEL_INLINE auto four(const typename Wide::Vector& v) {
    return Wide::template by_fours<first>(v);
  }
  /// Calls step(first_a, first_b, to[k]) for k = 0 ... 3, with first_a = 4 (k % 2) and first_b = k / 2 as constants.
  /// Lane 4 q + r of to[k] then belongs to i = first_a + r of A and j = first_b + 2 q of B, and this is the order in
  /// which Wide::negative and Wide::zero put lanes into bit 8 j + i.
  template <class Step>
  static SATCHEL_INLINE void for_each_four(const Step& step, typename Wide::Vector (&to)[4]) {
    step(std::integral_constant<int, 0>{}, std::integral_constant<int, 0>{}, to[0]);
    step(std::integral_constant<int, 4>{}, std::integral_constant<int, 0>{}, to[1]);
    step(std::integral_constant<int, 0>{}, std::integral_constant<int, 1>{}, to[2]);
    step(std::integral_constant<int, 4>{}, std::integral_constant<int, 1>{}, to[3]);
  }
};

}  // namespace
