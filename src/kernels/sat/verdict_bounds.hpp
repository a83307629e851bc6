// Verdicts of pairs of bodies with few edges, one pair per lane: two centred boxes, or two polygons of up to four
// vertices. Skips what only a contact needs: keys, features and normals.
//
// An edge e decides if its gap h / |e| is beyond the error band. Uses |ex| + |ey| >= |e| instead of a square root.
//   disjoint is certain if h > band |e| for some edge
//   overlapping is certain if h < -band |e| for all edges
// The contact kernel (box_pairs.hpp, polygon_pairs.hpp) decides all other pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/sat/box_pairs.hpp"
#include "kernels/sat/collide.hpp"
#include "kernels/sat/polygon_pairs.hpp"

namespace {

/// The largest h - slack and h + slack over the edges of W pairs.
template <class L>
struct VerdictBounds {
  using V = typename L::Vector;
  V lower = L::splat(static_cast<typename L::Scalar>(-__builtin_huge_val())), upper = lower;

  SATCHEL_INLINE VerdictBounds(const BoxKernel<L>& boxes, const PairLanes<L>& pairs) {
    const BoxLanes<L>&a = boxes.a, &b = boxes.b;
    const BoxAxes<L> of_a(a, b, pairs.delta_x, pairs.delta_y), of_b(b, a, pairs.delta_x, pairs.delta_y);
    for (int k = 0; k < 2; ++k) offer(of_a.h[k], a.ex[k], a.ey[k], pairs.band);
    for (int k = 0; k < 2; ++k) offer(of_b.h[k], b.ex[k], b.ey[k], pairs.band);
  }
  template <unsigned KA, unsigned KB>
  SATCHEL_INLINE VerdictBounds(const PolygonKernel<L, KA, KB>& kernel, const PairLanes<L>& pairs) {
    const auto use = [&](std::size_t, const V& h, const V& ex, const V& ey) __attribute__((always_inline)) {
      offer(h, ex, ey, pairs.band);
    };
    for_each_edge<L>(kernel.polygons.a, kernel.polygons.b, use);
    for_each_edge<L>(kernel.polygons.b, kernel.polygons.a, use);
  }

 private:
  SATCHEL_INLINE void offer(const V& h, const V& ex, const V& ey, const V& band) {
    const auto slack = band * (L::abs(ex) + L::abs(ey));
    lower = L::max(lower, h - slack);
    upper = L::max(upper, h + slack);  // 0 for an edge of length 0: no objection to overlapping
  }
};

/// Runs the contact kernel on the first `count` pairs of job.open and writes their verdicts. Keeps the pairs in the
/// list that stay open.
/// @return  their number
template <class L, class K, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t classify_by_contacts(const PairJob<T>& job, std::size_t count,
                                                   const ContactSink<T>& sink) {
  constexpr std::size_t at_once = 64;
  Pair pairs[at_once];
  std::uint32_t slots[at_once], open[at_once];
  PairJob<T> part = job;
  part.prefetch = false;
  part.open = open;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += at_once) {
    part.set_list({pairs, slots, count - k < at_once ? count - k : at_once});
    for (std::size_t i = 0; i < part.count; ++i) {
      pairs[i] = job.pairs[job.open[k + i]];
      slots[i] = job.slot(job.open[k + i]);
    }
    const std::size_t still_open = collide_lanes<L, K>(part, sink);
    for (std::size_t i = 0; i < still_open; ++i) job.open[kept++] = job.open[k + open[i]];
  }
  return kept;
}

/// Writes the verdicts that bounds decide, and lists the other pairs in job.open.
/// @return  the number of pairs listed
template <class L, class K, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t classify_by_bounds(const PairJob<T>& job, const ContactSink<T>& sink) {
  std::size_t open_count = 0;
  for_each_packet<L, K>(
      job, [&](const Packet& packet, const PairLanes<L>& pairs, const K& kernel) __attribute__((always_inline)) {
        const auto zero = L::splat(T(0));
        const VerdictBounds<L> bounds(kernel, pairs);
        const unsigned disjoint = L::bits(bounds.lower > zero);
        const unsigned doubtful = L::bits(bounds.upper > zero) & ~disjoint;
        store_verdicts<L::width>(job, packet.position, packet.live, ~disjoint, 0, sink.verdicts);
        open_count = append_open(job.open, open_count, packet.position, ~doubtful, packet.live);
      });
  return open_count;
}

/// Tries bounds on the first pairs. Uses bounds for the rest if they decided most of these, otherwise the contact
/// kernel: bounds leave pairs that touch, such as neighbouring tiles, open.
template <class L, PairKernel<L> K, class T = typename L::Scalar>
std::size_t classify_by_edges(const PairJob<T>& job, const ContactSink<T>& sink) {
  constexpr std::size_t trial = 128;
  PairJob<T> part = job;
  if (job.count > trial) part.count = trial;
  std::size_t open_count = classify_by_bounds<L, K>(part, sink);
  const bool pays = 8 * open_count <= part.count;
  if (open_count != 0) open_count = classify_by_contacts<L, K>(part, open_count, sink);
  const std::size_t done = part.count;
  if (done == job.count) return open_count;
  PairJob<T> rest = job;
  rest.set_list({job.pairs + done, job.slots != nullptr ? job.slots + done : nullptr, job.count - done});
  rest.open = job.open + open_count;
  const ContactSink<T> rest_sink = job.slots != nullptr ? sink : sink.from(done);
  std::size_t more = pays ? classify_by_bounds<L, K>(rest, rest_sink) : collide_lanes<L, K>(rest, rest_sink);
  if (pays && more != 0) more = classify_by_contacts<L, K>(rest, more, rest_sink);
  for (std::size_t k = 0; k < more; ++k) rest.open[k] += static_cast<std::uint32_t>(done);
  return open_count + more;
}

}  // namespace
