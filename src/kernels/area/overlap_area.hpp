// Areas of intersection of polygons of up to 16 vertices, one pair per lane.
//
//   inside(e, v) = e x (v - start of e) > 0, for each edge e of one polygon and each vertex v of the other
//   edge i of A crosses edge j of B if each has its ends on two sides of the other,
//     at the fraction t of edge i and the fraction s of edge j
//   twice the area = sum of start x end over the parts of A's edges inside B and of B's edges inside A
//                  = sum of c(i), c(i) = start x end of edge i, over the edges of A that end inside B
//                  + sum of c(j) over the edges of B that end inside A
//                  + sum over crossings of s c(j) - t c(i) where A enters B, of t c(i) - s c(j) where A leaves B
//   if one polygon holds all vertices of the other: the area of that other one
//
// Both edges of a crossing end at one point, so the boundary is closed. This needs the right sign of every
// inside(e, v). A lane with an uncertain sign is left open.
//
// Error. An operation has the relative error e: 2^-53 for scenes of floats and for rough areas of doubles (may_stop),
// else 2^-101 for scenes of doubles (numbers.hpp).
// X is the largest offset of A plus that of B plus the largest component of the difference of the origins. Coordinates
// are relative to A's first vertex: those of A are at most 2 X and off by 2 e X, those of B at most 3 X and off by
// 6 e X. So inside(e, v) is off by at most 28 e X |e|_1: 8 by the vertices, 5 by the edge, 5 by the products, 5 by
// their differences, 5 by the last difference. The bound in the code is 32 e X |e|_1.
//
// A crossing lies on its edge of A and at most 32 e X from its edge of B. So the sum is the area of a polygon whose
// boundary is off by strips 40 e X wide. The strips are together at most twice as long as the longer side D of the
// pair's common bounding box, and the sums round by less than 200 e D^2. Lanes in which the smaller polygon is shorter
// than 2^-14 X are left open. So the error is below 2^9 e X D: below 2^-26 d D' for floats, and far less for doubles.
// That is a quarter of the final rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "format/area_layout.hpp"
#include "kernels/area/numbers.hpp"
#include "kernels/gather/load.hpp"
#include "kernels/sat/double_side.hpp"

namespace {

using satchel::kernels::PairAreas;

/// W pairs, looked up at the job's positions: their blocks and origins. Lanes beyond `live` repeat the first pair.
template <class L>
struct AreaPairs {
  using T = typename L::Scalar;

  std::uint32_t blocks_a[L::width], blocks_b[L::width];
  alignas(64) double origin_a_x[L::width], origin_a_y[L::width], origin_b_x[L::width], origin_b_y[L::width];
  bool swapped[L::width];

  AreaPairs(const PairJob<T>& job, unsigned class_a, unsigned class_b, const std::uint32_t* positions,
            std::size_t live) {
    const int shift_a = satchel::kernels::block_shift(class_a), shift_b = satchel::kernels::block_shift(class_b);
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      const Pair pair = job.pairs[positions[lane < live ? lane : 0]];
      swapped[lane] = job.is_swapped(pair);
      const BodyRecord<T>& a = job.a.bodies[swapped[lane] ? pair.b : pair.a];
      const BodyRecord<T>& b = job.b.bodies[swapped[lane] ? pair.a : pair.b];
      blocks_a[lane] = a.place.block() << shift_a;
      blocks_b[lane] = b.place.block() << shift_b;
      origin_a_x[lane] = a.x;
      origin_a_y[lane] = a.y;
      origin_b_x[lane] = b.x;
      origin_b_y[lane] = b.y;
    }
  }
};

/// One polygon in each of W lanes: its vertices relative to A's first vertex, and its edges.
template <class N>
struct AreaSide {
  static constexpr std::size_t most = 16;
  static_assert(most == satchel::kernels::vertices_of(satchel::kernels::lane_class_count - 1));
  using V = typename N::V;
  using Number = typename N::Number;

  Number x[most], y[most];
  Number edge_x[most], edge_y[most];
  Number level[most];   ///< edge x start: inside(e, v) = edge x v - level
  Number moment[most];  ///< start x end
  V length[most];       ///< |edge|_1; 0 for the repeated vertices that fill a block
  V longest;            ///< the largest of them
  Number area;          ///< twice the polygon's own

  /// @param count   vertices: a number, or an integral_constant for loops that are unrolled
  /// @param from_x, from_y  from A's first vertex to this polygon's origin
  template <class D, class Side, class Count>
  SATCHEL_INLINE void set(const Side& side, const V& first_x, const V& first_y, const Number& from_x,
                          const Number& from_y, bool is_b, Count count) {
    const V zero = D::splat(0);
    for (std::size_t i = 0; i < count; ++i) {
      x[i] = N::difference(side.x(i), first_x);
      y[i] = N::difference(side.y(i), first_y);
      if (is_b) {
        x[i] = x[i] + from_x;
        y[i] = y[i] + from_y;
      }
    }
    longest = zero;
    area = Number(zero);
    const V own_x = side.x(0), own_y = side.y(0);
    Number own_start_x = Number(zero), own_start_y = Number(zero);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = i + 1 < count ? i + 1 : 0;
      edge_x[i] = N::difference(side.x(next), side.x(i));
      edge_y[i] = N::difference(side.y(next), side.y(i));
      length[i] = D::abs(N::lead(edge_x[i])) + D::abs(N::lead(edge_y[i]));
      longest = D::max(longest, length[i]);
      level[i] = edge_x[i] * y[i] - edge_y[i] * x[i];
      moment[i] = x[i] * y[next] - y[i] * x[next];
      const Number own_end_x = N::difference(side.x(next), own_x), own_end_y = N::difference(side.y(next), own_y);
      area = area + (own_start_x * own_end_y - own_start_y * own_end_x);
      own_start_x = own_end_x;
      own_start_y = own_end_y;
    }
  }
};

/// Which vertices of one polygon lie inside which edges of the other.
template <class D, class N>
struct InsideTable {
  static constexpr std::size_t most = AreaSide<N>::most;
  using V = typename D::Vector;
  using Mask = typename D::Mask;

  typename N::Number value[most][most];  ///< value[v][e] = inside(e, v)
  Mask positive[most][most];
  Mask all[most];  ///< all[v]: vertex v lies inside all edges
  unsigned certain;

  template <class CountV, class CountE>
  SATCHEL_INLINE void set(const AreaSide<N>& vertices, const AreaSide<N>& edges, const V& error, CountV vertex_count,
                          CountE edge_count) {
    const V zero = D::splat(0);
    Mask doubtful = zero > zero;
    V bound[most];
    Mask is_edge[most];
    for (std::size_t e = 0; e < edge_count; ++e) {
      bound[e] = error * edges.length[e];
      is_edge[e] = edges.length[e] > zero;
    }
    for (std::size_t v = 0; v < vertex_count; ++v) {
      Mask outside = zero > zero;
      for (std::size_t e = 0; e < edge_count; ++e) {
        value[v][e] = (edges.edge_x[e] * vertices.y[v] - edges.edge_y[e] * vertices.x[v]) - edges.level[e];
        const V lead = N::lead(value[v][e]);
        positive[v][e] = lead > zero;
        doubtful = doubtful | D::both(is_edge[e], D::negated(D::abs(lead) > bound[e]));
        outside = outside | D::both(is_edge[e], D::negated(positive[v][e]));
      }
      all[v] = D::negated(outside);
    }
    certain = ~D::bits(doubtful);
  }
};

/// Twice the areas of W pairs.
template <class D>
struct TwiceAreas {
  typename D::Vector overlap, a, b;
  unsigned certain;
};

template <class D, class N, class SideA, class SideB, class CountA, class CountB>
SATCHEL_INLINE TwiceAreas<D> twice_areas(const SideA& side_a, const SideB& side_b, const typename N::Number& delta_x,
                                         const typename N::Number& delta_y, CountA count_a, CountB count_b) {
  using V = typename D::Vector;
  using Mask = typename D::Mask;
  using Number = typename N::Number;
  const V zero = D::splat(0);
  const V size = side_a.largest() + side_b.largest() + D::max(D::abs(N::lead(delta_x)), D::abs(N::lead(delta_y)));
  const V first_x = side_a.x(0), first_y = side_a.y(0);
  AreaSide<N> a, b;
  a.template set<D>(side_a, first_x, first_y, delta_x, delta_y, false, count_a);
  b.template set<D>(side_b, first_x, first_y, delta_x, delta_y, true, count_b);
  InsideTable<D, N> a_in_b, b_in_a;
  const V error = D::splat(32 * N::error) * size;
  a_in_b.set(a, b, error, count_a, count_b);
  b_in_a.set(b, a, error, count_b, count_a);

  const Number nothing = Number(zero);
  Number sum = nothing;
  Mask some_a_outside = zero > zero, some_b_outside = some_a_outside;
  for (std::size_t i = 0; i < count_a; ++i) {
    const std::size_t end = i + 1 < count_a ? i + 1 : 0;
    sum = sum + N::select(a_in_b.all[end], a.moment[i], nothing);
    some_a_outside = some_a_outside | D::negated(a_in_b.all[i]);
  }
  for (std::size_t j = 0; j < count_b; ++j) {
    const std::size_t end = j + 1 < count_b ? j + 1 : 0;
    sum = sum + N::select(b_in_a.all[end], b.moment[j], nothing);
    some_b_outside = some_b_outside | D::negated(b_in_a.all[j]);
  }
  const auto differ = [](const Mask& m, const Mask& n) __attribute__((always_inline)) {
    return D::both(m | n, D::negated(D::both(m, n)));
  };
  Number per_square[AreaSide<N>::most];  // of the edges of B; a filling edge of length 0 crosses nothing
  for (std::size_t j = 0; j < count_b; ++j) {
    per_square[j] = N::quotient(Number(D::splat(1)), b.edge_x[j] * b.edge_x[j] + b.edge_y[j] * b.edge_y[j]);
  }
  for (std::size_t i = 0; i < count_a; ++i) {
    const std::size_t next_i = i + 1 < count_a ? i + 1 : 0;
    for (std::size_t j = 0; j < count_b; ++j) {
      const std::size_t next_j = j + 1 < count_b ? j + 1 : 0;
      const Mask crosses = D::both(differ(a_in_b.positive[i][j], a_in_b.positive[next_i][j]),
                                   differ(b_in_a.positive[j][i], b_in_a.positive[next_j][i]));
      if (D::bits(crosses) == 0) continue;
      const Number& from = a_in_b.value[i][j];
      const Number t = N::quotient(from, from - a_in_b.value[next_i][j]);
      const Number x = (a.x[i] - b.x[j]) + t * a.edge_x[i], y = (a.y[i] - b.y[j]) + t * a.edge_y[i];
      const Number s = (x * b.edge_x[j] + y * b.edge_y[j]) * per_square[j];
      const Number entering = s * b.moment[j] - t * a.moment[i];
      const Number part = N::select(a_in_b.positive[next_i][j], entering, nothing - entering);
      sum = sum + N::select(crosses, part, nothing);
    }
  }
  TwiceAreas<D> areas;
  areas.a = N::lead(a.area);
  areas.b = N::lead(b.area);
  const V smaller = D::min(areas.a, areas.b);
  areas.overlap = D::max(zero, D::min(N::lead(sum), smaller));
  areas.overlap = D::select(some_b_outside, areas.overlap, areas.b);
  areas.overlap = D::select(some_a_outside, areas.overlap, D::select(some_b_outside, areas.a, smaller));
  const Mask too_small = D::min(a.longest, b.longest) < D::splat(0x1p-13) * size;
  areas.certain = a_in_b.certain & b_in_a.certain & ~D::bits(too_small);
  return areas;
}

/// Computes the areas of the `count` pairs listed in job.open, whose bodies have the given lane classes. Keeps the
/// pairs
/// in the list that stay open.
/// @param areas  areas[i]: of job.pairs[i]
/// @return  the number of open pairs
template <class L, class N, class T = typename L::Scalar>
struct AreaKernel {
  using D = Isa::Lanes<double>;

  static std::size_t run(const PairJob<T>& job, unsigned class_a, unsigned class_b, std::size_t count,
                         PairAreas* areas) {
    if (class_a == 0 && class_b == 0) {
      return run_counts(job, class_a, class_b, count, areas, std::integral_constant<std::size_t, 4>());
    }
    return run_counts(job, class_a, class_b, count, areas, std::size_t{0});
  }

 private:
  template <class Four>
  [[gnu::noinline]] static std::size_t run_counts(const PairJob<T>& job, unsigned class_a, unsigned class_b,
                                                  std::size_t count, PairAreas* areas, Four four) {
    VertexColumns<L> vertices_a, vertices_b;
    DoubleSide<L, D> a, b;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; k += L::width) {
      const std::size_t live = count - k < L::width ? count - k : L::width;
      const std::uint32_t* const positions = job.open + k;
      const AreaPairs<L> pairs(job, class_a, class_b, positions, live);
      load_columns_of<L>(class_a, job.a.blocks[class_a], pairs.blocks_a, vertices_a);
      load_columns_of<L>(class_b, job.b.blocks[class_b], pairs.blocks_b, vertices_b);
      a.set(vertices_a);
      b.set(vertices_b);
      for (std::size_t first = 0; first < live; first += D::width) {
        a.first = b.first = first;
        const auto delta_x = N::difference(D::load(pairs.origin_b_x + first), D::load(pairs.origin_a_x + first));
        const auto delta_y = N::difference(D::load(pairs.origin_b_y + first), D::load(pairs.origin_a_y + first));
        TwiceAreas<D> found;
        if constexpr (std::is_same_v<Four, std::size_t>) {
          found = twice_areas<D, N>(a, b, delta_x, delta_y, a.count(), b.count());
        } else {
          found = twice_areas<D, N>(a, b, delta_x, delta_y, four, four);
        }
        alignas(64) double overlap[D::width], area_a[D::width], area_b[D::width];
        const auto half = D::splat(0.5);
        D::store(overlap, half * found.overlap);
        D::store(area_a, half * found.a);
        D::store(area_b, half * found.b);
        for (std::size_t lane = 0; lane < D::width && first + lane < live; ++lane) {
          const std::uint32_t i = positions[lane + first];
          if (((found.certain >> lane) & 1u) == 0) {
            job.open[kept++] = i;
            continue;
          }
          const bool swapped = pairs.swapped[first + lane];
          areas[i] = {overlap[lane], swapped ? area_b[lane] : area_a[lane], swapped ? area_a[lane] : area_b[lane]};
        }
      }
    }
    return kept;
  }
};

}  // namespace
