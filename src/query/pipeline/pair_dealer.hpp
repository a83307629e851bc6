// A chunk of pairs of several groups, dealt to buckets, one a group; each is run as it fills, at last all.
//
//   for each pair: add it to the bucket of its group; is that full: run it
//     verdicts of polygons of one origin, next to compounds: by their outlines, if these tell them
//     pairs that facing parts do not prove: add them to a second bucket of the group; is that full: run all edges
//
// Polygons of up to eight vertices are one group where a kernel takes them as one, as long as facing parts prove most
// of them; only where they do not, classes are told apart. As many pairs in a row as fill a bucket and are of one group
// need none: crowds of one shape between walls of another. Of verdicts, discs are asked before that: they know no
// groups. As long as they decide the half or so, the rest is dealt.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "format/prefetch_line.hpp"
#include "format/layout.hpp"
#include "query/pipeline/pair_bins.hpp"
#include "query/pipeline/group_runner.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The pairs of a chunk of which a body is a compound, by group: more than a bucket holds, since parts of many pairs
/// fill lanes better.
/// @tparam most  pairs of a chunk of a scene with compounds
template <std::size_t most>
struct CompoundLists {
  static constexpr unsigned groups = group_count - compound_groups;
  std::array<std::array<Pair, most>, groups> pairs;
  std::array<std::array<std::uint32_t, most>, groups> slots;
  std::array<std::size_t, groups> sizes{};

  void add(unsigned group, const GroupedPairs& content) {
    const std::size_t list = group - compound_groups;
    std::copy_n(content.pairs, content.count, pairs[list].data() + sizes[list]);
    std::copy_n(content.slots, content.count, slots[list].data() + sizes[list]);
    sizes[list] += content.count;
  }
};

/// Counts pairs by class, all but the open ones, which are counted where they are run.
/// @param kinds_a, kinds_b  of the scenes' bodies
inline void count_all_but(std::span<const Pair> pairs, std::span<const std::uint32_t> open, const std::uint8_t* kinds_a,
                          const std::uint8_t* kinds_b, std::array<std::uint64_t, pair_class_count>& counts) {
  const auto of = [&](const Pair& pair) -> std::uint64_t& {  // the class of a pair and of its reverse are the same
    return counts[static_cast<std::size_t>(class_of(group_table.group[kinds_a[pair.a]][kinds_b[pair.b]]))];
  };
  for (const Pair& pair : pairs) ++of(pair);
  for (const std::uint32_t i : open) --of(pairs[i]);
}

template <class Query, std::size_t most_compounds>
class PairDealer {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Kernel = typename Query::Kernel;
  using FacingKernel = typename Query::FacingKernel;
  using Scene = detail::SceneData<T>;

 public:
  /// @param job           of the batch; from now on its counters are those here
  /// @param results       of the whole chunk
  /// @param counts        whether to count pairs by class
  /// @param facing_fails  of long bodies, as another chunk has found
  /// @param merges        whether polygons of up to eight vertices may be one group
  PairDealer(const GroupRunner<Query>& runner, const Scene& a, const Scene& b, const kernels::PairJob<T>& job,
             Result* results, bool counts, bool facing_fails, bool merges)
      : runner_(runner),
        a_(a),
        b_(b),
        job_(job),
        results_(results),
        prefetches_(job.prefetch),
        counts_(counts),
        has_compounds_(a.compounds.bodies != 0 || b.compounds.bodies != 0),
        facing_up_to_8_{merges ? runner.facing_kernel_of(job, up_to_8_group) : nullptr,
                        merges ? runner.facing_kernel_of(job, rounded_up_to_8_group) : nullptr} {
    job_.prefetch = false;
    job_.uncertain = uncertain_.data();
    job_.in_doubles = &in_doubles_;
    if (facing_fails) tallies_[long_group] = FacingTally::failed();
  }
  PairDealer(const PairDealer&) = delete;
  PairDealer& operator=(const PairDealer&) = delete;

  /// Writes the results of all pairs of convex bodies; of the others the lists.
  void run(std::span<const Pair> pairs) {
    if (pairs.size() <= few_pairs) facing_up_to_8_ = {};
    job_.some_turned ? deal<true>(pairs) : deal<false>(pairs);
    for (unsigned group = 0; group < group_count; ++group) {
      if (!buckets_.is_empty(group)) empty(group);
    }
    for (unsigned group = 0; group < facing_groups; ++group) {
      if (!buckets_.is_empty(all_edges_group(group))) run_all_edges(group);
    }
    decided_.by_double += in_doubles_;
    in_doubles_ = 0;
  }

  /// What is to be done of the compounds yet.
  const CompoundLists<most_compounds>& compounds() const { return compounds_; }
  kernels::PairJob<T>& job() { return job_; }

  const Decided& decided() const { return decided_; }
  std::uint64_t of_class(std::size_t index) const { return of_class_[index]; }
  bool facing_fails() const { return !tallies_[long_group].pays(); }

 private:
  template <bool some_turned>
  void deal(std::span<const Pair> pairs) {
    const std::uint8_t* const kinds_a = a_.kinds.data();
    const std::uint8_t* const kinds_b = b_.kinds.data();
    const GroupTable* table = &group_table;
    const auto group_of = [=, &table](const Pair& pair) -> unsigned {
      const bool flip = some_turned && pair.b < pair.a;
      return table->group[kinds_a[flip ? pair.b : pair.a]][kinds_b[flip ? pair.a : pair.b]];
    };
    const bool may_use_discs = std::is_same_v<Result, Verdict> && pairs.size() > few_pairs;
    for (std::size_t begin = 0; begin < pairs.size(); begin += Buckets::capacity) {
      const std::size_t end = std::min<std::size_t>(pairs.size(), begin + Buckets::capacity);
      table = &merging_tables[merges(0)][merges(1)];
      const unsigned first_group = group_of(pairs[begin]);
      const bool uses_discs = may_use_discs && discs_.pay();
      if (end - begin == Buckets::capacity && !prefetches_ && !is_compound_group(first_group) &&
          (!uses_discs || !discs_help(first_group))) {
        std::size_t alike = 1;
        while (alike < Buckets::capacity && group_of(pairs[begin + alike]) == first_group) ++alike;
        if (alike == Buckets::capacity) {
          run_group(first_group, {&pairs[begin], nullptr, Buckets::capacity}, begin);
          continue;
        }
      }
      if (prefetches_) {
        for (std::size_t i = begin; i < end; ++i) prefetch(pairs, i);
      }
      if constexpr (std::is_same_v<Result, Verdict>) {
        if (uses_discs) {
          deal_open(pairs.subspan(begin, end - begin), begin, group_of);
          continue;
        }
      }
      // All groups first: a bucket's end is read soon after another's was written, and where that was must be known.
      std::array<std::uint8_t, Buckets::capacity> groups;
      for (std::size_t i = begin; i < end; ++i) groups[i - begin] = static_cast<std::uint8_t>(group_of(pairs[i]));
      for (std::size_t i = begin; i < end; ++i) {
        const unsigned group = groups[i - begin];
        if (buckets_.add(group, pairs[i], static_cast<std::uint32_t>(i))) empty(group);
      }
    }
  }

  /// Deals those of a bucket's worth of pairs that discs leave open. @param begin  the place of the first one's result
  template <class GroupOf>
  void deal_open(std::span<const Pair> pairs, std::size_t begin, const GroupOf& group_of) {
    std::array<std::uint32_t, Buckets::capacity> open;
    kernels::PairJob<T> job = job_;
    job.pairs = pairs.data();
    job.slots = nullptr;
    job.count = pairs.size();
    job.uncertain = open.data();
    const std::size_t count = runner_.contact_kernels().classify_by_discs(job, results_ + begin);
    discs_.asked += pairs.size();
    discs_.open += count;
    if (counts_) count_all_but(pairs, std::span(open.data(), count), a_.kinds.data(), b_.kinds.data(), of_class_);
    for (std::size_t k = 0; k < count; ++k) {
      const Pair pair = pairs[open[k]];
      const unsigned group = group_of(pair);
      if (buckets_.add(group, pair, static_cast<std::uint32_t>(begin) + open[k])) empty(group);
    }
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

  [[gnu::noinline]] void empty(unsigned group) {
    const GroupedPairs content = buckets_.take(group);
    if (is_compound_group(group)) return compounds_.add(group, content);
    if constexpr (std::is_same_v<Result, Verdict>) {
      if (has_compounds_ && is_polygon_group(group)) return run_but_for_neighbours(group, content);
    }
    run_group(group, content, 0);
  }

  /// Pairs of one origin go by their outlines as far as these tell. Next to compounds such polygons are regions of a
  /// map, too: most of them touch, which takes the kernels of classes and what follows more than twice as long.
  void run_but_for_neighbours(unsigned group, const GroupedPairs& content) {
    struct Some {
      std::array<Pair, Buckets::capacity> pairs;
      std::array<std::uint32_t, Buckets::capacity> slots;
      std::size_t count = 0;

      void put(const GroupedPairs& from, std::size_t i, bool keeps) {
        pairs[count] = from.pairs[i];
        slots[count] = from.slots[i];
        count += keeps ? 1 : 0;
      }
    } neighbours, others;
    for (std::size_t i = 0; i < content.count; ++i) {
      const auto &a = a_.bodies[content.pairs[i].a], &b = b_.bodies[content.pairs[i].b];
      const bool is_neighbour = a.x == b.x && a.y == b.y;
      neighbours.put(content, i, is_neighbour);
      others.put(content, i, !is_neighbour);
    }
    if (neighbours.count == 0) return run_group(group, content, 0);
    const GroupedPairs asked{neighbours.pairs.data(), neighbours.slots.data(), neighbours.count};
    take_on(asked);
    const std::size_t left = runner_.compound_kernels().classify_by_outlines(
        {job_, a_.compounds.outlines.table(), b_.compounds.outlines.table()}, results_);
    decided_.by_outlines += asked.count - left;
    const std::span<const std::uint32_t> open(uncertain_.data(), left);
    if (counts_) count_all_but({asked.pairs, asked.count}, open, a_.kinds.data(), b_.kinds.data(), of_class_);
    for (const std::uint32_t i : open) others.put(asked, i, true);
    if (others.count != 0) run_group(group, {others.pairs.data(), others.slots.data(), others.count}, 0);
  }

  void take_on(const GroupedPairs& content) {
    job_.pairs = content.pairs;
    job_.slots = content.slots;
    job_.count = content.count;
  }

  /// @param first  the place of the first pair's result, where there are no slots; else 0
  void run_group(unsigned group, const GroupedPairs& content, std::size_t first) {
    if (group == up_to_8_group) return run_up_to_8(0, content, first);
    if (group == rounded_up_to_8_group) return run_up_to_8(1, content, first);
    take_on(content);
    if (counts_) of_class_[static_cast<std::size_t>(class_of(group))] += content.count;
    const FacingKernel facing = content.count > few_pairs ? runner_.facing_kernel_of(job_, group) : nullptr;
    if (facing == nullptr || !tallies_[group].pays()) return runner_.run(job_, group, results_ + first, decided_);
    runner_.template run_facing<Buckets::capacity>(
        job_, facing, results_ + first, tallies_[group], decided_, [&](std::uint32_t i) {
          if (buckets_.add(all_edges_group(group), content.pairs[i], slot_of(content, first, i))) run_all_edges(group);
        });
  }

  /// Whether pairs of up to eight vertices are one group now.
  bool merges(std::size_t rounded) const {
    return facing_up_to_8_[rounded] != nullptr && tally_up_to_8_[rounded].pays();
  }

  /// The same of pairs whose classes are yet to be told apart.
  /// @param rounded  0: of up_to_8_group, 1: of rounded_up_to_8_group
  void run_up_to_8(std::size_t rounded, const GroupedPairs& content, std::size_t first) {
    if (content.count <= few_pairs) {
      for (std::size_t i = 0; i < content.count; ++i) {
        const std::uint32_t slot = slot_of(content, first, i);
        run_group(runner_.class_group_of(job_, content.pairs[i]), {&content.pairs[i], &slot, 1}, 0);
      }
      return;
    }
    take_on(content);
    if (counts_) count_all_but({content.pairs, content.count}, {}, a_.kinds.data(), b_.kinds.data(), of_class_);
    runner_.template run_facing<Buckets::capacity>(
        job_, facing_up_to_8_[rounded], results_ + first, tally_up_to_8_[rounded], decided_, [&](std::uint32_t i) {
          const unsigned group = runner_.class_group_of(job_, content.pairs[i]);
          if (buckets_.add(all_edges_group(group), content.pairs[i], slot_of(content, first, i))) run_all_edges(group);
        });
  }

  /// The place of the result of pair i.
  static std::uint32_t slot_of(const GroupedPairs& content, std::size_t first, std::size_t i) {
    return content.slots != nullptr ? content.slots[i] : static_cast<std::uint32_t>(first + i);
  }

  void run_all_edges(unsigned group) {
    take_on(buckets_.take(all_edges_group(group)));
    runner_.run(job_, group, results_, decided_);
  }

  const GroupRunner<Query>& runner_;
  const Scene& a_;
  const Scene& b_;
  kernels::PairJob<T> job_;
  Result* results_;
  bool prefetches_, counts_, has_compounds_;
  DiscTally discs_;
  std::size_t in_doubles_ = 0;
  Decided decided_;
  std::array<std::uint64_t, pair_class_count> of_class_{};
  std::array<FacingTally, facing_groups> tallies_;
  // Of polygons without radius, and of those of which one has one.
  std::array<FacingKernel, 2> facing_up_to_8_;  ///< null: groups are not merged
  std::array<FacingTally, 2> tally_up_to_8_;
  std::array<std::uint32_t, Buckets::capacity> uncertain_;
  BucketsAndRest buckets_;
  CompoundLists<most_compounds> compounds_;
};

}  // namespace satchel::query
