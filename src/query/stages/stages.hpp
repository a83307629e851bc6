// Runs the stages of a list of pairs of one kind: a kernel writes the results that it can prove and lists the pairs
// that it leaves open; src/exact decides these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "exact/resolve.hpp"
#include "format/kernel_table.hpp"
#include "query/stages/contact_queries.hpp"
#include "query/stages/pair_bins.hpp"
#include "query/stages/pair_counts.hpp"
#include "query/stages/route.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// A list of up to this many polygon pairs is taken pair by pair, with one pair's edges in the lanes.
constexpr std::size_t few_pairs = 2;

/// The stages of a call: its kernels and scenes. Nothing changes in it, so threads share it.
template <class Query>
class Stages {
  using T = typename Query::Scalar;
  using Scene = detail::SceneData<T>;
  using Sink = kernels::ContactSink<T>;
  using Kernel = std::size_t (*)(const kernels::PairJob<T>&, const Sink&);
  using FacingKernel = std::size_t (*)(const kernels::PairJob<T>&, const Sink&, kernels::Unproved&);

 public:
  Stages(const Scene& a, const Scene& b, const kernels::KernelTable& table)
      : a_(a),
        b_(b),
        kernels_(table.collide.template of<T>()),
        rounded_kernels_(table.rounded.template of<T>()),
        distance_kernels_(table.distance.template of<T>()),
        compound_kernels_(table.compound.template of<T>()),
        routes_(routes_of_table(Query::question, kernels_.facing_kernels)) {}

  Route route(PairKind kind) const { return routes_[index(kind)]; }
  const kernels::CollideKernels<T>& contact_kernels() const { return kernels_; }
  const kernels::CompoundKernels<T>& compound_kernels() const { return compound_kernels_; }

  /// The kind of a pair of the job's bodies, all classes told apart.
  static PairKind kind_of(const kernels::PairJob<T>& job, Pair pair) {
    const bool swapped = job.is_swapped(pair);
    return kind_by_class(job.a.kinds[swapped ? pair.b : pair.a], job.b.kinds[swapped ? pair.a : pair.b]);
  }

  /// Whether to run facing parts before all edges: a kernel has them, and the pairs are enough to fill lanes. Those of
  /// rounded bodies need `inner`, the discs inside the cores.
  bool starts_with_facing_parts(const kernels::PairJob<T>& job, PairKind kind) const {
    if (job.count <= few_pairs || !route(kind).has(Stage::facing_parts)) return false;
    return job.knows_inner || !(is_rounded(kind) || kind == PairKind::small_rounded);
  }

  /// Decides the job's pairs, all of one kind of convex bodies, by all edges, doubles and exact arithmetic. Calls
  /// on_stage(i, stage) for each pair i that src/exact decided, with the stage of src/exact.
  template <class OnStage>
  void decide(const kernels::PairJob<T>& job, PairKind kind, const Sink& sink, OnStage&& on_stage) const {
    resolve(job, route(kind).has(Stage::all_edges) ? run_all_edges(job, kind, sink) : leave_all_open(job), sink,
            on_stage);
  }
  void decide(const kernels::PairJob<T>& job, PairKind kind, const Sink& sink, Decided& decided) const {
    decide(job, kind, sink, [&](std::uint32_t, exact::Stage stage) { count(stage, decided); });
  }

  /// Decides the job's pairs that facing parts prove, and lists the positions of the others in `unproved`.
  /// @param unproved  room for as many positions as the job has pairs
  /// @returns         the number of positions listed
  std::size_t decide_by_facing_parts(const kernels::PairJob<T>& job, PairKind kind, const Sink& sink,
                                     FacingTally& tally, Decided& decided, std::uint32_t* unproved) const {
    kernels::Unproved left{unproved, 0};
    const std::size_t open = facing_kernel(kind, sink)(job, sink, left);
    resolve(job, open, sink, [&](std::uint32_t, exact::Stage stage) { count(stage, decided); });
    decided.by_facing_parts += job.count - left.count;
    tally.asked += job.count;
    tally.unproved += left.count;
    return left.count;
  }

 private:
  static void count(exact::Stage stage, Decided& decided) {
    ++(stage == exact::Stage::expansions ? decided.exactly : decided.by_double);
  }

  Kernel all_edges_kernel(PairKind kind, const Sink& sink) const {
    if (sink.wants_verdicts() && kind == polygons_of(0, 0)) return kernels_.classify_up_to_4;
    if (is_polygons(kind)) return kernels_.collide[classes_of(kind).a][classes_of(kind).b];
    switch (kind) {
      case PairKind::boxes:
        if (sink.wants_verdicts()) return kernels_.classify_boxes;
        return sink.wants_distances() && distance_kernels_.boxes != nullptr ? distance_kernels_.boxes
                                                                            : kernels_.collide_boxes;
      case PairKind::circles:
        return rounded_kernels_.collide_circles;
      case PairKind::rounded_boxes:
        return rounded_kernels_.collide_boxes;
      case PairKind::long_polygons:
      case PairKind::half_long:
        return kernels_.collide_long;
      default:
        return rounded_kernels_.collide[core_size(classes_of(kind).a)][core_size(classes_of(kind).b)];
    }
  }

  FacingKernel facing_kernel(PairKind kind, const Sink& sink) const {
    FacingKernel with_distances = nullptr;
    if (sink.wants_distances() && is_polygons(kind)) {
      with_distances = distance_kernels_.facing[classes_of(kind).a][classes_of(kind).b];
    } else if (sink.wants_distances() && kind == PairKind::small_polygons) {
      with_distances = distance_kernels_.facing_up_to_8;
    }
    return with_distances != nullptr ? with_distances : facing_kernel(kind);
  }
  FacingKernel facing_kernel(PairKind kind) const {
    if (is_polygons(kind)) return kernels_.facing[classes_of(kind).a][classes_of(kind).b];
    if (kind == PairKind::small_polygons) return kernels_.facing_up_to_8;
    return kind == PairKind::long_polygons ? kernels_.facing_long : rounded_kernels_.facing_up_to_8;
  }

  /// Runs the kernel of all edges. Lists the pairs that it leaves open in job.open; returns their number.
  std::size_t run_all_edges(const kernels::PairJob<T>& job, PairKind kind, const Sink& sink) const {
    const Kernel kernel = all_edges_kernel(kind, sink);
    return is_polygons(kind) && job.count <= few_pairs ? run_singly(job, kernel, sink) : kernel(job, sink);
  }
  static std::size_t leave_all_open(const kernels::PairJob<T>& job) {
    for (std::size_t i = 0; i < job.count; ++i) job.open[i] = static_cast<std::uint32_t>(i);
    return job.count;
  }

  /// run_all_edges for so few pairs that they would leave lanes empty: runs them one at a time, with edges in the
  /// lanes, for the same results. `kernel` then takes the pairs that stay open, because it also decides by doubles.
  std::size_t run_singly(const kernels::PairJob<T>& job, Kernel kernel, const Sink& sink) const {
    const std::size_t count = kernels_.collide_singly(job, sink);
    if (count == 0) return 0;
    std::array<std::uint32_t, few_pairs> open, slots, still_open;
    std::array<Pair, few_pairs> pairs;
    for (std::size_t k = 0; k < count; ++k) {
      open[k] = job.open[k];
      pairs[k] = job.pairs[open[k]];
      slots[k] = job.slot(open[k]);
    }
    kernels::PairJob<T> part = job;
    part.set_list({pairs.data(), slots.data(), count});
    part.open = still_open.data();
    const std::size_t left = kernel(part, sink);
    for (std::size_t k = 0; k < left; ++k) job.open[k] = open[still_open[k]];
    return left;
  }

  /// Decides the first `count` pairs listed in job.open in exact arithmetic.
  template <class OnStage>
  void resolve(const kernels::PairJob<T>& job, std::size_t count, const Sink& sink, OnStage&& on_stage) const {
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t i = job.open[k];
      const Pair pair = job.pairs[i];
      const bool swapped = job.is_swapped(pair);
      exact::Stage stage{};
      const exact::Core<T> core_a = core_of(a_, job.a.bodies[swapped ? pair.b : pair.a]);
      const exact::Core<T> core_b = core_of(b_, job.b.bodies[swapped ? pair.a : pair.b]);
      store(Query::resolve(core_a, core_b, swapped, stage), Query::results(sink)[job.slot(i)]);
      on_stage(i, stage);
    }
  }

  const Scene& a_;
  const Scene& b_;
  const kernels::CollideKernels<T>& kernels_;
  const kernels::RoundedKernels<T>& rounded_kernels_;
  const kernels::DistanceKernels<T>& distance_kernels_;
  const kernels::CompoundKernels<T>& compound_kernels_;
  const Routes& routes_;
};

}  // namespace satchel::query
