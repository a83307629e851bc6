// A batch call from the inside: check, then chunk by chunk run.
//
//   for each chunk of pairs, on any thread:
//     does nobody ask about pairs that are apart: leave out those that discs tell      near_pairs.hpp
//     is the whole scene of one class: its kernel takes them as they are           group_runner.hpp
//     is it of polygons of up to eight vertices: so does the one for these, where there is one
//     else gather them by class pair, for the kernel of each                       pair_dealer.hpp
//     those of which a body is a compound, at last: verdicts by their outlines       classify_by_outlines.hpp
//       what these leave open, and contacts: spread into their parts               compound_pairs.hpp
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

#include "format/kernel_table.hpp"
#include "format/outline_layout.hpp"
#include "parallel/parallel.hpp"
#include "query/pipeline/pair_bins.hpp"
#include "query/pipeline/check_pairs.hpp"
#include "query/compound/compound_pairs.hpp"
#include "query/pipeline/group_runner.hpp"
#include "query/pipeline/locality.hpp"
#include "query/pipeline/near_pairs.hpp"
#include "query/pipeline/pair_dealer.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// Pairs of a chunk. Chunks are the unit that threads share; what is gathered in buckets leaves part of its lanes empty
/// at the end of each, so it gets longer ones, but shorter ones where a single pair may take a microsecond.
constexpr std::size_t uniform_chunk = 4096, mixed_chunk = 16384, long_chunk = 256;
/// Of a scene with compounds: a contact takes as long as one of long bodies, a verdict by outlines a tenth of that; and
/// the few pairs between that have none, or are left by outlines, are slow unless there are many to fill lanes.
template <class Query>
constexpr std::size_t compound_chunk = std::is_same_v<typename Query::Result, Verdict> ? 4096 : long_chunk;

/// One call's view of its scenes.
template <class Query>
class Batch {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Kernel = typename Query::Kernel;
  using FacingKernel = typename Query::FacingKernel;
  using Scene = detail::SceneData<T>;
  static constexpr bool verdicts_alone = std::is_same_v<Result, Verdict>;

 public:
  /// @param stats  what `count` will be given
  /// @param pairs  how many there are in the whole call
  Batch(const Scene& a, const Scene& b, std::size_t pairs, bool some_turned, const kernels::KernelTable& table,
        Stats* stats)
      : a_(a), b_(b), runner_(a, b, table), stats_(stats) {
    job_.bodies_a = a.bodies.data();
    job_.bodies_b = b.bodies.data();
    job_.kinds_a = a.kinds.data();
    job_.kinds_b = b.kinds.data();
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
    job_.straightest = std::min(a.straightest_corner, b.straightest_corner);
    job_.in_doubles = nullptr;
    job_.enough = nullptr;
    job_.distances_too = nullptr;
    const unsigned kind_a = a.uniform_kind(), kind_b = b.uniform_kind();
    if (kind_a < kernels::kind_count && kind_b < kernels::kind_count) {
      uniform_group_ = GroupTable::group_of(kind_a, kind_b);
      if (!is_long_group(uniform_group_)) uniform_kernel_ = runner_.kernel_of(uniform_group_, job_);
      job_.uniform = &a == &b && uniform_group_ <= box_group;
    }
    if (!verdicts_alone && runner_.facing_kernel_of(job_, up_to_8_group) != nullptr &&
        has_up_to_8_in_several_groups(a, b)) {
      uniform_group_ = up_to_8_group;
      uniform_kernel_ = nullptr;
    }
    has_compounds_ = a.compounds.bodies != 0 || b.compounds.bodies != 0;
    is_small_call_ = pairs <= few_pairs;
    job_.prefetch = !has_compounds_ && !is_small_call_ &&
                    (a.pair_memory_bytes() > cache_bytes || b.pair_memory_bytes() > cache_bytes);
  }

  /// The most pairs of a chunk.
  std::size_t chunk_pairs() const {
    if (uniform_kernel_ != nullptr) return uniform_chunk;
    if (a_.has_long_bodies() || b_.has_long_bodies()) return long_chunk;
    return has_compounds_ ? compound_chunk<Query> : mixed_chunk;
  }
  /// The pairs of a chunk where there are so many: no more than leave some chunks for each thread.
  std::size_t chunk_pairs(std::size_t pairs, const Options& options) const {
    const std::size_t most = chunk_pairs();
    if (!has_compounds_ || most <= long_chunk) return most;
    const std::size_t threads = parallel::task_count(pairs / long_chunk, options);
    return threads == 1 ? most : std::clamp(pairs / (8 * threads), long_chunk, most);
  }

  /// Runs one chunk of at most chunk_pairs() pairs. May throw std::bad_alloc (hulls of large bodies).
  /// @param parts          which parts decided; null: not asked for
  /// @param distances_too  for CollideForDistances; null: not asked for
  void run(std::span<const Pair> pairs, Result* results, PartPair* parts = nullptr,
           const kernels::DistancesToo<T>* distances_too = nullptr) {
    if (parts != nullptr) std::fill(parts, parts + pairs.size(), PartPair{0, 0});
    const bool is_up_to_8 = uniform_group_ == up_to_8_group && pairs.size() > few_pairs;
    if (uniform_kernel_ == nullptr && !is_up_to_8) return run_mixed(pairs, results, parts, distances_too, true);
    const GroupedPairs list{pairs.data(), nullptr, pairs.size()};
    if (is_small_call_) return run_uniform(job_, list, results);  // there is no other thread that might read it
    kernels::PairJob<T> job = job_for(pairs);
    job.distances_too = distances_too;
    if constexpr (verdicts_alone) {
      if (discs_help(uniform_group_)) return run_by_discs(job, pairs, results);
    }
    run_uniform(job, list, results);
  }

  /// The scenes, for kernels that go on from the contacts.
  const kernels::PairJob<T>& job() const { return job_; }
  const GroupRunner<Query>& runner() const { return runner_; }

  /// Leaves out pairs of one chunk that are farther apart than `margin`, where that is cheaper than their contacts:
  /// `run` is then given those of `near`.
  /// @returns whether it has
  bool leave_out_far(std::span<const Pair> pairs, T margin, NearPairs<T>& near) {
    const bool contacts_are_cheap =
        uniform_kernel_ != nullptr && (uniform_group_ == box_group || uniform_group_ == circle_group);
    if (contacts_are_cheap) return false;
    kernels::PairJob<T> job = job_;
    job.pairs = pairs.data();
    job.count = pairs.size();
    if (!near.find(runner_.contact_kernels(), job, margin)) return false;
    if (uniform_kernel_ == nullptr) count_classes(pairs, near.places());  // `count` counts those of one class
    return true;
  }

  /// Adds to the statistics, if there are any, the `pairs` pairs of the whole call.
  void count(std::size_t pairs) const {
    if (stats_ == nullptr) return;
    const std::uint64_t by_double = by_double_.load(std::memory_order_relaxed);
    const std::uint64_t exactly = exactly_.load(std::memory_order_relaxed);
    stats_->pairs += pairs;
    stats_->decided_by_double += by_double;
    stats_->decided_exactly += exactly;
    stats_->by_facing_parts += by_facing_parts_.load(std::memory_order_relaxed);
    stats_->by_outlines += by_outlines_.load(std::memory_order_relaxed);
    stats_->decided_by_lanes += pairs - by_double - exactly;
    if (uniform_kernel_ != nullptr) {
      stats_->of_class[index_of(uniform_group_)] += pairs;
    } else {
      for (std::size_t k = 0; k < pair_class_count; ++k) {
        stats_->of_class[k] += of_class_[k].load(std::memory_order_relaxed);
      }
    }
  }

 private:
  /// For the pairs of one chunk.
  kernels::PairJob<T> job_for(std::span<const Pair> pairs) const {
    kernels::PairJob<T> job = job_;
    job.prefetch = job.prefetch && !keeps_to_few_places(pairs);
    return job;
  }

  /// Verdicts of one group: discs first, as long as they decide enough to pay. The kernels get the pairs that discs
  /// leave open.
  void run_by_discs(kernels::PairJob<T>& job, std::span<const Pair> pairs, Result* results) {
    std::array<Pair, uniform_chunk> open_pairs;
    std::array<std::uint32_t, uniform_chunk> slots;
    std::array<std::uint32_t, DiscTally::trial> open;
    std::size_t open_count = 0, done = 0;
    DiscTally tally;
    kernels::PairJob<T> part = job;
    part.slots = nullptr;
    part.uncertain = open.data();
    for (; done < pairs.size() && tally.pay(); done += part.count) {
      part.pairs = pairs.data() + done;
      part.count = std::min(DiscTally::trial, pairs.size() - done);
      const std::size_t count = runner_.contact_kernels().classify_by_discs(part, results + done);
      tally.asked += part.count;
      tally.open += count;
      for (std::size_t k = 0; k < count; ++k) {
        open_pairs[open_count] = part.pairs[open[k]];
        slots[open_count++] = static_cast<std::uint32_t>(done) + open[k];
      }
    }
    if (open_count != 0) run_uniform(job, {open_pairs.data(), slots.data(), open_count}, results);
    if (done < pairs.size()) run_uniform(job, {pairs.data() + done, nullptr, pairs.size() - done}, results + done);
  }

  void run_uniform(kernels::PairJob<T>& job, const GroupedPairs& list, Result* results) {
    std::array<std::uint32_t, uniform_chunk> uncertain;
    job.pairs = list.pairs;
    job.slots = list.slots;
    job.count = list.count;
    job.uncertain = uncertain.data();
    std::size_t in_doubles = 0;
    job.in_doubles = &in_doubles;
    Decided decided;
    const FacingKernel facing = list.count > few_pairs ? runner_.facing_kernel_of(job, uniform_group_) : nullptr;
    if (facing != nullptr) {
      run_facing(job, facing, list, results, decided);
    } else {
      runner_.run(job, uniform_group_, results, decided);
    }
    job.in_doubles = nullptr;
    decided.by_double += in_doubles;
    add(decided);
  }

  /// Pairs of one group, or of up_to_8_group, in the order given: by facing parts as long as that pays, and those
  /// that they do not prove by all edges, gathered.
  void run_facing(kernels::PairJob<T>& job, FacingKernel facing, const GroupedPairs& list, Result* results,
                  Decided& decided) {
    const std::span<const Pair> pairs(list.pairs, list.count);
    BucketsOf<lane_groups> left;  // of one group: the first
    FacingTally tally;
    const bool is_uniform = uniform_group_ != up_to_8_group;
    const auto empty = [&](unsigned bucket) {
      kernels::PairJob<T> part = job;
      part.prefetch = false;
      const auto [its, slots, count] = left.take(bucket);
      part.pairs = its;
      part.slots = slots;
      part.count = count;
      runner_.run(part, is_uniform ? uniform_group_ : bucket, results, decided);
    };
    std::size_t done = 0;
    for (; done < pairs.size() && (tally.pays() || is_uniform); done += job.count) {
      const std::size_t rest = pairs.size() - done;
      job.pairs = pairs.data() + done;
      job.count = std::min(rest, done == 0 ? FacingTally::trial : uniform_chunk);
      job.slots = list.slots != nullptr ? list.slots + done : nullptr;
      Result* const to = list.slots != nullptr ? results : results + done;
      if (!tally.pays()) {
        runner_.run(job, uniform_group_, to, decided);
        continue;
      }
      runner_.template run_facing<uniform_chunk>(job, facing, to, tally, decided, [&](std::uint32_t i) {
        const unsigned bucket = is_uniform ? 0 : runner_.class_group_of(job, job.pairs[i]);
        const std::uint32_t slot = job.slots != nullptr ? job.slots[i] : static_cast<std::uint32_t>(done) + i;
        if (left.add(bucket, job.pairs[i], slot)) empty(bucket);
      });
    }
    for (unsigned bucket = 0; bucket < lane_groups; ++bucket) {
      if (!left.is_empty(bucket)) empty(bucket);
    }
    if (!is_uniform) count_classes(pairs.first(done), {});
    if (done == pairs.size()) return;
    kernels::DistancesToo<T> rest;
    if (job.distances_too != nullptr) {
      const auto& [contacts, distances, found] = *job.distances_too;
      rest = {contacts + done, distances + done, found + done};
    }
    run_mixed(pairs.subspan(done), results + done, nullptr, job.distances_too != nullptr ? &rest : nullptr, false);
  }

  /// Whether all pairs are for facing_up_to_8, as no kernel of one group takes them all.
  bool has_up_to_8_in_several_groups(const Scene& a, const Scene& b) const {
    const auto& boxes_a = a.bodies_of_kind[kernels::box_kind];
    const auto& boxes_b = b.bodies_of_kind[kernels::box_kind];
    if (!a.has_up_to_8_alone() || !b.has_up_to_8_alone() || (boxes_a != 0 && boxes_b != 0)) return false;
    if (uniform_kernel_ == nullptr) return true;
    return uniform_group_ / kernels::lane_class_count != uniform_group_ % kernels::lane_class_count;
  }

  /// Counts pairs by class, where somebody asks, all but the open ones.
  void count_classes(std::span<const Pair> pairs, std::span<const std::uint32_t> open) {
    if (stats_ == nullptr) return;
    std::array<std::uint64_t, pair_class_count> counts{};
    count_all_but(pairs, open, a_.kinds.data(), b_.kinds.data(), counts);
    for (std::size_t k = 0; k < pair_class_count; ++k) add(counts[k], of_class_[k]);
  }

  /// In scenes beyond this lines are asked for ahead, where pairs lead to many places. Well beyond the second-level
  /// cache, for asking costs 2 ns a pair, and what the third level takes is hidden by then (16,384 octagons, 1.5 MB:
  /// 14 ns a pair, 17 with asking; 65,536, shuffled: 25 and 21).
  static constexpr std::size_t cache_bytes = std::size_t{3} << 20;

  static std::size_t index_of(unsigned group) { return static_cast<std::size_t>(class_of(group)); }

  bool flipped(Pair pair) const { return job_.some_turned && pair.b < pair.a; }

  /// Pairs of several groups. @param merges  as PairDealer has it
  void run_mixed(std::span<const Pair> pairs, Result* results, PartPair* parts,
                 const kernels::DistancesToo<T>* distances_too, bool merges) {
    PairDealer<Query, compound_chunk<Query>> dealer(runner_, a_, b_, job_for(pairs), results, stats_ != nullptr,
                                                    long_facing_failed_.load(std::memory_order_relaxed), merges);
    dealer.job().distances_too = distances_too;
    dealer.run(pairs);
    if (dealer.facing_fails()) long_facing_failed_.store(true, std::memory_order_relaxed);
    add(dealer.decided());
    if (stats_ != nullptr) {
      for (std::size_t k = 0; k < pair_class_count; ++k) add(dealer.of_class(k), of_class_[k]);
    }
    if (has_compounds_) run_compounds(dealer.compounds(), dealer.job(), results, parts);
  }

  void run_compounds(const CompoundLists<compound_chunk<Query>>& lists, kernels::PairJob<T>& job, Result* results,
                     PartPair* parts) {
    for (unsigned list = 0; list < CompoundLists<compound_chunk<Query>>::groups; ++list) {
      job.pairs = lists.pairs[list].data();
      job.slots = lists.slots[list].data();
      job.count = lists.sizes[list];
      if (job.count == 0) continue;
      if (stats_ != nullptr) {
        of_class_[index_of(compound_groups + list)].fetch_add(job.count, std::memory_order_relaxed);
      }
      if constexpr (std::is_same_v<Result, Verdict>) {
        run_outlines(job, results);
      } else {
        run_compound_list(job, results, parts);
      }
    }
  }

  /// Verdicts follow from outlines for the most part; the pairs that they do not decide go by their parts.
  void run_outlines(kernels::PairJob<T>& job, Result* results) {
    std::array<std::uint32_t, compound_chunk<Query>> open;
    job.uncertain = open.data();
    const std::size_t left = runner_.compound_kernels().classify_by_outlines(
        {job, a_.compounds.outlines.table(), b_.compounds.outlines.table()}, results);
    add(job.count - left, by_outlines_);
    if (left == 0) return;
    constexpr std::size_t some = CompoundPairs<Query>::capacity;
    std::array<Pair, some> pairs;
    std::array<std::uint32_t, some> slots;
    kernels::PairJob<T> part = job;
    part.pairs = pairs.data();
    part.slots = slots.data();
    for (std::size_t begin = 0; begin < left; begin += some) {
      part.count = std::min(some, left - begin);
      for (std::size_t k = 0; k < part.count; ++k) {
        pairs[k] = job.pairs[open[begin + k]];
        slots[k] = job.slots[open[begin + k]];
      }
      run_compound_list(part, results, nullptr);
    }
  }

  /// Apart, for the room on the stack that only scenes with compounds need.
  [[gnu::noinline]] void run_compound_list(const kernels::PairJob<T>& job, Result* results, PartPair* parts) {
    static_assert(CompoundPairs<Query>::capacity >= long_chunk);  // chunks of contacts; verdicts come by as many
    CompoundPairs<Query> compounds(runner_, a_, b_, job);
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
    add(decided.by_double, by_double_);
    add(decided.exactly, exactly_);
    add(decided.by_facing_parts, by_facing_parts_);
    add(decided.by_outlines, by_outlines_);
  }
  static void add(std::uint64_t number, std::atomic<std::uint64_t>& to) {
    if (number != 0) to.fetch_add(number, std::memory_order_relaxed);
  }

  const Scene& a_;
  const Scene& b_;
  GroupRunner<Query> runner_;
  kernels::PairJob<T> job_;
  Kernel uniform_kernel_ = nullptr;  ///< of all pairs, where the scenes are of one kind each
  unsigned uniform_group_ = 0;       ///< theirs; or up_to_8_group
  Stats* stats_;
  bool has_compounds_ = false;
  bool is_small_call_ = false;
  std::atomic<bool> long_facing_failed_{false};  ///< in some chunk; chunks of long bodies are short
  std::atomic<std::uint64_t> by_double_{0}, exactly_{0}, by_facing_parts_{0}, by_outlines_{0};
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
  Options how = options;
  if (pairs.size() <= 2 * long_chunk) how.max_threads = 1;  // threads cost more than they bring
  const std::size_t chunk_pairs = batch.chunk_pairs(pairs.size(), how);
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
