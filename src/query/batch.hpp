// A batch call from the inside: check, then chunk by chunk sort pairs into kernel classes, run, resolve, store.
//
//   for each chunk of pairs, on any thread:
//     gather the pairs in buckets by class pair (not where the whole scene is of one class)
//     for each full bucket, at last for each: the kernel writes results and lists the pairs it could not certify
//     resolve those, and the pairs of `exact_only` bodies, in src/exact
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "exact/resolve.hpp"
#include "kernels/ask_for_line.hpp"
#include "kernels/layout.hpp"
#include "parallel/parallel.hpp"
#include "query/buckets.hpp"
#include "query/check_pairs.hpp"
#include "query/compound_pairs.hpp"
#include "query/contact_queries.hpp"
#include "query/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// Pairs of a chunk. Chunks are the unit that threads share; what is gathered in buckets leaves part of its lanes empty
/// at the end of each, so it gets longer ones, but shorter ones where a single pair may take a microsecond.
constexpr std::size_t uniform_chunk = 4096, mixed_chunk = 16384, long_chunk = 256;

/// Up to so many pairs of a kind go one by one, see run_few.
constexpr std::size_t few_pairs = 2;

/// One call's view of its scenes.
template <class Query>
class Batch {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Kernel = typename Query::Kernel;
  using FacingKernel = typename Query::FacingKernel;
  using Scene = detail::SceneData<T>;

 public:
  /// @param stats  what `count` will be given
  /// @param pairs  how many there are in the whole call
  Batch(const Scene& a, const Scene& b, std::size_t pairs, bool some_turned, const kernels::KernelTable& table,
        Stats* stats)
      : a_(a),
        b_(b),
        table_(table),
        kernels_(table.collide->template of<T>()),
        rounded_kernels_(table.rounded->template of<T>()),
        compound_kernels_(table.compound->template of<T>()),
        stats_(stats) {
    job_.bodies_a = a.bodies.data();
    job_.bodies_b = b.bodies.data();
    job_.inner_a = a.inner.data();
    job_.inner_b = b.inner.data();
    job_.shapes_a = a.shapes.data();
    job_.shapes_b = b.shapes.data();
    job_.fans_a = a.edge_fans.data();
    job_.fans_b = b.edge_fans.data();
    job_.rotations_a = a.rotations.data();
    job_.rotations_b = b.rotations.data();
    for (unsigned k = 0; k < kernels::class_count; ++k) {
      job_.blocks_a[k] = a.offset_blocks.first(k);
      job_.blocks_b[k] = b.offset_blocks.first(k);
    }
    job_.first_a = job_.first_b = nullptr;
    job_.some_turned = some_turned;
    job_.uniform = false;
    job_.pairs = nullptr;
    job_.slots = nullptr;
    job_.count = 0;
    job_.uncertain = nullptr;
    job_.in_doubles = nullptr;
    job_.enough = nullptr;
    job_.distances_too = nullptr;
    const unsigned kind_a = a.uniform_kind(), kind_b = b.uniform_kind();
    if (kind_a < kernels::kind_count && kind_b < kernels::kind_count) {
      uniform_group_ = GroupTable::group_of(kind_a, kind_b);
      if (!is_long_group(uniform_group_)) uniform_kernel_ = kernel_of(uniform_group_, job_);
      job_.uniform = &a == &b && uniform_group_ <= box_group;
    }
    has_compounds_ = a.compounds.bodies != 0 || b.compounds.bodies != 0;
    is_small_call_ = pairs <= few_pairs;
    job_.prefetch = !has_compounds_ && !is_small_call_ &&
                    (a.body_memory_bytes() > cache_bytes || b.body_memory_bytes() > cache_bytes);
  }

  std::size_t chunk_pairs() const {
    if (uniform_kernel_ != nullptr) return uniform_chunk;
    return has_compounds_ || a_.has_long_bodies() || b_.has_long_bodies() ? long_chunk : mixed_chunk;
  }

  /// Runs one chunk of at most chunk_pairs() pairs. May throw std::bad_alloc (hulls of large bodies).
  /// @param parts          which parts decided; null: not asked for
  /// @param distances_too  for CollideForDistances; null: not asked for
  void run(std::span<const Pair> pairs, Result* results, PartPair* parts = nullptr,
           const kernels::DistancesToo<T>* distances_too = nullptr) {
    if (parts != nullptr) std::fill(parts, parts + pairs.size(), PartPair{0, 0});
    if (uniform_kernel_ == nullptr) return run_mixed(pairs, results, parts, distances_too);
    if (is_small_call_) return run_uniform(job_, pairs, results);  // there is no other thread that might read it
    kernels::PairJob<T> job = job_;
    job.distances_too = distances_too;
    run_uniform(job, pairs, results);
  }

  /// The scenes, for kernels that go on from the contacts.
  const kernels::PairJob<T>& job() const { return job_; }

  const kernels::CompoundKernels<T>& compound_kernels() const { return compound_kernels_; }

  /// Adds to the statistics, if there are any, the `pairs` pairs of the whole call.
  void count(std::size_t pairs) const {
    if (stats_ == nullptr) return;
    const std::uint64_t by_double = by_double_.load(std::memory_order_relaxed);
    const std::uint64_t exactly = exactly_.load(std::memory_order_relaxed);
    stats_->pairs += pairs;
    stats_->decided_by_double += by_double;
    stats_->decided_exactly += exactly;
    stats_->by_facing_parts += by_facing_parts_.load(std::memory_order_relaxed);
    stats_->decided_by_lanes += pairs - by_double - exactly;
    if (uniform_kernel_ != nullptr) {
      stats_->of_class[index_of(uniform_group_)] += pairs;
    } else {
      for (std::size_t k = 0; k < pair_class_count; ++k) {
        stats_->of_class[k] += of_class_[k].load(std::memory_order_relaxed);
      }
    }
  }

  /// Runs the pairs of one group of two convex bodies each, and calls on_stage(i, stage) for those that the kernel left
  /// open.
  template <class OnStage>
  void run_group(kernels::PairJob<T>& job, unsigned group, Result* results, OnStage&& on_stage) const {
    resolve(job, run_kernel(job, group, results), results, on_stage);
  }

 private:
  /// How many pairs each stage decided.
  struct Decided {
    std::uint64_t by_double = 0, exactly = 0, by_facing_parts = 0;
    void operator()(std::uint32_t, exact::Stage stage) { ++(stage == exact::Stage::expansions ? exactly : by_double); }
  };

  void run_uniform(kernels::PairJob<T>& job, std::span<const Pair> pairs, Result* results) {
    std::array<std::uint32_t, uniform_chunk> uncertain;
    job.pairs = pairs.data();
    job.slots = nullptr;
    job.count = pairs.size();
    job.uncertain = uncertain.data();
    std::size_t in_doubles = 0;
    job.in_doubles = &in_doubles;
    Decided decided;
    const FacingKernel facing = pairs.size() > few_pairs ? facing_kernel_of(job, uniform_group_) : nullptr;
    if (facing != nullptr) {
      run_uniform_facing(job, facing, pairs, results, decided);
    } else {
      resolve(job, run_kernel(job, uniform_group_, results), results, decided);
    }
    job.in_doubles = nullptr;
    decided.by_double += in_doubles;
    add(decided);
  }

  /// Pairs of one lane group in the order given: by facing parts as long as that pays, and those that they do not prove
  /// by all edges, gathered.
  void run_uniform_facing(kernels::PairJob<T>& job, FacingKernel facing, std::span<const Pair> pairs, Result* results,
                          Decided& decided) const {
    std::array<std::uint32_t, uniform_chunk> positions;
    BucketsOf<1> left;
    FacingTally tally;
    const auto empty = [&] {
      kernels::PairJob<T> part = job;
      part.prefetch = false;
      const auto [its, slots, count] = left.take(0);
      part.pairs = its;
      part.slots = slots;
      part.count = count;
      resolve(part, run_kernel(part, uniform_group_, results), results, decided);
    };
    for (std::size_t begin = 0; begin < pairs.size(); begin += job.count) {
      const std::size_t rest = pairs.size() - begin;
      job.pairs = pairs.data() + begin;
      job.count = begin == 0 ? std::min(rest, FacingTally::trial) : rest;
      Result* const to = results + begin;
      if (!tally.pays()) {
        resolve(job, run_kernel(job, uniform_group_, to), to, decided);
        continue;
      }
      kernels::Unproved unproved{positions.data(), 0};
      resolve(job, facing(job, to, unproved), to, decided);
      decided.by_facing_parts += job.count - unproved.count;
      tally.asked += job.count;
      tally.unproved += unproved.count;
      for (std::size_t k = 0; k < unproved.count; ++k) {
        const std::uint32_t i = positions[k];
        if (left.add(0, job.pairs[i], static_cast<std::uint32_t>(begin) + i)) empty();
      }
    }
    if (!left.is_empty(0)) empty();
  }

  /// In scenes beyond this lines are asked for ahead. Well beyond the second-level cache, for asking costs 2 ns a pair,
  /// and what the third level takes is hidden by then (16,384 octagons, 2 MB: 14 ns a pair, 17 with asking; 65,536,
  /// shuffled: 25 and 21).
  static constexpr std::size_t cache_bytes = std::size_t{1} << 22;

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
    return is_long_group(group) ? Query::for_long(kernels_) : nullptr;
  }

  /// The kernel that looks at facing parts alone; null: there is none for this group.
  FacingKernel facing_kernel_of(const kernels::PairJob<T>& job, unsigned group) const {
    constexpr unsigned classes = kernels::lane_class_count;
    if (group == long_group) return Query::for_facing_long(kernels_);
    return group < lane_groups ? Query::for_facing(table_, job, group / classes, group % classes) : nullptr;
  }

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

  static std::size_t index_of(unsigned group) { return static_cast<std::size_t>(class_of(group)); }

  bool flipped(Pair pair) const { return job_.some_turned && pair.b < pair.a; }

  /// Pairs of several groups. As many as fill a bucket and are of one group anyhow need no bucket: crowds of one shape
  /// between walls of another.
  void run_mixed(std::span<const Pair> pairs, Result* results, PartPair* parts,
                 const kernels::DistancesToo<T>* distances_too) {
    BucketsAndRest buckets;
    CompoundLists compounds;
    std::array<std::uint32_t, Buckets::capacity> uncertain;
    kernels::PairJob<T> job = job_;
    job.prefetch = false;
    job.uncertain = uncertain.data();
    job.distances_too = distances_too;
    std::size_t in_doubles = 0;
    job.in_doubles = &in_doubles;
    Decided decided;
    const auto run_all_edges = [&](unsigned group) {
      const auto [its, slots, count] = buckets.take(all_edges_group(group));
      job.pairs = its;
      job.slots = slots;
      job.count = count;
      run_group(job, group, results, decided);
    };
    std::array<FacingTally, facing_groups> tallies;
    if (long_facing_failed_.load(std::memory_order_relaxed)) tallies[long_group] = FacingTally::failed();
    /// @param first  what positions count from, without slots
    const auto run = [&](unsigned group, const Pair* its, const std::uint32_t* slots, std::size_t count,
                         std::size_t first) {
      job.pairs = its;
      job.slots = slots;
      job.count = count;
      if (stats_ != nullptr) of_class_[index_of(group)].fetch_add(count, std::memory_order_relaxed);
      const FacingKernel facing = count > few_pairs ? facing_kernel_of(job, group) : nullptr;
      if (facing == nullptr || !tallies[group].pays()) return run_group(job, group, results + first, decided);
      std::array<std::uint32_t, Buckets::capacity> positions;
      kernels::Unproved unproved{positions.data(), 0};
      resolve(job, facing(job, results + first, unproved), results + first, decided);
      decided.by_facing_parts += count - unproved.count;
      tallies[group].asked += count;
      tallies[group].unproved += unproved.count;
      for (std::size_t k = 0; k < unproved.count; ++k) {
        const std::uint32_t i = positions[k];
        const std::uint32_t slot = slots != nullptr ? slots[i] : static_cast<std::uint32_t>(first) + i;
        if (buckets.add(all_edges_group(group), its[i], slot)) run_all_edges(group);
      }
    };
    const auto empty = [&](unsigned group) {
      const auto [its, slots, count] = buckets.take(group);
      if (is_compound_group(group)) return compounds.add(group, its, slots, count);
      run(group, its, slots, count, 0);
    };
    const std::uint8_t* const kinds_a = a_.kinds.data();
    const std::uint8_t* const kinds_b = b_.kinds.data();
    const auto run_all = [&](auto some_turned) {
      const auto group_of = [=](const Pair& pair) -> unsigned {
        const bool flip = some_turned && pair.b < pair.a;
        return group_table.group[kinds_a[flip ? pair.b : pair.a]][kinds_b[flip ? pair.a : pair.b]];
      };
      for (std::size_t begin = 0; begin < pairs.size(); begin += Buckets::capacity) {
        const std::size_t end = std::min<std::size_t>(pairs.size(), begin + Buckets::capacity);
        const unsigned first_group = group_of(pairs[begin]);
        if (end - begin == Buckets::capacity && !job_.prefetch && !is_compound_group(first_group)) {
          std::size_t alike = 1;
          while (alike < Buckets::capacity && group_of(pairs[begin + alike]) == first_group) ++alike;
          if (alike == Buckets::capacity) {
            run(first_group, &pairs[begin], nullptr, Buckets::capacity, begin);
            continue;
          }
        }
        if (job_.prefetch) {
          for (std::size_t i = begin; i < end; ++i) prefetch(pairs, i);
        }
        for (std::size_t i = begin; i < end; ++i) {
          const unsigned group = group_of(pairs[i]);
          if (buckets.add(group, pairs[i], static_cast<std::uint32_t>(i))) empty(group);
        }
      }
    };
    job_.some_turned ? run_all(std::true_type()) : run_all(std::false_type());
    for (unsigned group = 0; group < group_count; ++group) {
      if (!buckets.is_empty(group)) empty(group);
    }
    for (unsigned group = 0; group < facing_groups; ++group) {
      if (!buckets.is_empty(all_edges_group(group))) run_all_edges(group);
    }
    if (!tallies[long_group].pays()) long_facing_failed_.store(true, std::memory_order_relaxed);
    decided.by_double += in_doubles;
    add(decided);
    if (has_compounds_) run_compounds(compounds, job, results, parts);
  }

  /// Asks for the record of a pair to come, and for the blocks of pair i, whose record has come: by the time its bucket
  /// is full they are there.
  void prefetch(std::span<const Pair> pairs, std::size_t i) const {
    constexpr std::size_t ahead = 32;
    if (i + ahead < pairs.size()) {
      kernels::ask_for_line(&a_.bodies[pairs[i + ahead].a]);
      kernels::ask_for_line(&b_.bodies[pairs[i + ahead].b]);
    }
    kernels::ask_for_line(a_.offset_blocks.block(a_.bodies[pairs[i].a].place));
    kernels::ask_for_line(b_.offset_blocks.block(b_.bodies[pairs[i].b].place));
  }

  /// The pairs of a chunk of which a body is a compound, by group: more than a bucket holds, since parts of many pairs
  /// fill lanes better.
  struct CompoundLists {
    static constexpr unsigned groups = group_count - compound_groups;
    std::array<std::array<Pair, long_chunk>, groups> pairs;
    std::array<std::array<std::uint32_t, long_chunk>, groups> slots;
    std::array<std::size_t, groups> sizes{};

    void add(unsigned group, const Pair* its, const std::uint32_t* places, std::size_t count) {
      const std::size_t list = group - compound_groups;
      std::copy_n(its, count, pairs[list].data() + sizes[list]);
      std::copy_n(places, count, slots[list].data() + sizes[list]);
      sizes[list] += count;
    }
  };

  void run_compounds(const CompoundLists& lists, kernels::PairJob<T>& job, Result* results, PartPair* parts) {
    for (unsigned list = 0; list < CompoundLists::groups; ++list) {
      job.pairs = lists.pairs[list].data();
      job.slots = lists.slots[list].data();
      job.count = lists.sizes[list];
      if (job.count == 0) continue;
      if (stats_ != nullptr) {
        of_class_[index_of(compound_groups + list)].fetch_add(job.count, std::memory_order_relaxed);
      }
      run_compound_list(job, results, parts);
    }
  }

  /// Apart, for the room on the stack that only scenes with compounds need.
  [[gnu::noinline]] void run_compound_list(const kernels::PairJob<T>& job, Result* results, PartPair* parts) {
    static_assert(CompoundPairs<Query, const Batch>::capacity >= long_chunk);  // chunks of scenes with compounds
    CompoundPairs<Query, const Batch> compounds(*this, a_, b_, job);
    compounds.run();
    Decided decided;
    for (std::size_t i = 0; i < job.count; ++i) {
      const Best<Result>& best = compounds.best(i);
      const bool flip = flipped(job.pairs[i]);
      store(flip ? mirrored(best.result) : best.result, results[job.slots[i]]);
      if (parts != nullptr) parts[job.slots[i]] = flip ? PartPair{best.parts.b, best.parts.a} : best.parts;
      decided.by_double += best.hardest_stage == 1 ? 1 : 0;
      decided.exactly += best.hardest_stage == 2 ? 1 : 0;
    }
    add(decided);
  }

  void add(const Decided& decided) {
    if (decided.by_double != 0) by_double_.fetch_add(decided.by_double, std::memory_order_relaxed);
    if (decided.exactly != 0) exactly_.fetch_add(decided.exactly, std::memory_order_relaxed);
    if (decided.by_facing_parts != 0) by_facing_parts_.fetch_add(decided.by_facing_parts, std::memory_order_relaxed);
  }

  /// Decides the pairs that the kernel left open, in exact arithmetic.
  template <class OnStage>
  void resolve(const kernels::PairJob<T>& job, std::size_t count, Result* results, OnStage& on_stage) const {
    const bool of_parts = job.bodies_a != a_.bodies.data() || job.bodies_b != b_.bodies.data();
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t i = job.uncertain[k];
      const Pair pair = job.pairs[i];
      const bool flip = job.some_turned && pair.b < pair.a;
      exact::Stage stage{};
      exact::Core<T> core_a = core_of(a_, job.bodies_a[flip ? pair.b : pair.a]);
      exact::Core<T> core_b = core_of(b_, job.bodies_b[flip ? pair.a : pair.b]);
      core_a.may_share_vertices = core_b.may_share_vertices = of_parts;
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
  kernels::PairJob<T> job_;
  Kernel uniform_kernel_ = nullptr;  ///< of all pairs, where the scenes are of one kind each
  unsigned uniform_group_ = 0;
  Stats* stats_;
  bool has_compounds_ = false;
  bool is_small_call_ = false;
  std::atomic<bool> long_facing_failed_{false};  ///< in some chunk; chunks of long bodies are short
  std::atomic<std::uint64_t> by_double_{0}, exactly_{0}, by_facing_parts_{0};
  std::array<std::atomic<std::uint64_t>, pair_class_count> of_class_{};  ///< counted only where somebody asks
};

/// The whole call. Checks everything before it writes anything.
/// @param parts  which parts decided; none: not asked for
template <class Query>
Status run_batch(const detail::SceneData<typename Query::Scalar>& a, const detail::SceneData<typename Query::Scalar>& b,
                 bool one_scene, const kernels::KernelTable& table, std::span<const Pair> pairs,
                 std::span<typename Query::Result> results, std::optional<std::span<PartPair>> parts,
                 const Options& options) noexcept {
  if (results.size() != pairs.size()) return {ErrorCode::size_mismatch, 0};
  if (parts && parts->size() != pairs.size()) return {ErrorCode::size_mismatch, 1};
  bool some_turned = false;
  const Status bad = check_pairs(a, b, pairs, table, options, some_turned);
  if (!bad.ok()) return bad;

  Batch<Query> batch(a, b, pairs.size(), one_scene && some_turned, table, options.stats);
  const std::size_t chunk_pairs = batch.chunk_pairs();
  Options how = options;
  if (pairs.size() <= 2 * long_chunk) how.max_threads = 1;  // threads cost more than they bring
  std::atomic<bool> out_of_memory{false};
  const std::size_t chunks = (pairs.size() + chunk_pairs - 1) / chunk_pairs;
  const Status status = parallel::for_each_chunk(chunks, how, [&](std::size_t chunk) noexcept {
    const std::size_t begin = chunk * chunk_pairs;
    try {
      batch.run(pairs.subspan(begin, std::min(chunk_pairs, pairs.size() - begin)), results.data() + begin,
                parts ? parts->data() + begin : nullptr);
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  if (out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  batch.count(pairs.size());
  return {};
}

}  // namespace satchel::query
