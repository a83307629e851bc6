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

#include "kernels/facing_pairs.hpp"
#include "kernels/support_map.hpp"

namespace {

/// How rows are turned, if vectors have `lanes` of their values. Vectors of sixteen hold a whole block of eight
/// vertices, x and y, or the two of four that share a unit (scene/blocks.hpp); vectors of eight hold x or y alone.
template <std::size_t lanes>
class RowTurns {
  static_assert(lanes == 8 || lanes == 16);

 public:
  static constexpr bool is_whole = lanes == 16;
  struct Slots {
    alignas(4 * lanes) std::uint32_t of_lane[lanes];
  };

  /// A turn is 16 (n - 3) + k, or, of whole blocks, 32 (n - 3) + 16 (second block of its unit) + k; times the bytes of
  /// Slots.
  static constexpr unsigned unit = sizeof(Slots), of_block = 16 * unit, of_count = (is_whole ? 2 : 1) * of_block;

  constexpr RowTurns() : slots_{} {
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

  SATCHEL_INLINE const std::uint32_t* slots_of(std::size_t turn) const {
    return reinterpret_cast<const Slots*>(reinterpret_cast<const std::byte*>(slots_) + turn)->of_lane;
  }

 private:
  Slots slots_[satchel::kernels::small_sizes * of_count / unit];
};
template <std::size_t lanes>
alignas(64) constexpr RowTurns<lanes> row_turns;

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
  static constexpr std::size_t turned = 2 * L::width;

  /// @param places  Place::bits
  SATCHEL_INLINE void look_up(const std::uint32_t* places, const std::uint32_t* maps, const StagedOctants<T>& octants,
                              std::size_t count) {
    using namespace satchel::kernels;
    static_assert(block_shift(1) == block_shift(0) + 1 && block_shift(2) == block_shift(1));
    static_assert(capacity_of(1) == capacity_of(2) && blocks_of_unit(0) == 2);
    for (std::size_t i = 0; i < count; ++i) {
      const Place place{places[i]};
      const std::uint32_t count_of_body = place.size() + 3;
      const std::uint32_t shift = octants.shift[i] ^ (backwards ? 16 : 0);  // half a turn is four octants
      const std::uint32_t guess = SupportMap{maps[i]}.vertex(shift, octants.is_second[i]);
      const std::uint32_t k = guess == count_of_body ? 0 : guess;
      const bool is_class_0 = count_of_body <= vertices_of(0);
      const std::uint32_t block = place.block();
      number_[i] = static_cast<T>(static_cast<std::int32_t>(16 * k));
      last_[i] = static_cast<T>(static_cast<std::int32_t>(16 * (count_of_body - 1)));
      turns_[i] = place.size() * Turns::of_count + k * Turns::unit;
      if constexpr (Turns::is_whole) {
        begin_[i] = (is_class_0 ? block >> 1 : block) << block_shift(2);
        turns_[i] += (is_class_0 ? block & 1 : 0) * Turns::of_block;
      } else {
        begin_[i] = (is_class_0 ? block : block + block) << block_shift(0);
        begin_y_[i] = begin_[i] + (is_class_0 ? capacity_of(0) : capacity_of(2));
      }
    }
  }

  /// Turns body i. Its row lasts until that of body i + `turned` is turned.
  SATCHEL_INLINE void turn(std::size_t i, const T* blocks) {
    const std::uint32_t* const slots = row_turns<L::width>.slots_of(turns_[i]);
    T* const to = rows_ + row * (i % turned);
    L::store(to, L::turn(L::load(blocks + begin_[i]), slots));
    if constexpr (!Turns::is_whole) L::store(to + row / 2, L::turn(L::load(blocks + begin_y_[i]), slots));
  }

  /// Those of W bodies, and their slots 0.
  /// @returns where the guess is not known to do
  SATCHEL_INLINE typename L::Mask load(std::size_t first, const PairLanes<L>& pairs, FacingPart<L>& part,
                                       Vertices<L, 1>& slot_0) const {
    const T* const rows = rows_ + row * (first % turned);
    const auto row_of = [&](std::size_t lane) __attribute__((always_inline)) { return rows + row * lane; };
    if constexpr (Turns::is_whole) {
      V near[8], far[4];
      load_rows<L, 2>(row_of, near);
      load_rows<L, 1>(
          [&](std::size_t lane) __attribute__((always_inline)) { return row_of(lane) + 8; }, far);
      for (std::size_t i = 0; i < 4; ++i) {
        part.x[i + 1] = near[i];
        part.y[i + 1] = near[i + 4];
      }
      part.x[0] = far[0];
      part.y[0] = far[1];
      slot_0.x[0] = far[2];
      slot_0.y[0] = far[3];
    } else {
      const auto load_one = [&](std::size_t from, V* vertices, V& slot) __attribute__((always_inline)) {
        constexpr std::size_t groups = (6 + L::row - 1) / L::row;
        V columns[groups * L::row];
        load_rows<L, groups>(
            [&](std::size_t lane) __attribute__((always_inline)) { return row_of(lane) + from; }, columns);
        for (std::size_t i = 0; i < 4; ++i) vertices[i + 1] = columns[i];
        vertices[0] = columns[4];
        slot = columns[5];
      };
      load_one(0, part.x, slot_0.x[0]);
      load_one(row / 2, part.y, slot_0.y[0]);
    }
    const V last = L::load(last_ + first);
    part.number = L::load(number_ + first);
    part.wraps = L::splat(T(0.5)) > part.number;
    part.before = L::select(part.wraps, last, part.number - L::splat(T(16)));

    const auto height = [&](std::size_t i) __attribute__((always_inline)) {
      return part.x[i] * pairs.delta_x + part.y[i] * pairs.delta_y;
    };
    const auto zero = L::splat(T(0));
    const V at_k = height(2);
    const auto is_lower = backwards ? at_k > L::min(L::min(height(0), height(4)), zero)
                                    : L::max(L::max(height(0), height(4)), zero) > at_k;
    return L::both(is_lower, last > L::splat(T(16 * 2)));
  }

 private:
  static constexpr std::size_t row = 16;

  alignas(64) T rows_[turned * row];         ///< as Turns has them
  alignas(64) T number_[size], last_[size];  ///< 16 k and 16 (n - 1)
  std::uint32_t turns_[size];
  std::uint32_t begin_[size], begin_y_[Turns::is_whole ? 1 : size];
};

template <class L>
struct StagedPairsInRows : StagedPairs<typename L::Scalar, Radii::inside> {
  StagedOctants<typename L::Scalar> octants;
  StagedRows<L, false> a;
  StagedRows<L, true> b;
  std::size_t count;  ///< a multiple of W

  /// Turns the bodies of W pairs, if there are any more.
  template <class Job>
  SATCHEL_INLINE void turn_bundle(const Job& job, std::size_t first) {
    if (first >= count) return;
#pragma GCC unroll 16
    for (std::size_t i = first; i < first + L::width; ++i) {
      a.turn(i, job.blocks_a[0]);
      b.turn(i, job.blocks_b[0]);
    }
  }
};

/// As FacingKernel, of polygons of up to eight vertices each.
template <class L>
struct FacingUpTo8InRows {
  using T = typename L::Scalar;
  using Staged = StagedPairsInRows<L>;
  static constexpr bool settles = false;

  FacingPart<L> of_a, of_b;
  Centre<typename L::Vector> x, y;
  typename L::Mask is_open;  ///< where nothing is proved

  template <class Ask>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count, Ask) {
    staged.template look_up<L, whole_places, whole_places>(job, pairs, count);
    staged.count = (count + L::width - 1) / L::width * L::width;
    staged.octants.look_up(staged.delta_x, staged.delta_y, staged.count);
    staged.a.look_up(staged.blocks_a, staged.maps_a, staged.octants, staged.count);
    staged.b.look_up(staged.blocks_b, staged.maps_b, staged.octants, staged.count);
    // Else g++ 12 takes numbers of lanes out of the vectors at hand, one by one, instead of loading them again.
    asm volatile("" : : : "memory");
    staged.turn_bundle(job, 0);
  }

  /// Turns the next bodies before it takes up those turned before: loads and stores of the one, which depend on
  /// nothing, fill the gaps that arithmetic on the other leaves (7 % less than turning all bodies of a stage first).
  template <class Ask>
  SATCHEL_INLINE FacingUpTo8InRows(const PairJob<T>& job, Staged& staged, std::size_t first, const PairLanes<L>& pairs,
                                   Ask ask) {
    staged.turn_bundle(job, first + L::width);
    ask();
    Vertices<L, 1> a, b;
    const auto open_a = staged.a.load(first, pairs, of_a, a), open_b = staged.b.load(first, pairs, of_b, b);
    is_open = open_a | open_b;
    x = centre_of<L>(a.x[0], b.x[0], pairs.delta_x);
    y = centre_of<L>(a.y[0], b.y[0], pairs.delta_y);
  }
};

}  // namespace
