// Deals the pairs of a chunk to bins, one bin a kind of pairs. Runs each bin when it is full, the others at the end.
//
//   for each 64 pairs:
//     if all are of one kind without compounds, and neither discs nor prefetching come first: run them without a bin
//     else:
//       for a question about verdicts, as long as discs decide enough to pay: decide pairs by discs
//       put each open pair into the bin of its kind; run each bin that is full
//   run a bin (route.hpp has the stages of each kind):
//     pairs with a compound: add them to a list, which the caller runs at the end of the chunk
//     a kind with facing parts, as long as facing parts prove enough to pay: by facing parts
//       put each pair that facing parts do not prove into the second bin of its kind, which runs by all edges
//     otherwise: by the other stages of its kind
//
// Merged kinds. Polygons are of classes by number of vertices; a kind of two polygons is of a pair of classes. On some
// instruction sets one kernel of facing parts takes all classes of up to eight vertices, so their pairs share one
// merged kind: PairKind::small_polygons, or small_rounded if a body has a radius. The bin of a merged kind fills sooner
// than a bin of one pair of classes. Each kernel of all edges takes one pair of classes, so a pair that facing parts do
// not prove goes to the second bin of its own kind. Pairs are merged only as long as facing parts pay.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "format/jobs.hpp"
#include "format/prefetch_line.hpp"
#include "query/compound/compound_lists.hpp"
#include "query/stages/pair_bins.hpp"
#include "query/stages/pair_counts.hpp"
#include "query/stages/stages.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// Decides the pairs of one chunk, and lists the pairs with compounds that discs leave open. Each chunk has a dealer of
/// its own, on the stack of the task.
/// @tparam most_compounds  `most` of CompoundLists
template <class Query, std::size_t most_compounds>
class PairDealer {
  using T = typename Query::Scalar;
  using Scene = detail::SceneData<T>;
  using Sink = kernels::ContactSink<T>;
  using PairList = kernels::PairList;
  static constexpr std::size_t capacity = KindBins::capacity;
  static constexpr std::size_t ahead = 32;  ///< the records of a pair are requested so many pairs before they are read

 public:
  /// @param job                 the call's job; its list is ignored. It must know `inner` (knows_inner), which the only
  ///                            kernel of small_rounded reads
  /// @param sink                the sink of the whole chunk
  /// @param counts_classes      whether to count pairs by class
  PairDealer(const Stages<Query>& stages, const Scene& a, const Scene& b, const kernels::PairJob<T>& job,
             const Sink& sink, bool counts_classes)
      : stages_(stages),
        a_(a),
        b_(b),
        job_(job),
        sink_(sink),
        prefetches_(job.prefetch),
        counts_classes_(counts_classes),
        may_merge_{has_facing_parts(PairKind::small_polygons), has_facing_parts(PairKind::small_rounded)} {
    job_.prefetch = false;  // prefetch() asks for the lines before the kernels run
    job_.open = open_.data();
    job_.in_doubles = &in_doubles_;
  }
  PairDealer(const PairDealer&) = delete;
  PairDealer& operator=(const PairDealer&) = delete;

  /// Writes the results of all pairs, except the pairs that it lists for compounds().
  void run(std::span<const Pair> pairs) {
    if (pairs.size() <= few_pairs) may_merge_ = {};  // few pairs skip facing parts, the only kernels of merged kinds
    job_.some_swapped ? deal<true>(pairs) : deal<false>(pairs);
    for (unsigned kind = 0; kind < pair_kinds; ++kind) {
      if (!bins_.is_empty(kind)) run_bin(static_cast<PairKind>(kind));
    }
    for (unsigned kind = 0; kind < convex_kinds; ++kind) {
      if (!left_by_facing_.is_empty(kind)) run_left_by_facing(static_cast<PairKind>(kind));
    }
    decided_.by_double += in_doubles_;
    in_doubles_ = 0;
  }

  // The outcome of `run`.
  CompoundLists<most_compounds>& compounds() { return compounds_; }  ///< the pairs that `run` did not decide
  kernels::PairJob<T>& job() { return job_; }                        ///< a job to decide these pairs with
  const Decided& decided() const { return decided_; }                ///< how many pairs each stage decided
  const ClassCounts& of_class() const { return of_class_; }          ///< how many decided pairs are of each class

 private:
  bool has_facing_parts(PairKind kind) const { return stages_.route(kind).has(Stage::facing_parts); }
  FacingTally& tally(PairKind kind) { return tallies_[index(kind)]; }

  /// The kinds of pairs by the kinds of bodies, with merged kinds as long as their facing parts pay.
  const KindTable& kinds() {
    return merging_tables[may_merge_[0] && tally(PairKind::small_polygons).pays()]
                         [may_merge_[1] && tally(PairKind::small_rounded).pays()];
  }

  /// Deals all pairs of the chunk. Leaves the bins that are not full to `run`.
  template <bool some_swapped>
  void deal(std::span<const Pair> pairs) {
    const std::uint8_t* const kinds_a = a_.kinds.data();
    const std::uint8_t* const kinds_b = b_.kinds.data();
    const bool may_use_discs = Query::verdicts_alone && pairs.size() > few_pairs;
    for (std::size_t begin = 0; begin < pairs.size(); begin += capacity) {
      const std::span<const Pair> some = pairs.subspan(begin, std::min(capacity, pairs.size() - begin));
      const KindTable& table = kinds();
      const auto kind_of = [=, &table](const Pair& pair) {
        const bool swapped = some_swapped && pair.b < pair.a;
        return table(kinds_a[swapped ? pair.b : pair.a], kinds_b[swapped ? pair.a : pair.b]);
      };
      const PairKind kind = kind_of(some[0]);
      const bool uses_discs = may_use_discs && discs_.pays();
      // The shortcut without bins. It is not taken where lines are prefetched, because lines arrive while a bin fills;
      // nor for a kind that discs are asked about, because deal_open asks them.
      if (some.size() == capacity && !prefetches_ && !is_compound(kind) &&
          !(uses_discs && stages_.route(kind).has(Stage::discs)) &&
          std::all_of(some.begin(), some.end(), [&](const Pair& pair) { return kind_of(pair) == kind; })) {
        run_kind(kind, {some.data(), nullptr, capacity}, begin);
        continue;
      }
      if (prefetches_) {
        for (std::size_t i = begin; i < begin + some.size(); ++i) {
          if (i + ahead < pairs.size()) prefetch_bodies(pairs[i + ahead]);
          if (!uses_discs) prefetch_blocks(pairs[i]);  // deal_open does so for open pairs alone
        }
      }
      if constexpr (Query::verdicts_alone) {
        if (uses_discs) {
          deal_open(some, begin, kind_of);
          continue;
        }
      }
      // Finds all kinds before it fills bins: a load stalls behind a store to a bin's end as long as the kind, and so
      // the store's address, is unknown.
      std::array<PairKind, capacity> kinds_of_some;
      for (std::size_t i = 0; i < some.size(); ++i) kinds_of_some[i] = kind_of(some[i]);
      for (std::size_t i = 0; i < some.size(); ++i) {
        add(kinds_of_some[i], some[i], static_cast<std::uint32_t>(begin + i));
      }
    }
  }

  /// Puts a pair into the bin of its kind.
  void add(PairKind kind, const Pair& pair, std::uint32_t slot) {
    if (bins_.add(index(kind), pair, slot)) run_bin(kind);
  }

  /// Decides the pairs that discs can decide, and puts the open pairs into their bins. Counts the classes of decided
  /// pairs alone, because open pairs are counted when they are run.
  /// @param begin  slot of the first pair
  template <class KindOf>
  void deal_open(std::span<const Pair> pairs, std::size_t begin, const KindOf& kind_of) {
    std::array<std::uint32_t, capacity> open;  // not open_, which `add` overwrites when it runs a full bin
    kernels::PairJob<T> job = job_;
    job.set_list({pairs.data(), nullptr, pairs.size()});
    job.open = open.data();
    const std::size_t open_count = stages_.contact_kernels().classify_by_discs(job, sink_.verdicts + begin);
    discs_.count(pairs.size(), open_count);
    decided_.by_discs += pairs.size() - open_count;
    if (counts_classes_) {
      of_class_.add(job, a_.kinds.data(), b_.kinds.data());
      of_class_.leave_out(job, open.data(), open_count, a_.kinds.data(), b_.kinds.data());
    }
    if (prefetches_) {
      for (std::size_t k = 0; k < open_count; ++k) prefetch_blocks(pairs[open[k]]);
    }
    for (std::size_t k = 0; k < open_count; ++k) {
      const Pair pair = pairs[open[k]];
      add(kind_of(pair), pair, static_cast<std::uint32_t>(begin) + open[k]);
    }
  }

  // Inlined, because g++ drops calls of functions that do nothing but prefetch.

  /// Requests the records of a pair, which say where the blocks are.
  SATCHEL_INLINE void prefetch_bodies(const Pair& pair) const {
    kernels::prefetch_line(&a_.bodies[pair.a]);
    kernels::prefetch_line(&b_.bodies[pair.b]);
  }
  /// Requests the blocks of a pair whose records have arrived. The blocks arrive while bins fill.
  SATCHEL_INLINE void prefetch_blocks(const Pair& pair) const {
    kernels::prefetch_line(a_.offset_blocks.block(a_.bodies[pair.a].place));
    kernels::prefetch_line(b_.offset_blocks.block(b_.bodies[pair.b].place));
  }

  /// Empties the bin of a kind: lists its pairs if they have a compound, else decides them.
  [[gnu::noinline]] void run_bin(PairKind kind) {
    const PairList content = bins_.drain(index(kind));
    if (is_compound(kind)) return compounds_.add(kind, content);
    run_kind(kind, content, 0);
  }

  /// Decides pairs of one kind: by facing parts as long as these pay, else by all edges. Puts the pairs that facing
  /// parts do not prove into the second bins.
  /// @param begin  added to all slots: where a list without slots begins in the chunk; 0 if the list has slots
  void run_kind(PairKind kind, const PairList& content, std::size_t begin) {
    const bool is_merged = kind == PairKind::small_polygons || kind == PairKind::small_rounded;
    if (is_merged && content.count <= few_pairs) return run_each(content, begin);
    job_.set_list(content);
    if (counts_classes_) {
      is_merged ? of_class_.add(content, a_.kinds.data(), b_.kinds.data()) : of_class_.add(kind, content.count);
    }
    const Sink sink = sink_.from(begin);
    // A merged kind has no kernel of all edges, so it goes by facing parts even when these pay no longer. It can: it has
    // more than few_pairs pairs, and the job knows `inner`.
    const bool by_facing = stages_.starts_with_facing_parts(job_, kind) && (is_merged || tally(kind).pays());
    if (!by_facing) return stages_.decide(job_, kind, sink, decided_);
    std::array<std::uint32_t, capacity> unproved;
    const std::size_t unproved_count =
        stages_.decide_by_facing_parts(job_, kind, sink, tally(kind), decided_, unproved.data());
    for (std::size_t k = 0; k < unproved_count; ++k) {
      const std::uint32_t i = unproved[k];
      const PairKind own_kind = is_merged ? Stages<Query>::kind_of(job_, content.pairs[i]) : kind;
      const auto slot = static_cast<std::uint32_t>(begin + content.slot(i));
      if (left_by_facing_.add(index(own_kind), content.pairs[i], slot)) run_left_by_facing(own_kind);
    }
  }

  /// Decides pairs of a merged kind that are too few for facing parts: each by its own kind.
  void run_each(const PairList& content, std::size_t begin) {
    for (std::size_t i = 0; i < content.count; ++i) {
      const auto slot = static_cast<std::uint32_t>(begin + content.slot(i));
      run_kind(Stages<Query>::kind_of(job_, content.pairs[i]), {&content.pairs[i], &slot, 1}, 0);
    }
  }

  /// Runs the second bin of a kind by all edges.
  void run_left_by_facing(PairKind kind) {
    job_.set_list(left_by_facing_.drain(index(kind)));
    stages_.decide(job_, kind, sink_, decided_);
  }

  const Stages<Query>& stages_;
  const Scene& a_;
  const Scene& b_;
  kernels::PairJob<T> job_;
  Sink sink_;
  bool prefetches_, counts_classes_;
  std::array<bool, 2> may_merge_;  ///< whether small_polygons, small_rounded may be used
  DiscTally discs_;
  std::size_t in_doubles_ = 0;
  Decided decided_;
  ClassCounts of_class_;
  std::array<FacingTally, pair_kinds> tallies_;
  std::array<std::uint32_t, capacity> open_;  ///< job_.open
  KindBins bins_;
  PairBins<convex_kinds> left_by_facing_;  ///< the second bins: pairs that facing parts did not prove
  CompoundLists<most_compounds> compounds_;
};

}  // namespace satchel::query
