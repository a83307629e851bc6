// The facing parts (facing.hpp) of polygons of up to eight vertices, found body by body in rows: vectors with a slot of
// one body's block in each lane. So a list of all sorts of them goes through one kernel in the order given, and need
// not be dealt by class.
//
//   k = the vertex that the body's support map names for the direction it faces (support_map.hpp)
//   turn the rows of x and y so that vertices k - 1, k, k + 1, k + 2, k - 2 and the first one come in this order; store
//   transpose what is stored: from here on a pair in each lane
//   where vertex k - 2 or k + 2 lies farther that way than k, or the origin does: nothing is proved, unless there are
//   but three vertices
//
// A map guesses, and is wrong where the direction lies near an edge's normal: then a vertex next to k is the farthest,
// which is all that the rest of facing.hpp asks for, see there. Where normals lie closer together than maps tell
// directions apart, it may be another one: hence the check.
//
// Finding the farthest itself took a sixth longer with AVX-512 (lists of all sorts; by a tournament of vertices in
// lanes), a twentieth with AVX2 (by comparing neighbours in rows).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/facing/facing_pairs.hpp"
#include "format/support_map.hpp"
#include "kernels/facing/rotated_rows.hpp"

namespace {

/// Where staged pairs lie, from A to B, as support maps tell directions apart.
template <class T>
struct StagedOctants {
  static constexpr std::size_t size = StagedPairs<T>::size;

  std::uint32_t shift[size], is_second[size];

  SATCHEL_INLINE void look_up(const T* dx, const T* dy, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const satchel::kernels::Octant<T> octant(dx[i], dy[i]);
      shift[i] = static_cast<std::uint32_t>(octant.shift);
      is_second[i] = static_cast<std::uint32_t>(octant.is_second());
    }
  }
};

/// The facing parts of the polygons A or B of staged pairs, in rows.
/// @tparam backwards  they face against the way from A to B: those of B
template <class L, bool backwards>
class StagedRows {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  using Turns = RowTurns<L::width>;

 public:
  static constexpr std::size_t size = StagedPairs<T>::size;

  /// @param places  Place::bits
  /// @tparam some_rounded  some bodies have a radius
  template <bool some_rounded>
  SATCHEL_INLINE void look_up(const std::uint32_t* places, const std::uint32_t* maps, const StagedOctants<T>& octants,
                              std::size_t count) {
    using namespace satchel::kernels;
    static_assert(block_shift(1) == block_shift(0) + 1 && block_shift(2) == block_shift(1));
    static_assert(capacity_of(1) == capacity_of(2) && blocks_of_unit(0) == 2);
    for (std::size_t i = 0; i < count; ++i) {
      const Place place{places[i]};
      const std::uint32_t size_of_body = some_rounded ? place.small_size() : place.size();
      const std::uint32_t count_of_body = size_of_body + 3;
      const std::uint32_t shift = octants.shift[i] ^ (backwards ? 16 : 0);  // half a turn is four octants
      const std::uint32_t guess = SupportMap{maps[i]}.vertex(shift, octants.is_second[i]);
      const std::uint32_t k = guess == count_of_body ? 0 : guess;
      const bool is_class_0 = count_of_body <= vertices_of(0);
      const std::uint32_t block = place.block();
      number_[i] = static_cast<T>(static_cast<std::int32_t>(16 * k));
      last_[i] = static_cast<T>(static_cast<std::int32_t>(16 * (count_of_body - 1)));
      turns_[i] = size_of_body * Turns::of_count + k * Turns::unit;
      if constexpr (Turns::is_whole) {
        begin_[i] = (is_class_0 ? block >> 1 : block) << block_shift(2);
        turns_[i] += (is_class_0 ? block & 1 : 0) * Turns::of_block;
      } else {
        begin_[i] = (is_class_0 ? block : block + block) << block_shift(0);
        begin_y_[i] = begin_[i] + (is_class_0 ? capacity_of(0) : capacity_of(2));
      }
    }
  }

  /// Turns body i. Its row lasts until that of body i + `bodies` of TurnedRows is turned.
  SATCHEL_INLINE void turn(std::size_t i, const T* blocks) {
    const T* const begin = blocks + begin_[i];
    if constexpr (Turns::is_whole) {
      rows_.turn(i, begin, turns_[i]);
    } else {
      rows_.turn(i, begin, blocks + begin_y_[i], turns_[i]);
    }
  }

  /// Those of W bodies, and their slots 0.
  /// @returns where the guess is not known to do
  SATCHEL_INLINE typename L::Mask load(std::size_t first, const PairLanes<L>& pairs, FacingPart<L>& part,
                                       Vertices<L, 1>& slot_0) const {
    rows_.load(first, part, slot_0);
    part.feature_last = L::load(last_ + first);
    part.feature_number = L::load(number_ + first);
    part.wraps = L::splat(T(0.5)) > part.feature_number;
    part.feature_before = L::select(part.wraps, part.feature_last, part.feature_number - L::splat(T(16)));

    const auto height = [&](std::size_t i) __attribute__((always_inline)) {
      return part.x[i] * pairs.delta_x + part.y[i] * pairs.delta_y;
    };
    const auto zero = L::splat(T(0));
    const V at_k = height(2);
    const auto is_lower = backwards ? at_k > L::min(L::min(height(0), height(4)), zero)
                                    : L::max(L::max(height(0), height(4)), zero) > at_k;
    return L::both(is_lower, part.feature_last > L::splat(T(16 * 2)));
  }

 private:
  TurnedRows<L> rows_;
  alignas(64) T number_[size], last_[size];  ///< 16 k and 16 (n - 1)
  std::uint32_t turns_[size];
  std::uint32_t begin_[size], begin_y_[Turns::is_whole ? 1 : size];
};

/// @tparam radii  Radii::inside; or Radii::around, where some bodies have a radius
template <class L, Radii radii>
struct StagedPairsInRows : StagedPairs<typename L::Scalar, radii> {
  StagedOctants<typename L::Scalar> octants;
  StagedRows<L, false> a;
  StagedRows<L, true> b;
  std::size_t count;  ///< a multiple of W

  /// Turns the bodies of pairs `begin` to `end` of the W from `first` on, if there are any.
  template <class Job>
  SATCHEL_INLINE void turn(const Job& job, std::size_t first, std::size_t begin, std::size_t end) {
    if (first >= count) return;
#pragma GCC unroll 16
    for (std::size_t i = first + begin; i < first + end; ++i) {
      a.turn(i, job.a.blocks[0]);
      b.turn(i, job.b.blocks[0]);
    }
  }
};

/// As FacingKernel, of polygons of up to eight vertices each.
/// @tparam radii  as of StagedPairsInRows
template <class L, Radii radii = Radii::inside>
struct FacingUpTo8InRows {
  using T = typename L::Scalar;
  using Staged = StagedPairsInRows<L, radii>;
  static constexpr bool looks_ahead = false, settles = false, permutes_next = true, knows_open = true;

  const PairJob<T>& job;
  Staged& staged;
  std::size_t next;  ///< the first pair of the next bundle
  FacingPart<L> of_a, of_b;
  Centre<typename L::Vector> x, y;
  typename L::Mask is_open;  ///< where nothing is proved

  template <class Ask, class Crossed>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count, Ask,
                                     Crossed crossed) {
    staged.template look_up<L, Blocks::whole_places>(job, pairs, count, {}, crossed);
    staged.count = (count + L::width - 1) / L::width * L::width;
    staged.octants.look_up(staged.delta_x, staged.delta_y, staged.count);
    constexpr bool some_rounded = radii == Radii::around;
    staged.a.template look_up<some_rounded>(staged.blocks_a, staged.maps_a, staged.octants, staged.count);
    staged.b.template look_up<some_rounded>(staged.blocks_b, staged.maps_b, staged.octants, staged.count);
    // Else g++ 12 takes numbers of lanes out of the vectors at hand, one by one, instead of loading them again.
    asm volatile("" : : : "memory");
    staged.turn(job, 0, 0, L::width);
  }

  template <class Ask>
  SATCHEL_INLINE FacingUpTo8InRows(const PairJob<T>& its_job, Staged& its_staged, std::size_t first,
                                   const PairLanes<L>& pairs, Ask ask)
      : job(its_job), staged(its_staged), next(first + L::width) {
    permute_next<0>();
    ask();
    Vertices<L, 1> a, b;
    const auto open_a = staged.a.load(first, pairs, of_a, a), open_b = staged.b.load(first, pairs, of_b, b);
    is_open = open_a | open_b;
    x = centre_of<L>(a.x[0], b.x[0], pairs.delta_x);
    y = centre_of<L>(a.y[0], b.y[0], pairs.delta_y);
  }

  /// Turns some of the next bodies, while this bundle is worked on. Loads and stores of the one, which depend on
  /// nothing, fill the gaps that arithmetic on the other leaves: 7 % less than turning all bodies of a stage first. In
  /// three pieces, before each piece of the arithmetic: a core that looks 300 operations ahead sees no more than a
  /// third of a bundle at a time (5 % less than all at once).
  template <unsigned piece>
  SATCHEL_INLINE void permute_next() const {
    static_assert(piece < 3);
    constexpr std::size_t begins[4] = {0, L::width / 4, L::width * 5 / 8, L::width};
    staged.turn(job, next, begins[piece], begins[piece + 1]);
  }
};

}  // namespace
