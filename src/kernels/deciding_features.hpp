// The vertices around what decided a contact, gathered pair by pair into columns: what manifold and distance are made
// of. From here on a pair costs the same however many vertices its bodies have.
//
// The *reference* body is the one that owns the deciding feature, an edge or a vertex of it; all is seen from there.
// The *other* body's part in it is its vertex farthest against the feature's normal, and the edges at that vertex.
// Columns hold offsets as stored; the arithmetic on them is in double, in which what a float scene holds is exact.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/lanes.hpp"
#include "kernels/layout.hpp"

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

/// Index of the first vertex of the least ey x - ex y: the farthest against the normal (ey, -ex). A block's unused
/// slots repeat its first vertices, so whole blocks are looked at and no such slot is ever found.
///
/// Without a branch for blocks of up to two vectors (a block of one is looked at twice): which of them comes next no
/// processor can foresee.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE std::uint32_t lowest_vertex(const T* x, const T* y, std::size_t capacity, T ex, T ey) {
  if (capacity == 2) return ey * x[1] - ex * y[1] < ey * x[0] - ex * y[0] ? 1 : 0;  // a thin core
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

/// What layout.hpp says of the classes, to be looked up.
struct ClassTable {
  std::uint32_t capacity[32];

  constexpr ClassTable() : capacity{} {
    for (unsigned k = 0; k < satchel::kernels::class_count; ++k) capacity[k] = satchel::kernels::capacity_of(k);
  }
};
constexpr ClassTable class_table;

/// Up to `size` pairs.
template <class T>
struct DecidingFeatures {
  static constexpr std::size_t size = 32;
  /// Of the reference: the deciding edge from `start` to `end` (a vertex: both are it) with the vertices around it.
  /// Of the other body: the vertex `tip` with those around it.
  enum Vertex : unsigned { before_start, start, end, after_end, before_tip, tip, after_tip, vertex_count };

  alignas(64) T x[vertex_count][size], y[vertex_count][size];      ///< offsets from the own body's origin
  alignas(64) double delta_x[size], delta_y[size];                 ///< from the reference's origin to the other's
  alignas(64) T of_b[size];                                        ///< 1 where the reference is b, else 0
  alignas(64) T normal_x[size], normal_y[size], separation[size];  ///< of the contact; from the reference to the other
  alignas(64) T reference_radius[size], other_radius[size];
  alignas(64) T reach[size];                     ///< of both bodies together
  alignas(64) double index[vertex_count][size];  ///< the low 15 bits, as numbers, so that lanes choose among them

  DecidingFeatures() { __builtin_memset(this, 0, sizeof *this); }  // lanes without a pair compute too

  /// Fills in `count` pairs. L: lanes that a block is searched with.
  /// for_distance: with the vertices around the deciding edge, but without indices
  ///
  /// In three passes, each a short chain of loads from pair to record to block to vertex: the core looks some hundreds
  /// of instructions ahead, and so sees many pairs at once instead of waiting for each.
  template <class L, bool for_distance>
  SATCHEL_INLINE void gather(const PairJob<T>& job, const BasicContact<T>* contacts, const std::uint32_t* positions,
                             std::size_t count) {
    Cores cores[size];
    for (std::size_t at = 0; at < count; ++at)
      look_up(job, job.pairs[positions[at]], contacts[positions[at]], at, cores[at]);
    std::uint32_t tips[size];
    for (std::size_t at = 0; at < count; ++at) {
      const Cores& core = cores[at];
      T ex = core.xs[core.last] - core.xs[core.first], ey = core.ys[core.last] - core.ys[core.first];
      if ((ex == 0) & (ey == 0)) {  // a vertex, or an edge that rounding left without length
        ex = -normal_y[at];
        ey = normal_x[at];
      }
      tips[at] = lowest_vertex<L>(core.other_xs, core.other_ys, core.capacity, ex, ey);
    }
    for (std::size_t at = 0; at < count; ++at) put_vertices<for_distance>(cores[at], tips[at], at);
  }

  /// W vertices from pair `first` on, seen from the reference's origin.
  template <class L>
  SATCHEL_INLINE Points<L> of_reference(Vertex vertex, std::size_t first) const {
    return {L::load_as_double(x[vertex] + first), L::load_as_double(y[vertex] + first)};
  }
  template <class L>
  SATCHEL_INLINE Points<L> of_other(Vertex vertex, std::size_t first) const {
    return of_reference<L>(vertex, first) + delta<L>(first);
  }
  template <class L>
  SATCHEL_INLINE Points<L> delta(std::size_t first) const {
    return {L::load(delta_x + first), L::load(delta_y + first)};
  }
  template <class L>
  SATCHEL_INLINE Points<L> normal(std::size_t first) const {
    return {L::load_as_double(normal_x + first), L::load_as_double(normal_y + first)};
  }

  /// Separations nearer to each other than this are equal: a little more than a contact's is ever off.
  template <class L>
  SATCHEL_INLINE typename L::Vector rounding(std::size_t first) const {
    constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
    const Points<L> way = delta<L>(first);
    return L::splat(16 * u) * (L::load_as_double(reach + first) + (L::abs(way.x) + L::abs(way.y)));
  }

 private:
  /// Where the cores of a pair lie.
  struct Cores {
    const T *xs, *ys, *other_xs, *other_ys;
    std::uint32_t first, last;         ///< of the reference: the deciding edge's ends
    std::uint32_t count, other_count;  ///< vertices
    std::uint32_t capacity;            ///< of the other's block
  };

  static SATCHEL_INLINE std::uint32_t next(std::uint32_t i, std::uint32_t count) { return i + 1 == count ? 0 : i + 1; }
  static SATCHEL_INLINE std::uint32_t previous(std::uint32_t i, std::uint32_t count) {
    return (i == 0 ? count : i) - 1;
  }

  /// Which body decides is looked up, not branched on.
  SATCHEL_INLINE void look_up(const PairJob<T>& job, Pair pair, const BasicContact<T>& contact, std::size_t at,
                              Cores& core) {
    const unsigned side = (contact.feature >> 3) & 1u, by_vertex = (contact.feature >> 2) & 1u;
    const BodyRecord<T>* const bodies[2] = {&job.bodies_a[pair.a], &job.bodies_b[pair.b]};
    const T* const* const blocks[2] = {job.blocks_a, job.blocks_b};
    const satchel::kernels::ShapeRecord<T>* const shapes[2] = {job.shapes_a, job.shapes_b};
    const BodyRecord<T>& reference = *bodies[side];
    const BodyRecord<T>& other = *bodies[1 - side];
    core.count = shapes[side][reference.shape].count;
    core.other_count = shapes[1 - side][other.shape].count;
    core.first = contact.feature >> 4;
    core.last = by_vertex != 0 ? core.first : next(core.first, core.count);
    core.xs = block_of(blocks[side], reference);
    core.ys = core.xs + class_table.capacity[reference.place.vertex_class()];
    core.other_xs = block_of(blocks[1 - side], other);
    core.capacity = class_table.capacity[other.place.vertex_class()];
    core.other_ys = core.other_xs + core.capacity;

    const T turned = T(1) - T(2) * static_cast<T>(static_cast<int>(side));
    normal_x[at] = turned * contact.normal_x;
    normal_y[at] = turned * contact.normal_y;
    delta_x[at] = other.x - reference.x;
    delta_y[at] = other.y - reference.y;
    of_b[at] = static_cast<T>(static_cast<int>(side));
    separation[at] = contact.separation;
    reference_radius[at] = reference.radius();
    other_radius[at] = other.radius();
    reach[at] = reference.reach + other.reach;
  }

  template <bool for_distance>
  SATCHEL_INLINE void put_vertices(const Cores& core, std::uint32_t lowest, std::size_t at) {
    const auto put = [&](Vertex vertex, const T* from_x, const T* from_y, std::uint32_t i)
        __attribute__((always_inline)) {
      x[vertex][at] = from_x[i];
      y[vertex][at] = from_y[i];
      if constexpr (!for_distance) {
        index[vertex][at] = static_cast<double>(static_cast<std::int32_t>(i & 0x7fffu));
      }
    };
    put(start, core.xs, core.ys, core.first);
    put(end, core.xs, core.ys, core.last);
    if constexpr (for_distance) {
      put(before_start, core.xs, core.ys, previous(core.first, core.count));
      put(after_end, core.xs, core.ys, next(core.last, core.count));
    }
    put(before_tip, core.other_xs, core.other_ys, previous(lowest, core.other_count));
    put(tip, core.other_xs, core.other_ys, lowest);
    put(after_tip, core.other_xs, core.other_ys, next(lowest, core.other_count));
  }

  static SATCHEL_INLINE const T* block_of(const T* const* blocks, const BodyRecord<T>& body) {
    const unsigned k = body.place.vertex_class();
    return blocks[k] + std::size_t{body.place.block()} * (2 * class_table.capacity[k]);
  }
};

/// W reference edges, seen from their start.
template <class L>
struct ReferenceLine {
  Points<L> start;          ///< from the reference's origin
  Points<L> along, normal;  ///< unit vectors; where a vertex decides, of the contact
  typename L::Vector length;
  typename L::Mask has_edge;  ///< a vertex has none, nor has an edge that rounding left without length

  template <class T>
  SATCHEL_INLINE ReferenceLine(const DecidingFeatures<T>& features, std::size_t first) {
    using F = DecidingFeatures<T>;
    const auto zero = L::splat(0);
    start = features.template of_reference<L>(F::start, first);
    const Points<L> edge = features.template of_reference<L>(F::end, first) - start;
    length = L::sqrt(dot<L>(edge, edge));
    has_edge = length > zero;
    const Points<L> known = features.template normal<L>(first);
    along = select<L>(has_edge, L::divide(L::splat(1), length) * edge, {zero - known.y, known.x});
    normal = {along.y, zero - along.x};
  }
};

/// Lists the pairs whose contact is at most `limit` apart in job.uncertain; returns their number.
template <class T>
SATCHEL_INLINE std::size_t list_near(const PairJob<T>& job, const BasicContact<T>* contacts, double limit) {
  std::size_t near = 0;
  // Which are near nobody can foresee: without a branch.
  for (std::size_t i = 0; i < job.count; ++i) {
    job.uncertain[near] = static_cast<std::uint32_t>(i);
    near += static_cast<double>(contacts[i].separation) <= limit ? 1 : 0;
  }
  return near;
}

}  // namespace
