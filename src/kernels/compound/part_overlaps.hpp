// Finds the parts of two bodies whose boxes are near each other, one part per lane.
//
//   keep the parts of A that are near the box around B
//   for each part of B that is near the box around the kept parts: compare it with all of them
//
// A box is {-min_x, -min_y, max_x, max_y}. The *facing* box of a part of B, d from A's origin to B's, is {max_x + dx,
// max_y + dy, -min_x - dx, -min_y - dy}: its halves are exchanged. The sums of a facing box and the box of a part of A
// are the depths of their overlap on the four sides. The least of the four, negated, is the gap between them.
//
// The caller asks again for larger gaps only, so a pair must not have one gap where it is left out and another where it is found.
// Therefore A's coordinates are moved first, everywhere: sums with boxes around several parts are then no less, for rounding is
// monotone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"

namespace {

template <class L>
constexpr unsigned all_bits = (1u << L::width) - 1;

using satchel::kernels::BoxColumns;
using satchel::kernels::column_padding;
using satchel::kernels::NearestBoxes;
using satchel::kernels::NearPartsFound;
using satchel::kernels::NearPartsJob;
using satchel::kernels::parts_at_once;

/// A facing box, which lanes of other boxes are compared with.
template <class T>
struct FacingBox {
  T values[4];
};

/// Depths of the overlap of W boxes, from `first` on, with a facing box; negative: there is a gap.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE typename L::Vector depth(const T* const (&columns)[4], std::size_t first, const FacingBox<T>& facing) {
  const auto side = [&](std::size_t k) __attribute__((always_inline)) {
    return L::load(columns[k] + first) + L::splat(facing.values[k]);
  };
  return L::min(L::min(side(0), side(1)), L::min(side(2), side(3)));
}

/// Bit i: the gap between box i and a facing box is at most `most`. There are `count` boxes, at most parts_at_once.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE std::uint64_t boxes_within(const T* const (&columns)[4], std::size_t count, const FacingBox<T>& facing,
                                          T most) {
  const auto least_depth = L::splat(T(0) - most);
  std::uint64_t apart = 0;
  for (std::size_t i = 0; i < count; i += L::width) {
    apart |= std::uint64_t{L::bits(depth<L>(columns, i, facing) < least_depth)} << i;
  }
  return ~apart & (~std::uint64_t{0} >> (parts_at_once - count));
}

/// The numbers 0, 1, ...
struct PartNumbers {
  std::uint32_t values[parts_at_once];

  constexpr PartNumbers() : values{} {
    for (std::uint32_t i = 0; i < parts_at_once; ++i) values[i] = i;
  }
};
constexpr PartNumbers part_numbers;

/// The parts of A that are near B, relative to B's origin. Keeps all parts if they are at most column_padding, because
/// one step compares that many.
template <class T>
struct KeptParts {
  alignas(64) T boxes[4][parts_at_once + column_padding];
  const std::uint32_t* numbers;
  std::uint32_t count;

  /// @param other   the facing box around B, not moved
  /// @param dx, dy  from A's origin to B's
  template <class L>
  SATCHEL_INLINE void keep(const BoxColumns<T>& parts, std::uint32_t parts_count, const FacingBox<T>& other, T most,
                           T dx, T dy) {
    const T* const columns[4] = {parts.minus_min_x, parts.minus_min_y, parts.max_x, parts.max_y};
    const T delta[4] = {dx, dy, T(0) - dx, T(0) - dy};
    if (parts_count <= column_padding) {
      count = parts_count;
      numbers = part_numbers.values;
      for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t i = 0; i < column_padding; i += L::width) {
          L::store(boxes[k] + i, L::load(columns[k] + i) + L::splat(delta[k]));
        }
      }
      return;
    }
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t i = 0; i < parts_count; i += L::width) {
        L::store(boxes[k] + i, L::load(columns[k] + i) + L::splat(delta[k]));
      }
    }
    count = 0;
    numbers = kept_;
    const T* const moved[4] = {boxes[0], boxes[1], boxes[2], boxes[3]};
    for (std::uint64_t left = boxes_within<L>(moved, parts_count, other, most); left != 0; left &= left - 1) {
      const auto part = static_cast<std::uint32_t>(__builtin_ctzll(left));
      for (auto& column : boxes) column[count] = column[part];  // count <= part
      kept_[count++] = part;
    }
    for (auto& column : boxes) {  // pads with boxes that are near nothing
      for (std::size_t i = 0; i < column_padding; i += L::width) {
        L::store(column + count + i, L::splat(static_cast<T>(-__builtin_huge_val())));
      }
    }
  }

  /// The box around the kept parts, as a facing box.
  template <class L>
  SATCHEL_INLINE FacingBox<T> box_around() const {
    T largest[4];
    for (std::size_t k = 0; k < 4; ++k) {
      auto lane_max = L::load(boxes[k]);
      for (std::size_t i = L::width; i < count; i += L::width) lane_max = L::max(lane_max, L::load(boxes[k] + i));
      largest[k] = L::largest_lane(lane_max);
    }
    return {{largest[2], largest[3], largest[0], largest[1]}};
  }

 private:
  std::uint32_t kept_[parts_at_once + column_padding];
};

/// The facing box of a box whose origin lies (dx, dy) from that of the boxes it will be compared with.
template <class T>
SATCHEL_INLINE FacingBox<T> facing(const satchel::kernels::OffsetBox<T>& box, T dx, T dy) {
  return {{box.max_x + dx, box.max_y + dy, box.minus_min_x - dx, box.minus_min_y - dy}};
}

/// Finds the pairs of parts whose boxes have a gap of more than job.least and at most job.most.
template <class L, class T = typename L::Scalar>
void find_near_parts(const NearPartsJob<T>& job, NearPartsFound& found) {
  const T dx = job.delta_x, dy = job.delta_y;
  found.count = 0;
  KeptParts<T> a;
  a.template keep<L>(job.a, job.count_a, facing(*job.whole_b, T(0), T(0)), job.most, dx, dy);
  if (a.count == 0) return;
  const FacingBox<T> around =
      job.count_a <= column_padding ? facing(*job.whole_a, T(0) - dx, T(0) - dy) : a.template box_around<L>();
  const T* const columns_a[4] = {a.boxes[0], a.boxes[1], a.boxes[2], a.boxes[3]};
  const T* const columns_b[4] = {job.b.minus_min_x, job.b.minus_min_y, job.b.max_x, job.b.max_y};
  const auto greatest_depth = L::splat(T(0) - job.least), least_depth = L::splat(T(0) - job.most);
  std::uint32_t count = 0;
  for (std::uint64_t left = boxes_within<L>(columns_b, job.count_b, around, job.most); left != 0; left &= left - 1) {
    const auto j = static_cast<std::uint32_t>(__builtin_ctzll(left));
    const FacingBox<T> box = {{columns_b[2][j], columns_b[3][j], columns_b[0][j], columns_b[1][j]}};
    for (std::uint32_t i = 0; i < a.count; i += column_padding) {
      const std::uint32_t rest = a.count - i;
      unsigned near = rest < column_padding ? (1u << rest) - 1 : (1u << column_padding) - 1;
      for (std::uint32_t k = 0; k < column_padding && k < rest; k += L::width) {
        const auto part_depth = depth<L>(columns_a, i + k, box);
        near &= ~((L::bits(part_depth < least_depth) | (~L::bits(part_depth < greatest_depth) & all_bits<L>)) << k);
      }
      Isa::Lanes<double>::store_kept(found.b + count, found.a + count, j, a.numbers + i, near);
      count += static_cast<std::uint32_t>(__builtin_popcount(near));
    }
  }
  found.count = count;
}

/// Finds the two parts whose boxes have the least gap; of several pairs the first, by B's part and then by A's.
template <class L, class T = typename L::Scalar>
NearestBoxes<T> find_nearest_boxes(const NearPartsJob<T>& job) {
  const T* const columns[4] = {job.a.minus_min_x, job.a.minus_min_y, job.a.max_x, job.a.max_y};
  auto deepest = L::splat(static_cast<T>(-__builtin_huge_val())), number = L::splat(T(0));
  for (std::uint32_t j = 0; j < job.count_b; ++j) {
    const FacingBox<T> box = facing<T>({job.b.minus_min_x[j], job.b.minus_min_y[j], job.b.max_x[j], job.b.max_y[j]},
                                       job.delta_x, job.delta_y);
    for (std::uint32_t i = 0; i < job.count_a; i += L::width) {
      const auto found = depth<L>(columns, i, box);
      const auto deeper = found > deepest;
      deepest = L::select(deeper, found, deepest);
      number = L::select(deeper, L::splat(static_cast<T>(j * parts_at_once + i)), number);
    }
  }
  T depths[L::width], numbers[L::width];
  L::store(depths, deepest);
  L::store(numbers, number);
  NearestBoxes<T> nearest{static_cast<T>(__builtin_huge_val()), 0, 0};
  std::uint32_t lowest = ~0u;
  for (std::size_t lane = 0; lane < L::width; ++lane) {
    const auto pair = static_cast<std::uint32_t>(numbers[lane]) + static_cast<std::uint32_t>(lane);
    const T gap = T(0) - depths[lane];
    if (pair % parts_at_once >= job.count_a) continue;  // a lane behind the last part
    if (gap < nearest.gap || (gap == nearest.gap && pair < lowest)) {
      nearest = {gap, pair % parts_at_once, pair / parts_at_once};
      lowest = pair;
    }
  }
  return nearest;
}

}  // namespace
