// Contacts of bodies of which one has a radius or a core of one or two vertices, one pair per lane, for given sizes of
// the cores.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/rounded/rounded_sat.hpp"
#include "kernels/sat/collide.hpp"

namespace {

/// Contacts from their normals, which point from A to B and are negated where the pair was given as (B, A).
/// @param known      the lanes that have an axis at all
/// @tparam may_swap  false: no pair was given as (B, A)
template <class L, bool may_swap, class V = typename L::Vector>
SATCHEL_INLINE Contacts<L> rounded_contacts(const V& normal_x, const V& normal_y, const V& separation, const V& feature,
                                            const typename L::Mask& known, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  constexpr T least_extent = sizeof(T) == sizeof(float) ? T(0x1p-30) : T(0);
  const auto zero = L::splat(T(0));
  const auto verdict = L::select(separation < zero, L::splat(feature_bits<T>(Verdict::overlapping)),
                                 L::splat(feature_bits<T>(Verdict::disjoint)));
  Contacts<L> out{{normal_x, normal_y, separation, L::bit_or(feature, verdict)}, 0};
  if constexpr (may_swap) {
    const auto swapped = pairs.swapped > zero;
    out.columns[0] = L::select(swapped, zero - normal_x, normal_x);
    out.columns[1] = L::select(swapped, zero - normal_y, normal_y);
    out.columns[3] = L::bit_xor(out.columns[3], L::select(swapped, L::splat(feature_bits<T>(1, 0)), zero));
  }
  // + 0 turns -0 into 0. The separation needs no such sum, because no difference of two numbers other than -0 is -0.
  for (int k = 0; k < 2; ++k) out.columns[k] = out.columns[k] + zero;
  const auto large_enough = pairs.band > L::splat(rounded_band<T> * least_extent);
  out.certain = L::bits(L::both(L::abs(separation) > pairs.band, L::both(known, large_enough)));
  return out;
}

/// separation = sign(key) sqrt |key| - radii; normal = (ey, -ex) / |e|. The key of a pair without an axis is -infinity.
template <class L, class V = typename L::Vector>
SATCHEL_INLINE Contacts<L> contacts_of_axis(const Axis<L>& axis, const V& radii, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  const auto zero = L::splat(T(0));
  const auto root = L::sqrt(L::abs(axis.key));
  const auto inverse = L::divide(L::splat(T(1)), L::sqrt(axis.ex * axis.ex + axis.ey * axis.ey));
  return rounded_contacts<L, true>(axis.ey * inverse, (zero - axis.ex) * inverse,
                                   L::select(axis.key < zero, zero - root, root) - radii, axis.feature,
                                   axis.key > L::splat(static_cast<T>(-__builtin_huge_val())), pairs);
}

/// Contacts of two points, whose delta is the only axis.
template <class L, bool may_swap = true, class V = typename L::Vector>
SATCHEL_INLINE Contacts<L> contacts_of_points(const V& x, const V& y, const V& radii, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  const auto square = x * x + y * y, length = L::sqrt(square), inverse = L::divide(L::splat(T(1)), length);
  return rounded_contacts<L, may_swap>(x * inverse, y * inverse, length - radii, L::splat(vertex_feature<T>),
                                       square > L::splat(shortest_square<T>), pairs);
}

template <class T>
using RoundedStage = StagedPairs<T, Radii::around>;

/// Writes the contacts of `count` staged pairs to the sink: for each packet those of finish(position of its first pair
/// in the stage, pairs, radii). Appends the pairs that are not certain to job.open.
/// @param first  position of the first staged pair in the job
/// @return       open_count plus the number of pairs appended
template <class L, class Finish, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t store_stage(const PairJob<T>& job, std::size_t first, std::size_t count,
                                       const RoundedStage<T>& staged, const ContactSink<T>& sink,
                                       std::size_t open_count, Finish finish) {
  for (std::size_t j = 0; j < count; j += L::width) {
    const std::size_t live = count - j < L::width ? count - j : L::width;
    const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_swapped, rounded_band<T>);
    const Contacts<L> found = finish(j, pairs, L::load(staged.radii + j));
    store_packet<L>(job, first + j, live, found, sink, std::false_type{});
    open_count = append_open(job.open, open_count, first + j, found.certain, live);
  }
  return open_count;
}

/// store_stage for staged axes, as one function for all kernels of a lane type.
template <class L, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t store_rounded_axes(const PairJob<T>& job, std::size_t first, std::size_t count,
                                                 const RoundedStage<T>& staged, const StagedAxes<T>& axes,
                                                 const ContactSink<T>& sink, std::size_t open_count) {
  return store_stage<L>(
      job, first, count, staged, sink,
      open_count, [&](std::size_t j, const PairLanes<L>& pairs, const auto& radii) __attribute__((always_inline)) {
        return contacts_of_axis<L>(axes.template load<L>(j), radii, pairs);
      });
}

/// Computes the contacts of the job's pairs from `from` on, a stage at a time. Calls step(staged pairs, position of the
/// first pair in the stage, pairs) for each packet, then finish(position of the stage's first pair, number of pairs,
/// staged pairs, open_count), which writes contacts and returns the new open_count. for_each_packet says why there are
/// two loops.
/// @return  open_count plus the number of pairs appended to job.open
/// @tparam blocks, @param shifts  as of StagedPairs::look_up
template <class L, Blocks blocks, class Step, class Finish, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t collide_staged(const PairJob<T>& job, PairShifts shifts, Step step, Finish finish,
                                          std::size_t from = 0, std::size_t open_count = 0) {
  using Staged = RoundedStage<T>;
  Staged staged;
  Prefetcher<T, blocks != Blocks::none> prefetcher(job);
  for (std::size_t i = from; i < job.count; i += Staged::size) {
    const std::size_t count = job.count - i < Staged::size ? job.count - i : Staged::size;
    staged.template look_up<L, blocks>(job, job.pairs + i, count, shifts);
    for (std::size_t j = 0; j < count; j += L::width) {
      if (job.prefetch) prefetcher.ask_for(L::width);
      step(staged, j, staged.template lanes<L>(j, job.some_swapped, rounded_band<T>));
    }
    open_count = finish(i, count, staged, open_count);
  }
  return open_count;
}

/// The axes of the job's pairs, a packet at a time, then their contacts.
/// @param sizes  of the cores: 1, 2, 4, 8 or 16
/// @tparam A, B  CoreLanes or AnyCoreLanes that take these sizes
template <class L, class A, class B, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t collide_cores(const PairJob<T>& job, const ContactSink<T>& sink, std::size_t size_a,
                                         std::size_t size_b) {
  StagedAxes<T> axes;
  return collide_staged<L, Blocks::of_class>(
      job, {core_shift(size_a), core_shift(size_b)},
      [&](const auto& staged, std::size_t j, const PairLanes<L>& pairs) __attribute__((always_inline)) {
        A a(size_a);
        B b(size_b);
        a.load(job.a.blocks[core_class(size_a)], staged.blocks_a + j);
        b.load(job.b.blocks[core_class(size_b)], staged.blocks_b + j);
        const auto x = centre_of<L>(a.x[0], b.x[0], pairs.delta_x), y = centre_of<L>(a.y[0], b.y[0], pairs.delta_y);
        move_by<L>(a, x.from_a, y.from_a);
        move_by<L>(b, x.from_b, y.from_b);
        axes.template store<L>(j, best_rounded_axis<L>(a, b, pairs.size));
      },
      [&](std::size_t first, std::size_t count, const auto& staged, std::size_t open_count) __attribute__((
          always_inline)) { return store_rounded_axes<L>(job, first, count, staged, axes, sink, open_count); });
}

/// collide_cores for sizes known at run time: one copy for all.
template <class L, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t collide_any_cores(const PairJob<T>& job, const ContactSink<T>& sink, std::size_t size_a,
                                                std::size_t size_b) {
  return collide_cores<L, AnyCoreLanes<L>, AnyCoreLanes<L>>(job, sink, size_a, size_b);
}

/// Two points have no edges: their delta is the axis.
template <class L, class T = typename L::Scalar>
std::size_t collide_points(const PairJob<T>& job, const ContactSink<T>& sink) {
  StagedAxes<T> axes;  // deltas as (ex, ey)
  return collide_staged<L, Blocks::of_class>(
      job, {core_shift(1), core_shift(1)},
      [&](const auto& staged, std::size_t j, const PairLanes<L>& pairs) __attribute__((always_inline)) {
        CoreLanes<L, 1> a, b;
        a.load(job.a.blocks[core_class(1)], staged.blocks_a + j);
        b.load(job.b.blocks[core_class(1)], staged.blocks_b + j);
        const auto none = L::splat(T(0));
        axes.template store<L>(j, {none, (b.x[0] - a.x[0]) + pairs.delta_x, (b.y[0] - a.y[0]) + pairs.delta_y, none});
      },
      [&](std::size_t first, std::size_t count, const auto& staged, std::size_t open_count)
          __attribute__((always_inline)) {
            return store_stage<L>(
                job, first, count, staged, sink, open_count,
                [&](std::size_t j, const PairLanes<L>& pairs, const auto& radii) __attribute__((always_inline)) {
                  const Axis<L> axis = axes.template load<L>(j);
                  return contacts_of_points<L>(axis.ex, axis.ey, radii, pairs);
                });
          });
}

template <class L, std::size_t CA, std::size_t CB, class T = typename L::Scalar>
std::size_t collide_rounded(const PairJob<T>& job, const ContactSink<T>& sink) {
  if constexpr (CA == 1 && CB == 1) {
    return collide_points<L>(job, sink);
  } else if constexpr (L::width > 1) {
    return collide_cores<L, CoreLanes<L, CA>, CoreLanes<L, CB>>(job, sink, CA, CB);
  } else {  // one lane gains too little by unrolled loops
    return collide_any_cores<L>(job, sink, CA, CB);
  }
}

}  // namespace
