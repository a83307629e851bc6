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
// two or three operations each. Rows cost a fifth less there (octagons; lists of all sorts a seventh); not so with
// AVX-512, which chooses in one operation for sixteen pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/facing_pairs.hpp"

namespace {

/// Which slots a row is turned to.
class RowTurns {
 public:
  struct Slots {
    alignas(32) std::uint32_t of_lane[8];
  };

  /// A turn is 16 (n - 3) + k, times the bytes of Slots; k = `unknown`: to slot 0 alone.
  static constexpr unsigned unit = sizeof(Slots), of_count = 16 * unit, most_counts = 6;
  static constexpr unsigned unknown = 8;

  std::uint16_t turns[most_counts][256];  ///< by n - 3, and by the slots after which way rises

  constexpr RowTurns() : turns{}, slots_{} {
    for (unsigned n = 3; n < 3 + most_counts; ++n) {
      for (unsigned rises = 0; rises < 256; ++rises) turns[n - 3][rises] = turn(n, farthest(n, rises));
      for (unsigned k = 0; k < n; ++k) {
        const unsigned from[6] = {k + n - 1, k, k + 1, k + 2, k + n - 2, 0};
        for (unsigned i = 0; i < 6; ++i) slots_[16 * (n - 3) + k].of_lane[i] = from[i] % n;
      }
    }
  }

  SATCHEL_INLINE const std::uint32_t* slots_of(std::size_t turn) const {
    return reinterpret_cast<const Slots*>(reinterpret_cast<const std::byte*>(slots_) + turn)->of_lane;
  }

 private:
  Slots slots_[16 * most_counts];

  static constexpr std::uint16_t turn(unsigned n, unsigned k) {
    return static_cast<std::uint16_t>((n - 3) * of_count + k * unit);
  }
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

/// How the blocks of a class are read as rows of eight slots, for class 0 beyond their end.
struct RowLayout {
  alignas(32) std::uint32_t next[8];  ///< the slot after each, which repeats vertex 0 in polygons of a vertex less
  std::uint32_t most;  ///< vertices; the last slot of the ring repeats the first one in bodies of one less
  std::uint32_t capacity;
  std::uint32_t block_shift;

  constexpr explicit RowLayout(unsigned vertex_class)
      : next{},
        most(satchel::kernels::vertices_of(vertex_class)),
        capacity(satchel::kernels::capacity_of(vertex_class)),
        block_shift(satchel::kernels::block_shift(vertex_class)) {
    for (unsigned i = 0; i < 8; ++i) next[i] = (i + 1) % capacity;
  }
};
constexpr RowLayout row_layouts[] = {RowLayout(0), RowLayout(1), RowLayout(2)};

/// A block to be read so.
template <class T>
struct BlockInRows {
  const T* values;
  const RowLayout& layout;

  /// Of a body of up to eight vertices. @param blocks  the first of the run that these share
  static SATCHEL_INLINE BlockInRows of(satchel::kernels::Place place, const T* blocks) {
    const RowLayout& layout = row_layouts[place.vertex_class()];
    return {blocks + (std::size_t{place.block()} << layout.block_shift), layout};
  }
};

/// The facing parts of the polygons A or B of staged pairs, in rows.
template <class T>
class StagedRows {
 public:
  static constexpr std::size_t size = StagedPairs<T>::size;

  /// Finds that of the body with this block, which faces (dx, dy) or, `backwards`, (-dx, -dy).
  template <class L, bool backwards>
  SATCHEL_INLINE void find(std::size_t i, const BlockInRows<T>& block, T dx, T dy) {
    const T *const its_x = block.values, *const its_y = its_x + block.layout.capacity;
    const auto x = L::load(its_x), y = L::load(its_y);
    const auto way = x * L::splat(dx) + y * L::splat(dy), next = L::turn(way, block.layout.next);
    const std::size_t rises = backwards ? L::bits(way > next) : L::bits(next > way);
    const std::uint32_t last = block.layout.most - 1;
    const bool is_short = (off_first(its_x, last) | off_first(its_y, last)) == 0;
    const std::size_t turn = row_turns.turns[block.layout.most - 3 - (is_short ? 1 : 0)][rises];
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

  /// 0: value i is the first one again, to the bit.
  static SATCHEL_INLINE std::uint32_t off_first(const T* values, std::size_t i) {
    static_assert(sizeof(T) == sizeof(std::uint32_t));
    std::uint32_t bits[2];
    __builtin_memcpy(bits, values, sizeof(T));
    __builtin_memcpy(bits + 1, values + i, sizeof(T));
    return bits[0] ^ bits[1];
  }
};

template <class T>
struct StagedPairsInRows : StagedPairs<T, Radii::inside> {
  StagedRows<T> a, b;
};

/// The facing parts of W pairs, and their frames.
template <class L>
struct FacingPartsInRows {
  using T = typename L::Scalar;
  using Staged = StagedPairsInRows<T>;

  FacingPart<L> of_a, of_b;
  Centre<typename L::Vector> x, y;

  template <class Ask>
  SATCHEL_INLINE FacingPartsInRows(const PairJob<T>&, const Staged& staged, std::size_t first,
                                   const PairLanes<L>& pairs, Ask) {
    Vertices<L, 1> a, b;
    staged.a.template load<L>(first, of_a, a);
    staged.b.template load<L>(first, of_b, b);
    x = centre_of<L>(a.x[0], b.x[0], pairs.delta_x);
    y = centre_of<L>(a.y[0], b.y[0], pairs.delta_y);
  }

 protected:
  /// Finds them for `count` staged pairs.
  /// @param block_of_a, block_of_b  of what staged.blocks_a and blocks_b hold
  template <class Ask, class BlockOfA, class BlockOfB>
  static SATCHEL_INLINE void find(Staged& staged, std::size_t count, Ask ask, BlockOfA block_of_a,
                                  BlockOfB block_of_b) {
    const std::size_t padded = (count + L::width - 1) / L::width * L::width;
    for (std::size_t i = 0; i < padded; ++i) {
      if (i % L::width == 0) ask();
      const T dx = staged.delta_x[i], dy = staged.delta_y[i];
      staged.a.template find<L, false>(i, block_of_a(staged.blocks_a[i]), dx, dy);
      staged.b.template find<L, true>(i, block_of_b(staged.blocks_b[i]), dx, dy);
    }
  }
};

/// As FacingKernel.
template <class L, unsigned KA, unsigned KB>
struct FacingKernelInRows : FacingPartsInRows<L> {
  using typename FacingPartsInRows<L>::T;
  using typename FacingPartsInRows<L>::Staged;
  using AllEdges = PolygonKernel<L, KA, KB>;
  static constexpr bool settles = true;
  using FacingPartsInRows<L>::FacingPartsInRows;

  template <class Ask>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count,
                                     Ask ask) {
    AllEdges::look_up(staged, job, pairs, count, ask);
    const auto block_in = [&](const T* blocks, const RowLayout& layout) __attribute__((always_inline)) {
      return [ blocks, &layout ](std::uint32_t begin) __attribute__((always_inline)) {
        return BlockInRows<T>{blocks + begin, layout};
      };
    };
    FacingKernelInRows::find(staged, count, ask, block_in(job.blocks_a[KA], row_layouts[KA]),
                             block_in(job.blocks_b[KB], row_layouts[KB]));
  }
};

/// As FacingUpTo8. In rows, classes are but another look-up.
template <class L>
struct FacingUpTo8InRows : FacingPartsInRows<L> {
  using typename FacingPartsInRows<L>::T;
  using typename FacingPartsInRows<L>::Staged;
  static constexpr bool settles = false;
  using FacingPartsInRows<L>::FacingPartsInRows;

  template <class Ask>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count,
                                     Ask ask) {
    staged.template look_up<L, whole_places, whole_places>(job, pairs, count);
    const auto block_in = [](const T* blocks) __attribute__((always_inline)) {
      return [blocks](std::uint32_t bits) __attribute__((always_inline)) {
        return BlockInRows<T>::of(satchel::kernels::Place{bits}, blocks);
      };
    };
    FacingUpTo8InRows::find(staged, count, ask, block_in(job.blocks_a[0]), block_in(job.blocks_b[0]));
  }
};

}  // namespace
