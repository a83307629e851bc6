// The facing parts (facing.hpp) of polygons of up to eight vertices, found body by body in rows: vectors with a slot of
// one body's block in each lane.
//
//   way = the height of each slot along delta;  rises: whether the slot after it lies higher
//   k = the vertex where way stops rising, which a table knows by n and the bits of `rises`
//   turn the rows of x and y so that vertices k - 1, k, k + 1, k + 2, k - 2 and the first one come in this order; store
//   transpose what is stored: from here on a pair in each lane
//
// If way stops rising at one vertex alone, that is the farthest, as rounded. If rounding left several of them, or none,
// the body is turned to its first vertex repeated: edges of no length prove nothing.
//
// The tournament in lanes chooses between two vectors some fifty times a body and eight pairs, which with AVX2 costs
// two or three operations each. Rows cost a fifth less there (octagons; lists of all sorts a quarter). With AVX-512,
// which chooses in one operation for sixteen pairs, they cost a tenth more.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/blocks_up_to_8.hpp"
#include "kernels/facing_pairs.hpp"

namespace {

/// What is known of rings by the number of their vertices, for rows of eight slots.
struct RowRing {
  /// Where to turn a row, by the slots after which way rises: RowTurns.
  std::uint16_t turns[256];
  alignas(32) std::uint32_t next[8];  ///< the slot after each, which repeats vertex 0 where there is room
};

/// Which slots rows are turned to.
class RowTurns {
 public:
  struct Slots {
    alignas(32) std::uint32_t of_lane[8];
  };

  /// A turn is 16 (n - 3) + k, times the bytes of Slots; k = `unknown`: to slot 0 alone.
  static constexpr unsigned unit = sizeof(Slots), of_count = 16 * unit;
  static constexpr unsigned unknown = 8;

  RowRing rings[satchel::kernels::small_sizes];

  constexpr RowTurns() : rings{}, slots_{} {
    for (unsigned size = 0; size < satchel::kernels::small_sizes; ++size) {
      const unsigned n = size + 3, capacity = n > 4 ? 8 : 4;
      for (unsigned rises = 0; rises < 256; ++rises) {
        rings[size].turns[rises] = static_cast<std::uint16_t>(size * of_count + farthest(n, rises) * unit);
      }
      for (unsigned i = 0; i < 8; ++i) rings[size].next[i] = (i + 1) % capacity;
      for (unsigned k = 0; k < n; ++k) {
        const unsigned from[6] = {k + n - 1, k, k + 1, k + 2, k + n - 2, 0};
        for (unsigned i = 0; i < 6; ++i) slots_[16 * size + k].of_lane[i] = from[i] % n;
      }
    }
  }

  SATCHEL_INLINE const RowRing& ring_at(std::size_t begin) const {
    return *reinterpret_cast<const RowRing*>(reinterpret_cast<const std::byte*>(rings) + begin);
  }
  SATCHEL_INLINE const std::uint32_t* slots_of(std::size_t turn) const {
    return reinterpret_cast<const Slots*>(reinterpret_cast<const std::byte*>(slots_) + turn)->of_lane;
  }

 private:
  Slots slots_[16 * satchel::kernels::small_sizes];

  static constexpr unsigned farthest(unsigned n, unsigned rises) {
    unsigned found = unknown;
    for (unsigned k = 0; k < n; ++k) {
      const bool up_to = ((rises >> ((k + n - 1) % n)) & 1u) != 0, after = ((rises >> k) & 1u) != 0;
      if (!up_to || after) continue;
      if (found != unknown) return unknown;
      found = k;
    }
    return found;
  }
};
alignas(64) constexpr RowTurns row_turns;

/// The facing parts of the polygons A or B of staged pairs, in rows.
template <class T>
class StagedRows {
 public:
  static constexpr std::size_t size = StagedPairs<T>::size;

  /// @param places  Place::bits
  SATCHEL_INLINE void look_up(const std::uint32_t* places, std::size_t count) {
    blocks_.look_up(places, count);
    constexpr auto ring = static_cast<std::uint32_t>(sizeof(RowRing));
    for (std::size_t i = 0; i < count; ++i) rings_[i] = satchel::kernels::Place{places[i]}.size() * ring;
  }

  /// Finds that of body i, which faces (dx, dy) or, `backwards`, (-dx, -dy). L has as many lanes as rows have slots.
  template <class L, bool backwards>
  SATCHEL_INLINE void find(std::size_t i, const T* blocks, const typename L::Vector& dx, const typename L::Vector& dy) {
    static_assert(L::width == row / 2);
    const auto x = L::load(blocks + blocks_.x[i]), y = L::load(blocks + blocks_.y[i]);
    const RowRing& ring = row_turns.ring_at(rings_[i]);
    const auto way = x * dx + y * dy, next = L::turn(way, ring.next);
    const std::size_t rises = backwards ? L::bits(way > next) : L::bits(next > way);
    const std::size_t turn = ring.turns[rises];
    turns_[i] = static_cast<std::uint32_t>(turn);
    L::store(rows_ + row * i, L::turn(x, row_turns.slots_of(turn)));
    L::store(rows_ + row * i + row / 2, L::turn(y, row_turns.slots_of(turn)));
  }

  /// Those of W bodies, and their slots 0.
  template <class L>
  SATCHEL_INLINE void load(std::size_t first, FacingPart<L>& part, Vertices<L, 1>& slot_0) const {
    using V = typename L::Vector;
    std::uint32_t at[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) at[lane] = static_cast<std::uint32_t>(row * lane);
    V columns[row];
    load_runs<L, row>(rows_ + row * first, at, columns);
    const auto sort = [](const V* column, V* vertices, V& slot) __attribute__((always_inline)) {
      for (std::size_t i = 0; i < 4; ++i) vertices[i + 1] = column[i];
      vertices[0] = column[4];
      slot = column[5];
    };
    sort(columns, part.x, slot_0.x[0]);
    sort(columns + row / 2, part.y, slot_0.y[0]);
    const V turns = L::load(reinterpret_cast<const T*>(turns_) + first);
    const auto sixteenfold = [&](std::uint32_t field) __attribute__((always_inline)) {
      return L::splat(T(16) / RowTurns::unit) * number_of_bits<L>(L::bit_and(turns, L::splat(feature_lane<T>(field))));
    };
    part.number = sixteenfold(15 * RowTurns::unit);
    part.wraps = L::splat(T(0.5)) > part.number;
    const V last = L::splat(T(1) / 16) * sixteenfold(7 * RowTurns::of_count) + L::splat(T(16 * (3 - 1)));
    part.before = L::select(part.wraps, last, part.number - L::splat(T(16)));
  }

 private:
  static constexpr std::size_t row = 16;

  alignas(64) T rows_[size * row];  ///< of each the x, then the y values, in the order of RowTurns
  std::uint32_t turns_[size];
  BlocksUpTo8<T> blocks_;
  std::uint32_t rings_[size];  ///< RowTurns::ring_at
};

template <class T>
struct StagedPairsInRows : StagedPairs<T, Radii::inside> {
  StagedRows<T> a, b;
};

/// As FacingUpTo8, and as fast as kernels of given classes would be: in rows, a class is but another look-up.
template <class L>
struct FacingUpTo8InRows {
  using T = typename L::Scalar;
  using Staged = StagedPairsInRows<T>;
  static constexpr bool settles = false;

  FacingPart<L> of_a, of_b;
  Centre<typename L::Vector> x, y;

  template <class Ask>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count,
                                     Ask ask) {
    staged.template look_up<L, whole_places, whole_places>(job, pairs, count);
    const std::size_t padded = (count + L::width - 1) / L::width * L::width;
    staged.a.look_up(staged.blocks_a, padded);
    staged.b.look_up(staged.blocks_b, padded);
    for (std::size_t i = 0; i < padded; ++i) {
      if (i % L::width == 0) ask();
      const auto dx = L::splat(staged.delta_x[i]), dy = L::splat(staged.delta_y[i]);
      staged.a.template find<L, false>(i, job.blocks_a[0], dx, dy);
      staged.b.template find<L, true>(i, job.blocks_b[0], dx, dy);
    }
  }

  template <class Ask>
  SATCHEL_INLINE FacingUpTo8InRows(const PairJob<T>&, const Staged& staged, std::size_t first,
                                   const PairLanes<L>& pairs, Ask) {
    Vertices<L, 1> a, b;
    staged.a.template load<L>(first, of_a, a);
    staged.b.template load<L>(first, of_b, b);
    x = centre_of<L>(a.x[0], b.x[0], pairs.delta_x);
    y = centre_of<L>(a.y[0], b.y[0], pairs.delta_y);
  }
};

}  // namespace
