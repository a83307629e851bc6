// Pairs of one group through their kernel, and what becomes of those that it leaves open.
//
//   the kernel writes results, and lists the pairs it could not certify; src/exact decides these
//   where there is one, the kernel that looks at facing parts alone goes first, as long as it proves most
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "exact/resolve.hpp"
#include "format/kernel_table.hpp"
#include "query/pipeline/pair_bins.hpp"
#include "query/pipeline/contact_queries.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// Up to so many pairs of a group go one by one, see GroupRunner::run_few.
constexpr std::size_t few_pairs = 2;

/// How many pairs each stage decided.
struct Decided {
  std::uint64_t by_double = 0, exactly = 0, by_facing_parts = 0, by_outlines = 0;

  void operator()(std::uint32_t, exact::Stage stage) { ++(stage == exact::Stage::expansions ? exactly : by_double); }
};

template <class Query>
class GroupRunner {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Kernel = typename Query::Kernel;
  using FacingKernel = typename Query::FacingKernel;
  using Scene = detail::SceneData<T>;

 public:
  GroupRunner(const Scene& a, const Scene& b, const kernels::KernelTable& table)
      : a_(a),
        b_(b),
        table_(table),
        kernels_(table.collide.template of<T>()),
        rounded_kernels_(table.rounded.template of<T>()),
        compound_kernels_(table.compound.template of<T>()) {}

  /// The group of a pair of the job, classes told apart.
  unsigned class_group_of(const kernels::PairJob<T>& job, Pair pair) const {
    const bool flip = job.some_turned && pair.b < pair.a;
    return group_table.group[a_.kinds[flip ? pair.b : pair.a]][b_.kinds[flip ? pair.a : pair.b]];
  }

  const kernels::CompoundKernels<T>& compound_kernels() const { return compound_kernels_; }
  const kernels::CollideKernels<T>& contact_kernels() const { return kernels_; }

  /// The kernel of a group, and what it needs of the job; null: none, its pairs go to src/exact.
  Kernel kernel_of(unsigned group, kernels::PairJob<T>& job) const {
    constexpr unsigned classes = kernels::lane_class_count;
    if (is_compound_group(group)) return nullptr;
    if (group >= rounded_group) {
      const RoundedCore a = rounded_core[(group - rounded_group) / rounded_cores];
      const RoundedCore b = rounded_core[(group - rounded_group) % rounded_cores];
      job.first_a = job.blocks_a[a.vertex_class];
      job.first_b = job.blocks_b[b.vertex_class];
      return Query::for_rounded(rounded_kernels_, a.size, b.size);
    }
    if (group < lane_groups) return Query::for_lanes(kernels_, group / classes, group % classes);
    if (group == box_group) return Query::for_boxes(table_, job);
    if (group == circle_group) return Query::for_circles(rounded_kernels_);
    if (group == rounded_box_group) return Query::for_rounded_boxes(rounded_kernels_);
    return is_long_group(group) ? Query::for_long(kernels_) : nullptr;
  }

  /// The kernel that looks at facing parts alone; null: there is none for this group.
  FacingKernel facing_kernel_of(const kernels::PairJob<T>& job, unsigned group) const {
    constexpr unsigned classes = kernels::lane_class_count;
    if (group == up_to_8_group) return Query::for_facing_up_to_8(table_, job);
    if (group == rounded_up_to_8_group || GroupTable::has_rounded_up_to_8(group)) {
      return Query::for_rounded_facing(rounded_kernels_, job);
    }
    if (group == long_group) return Query::for_facing_long(kernels_);
    return group < lane_groups ? Query::for_facing(table_, job, group / classes, group % classes) : nullptr;
  }

  /// Runs the job's pairs, all of one group of convex bodies, and calls on_stage(i, stage) for those that the kernel
  /// left open.
  template <class OnStage>
  void run(kernels::PairJob<T>& job, unsigned group, Result* results, OnStage&& on_stage) const {
    resolve(job, run_kernel(job, group, results), results, on_stage);
  }

  /// The same by facing parts alone; calls leave(i) for the pairs that these do not prove.
  /// @tparam most  at least the job's pairs
  template <std::size_t most, class Leave>
  void run_facing(const kernels::PairJob<T>& job, FacingKernel facing, Result* results, FacingTally& tally,
                  Decided& decided, Leave leave) const {
    std::array<std::uint32_t, most> positions;
    kernels::Unproved unproved{positions.data(), 0};
    resolve(job, facing(job, results, unproved), results, decided);
    decided.by_facing_parts += job.count - unproved.count;
    tally.asked += job.count;
    tally.unproved += unproved.count;
    for (std::size_t k = 0; k < unproved.count; ++k) leave(positions[k]);
  }

 private:
  /// Runs the job's pairs, all of one group, and lists those that are left open in job.uncertain; returns their number.
  std::size_t run_kernel(kernels::PairJob<T>& job, unsigned group, Result* results) const {
    const Kernel kernel = kernel_of(group, job);
    if (kernel == nullptr) {
      for (std::size_t i = 0; i < job.count; ++i) job.uncertain[i] = static_cast<std::uint32_t>(i);
      return job.count;
    }
    return group < lane_groups && job.count <= few_pairs ? run_few(job, kernel, results) : kernel(job, results);
  }

  /// A handful of pairs, where the lanes of a kernel would stand empty: one at a time, edges in lanes. The results are
  /// the same. What that leaves open goes to the group's kernel, which decides more of it.
  std::size_t run_few(kernels::PairJob<T>& job, Kernel kernel, Result* results) const {
    std::array<std::uint32_t, few_pairs> open;
    std::array<Pair, few_pairs> pairs;
    std::array<std::uint32_t, few_pairs> slots;
    std::uint32_t* const uncertain = job.uncertain;
    job.uncertain = open.data();
    const std::size_t count = Query::for_few(kernels_)(job, results);
    job.uncertain = uncertain;
    if (count == 0) return 0;
    for (std::size_t k = 0; k < count; ++k) {
      pairs[k] = job.pairs[open[k]];
      slots[k] = job.slots != nullptr ? job.slots[open[k]] : open[k];
    }
    kernels::PairJob<T> part = job;
    part.pairs = pairs.data();
    part.slots = slots.data();
    part.count = count;
    std::array<std::uint32_t, few_pairs> still_open;
    part.uncertain = still_open.data();
    const std::size_t left = kernel(part, results);
    for (std::size_t k = 0; k < left; ++k) job.uncertain[k] = open[still_open[k]];
    return left;
  }

  /// Decides the pairs that the kernel left open, in exact arithmetic.
  template <class OnStage>
  void resolve(const kernels::PairJob<T>& job, std::size_t count, Result* results, OnStage& on_stage) const {
    // Parts of an outline do, and bodies of one origin, as on a map: where verdicts alone are asked for, it pays to look.
    const bool of_parts = job.bodies_a != a_.bodies.data() || job.bodies_b != b_.bodies.data();
    const bool may_share_vertices = of_parts || std::is_same_v<Result, Verdict>;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t i = job.uncertain[k];
      const Pair pair = job.pairs[i];
      const bool flip = job.some_turned && pair.b < pair.a;
      exact::Stage stage{};
      exact::Core<T> core_a = core_of(a_, job.bodies_a[flip ? pair.b : pair.a]);
      exact::Core<T> core_b = core_of(b_, job.bodies_b[flip ? pair.a : pair.b]);
      core_a.may_share_vertices = core_b.may_share_vertices = may_share_vertices;
      store(Query::resolve(core_a, core_b, flip, stage), results[job.slots != nullptr ? job.slots[i] : i]);
      on_stage(i, stage);
    }
  }

  const Scene& a_;
  const Scene& b_;
  const kernels::KernelTable& table_;
  const kernels::CollideKernels<T>& kernels_;
  const kernels::RoundedKernels<T>& rounded_kernels_;
  const kernels::CompoundKernels<T>& compound_kernels_;
};

}  // namespace satchel::query
