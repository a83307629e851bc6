// Contacts of bodies of up to 16 vertices, one pair at a time with one edge per lane. For calls of so few pairs that a
// kernel with one pair per lane would leave most lanes empty.
//
//   for each body, all its edges at once:   h = min over the other's vertices, key = h |h| / |e|^2
//   best = the edge of the largest key; of equal ones the first, A's before B's
//
// Computes the same numbers as sat.hpp, operation by operation, so that results have the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"
#include "kernels/sat/collide.hpp"
#include "lanes/scalar.hpp"

namespace {

/// The ring of one body: N slots, whose unused ones repeat the first vertex, and the first vertex once more.
template <std::size_t N, class T>
struct SingleRing {
  alignas(64) T x[N + 1], y[N + 1];
  std::uint32_t capacity;  ///< slots that the block holds

  SATCHEL_INLINE SingleRing(const T* const* blocks, satchel::kernels::Place place) {
    using F = Isa::FourLanes<T>;
    const unsigned vertex_class = place.vertex_class();
    capacity = satchel::kernels::capacity_of(vertex_class);
    const T* const block = blocks[vertex_class] + std::size_t{2} * capacity * place.block();
    const auto first_x = F::splat(block[0]), first_y = F::splat(block[capacity]);
    for (std::size_t k = 0; k < N; k += 4) {
      for (std::size_t i = k; i < k + 4; i += F::width) {
        F::store(x + i, k < capacity ? F::load(block + i) : first_x);
        F::store(y + i, k < capacity ? F::load(block + capacity + i) : first_y);
      }
    }
    x[N] = block[0];
    y[N] = block[capacity];
  }
};

/// The keys of all edges of a ring; -infinity for edges of length 0.
template <class L, std::size_t N, class T = typename L::Scalar>
struct SingleKeys {
  static constexpr std::size_t parts = N / L::width;
  typename L::Vector keys[parts];

  /// @param frame_x, frame_y              origin of the pair's frame, from the ring's body
  /// @param other_frame_x, other_frame_y  origin of the pair's frame, from the other body
  SATCHEL_INLINE SingleKeys(const SingleRing<N, T>& ring, T frame_x, T frame_y, const SingleRing<N, T>& other,
                            T other_frame_x, T other_frame_y) {
    using V = typename L::Vector;
    alignas(64) T x[N], y[N];
    for (std::size_t i = 0; i < N; i += L::width) {
      L::store(x + i, L::load(other.x + i) - L::splat(other_frame_x));
      L::store(y + i, L::load(other.y + i) - L::splat(other_frame_y));
    }
    V ex[parts], ey[parts], even[parts], odd[parts];
    for (std::size_t p = 0; p < parts; ++p) {
      ex[p] = L::load(ring.x + p * L::width + 1) - L::load(ring.x + p * L::width);
      ey[p] = L::load(ring.y + p * L::width + 1) - L::load(ring.y + p * L::width);
      even[p] = ey[p] * L::splat(x[0]) - ex[p] * L::splat(y[0]);
      odd[p] = ey[p] * L::splat(x[1]) - ex[p] * L::splat(y[1]);
    }
    for (std::size_t j = 2; j < other.capacity; j += 2) {
      for (std::size_t p = 0; p < parts; ++p) {
        even[p] = L::min(even[p], ey[p] * L::splat(x[j]) - ex[p] * L::splat(y[j]));
        odd[p] = L::min(odd[p], ey[p] * L::splat(x[j + 1]) - ex[p] * L::splat(y[j + 1]));
      }
    }
    for (std::size_t p = 0; p < parts; ++p) {
      const V start_x = L::load(ring.x + p * L::width) - L::splat(frame_x);
      const V start_y = L::load(ring.y + p * L::width) - L::splat(frame_y);
      const V h = L::min(even[p], odd[p]) - (ey[p] * start_x - ex[p] * start_y);
      keys[p] =
          L::larger_unless_nan(BestEdge<L>::key_of(h, ex[p], ey[p]), L::splat(static_cast<T>(-__builtin_huge_val())));
    }
  }

  SATCHEL_INLINE typename L::Vector largest() const {
    auto largest = keys[0];
    for (std::size_t p = 1; p < parts; ++p) largest = L::max(largest, keys[p]);
    return largest;
  }
  /// Bit i: the key of edge i is not below `key`.
  SATCHEL_INLINE unsigned not_below(T key) const {
    unsigned below = 0;
    for (std::size_t p = 0; p < parts; ++p) below |= L::bits(keys[p] < L::splat(key)) << (p * L::width);
    return ~below & ((1u << N) - 1);
  }
};

/// The axis of one pair of up to N vertices a body.
template <class L, std::size_t N, class T = typename L::Scalar, class One = ScalarLanes<T>>
SATCHEL_INLINE Axis<One> single_axis(const PairJob<T>& job, const BodyRecord<T>& body_a, const BodyRecord<T>& body_b,
                                     const PairLanes<One>& pair) {
  const SingleRing<N, T> a(job.a.blocks, body_a.place), b(job.b.blocks, body_b.place);
  const auto x = centre_of<One>(One::splat(a.x[0]), One::splat(b.x[0]), pair.delta_x);
  const auto y = centre_of<One>(One::splat(a.y[0]), One::splat(b.y[0]), pair.delta_y);
  const T ax = x.from_a.value, ay = y.from_a.value, bx = x.from_b.value, by = y.from_b.value;
  const SingleKeys<L, N> of_a(a, ax, ay, b, bx, by), of_b(b, bx, by, a, ax, ay);
  const T key = L::largest_lane(L::max(of_a.largest(), of_b.largest()));
  const auto first = static_cast<unsigned>(__builtin_ctz(of_a.not_below(key) | of_b.not_below(key) << N));
  const unsigned side = first / N, i = first % N;
  const SingleRing<N, T>& of = side == 0 ? a : b;
  const T ex = of.x[i + 1] - of.x[i], ey = of.y[i + 1] - of.y[i];
  return {{key}, {side == 0 ? ex : T(0) - ex}, {side == 0 ? ey : T(0) - ey}, {feature_bits<T>(side, i)}};
}

/// Calls step(position, contact in one lane) for each pair.
template <class Step, class T>
SATCHEL_INLINE void for_each_single(const PairJob<T>& job, Step step) {
  using One = ScalarLanes<T>;
  for (std::size_t i = 0; i < job.count; ++i) {
    const bool swapped = job.is_swapped(job.pairs[i]);
    const BodyRecord<T>& a = job.a.bodies[swapped ? job.pairs[i].b : job.pairs[i].a];
    const BodyRecord<T>& b = job.b.bodies[swapped ? job.pairs[i].a : job.pairs[i].b];
    const PairLanes<One> pair{{static_cast<T>(b.x - a.x)},
                              {static_cast<T>(b.y - a.y)},
                              {a.reach + b.reach},
                              {swapped ? T(1) : T(0)},
                              polygon_band<T>};
    const bool fit_in_8 = a.place.vertex_class() < 3 && b.place.vertex_class() < 3;
    step(i, contacts_of<One>(fit_in_8 ? single_axis<Isa::EightLanes<T>, 8>(job, a, b, pair)
                                      : single_axis<Isa::Lanes<T>, 16>(job, a, b, pair),
                             pair));
  }
}

template <class T>
std::size_t collide_singly(const PairJob<T>& job, const ContactSink<T>& sink) {
  std::size_t open_count = 0;
  for_each_single(
      job, [&](std::size_t i, const Contacts<ScalarLanes<T>>& found) __attribute__((always_inline)) {
        store_packet<ScalarLanes<T>>(job, i, 1, found, sink, std::false_type{});
        open_count = append_open(job.open, open_count, i, found.certain, 1);
      });
  return open_count;
}

}  // namespace
