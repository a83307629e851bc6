// Pairs that float left open, in lanes of doubles: those that nearly touch, or graze, but by more than doubles round.
//
// The first stage of src/exact (pair_signs.hpp, contest.hpp), one pair a lane, operation by operation: so the results
// have the same bits as there, and the error bound proved there holds. For each edge e of both polygons
//
//   top(e) = max over the other's vertices v of e x v, less e x start(e);   gap(e) = -top(e) / |e|
//   error(e) = 2^-50 W |e|_1,   W = largest offsets of both + largest component of delta
//
//   overlapping if top > error for all edges;  disjoint if top < -error for one;  else open
//   the edge of the largest gap decides, the first of equal ones; open where one that is not certain might have it
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/contact.hpp"
#include "kernels/isa.hpp"
#include "kernels/load.hpp"

namespace {

/// The vertices of one side of L::width pairs, from which D::width at a time are taken.
template <class L, class D, unsigned K>
struct DoubleSide {
  using T = typename L::Scalar;
  static constexpr std::size_t count = satchel::kernels::vertices_of(K);

  alignas(64) T x_[count][L::width], y_[count][L::width];
  std::size_t first = 0;  ///< of the lanes that are looked at

  SATCHEL_INLINE void load(const T* base, const std::uint32_t* blocks) {
    Vertices<L, count> vertices;
    load_vertices<L, K>(base, blocks, vertices);
    for (std::size_t i = 0; i < count; ++i) {
      L::store(x_[i], vertices.x[i]);
      L::store(y_[i], vertices.y[i]);
    }
  }
  SATCHEL_INLINE typename D::Vector x(std::size_t i) const { return D::load_as_double(x_[i] + first); }
  SATCHEL_INLINE typename D::Vector y(std::size_t i) const { return D::load_as_double(y_[i] + first); }

  SATCHEL_INLINE typename D::Vector largest() const {
    auto largest = D::splat(0);
    for (std::size_t i = 0; i < count; ++i) largest = D::max(largest, D::max(D::abs(x(i)), D::abs(y(i))));
    return largest;
  }
};

/// Goes over all edges of W pairs.
template <class D>
struct DoubleContest {
  using V = typename D::Vector;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  V error;                                   ///< of a top, as a multiple of |e|_1
  V low = D::splat(infinity), high = low;    ///< least of top - error, of top + error
  V largest = D::splat(-infinity);           ///< gap
  V uncertain = largest;                     ///< the largest gap of an uncertain edge
  V ex = D::splat(0), ey = ex, number = ex;  ///< the edge of the largest gap
  V next_number = D::splat(0);

  /// @param dx, dy  from the ring's origin to the other's
  template <class Ring, class Other>
  SATCHEL_INLINE void meet_edges(const Ring& ring, const Other& other, const V& dx, const V& dy) {
    const V zero = D::splat(0);
    for (std::size_t e = 0; e < ring.count; ++e) {
      const std::size_t next = e + 1 < ring.count ? e + 1 : 0;
      const V start_x = ring.x(e), start_y = ring.y(e);
      const V its_ex = ring.x(next) - start_x, its_ey = ring.y(next) - start_y;
      V best = its_ex * other.y(0) - its_ey * other.x(0);
      for (std::size_t v = 1; v < other.count; ++v) best = D::max(best, its_ex * other.y(v) - its_ey * other.x(v));
      const V top = best - (its_ex * (start_y - dy) - its_ey * (start_x - dx));
      const V bound = error * (D::abs(its_ex) + D::abs(its_ey)), square = its_ex * its_ex + its_ey * its_ey;
      const auto is_edge = square > zero;  // not what fills up a block
      low = D::select(is_edge, D::min(low, top - bound), low);
      high = D::select(is_edge, D::min(high, top + bound), high);
      const V gap = D::select(is_edge, zero - D::divide(top, D::sqrt(square)), D::splat(-infinity));
      uncertain = D::select(bound < D::abs(top), uncertain, D::max(uncertain, gap));
      const auto larger = gap > largest;
      largest = D::select(larger, gap, largest);
      ex = D::select(larger, its_ex, ex);
      ey = D::select(larger, its_ey, ey);
      number = D::select(larger, next_number, number);
      next_number = next_number + D::splat(1);
    }
  }

  SATCHEL_INLINE unsigned overlapping() const { return D::bits(low > D::splat(0)); }
  SATCHEL_INLINE unsigned disjoint() const { return D::bits(high < D::splat(0)); }
  SATCHEL_INLINE unsigned has_winner() const { return D::bits(uncertain < largest); }
};

/// What decides D::width pairs.
template <class D>
struct DoubleDecision {
  alignas(64) double normal_x[D::width], normal_y[D::width];  ///< of the edge, wherever it points
  alignas(64) double separation[D::width], number[D::width];
  unsigned decided, overlapping;
};

template <class D, class A, class B>
SATCHEL_INLINE DoubleDecision<D> decide(const A& a, const B& b, const double* delta_x, const double* delta_y) {
  const auto zero = D::splat(0), dx = D::load(delta_x), dy = D::load(delta_y);
  DoubleContest<D> contest;
  contest.error = D::splat(0x1p-50) * (a.largest() + b.largest() + D::max(D::abs(dx), D::abs(dy)));
  contest.meet_edges(a, b, dx, dy);
  contest.meet_edges(b, a, zero - dx, zero - dy);
  const auto length = D::sqrt(contest.ex * contest.ex + contest.ey * contest.ey);
  DoubleDecision<D> out;
  D::store(out.normal_x, D::divide(contest.ey, length));
  D::store(out.normal_y, D::divide(contest.ex, length));
  D::store(out.separation, contest.largest);
  D::store(out.number, contest.number);
  out.overlapping = contest.overlapping();
  out.decided = (out.overlapping | contest.disjoint()) & contest.has_winner();
  return out;
}

/// The contact of a decided lane. Roundings and signs are those of src/exact/resolve.cpp.
template <class T, class D>
SATCHEL_INLINE BasicContact<T> contact_of(const DoubleDecision<D>& by, std::size_t lane, bool flipped,
                                          unsigned edges_of_a) {
  const auto edge = static_cast<unsigned>(by.number[lane]);
  const bool of_b = edge >= edges_of_a, turn = of_b != flipped, overlaps = ((by.overlapping >> lane) & 1u) != 0;
  const T sign = turn ? T(-1) : T(1), rounded = static_cast<T>(by.separation[lane]);
  constexpr T least = std::numeric_limits<T>::denorm_min();
  const Verdict verdict = overlaps ? Verdict::overlapping : Verdict::disjoint;
  return {sign * static_cast<T>(by.normal_x[lane]) + T(0),  // + 0: no -0 leaves the library
          T(0) - sign * static_cast<T>(by.normal_y[lane]) + T(0),
          overlaps ? (rounded < 0 ? rounded : -least) : (rounded > 0 ? rounded : least),
          static_cast<std::uint32_t>(verdict) | (turn ? 8u : 0u) | (of_b ? edge - edges_of_a : edge) << 4};
}

/// Decides those of the `count` pairs in job.uncertain that doubles can decide; keeps the others there, and returns
/// their number.
template <class L, class K, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t decide_in_doubles(const PairJob<T>& job, std::size_t count, BasicContact<T>* contacts) {
  using D = Isa::Lanes<double>;
  constexpr unsigned KA = K::class_a, KB = K::class_b;
  DoubleSide<L, D, KA> a;
  DoubleSide<L, D, KB> b;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += L::width) {
    const std::size_t live = count - k < L::width ? count - k : L::width;
    alignas(64) double delta_x[L::width], delta_y[L::width];
    std::uint32_t blocks_a[L::width], blocks_b[L::width];
    unsigned flipped = 0;
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      const Pair pair = job.pairs[job.uncertain[k + (lane < live ? lane : 0)]];
      const bool turned = job.some_turned && pair.b < pair.a;
      const BodyRecord<T>& of_a = job.bodies_a[turned ? pair.b : pair.a];
      const BodyRecord<T>& of_b = job.bodies_b[turned ? pair.a : pair.b];
      blocks_a[lane] = of_a.place.block() << satchel::kernels::block_shift(KA);
      blocks_b[lane] = of_b.place.block() << satchel::kernels::block_shift(KB);
      delta_x[lane] = of_b.x - of_a.x;
      delta_y[lane] = of_b.y - of_a.y;
      flipped |= (turned ? 1u : 0u) << lane;
    }
    a.load(job.blocks_a[KA], blocks_a);
    b.load(job.blocks_b[KB], blocks_b);
    for (std::size_t first = 0; first < live; first += D::width) {
      a.first = b.first = first;
      const DoubleDecision<D> by = decide<D>(a, b, delta_x + first, delta_y + first);
      for (std::size_t lane = 0; lane < D::width && first + lane < live; ++lane) {
        const std::uint32_t i = job.uncertain[k + first + lane];
        if (((by.decided >> lane) & 1u) == 0) {
          job.uncertain[kept++] = i;
        } else {
          contacts[job.slots != nullptr ? job.slots[i] : i] =
              contact_of<T>(by, lane, ((flipped >> (first + lane)) & 1u) != 0, a.count);
        }
      }
    }
  }
  if (job.in_doubles != nullptr) *job.in_doubles += count - kept;
  return kept;
}

}  // namespace
