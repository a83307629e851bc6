// The PairKernel (collide.hpp) of polygons of two given classes: loads pairs and finds their best axes.
//
// A PairKernel has what is special about a kind of pair. collide.hpp walks the list, stores and certifies contacts for
// all kinds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"
#include "kernels/sat/sat.hpp"

namespace {

template <class L, unsigned KA, unsigned KB>
struct PolygonKernel {
  using T = typename L::Scalar;
  static constexpr unsigned class_a = KA, class_b = KB;
  using Staged = StagedPairs<T>;
  static constexpr bool looks_ahead = false;
  static constexpr bool is_centred = false;
  static constexpr std::size_t CA = satchel::kernels::vertices_of(KA), CB = satchel::kernels::vertices_of(KB);

  PolygonPairs<L, CA, CB> polygons;

  /// Stages pairs. Its `Ask` prefetches a few cache lines per call.
  /// @param interleaved  as for StagedPairs::look_up
  template <class Stage, class Ask, class Interleaved>
  static SATCHEL_INLINE void look_up(Stage& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count, Ask,
                                     Interleaved interleaved) {
    using satchel::kernels::block_shift;
    staged.template look_up<L, Blocks::of_class>(job, pairs, count, {block_shift(KA), block_shift(KB)}, interleaved);
  }

  /// Loads W staged pairs from `first` on.
  template <class Stage, class Ask>
  SATCHEL_INLINE PolygonKernel(const PairJob<T>& job, const Stage& staged, std::size_t first, const PairLanes<L>& pairs,
                               Ask ask) {
    load_vertices<L, KA>(job.a.blocks[KA], staged.blocks_a + first, polygons.a.stored);
    ask();
    load_vertices<L, KB>(job.b.blocks[KB], staged.blocks_b + first, polygons.b.stored);
    auto& [a, b] = polygons;
    const auto x = centre_of<L>(a.stored.x[0], b.stored.x[0], pairs.delta_x);
    const auto y = centre_of<L>(a.stored.y[0], b.stored.y[0], pairs.delta_y);
    a.frame_x = x.from_a;
    a.frame_y = y.from_a;
    b.frame_x = x.from_b;
    b.frame_y = y.from_b;
  }

  SATCHEL_INLINE Axis<L> axis(const PairLanes<L>&) const { return best_axis<L>(polygons); }
};

}  // namespace
