// Finds the facing parts (facing.hpp) of polygons of up to eight vertices, body by body in rows. A row is a vector of
// one body's coordinates. Each body's rows are permuted on their own, so one kernel takes pairs of all these classes as
// they are listed, not sorted by class.
//
//   delta leads from A's origin to B's; d = delta for A, -delta for B
//   k = the vertex that the body's support map names for d (support_map.hpp)
//   permute the rows of x and y: to vertices k - 1, k, k + 1, k + 2, k - 2 and the first one, which the pair's frame is
//     made of; store them (StagedRows::load puts them into the order k - 2, ..., k + 2)
//   transpose the stored rows: from here on one pair per lane
//   where vertex k - 2, vertex k + 2 or the origin lies farther along d than vertex k, prove nothing;
//     a triangle needs no such check, because its part has all of its edges
//
// The map guesses: vertex k need not be the farthest along d. The proof asks only that vertex k passes this check, in
// which the origin keeps k off the far side of the body (facing.hpp, steps 1 and 2).
//
// Finding the farthest vertex instead of guessing takes longer in both known ways: a tournament of vertices in
// lanes with AVX-512, a comparison of neighbours in rows with AVX2.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/support_map.hpp"
#include "kernels/facing/facing_pairs.hpp"
#include "kernels/facing/permuted_rows.hpp"

namespace {

/// The octants of delta of staged pairs: pairs looked up ahead (StagedPairs in kernels/gather/load.hpp).
template <class T>
struct StagedOctants {
  static constexpr std::size_t size = StagedPairs<T>::size;

  /// As Octant (support_map.hpp) has them: 4 times the octant's number; 1 in its second half.
  std::uint32_t shift[size], is_second[size];

  SATCHEL_INLINE void look_up(const T* dx, const T* dy, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const satchel::kernels::Octant<T> octant(dx[i], dy[i]);
      shift[i] = static_cast<std::uint32_t>(octant.shift);
      is_second[i] = static_cast<std::uint32_t>(octant.is_second());
    }
  }
};

/// The facing parts of body A of each staged pair, or of body B, in rows.
/// @tparam backwards  false: of A, along delta; true: of B, along -delta
template <class L, bool backwards>
class StagedRows {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  using Permutations = RowPermutations<L::width>;

 public:
  static constexpr std::size_t size = StagedPairs<T>::size;

  /// Looks up where each body's rows begin, and their permutation. A body has n vertices.
  ///
  ///   a unit of 16 values of the run   x0 x1 x2 x3 y0 y1 y2 y3 | x0 x1 x2 x3 y0 y1 y2 y3   two blocks of class 0 (n <= 4)
  ///                                    x0 x1 x2 x3 x4 x5 x6 x7 | y0 y1 y2 y3 y4 y5 y6 y7   a block of class 1 or 2 (n <= 8)
  ///
  /// A whole row is a unit in one vector of 16. Half rows are eight values from the block's x0 on, and eight from its y0 on.
  ///
  /// @param places, maps   Place::bits and SupportMap::bits of the bodies
  /// @tparam some_rounded  some bodies have a radius: a rounded box has a size code of its own, which small_size()
  ///                       takes for four vertices
  template <bool some_rounded>
  SATCHEL_INLINE void look_up(const std::uint32_t* places, const std::uint32_t* maps, const StagedOctants<T>& octants,
                              std::size_t count) {
    using namespace satchel::kernels;
    // begin_ relies on this: a unit holds two blocks of class 0, or one block of class 1 or 2 (scene/blocks.hpp).
    static_assert(block_shift(1) == block_shift(0) + 1 && block_shift(2) == block_shift(1));
    static_assert(capacity_of(1) == capacity_of(2) && blocks_of_unit(0) == 2);
    for (std::size_t i = 0; i < count; ++i) {
      const Place place{places[i]};
      const std::uint32_t size_code = some_rounded ? place.small_size() : place.size();
      const std::uint32_t n = size_code + 3;
      const std::uint32_t shift = octants.shift[i] ^ (backwards ? 16 : 0);  // 180 degrees are four octants of 4 bits
      const std::uint32_t guess = SupportMap{maps[i]}.vertex(shift, octants.is_second[i]);
      const std::uint32_t k = guess == n ? 0 : guess;  // the map may name vertex 0 as n
      const bool is_class_0 = n <= vertices_of(0);
      const std::uint32_t block = place.block();
      // Feature numbers: feature_of_index times the index (sat.hpp). They pass through signed integers, since vector
      // instructions before AVX-512 convert no others.
      number_[i] = static_cast<T>(static_cast<std::int32_t>(feature_of_index * k));
      last_[i] = static_cast<T>(static_cast<std::int32_t>(feature_of_index * (n - 1)));
      permutations_[i] = size_code * Permutations::of_count + k * Permutations::unit;
      if constexpr (Permutations::is_whole) {
        begin_[i] = (is_class_0 ? block >> 1 : block) << block_shift(2);
        permutations_[i] += (is_class_0 ? block & 1 : 0) * Permutations::of_block;
      } else {
        begin_[i] = (is_class_0 ? block : 2 * block) << block_shift(0);  // a block of 16 values is two of 8
        begin_y_[i] = begin_[i] + (is_class_0 ? capacity_of(0) : capacity_of(2));
      }
    }
  }

  /// Permutes the rows of body i. They last until body i + PermutedRows<L>::bodies is permuted.
  SATCHEL_INLINE void permute(std::size_t i, const T* blocks) {
    const T* const begin = blocks + begin_[i];
    if constexpr (Permutations::is_whole) {
      rows_.permute(i, begin, permutations_[i]);
    } else {
      rows_.permute(i, begin, blocks + begin_y_[i], permutations_[i]);
    }
  }

  /// Loads the facing parts of W bodies from `first` on, and their first vertices, one body per lane.
  /// @returns  the lanes whose vertex k fails the check
  SATCHEL_INLINE typename L::Mask load(std::size_t first, const PairLanes<L>& pairs, FacingPart<L>& part,
                                       Vertices<L, 1>& first_vertex) const {
    rows_.load(first, part, first_vertex);
    part.feature_last = L::load(last_ + first);
    part.feature_number = L::load(number_ + first);
    part.wraps = L::splat(T(0.5)) > part.feature_number;  // k is 0
    part.feature_before = L::select(part.wraps, part.feature_last, part.feature_number - L::splat(T(feature_of_index)));

    const auto height = [&](std::size_t i) __attribute__((always_inline)) {
      return part.x[i] * pairs.delta_x + part.y[i] * pairs.delta_y;
    };
    const auto zero = L::splat(T(0));
    const V at_k = height(2);  // x[0], ..., x[4] are of vertices k - 2, ..., k + 2
    const auto is_lower = backwards ? at_k > L::min(L::min(height(0), height(4)), zero)
                                    : L::max(L::max(height(0), height(4)), zero) > at_k;
    return L::both(is_lower, part.feature_last > L::splat(T(feature_of_index * 2)));  // no triangle
  }

 private:
  PermutedRows<L> rows_;
  alignas(64) T number_[size], last_[size];  ///< feature numbers of edge k and of the last edge
  std::uint32_t permutations_[size];         ///< offsets in RowPermutations
  /// Where rows begin, in values from `blocks` of permute(): whole rows at their unit, half rows at x0 and at y0.
  std::uint32_t begin_[size], begin_y_[Permutations::is_whole ? 1 : size];
};

/// Staged pairs of polygons of up to eight vertices, with their facing parts.
/// @tparam radii  which radii are looked up: of the discs inside the bodies, or, if some bodies have a radius, these
template <class L, Radii radii>
struct StagedPairsInRows : StagedPairs<typename L::Scalar, radii> {
  StagedOctants<typename L::Scalar> octants;
  StagedRows<L, false> a;
  StagedRows<L, true> b;
  std::size_t count;  ///< of staged pairs, rounded up to a multiple of W

  /// Permutes the rows of pairs first + begin to first + end - 1. Does nothing if no pair is staged at `first`.
  template <class Job>
  SATCHEL_INLINE void permute(const Job& job, std::size_t first, std::size_t begin, std::size_t end) {
    if (first >= count) return;
#pragma GCC unroll 16
    for (std::size_t i = first + begin; i < first + end; ++i) {
      a.permute(i, job.a.blocks[0]);  // classes 0, 1 and 2 share a run (run_of)
      b.permute(i, job.b.blocks[0]);
    }
  }
};

/// A FacingPairKernel of pairs of any polygons of up to eight vertices. facing_pairs.hpp says what its constants mean.
/// @tparam radii  as in StagedPairsInRows
template <class L, Radii radii = Radii::inside>
struct FacingUpTo8InRows {
  using T = typename L::Scalar;
  using Staged = StagedPairsInRows<L, radii>;
  static constexpr bool looks_ahead = false, settles = false, permutes_next = true, knows_open = true;

  const PairJob<T>& job;
  Staged& staged;
  std::size_t next;  ///< the first pair of the next packet
  FacingPart<L> of_a, of_b;
  Centre<typename L::Vector> x, y;  ///< the origins of the pairs' frames
  typename L::Mask is_open;         ///< where nothing is proved

  template <class Ask, class Interleaved>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count, Ask,
                                     Interleaved interleaved) {
    staged.template look_up<L, Blocks::whole_places>(job, pairs, count, {}, interleaved);
    staged.count = (count + L::width - 1) / L::width * L::width;
    staged.octants.look_up(staged.delta_x, staged.delta_y, staged.count);
    constexpr bool some_rounded = radii == Radii::around;
    staged.a.template look_up<some_rounded>(staged.blocks_a, staged.maps_a, staged.octants, staged.count);
    staged.b.template look_up<some_rounded>(staged.blocks_b, staged.maps_b, staged.octants, staged.count);
    // Makes g++ 12 load permutations_ and begin_ from memory, which otherwise it extracts from vector registers.
    asm volatile("" : : : "memory");
    staged.permute(job, 0, 0, L::width);
  }

  /// @param ask  called once, asks for cache lines of later pairs (facing_pairs.hpp)
  template <class Ask>
  SATCHEL_INLINE FacingUpTo8InRows(const PairJob<T>& its_job, Staged& its_staged, std::size_t first,
                                   const PairLanes<L>& pairs, Ask ask)
      : job(its_job), staged(its_staged), next(first + L::width) {
    permute_next<0>();
    ask();
    Vertices<L, 1> first_of_a, first_of_b;
    const auto open_a = staged.a.load(first, pairs, of_a, first_of_a);
    const auto open_b = staged.b.load(first, pairs, of_b, first_of_b);
    is_open = open_a | open_b;
    x = centre_of<L>(first_of_a.x[0], first_of_b.x[0], pairs.delta_x);
    y = centre_of<L>(first_of_a.y[0], first_of_b.y[0], pairs.delta_y);
  }

  /// Permutes the rows of a piece of the next packet. These loads and stores do not depend on this packet, so the core
  /// overlaps them with this packet's arithmetic. Each of the three pieces precedes a piece of the arithmetic, because
  /// a core that looks 300 operations ahead sees about a third of a packet at a time.
  template <unsigned piece>
  SATCHEL_INLINE void permute_next() const {
    static_assert(piece < 3);
    constexpr std::size_t begins[4] = {0, L::width / 4, L::width * 5 / 8, L::width};
    staged.permute(job, next, begins[piece], begins[piece + 1]);
  }
};

}  // namespace
