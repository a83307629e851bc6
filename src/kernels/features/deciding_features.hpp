// Gathers the vertices around the deciding features of contacts into columns, one pair per row. Manifolds and distances
// are computed from these columns, at the same cost for all vertex counts.
//
// The *reference* body is the one that owns the deciding feature, one of its edges or vertices. The *other* body
// contributes its *tip*, its vertex farthest against the feature's normal, and the two edges at the tip. Columns hold
// offsets as stored. Arithmetic on them is in double, where differences of float offsets are exact, except for pairs of
// small polygons (FeatureView).
//
// One file, because those who write the columns and those who read them have to agree.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "kernels/features/hull_steps.hpp"
#include "lanes/lanes.hpp"

namespace {

using satchel::BasicContact;
using satchel::Pair;
using satchel::kernels::BodyRecord;
using satchel::kernels::PairJob;

/// Points or vectors of W pairs.
template <class L>
struct Points {
  typename L::Vector x, y;

  friend SATCHEL_INLINE Points operator+(const Points& p, const Points& q) { return {p.x + q.x, p.y + q.y}; }
  friend SATCHEL_INLINE Points operator-(const Points& p, const Points& q) { return {p.x - q.x, p.y - q.y}; }
  friend SATCHEL_INLINE Points operator*(const typename L::Vector& s, const Points& p) { return {s * p.x, s * p.y}; }
};

template <class L>
SATCHEL_INLINE typename L::Vector dot(const Points<L>& p, const Points<L>& q) {
  return p.x * q.x + p.y * q.y;
}
template <class L>
SATCHEL_INLINE Points<L> select(const typename L::Mask& m, const Points<L>& p, const Points<L>& q) {
  return {L::select(m, p.x, q.x), L::select(m, p.y, q.y)};
}

/// Index of the first vertex with the least ey x - ex y, the farthest against the normal (ey, -ex).
///
/// Searches the whole block. Its unused slots repeat its first vertices, so the first least value is always a vertex.
/// Blocks of one and two vectors share one path without branches, because the block's size is a branch that cannot be
/// predicted; a block of one vector is then read twice.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE std::uint32_t lowest_vertex(const T* x, const T* y, std::size_t capacity, T ex, T ey) {
  if (capacity == 2) return ey * x[1] - ex * y[1] < ey * x[0] - ex * y[0] ? 1 : 0;  // a point or segment
  const auto vx = L::splat(ey), vy = L::splat(ex);
  const auto height = [&](std::size_t i) __attribute__((always_inline)) {
    return vx * L::load(x + i) - vy * L::load(y + i);
  };
  const std::size_t second = capacity > L::width ? L::width : 0;
  const auto height0 = height(0), height1 = height(second);
  auto least = L::min(height0, height1);
  for (std::size_t i = 2 * L::width; i < capacity; i += L::width) least = L::min(least, height(i));
  T of_lane[L::width];
  L::store(of_lane, least);
  T lowest = of_lane[0];
  for (std::size_t lane = 1; lane < L::width; ++lane) lowest = of_lane[lane] < lowest ? of_lane[lane] : lowest;

  const auto bound = L::splat(lowest);
  const std::uint32_t all = (1u << L::width) - 1;
  const std::uint32_t found = (~L::bits(height0 > bound) & all) | (~L::bits(height1 > bound) & all) << second;
  if (capacity <= 2 * L::width) return static_cast<std::uint32_t>(__builtin_ctz(found));
  if (found != 0) return static_cast<std::uint32_t>(__builtin_ctz(found));
  for (std::size_t i = 2 * L::width;; i += L::width) {
    const std::uint32_t here = ~L::bits(height(i) > bound) & all;
    if (here != 0) return static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(__builtin_ctz(here));
  }
}

/// capacity_of (layout.hpp) of each class, as a table.
struct ClassTable {
  std::uint32_t capacity[32];

  constexpr ClassTable() : capacity{} {
    for (unsigned k = 0; k < satchel::kernels::class_count; ++k) capacity[k] = satchel::kernels::capacity_of(k);
  }
};
constexpr ClassTable class_table;

/// The bits of a vertex's index that the id of a manifold point takes (clip.hpp).
constexpr std::uint32_t id_index_mask = 0x7fff;

/// Columns of up to `size` pairs.
template <class T>
struct DecidingFeatures {
  static constexpr std::size_t size = 32;
  /// On the reference body: the ends `start` and `end` of the deciding edge (equal where a vertex decides) and their
  /// neighbours. On the other body: the tip and its neighbours.
  enum Vertex : unsigned { before_start, start, end, after_end, before_tip, tip, after_tip, vertex_count };

  alignas(64) T x[vertex_count][size], y[vertex_count][size];      ///< offsets from the vertex's own body's origin
  alignas(64) double delta_x[size], delta_y[size];                 ///< from the reference's origin to the other's
  alignas(64) T rounded_delta_x[size], rounded_delta_y[size];      ///< delta rounded to T
  alignas(64) T of_b[size];                                        ///< 1 where the reference is b, else 0
  alignas(64) T normal_x[size], normal_y[size], separation[size];  ///< of the contact; normal from reference to other
  alignas(64) T feature[size];                                     ///< bits of the contact's feature, padded with 0
  alignas(64) T reference_radius[size], other_radius[size];
  alignas(64) T reach[size];                     ///< sum of both bodies'
  alignas(64) double index[vertex_count][size];  ///< id_index_mask of the vertices' indices, as numbers
  alignas(64) T number[vertex_count][size];      ///< `index` in T, for lanes of T

  DecidingFeatures() { __builtin_memset(this, 0, sizeof *this); }  // lanes without a pair compute on 0

  /// Fills rows 0 ... count - 1 from the job's pairs at `positions`.
  /// @tparam L             lanes that search a block for its tip
  /// @tparam for_distance  true: writes the neighbours of the deciding edge, no indices; false: the reverse
  ///
  /// Works in three passes, because each then has a short chain of dependent loads (pair, record, block, vertex) and
  /// out-of-order execution overlaps the chains of many pairs.
  template <class L, bool for_distance>
  SATCHEL_INLINE void gather(const PairJob<T>& job, const BasicContact<T>* contacts, const std::uint32_t* positions,
                             std::size_t count) {
    Cores cores[size];
    bool all_are_hulls = true;
    for (std::size_t at = 0; at < count; ++at)
      all_are_hulls &= look_up(job, job.pairs[positions[at]], contacts[positions[at]], at, cores[at]);
    std::uint32_t tips[size];
    for (std::size_t at = 0; at < count; ++at) tips[at] = tip_of<L>(cores[at], at);
    for (std::size_t at = 0; at < count; ++at) put_vertices<for_distance>(cores[at], tips[at], at);
    if (!all_are_hulls) [[unlikely]]
      put_hulls<L, for_distance>(job, positions, count, cores);
  }

  /// Writes delta_x and delta_y of `count` rows from `first` on. `gather` writes them as well, FeatureLanes does not.
  SATCHEL_INLINE void put_deltas(const PairJob<T>& job, const BasicContact<T>* contacts, const std::uint32_t* positions,
                                 std::size_t first, std::size_t count) {
    for (std::size_t at = first; at < first + count; ++at) {
      const Pair pair = job.pairs[positions[at]];
      const BodyRecord<T>&a = job.a.bodies[pair.a], &b = job.b.bodies[pair.b];
      const bool b_decides = side_of(contacts[positions[at]]) != 0;
      delta_x[at] = b_decides ? a.x - b.x : b.x - a.x;
      delta_y[at] = b_decides ? a.y - b.y : b.y - a.y;
    }
  }

  SATCHEL_INLINE void put_feature(std::size_t at, std::uint32_t bits) {
    feature[at] = 0;
    __builtin_memcpy(&feature[at], &bits, sizeof bits);
  }

  /// Shorter edges, and bodies of a smaller reach, have products that may be too small for floats.
  static constexpr T least_size = T(0x1p-40);

  /// If products of an edge with offsets of a body may be too small for floats, multiplies the edge by a power of two that
  /// makes it as long as the range of floats allows (Range). So its products with offsets, which are as small as 2^-149,
  /// are rounded as those of usual lengths are. The edge is not (0, 0).
  static SATCHEL_INLINE void enlarge_if_small(T other_reach, T& ex, T& ey) {
    const T x = magnitude(ex), y = magnitude(ey), longer = x > y ? x : y;
    if (sizeof(T) == sizeof(float) && ((other_reach < least_size) | (longer < least_size))) enlarge(ex, ey);
  }

  /// 1 if b has the deciding feature, else 0.
  static SATCHEL_INLINE unsigned side_of(const BasicContact<T>& contact) { return (contact.feature >> 3) & 1u; }

  /// Address of the x values of a body's vertices; its y values stand class_table.capacity behind.
  static SATCHEL_INLINE const T* block_of(const T* const* blocks, const BodyRecord<T>& body) {
    const unsigned k = body.place.vertex_class();
    return blocks[k] + std::size_t{body.place.block()} * (2 * class_table.capacity[k]);
  }

 private:
  /// Addresses and counts of the vertices of a pair.
  struct Cores {
    const T *xs, *ys, *other_xs, *other_ys;
    std::uint32_t first, last;         ///< indices of the deciding edge's ends on the reference body
    std::uint32_t count, other_count;  ///< of vertices
    std::uint32_t capacity;            ///< of the other body's block
    T other_reach;                     ///< of the other body
  };

  static void enlarge(T& ex, T& ey) {
    const auto x = static_cast<double>(ex), y = static_cast<double>(ey);
    const double longer = magnitude(x) > magnitude(y) ? magnitude(x) : magnitude(y);
    const std::uint64_t exponent = __builtin_bit_cast(std::uint64_t, longer) >> 52, bias = 1023;
    const auto factor = __builtin_bit_cast(double, (59 + bias + bias - exponent) << 52);
    ex = static_cast<T>(factor * x);
    ey = static_cast<T>(factor * y);
  }
  template <class S>
  static SATCHEL_INLINE S magnitude(S s) {
    return s < 0 ? -s : s;
  }

  static SATCHEL_INLINE std::uint32_t next(std::uint32_t i, std::uint32_t count) { return i + 1 == count ? 0 : i + 1; }
  static SATCHEL_INLINE std::uint32_t previous(std::uint32_t i, std::uint32_t count) {
    return (i == 0 ? count : i) - 1;
  }

  /// Fills `core` and the columns that need no vertices. Selects the reference body by table, because a branch on the
  /// side cannot be predicted. Returns whether the rings of both bodies are their hulls.
  SATCHEL_INLINE bool look_up(const PairJob<T>& job, Pair pair, const BasicContact<T>& contact, std::size_t at,
                              Cores& core) {
    const unsigned side = side_of(contact), by_vertex = (contact.feature >> 2) & 1u;
    const BodyRecord<T>* const bodies[2] = {&job.a.bodies[pair.a], &job.b.bodies[pair.b]};
    const T* const* const blocks[2] = {job.a.blocks, job.b.blocks};
    const satchel::kernels::ShapeRecord<T>* const shapes[2] = {job.a.shapes, job.b.shapes};
    const BodyRecord<T>& reference = *bodies[side];
    const BodyRecord<T>& other = *bodies[1 - side];
    core.count = satchel::kernels::vertex_count_of(reference, shapes[side]);
    core.other_count = satchel::kernels::vertex_count_of(other, shapes[1 - side]);
    core.first = contact.feature >> 4;
    core.last = by_vertex != 0 ? core.first : next(core.first, core.count);
    core.xs = block_of(blocks[side], reference);
    core.ys = core.xs + class_table.capacity[reference.place.vertex_class()];
    core.other_xs = block_of(blocks[1 - side], other);
    core.capacity = class_table.capacity[other.place.vertex_class()];
    core.other_ys = core.other_xs + core.capacity;
    core.other_reach = other.reach;

    const T sign = T(1) - T(2) * static_cast<T>(static_cast<int>(side));
    normal_x[at] = sign * contact.normal_x;
    normal_y[at] = sign * contact.normal_y;
    delta_x[at] = other.x - reference.x;
    delta_y[at] = other.y - reference.y;
    rounded_delta_x[at] = static_cast<T>(delta_x[at]);
    rounded_delta_y[at] = static_cast<T>(delta_y[at]);
    put_feature(at, contact.feature);
    of_b[at] = static_cast<T>(static_cast<int>(side));
    separation[at] = contact.separation;
    reference_radius[at] = reference.radius();
    other_radius[at] = other.radius();
    reach[at] = reference.reach + other.reach;
    return !reference.place.exact_only() && !other.place.exact_only();
  }

  template <class L>
  SATCHEL_INLINE std::uint32_t tip_of(const Cores& core, std::size_t at) const {
    T ex = core.xs[core.last] - core.xs[core.first], ey = core.ys[core.last] - core.ys[core.first];
    if ((ex == 0) & (ey == 0)) {  // a vertex decides, or an edge that rounding left without length
      ex = -normal_y[at];
      ey = normal_x[at];
    }
    enlarge_if_small(core.other_reach, ex, ey);
    return lowest_vertex<L>(core.other_xs, core.other_ys, core.capacity, ex, ey);
  }

  template <bool for_distance>
  SATCHEL_INLINE void put(Vertex vertex, const T* from_x, const T* from_y, std::uint32_t i, std::size_t at) {
    x[vertex][at] = from_x[i];
    y[vertex][at] = from_y[i];
    if constexpr (!for_distance) {
      const auto low_bits = static_cast<std::int32_t>(i & id_index_mask);
      index[vertex][at] = static_cast<double>(low_bits);
      number[vertex][at] = static_cast<T>(low_bits);
    }
  }

  template <bool for_distance>
  SATCHEL_INLINE void put_vertices(const Cores& core, std::uint32_t lowest, std::size_t at) {
    put<for_distance>(start, core.xs, core.ys, core.first, at);
    put<for_distance>(end, core.xs, core.ys, core.last, at);
    if constexpr (for_distance) {
      put<for_distance>(before_start, core.xs, core.ys, previous(core.first, core.count), at);
      put<for_distance>(after_end, core.xs, core.ys, next(core.last, core.count), at);
    }
    put<for_distance>(before_tip, core.other_xs, core.other_ys, previous(lowest, core.other_count), at);
    put<for_distance>(tip, core.other_xs, core.other_ys, lowest, at);
    put<for_distance>(after_tip, core.other_xs, core.other_ys, next(lowest, core.other_count), at);
  }

  /// Replaces what was put for bodies whose rings are not their hulls: the next vertices are those of the hull.
  template <class L, bool for_distance>
  [[gnu::noinline]] void put_hulls(const PairJob<T>& job, const std::uint32_t* positions, std::size_t count,
                                   Cores* cores) {
    constexpr double shortest = sizeof(T) == sizeof(float) ? 0x1p-20 : 0x1p-49;
    for (std::size_t at = 0; at < count; ++at) {
      const Pair pair = job.pairs[positions[at]];
      const bool a_is_hull = !job.a.bodies[pair.a].place.exact_only(),
                 b_is_hull = !job.b.bodies[pair.b].place.exact_only();
      const bool b_decides = of_b[at] != 0, is_hull = b_decides ? b_is_hull : a_is_hull;
      Cores& core = cores[at];
      const auto nx = static_cast<double>(normal_x[at]), ny = static_cast<double>(normal_y[at]);
      const auto step = [&](std::uint32_t i, bool forward) {
        return hull_neighbour(core.xs, core.ys, core.count, i, forward, -ny, nx, 0);
      };
      if (!is_hull && core.last != core.first) core.last = step(core.first, true);
      const std::uint32_t lowest = tip_of<L>(core, at);
      put_vertices<for_distance>(core, lowest, at);
      if (!is_hull && for_distance) {
        put<for_distance>(before_start, core.xs, core.ys, step(core.first, false), at);
        put<for_distance>(after_end, core.xs, core.ys, step(core.last, true), at);
      }
      if (b_decides ? a_is_hull : b_is_hull) continue;
      // The tip may be off the hull by rounding, so that shorter edges have no direction.
      const double near = shortest * static_cast<double>(core.other_reach);
      for (const bool forward : {false, true}) {
        put<for_distance>(
            forward ? after_tip : before_tip, core.other_xs, core.other_ys,
            hull_neighbour(core.other_xs, core.other_ys, core.other_count, lowest, forward, ny, -nx, near), at);
      }
    }
  }
};

/// Rows first ... first + W - 1 of gathered columns.
/// @tparam is_in_lanes  true: lanes of T, for polygons of lane classes without radius (feature_runs.hpp);
///                      false: lanes of double, in which differences of float offsets are exact
template <class L, bool is_in_lanes, class T>
struct FeatureView {
  using F = DecidingFeatures<T>;
  static constexpr bool in_lanes = is_in_lanes;
  static constexpr bool along_contact = in_lanes;  ///< see ReferenceLine
  /// Bound of the error of a separation, as a fraction of `size`.
  static constexpr double rounding = (in_lanes ? 24 : 16) * (sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53);
  using Vector = typename L::Vector;
  static_assert(sizeof(typename L::Scalar) == (in_lanes ? sizeof(T) : sizeof(double)));

  const F& features;
  std::size_t first;

  SATCHEL_INLINE Vector load(const T* column) const {
    if constexpr (in_lanes) {
      return L::load(column + first);
    } else {
      return L::load_as_double(column + first);
    }
  }
  /// Offset from the vertex's own body's origin.
  SATCHEL_INLINE Points<L> offset(typename F::Vertex vertex) const {
    return {load(features.x[vertex]), load(features.y[vertex])};
  }
  /// From the reference's origin to the other's.
  SATCHEL_INLINE Points<L> delta() const {
    if constexpr (in_lanes) {
      return {load(features.rounded_delta_x), load(features.rounded_delta_y)};
    } else {
      return {L::load(features.delta_x + first), L::load(features.delta_y + first)};
    }
  }
  SATCHEL_INLINE Points<L> normal() const { return {load(features.normal_x), load(features.normal_y)}; }
  SATCHEL_INLINE Vector separation() const { return load(features.separation); }
  SATCHEL_INLINE Vector feature() const { return load(features.feature); }
  /// 1 where the reference is b, else 0.
  SATCHEL_INLINE Vector of_b() const { return load(features.of_b); }
  /// S = reach_a + reach_b + |delta|_1, which bounds all coordinates and differences of the pair.
  SATCHEL_INLINE Vector size() const {
    const Points<L> d = delta();
    return load(features.reach) + (L::abs(d.x) + L::abs(d.y));
  }
  SATCHEL_INLINE Vector index(typename F::Vertex vertex) const {
    if constexpr (in_lanes) {
      return load(features.number[vertex]);
    } else {
      return L::load(features.index[vertex] + first);
    }
  }
  SATCHEL_INLINE Vector reference_radius() const { return in_lanes ? L::splat(0) : load(features.reference_radius); }
  SATCHEL_INLINE Vector other_radius() const { return in_lanes ? L::splat(0) : load(features.other_radius); }
};

/// W reference edges, as lines from their start. The direction is the contact's normal rotated by 90 degrees where
/// the view has `along_contact`; otherwise it is computed from the edge's ends.
template <class L>
struct ReferenceLine {
  Points<L> start;          ///< offset from the reference's origin
  Points<L> along, normal;  ///< unit vectors; from the contact's normal where there is no edge
  typename L::Vector length;
  typename L::Mask has_edge;  ///< false where a vertex decides, or an edge that rounding left without length

  template <class View>
  SATCHEL_INLINE explicit ReferenceLine(const View& view) {
    using F = typename View::F;
    const auto zero = L::splat(0);
    start = view.offset(F::start);
    const Points<L> edge = view.offset(F::end) - start, known = view.normal();
    const Points<L> along_known = {zero - known.y, known.x};
    if constexpr (View::along_contact) {
      along = along_known;
      normal = known;
      length = dot<L>(edge, along);
      has_edge = View::in_lanes ? zero == zero : length > zero;
    } else {
      length = L::sqrt(dot<L>(edge, edge));
      has_edge = length > zero;
      along = select<L>(has_edge, L::divide(L::splat(1), length) * edge, along_known);
      normal = {along.y, zero - along.x};
    }
  }
};

}  // namespace
