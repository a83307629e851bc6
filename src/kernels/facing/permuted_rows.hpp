// Permutes the rows of small polygons: one permutation a body brings vertex k and its neighbours to the same lanes,
// whichever vertex k is. The permuted rows are stored, to be loaded with a pair in each lane.
//
//   a row             one vector of a body's block: x and y of the block (whole rows), or x or y alone (half rows)
//   lanes 0 to 5      vertices k - 1, k, k + 1, k + 2, k - 2 and the first one
//   of whole rows     x of the first four, y of these four, then x, y of vertex k - 2 and x, y of the first one
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "format/layout.hpp"
#include "kernels/facing/facing.hpp"

namespace {

/// The permutations for vectors of `lanes` values. Sixteen hold a whole block of eight vertices, x and y, or the two
/// blocks of four that share a unit (scene/blocks.hpp); eight hold x or y alone.
template <std::size_t lanes>
class RowPermutations {
  static_assert(lanes == 8 || lanes == 16);

 public:
  static constexpr bool is_whole = lanes == 16;
  struct Slots {
    alignas(4 * lanes) std::uint32_t of_lane[lanes];
  };

  /// The offset of a permutation in slots_, in bytes: of n vertices around vertex k, 16 (n - 3) + k, or, of whole rows,
  /// 32 (n - 3) + 16 (second block of its unit) + k; times the bytes of Slots.
  static constexpr unsigned unit = sizeof(Slots), of_block = 16 * unit, of_count = (is_whole ? 2 : 1) * of_block;

  constexpr RowPermutations() : slots_{} {
    for (unsigned size = 0; size < satchel::kernels::small_sizes; ++size) {
      const unsigned n = size + 3, capacity = n > 4 ? 8 : 4;
      for (unsigned second = 0; second < (is_whole && n <= 4 ? 2u : 1u); ++second) {
        for (unsigned k = 0; k < n; ++k) {
          Slots& slots = slots_[(size * of_count + second * of_block) / unit + k];
          const unsigned from[6] = {k + n - 1, k, k + 1, k + 2, k + n - 2, 0};
          for (unsigned i = 0; i < 6; ++i) {
            const unsigned x = from[i] % n + second * 2 * capacity;
            if constexpr (is_whole) {
              slots.of_lane[i < 4 ? i : 2 * i] = x;
              slots.of_lane[i < 4 ? i + 4 : 2 * i + 1] = x + capacity;
            } else {
              slots.of_lane[i] = x;
            }
          }
        }
      }
    }
  }

  SATCHEL_INLINE const std::uint32_t* slots_of(std::size_t offset) const {
    return reinterpret_cast<const Slots*>(reinterpret_cast<const std::byte*>(slots_) + offset)->of_lane;
  }

 private:
  Slots slots_[satchel::kernels::small_sizes * of_count / unit];
};
template <std::size_t lanes>
alignas(64) constexpr RowPermutations<lanes> row_permutations;

/// Permuted whole rows. The near vertices, k - 1 to k + 2, and the far ones, k - 2 and the first, stand apart,
/// in the order in which vectors of several rows are wanted: so nothing has to be put together row by row.
template <class L>
class WholeRows {
  using T = typename L::Scalar;
  using V = typename L::Vector;

 public:
  static constexpr std::size_t bodies = 2 * L::width;  ///< the rows of so many successive bodies are kept

  SATCHEL_INLINE void permute(std::size_t i, const T* block, std::size_t permutation) {
    const std::size_t position = i % bodies / L::width * L::width + 4 * (i % 4) + i % L::width / 4;
    L::store_parts(near_ + 8 * position, far_ + 4 * position,
                   L::permute(L::load(block), row_permutations<L::width>.slots_of(permutation)));
  }

  /// Those of W bodies, and their slots 0.
  SATCHEL_INLINE void load(std::size_t first, FacingPart<L>& part, Vertices<L, 1>& slot_0) const {
    const T* const near = near_ + 8 * (first % bodies);
    const T* const far = far_ + 4 * (first % bodies);
    V rows_x[4], rows_y[4], rows_far[4], columns[4];
    for (std::size_t r = 0; r < 4; ++r) {
      L::split(L::load(near + 2 * L::width * r), L::load(near + 2 * L::width * r + L::width), rows_x[r], rows_y[r]);
      rows_far[r] = L::load(far + L::width * r);
    }
    transpose<L>(rows_x, part.x + 1);
    transpose<L>(rows_y, part.y + 1);
    transpose<L>(rows_far, columns);
    part.x[0] = columns[0];
    part.y[0] = columns[1];
    slot_0.x[0] = columns[2];
    slot_0.y[0] = columns[3];
  }

 private:
  alignas(64) T near_[8 * bodies];  ///< four x and four y a body
  alignas(64) T far_[4 * bodies];   ///< x, y of vertex k - 2, and of the first
};

/// Permuted half rows.
template <class L>
class HalfRows {
  using T = typename L::Scalar;
  using V = typename L::Vector;

 public:
  static constexpr std::size_t bodies = 2 * L::width;  ///< the rows of so many successive bodies are kept

  SATCHEL_INLINE void permute(std::size_t i, const T* x, const T* y, std::size_t permutation) {
    const std::uint32_t* const slots = row_permutations<L::width>.slots_of(permutation);
    L::store(x_ + row * (i % bodies), L::permute(L::load(x), slots));
    L::store(y_ + row * (i % bodies), L::permute(L::load(y), slots));
  }

  /// As that of WholeRows.
  SATCHEL_INLINE void load(std::size_t first, FacingPart<L>& part, Vertices<L, 1>& slot_0) const {
    load_one(x_ + row * (first % bodies), part.x, slot_0.x[0]);
    load_one(y_ + row * (first % bodies), part.y, slot_0.y[0]);
  }

 private:
  static constexpr std::size_t row = 8;

  static SATCHEL_INLINE void load_one(const T* rows, V* vertices, V& slot_0) {
    constexpr std::size_t groups = (6 + L::row - 1) / L::row;
    V columns[groups * L::row];
    load_rows<L, groups>(
        [=](std::size_t lane) __attribute__((always_inline)) { return rows + row * lane; }, columns);
    for (std::size_t i = 0; i < 4; ++i) vertices[i + 1] = columns[i];
    vertices[0] = columns[4];
    slot_0 = columns[5];
  }

  alignas(64) T x_[row * bodies];
  alignas(64) T y_[row * bodies];
};

template <class L>
using PermutedRows = std::conditional_t<RowPermutations<L::width>::is_whole, WholeRows<L>, HalfRows<L>>;

}  // namespace
