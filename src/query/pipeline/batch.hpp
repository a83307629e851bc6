// The state of one call: how long its chunks are, how a chunk is run, and how many pairs each stage decided.
//
//   all pairs of the call are of one kind whose kernel takes one pair per lane (is_uniform_), or are run as small
//   polygons (is_small_):
//     the stages of this kind take the pairs as they are; small polygons that
//     facing parts leave open are put into bins by kind                             stages.hpp
//   else:
//     deal the pairs to bins by kind, for the stages of each kind                   pair_dealer.hpp
//     then the pairs in which a body is a compound:
//       bodies of few parts: by pairs of parts                                      few_parts.hpp
//       other bodies, verdicts: by outlines                                         kernels/outline
//       other bodies, contacts and verdicts left open: by pairs of parts            compound_pairs.hpp
//
// One file, because what a call chooses once and what a chunk does by it belong together.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "format/kernel_table.hpp"
#include "parallel/parallel.hpp"
#include "query/compound/compound_runner.hpp"
#include "query/pipeline/locality.hpp"
#include "query/pipeline/near_pairs.hpp"
#include "query/pipeline/pair_dealer.hpp"
#include "query/seams/limit_contact.hpp"
#include "query/stages/pair_bins.hpp"
#include "query/stages/pair_counts.hpp"
#include "query/stages/scene_view.hpp"
#include "query/stages/stages.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The most pairs of a chunk. Threads share the work chunk by chunk. Mixed chunks are longer, because at the end of
/// each chunk bins are run that do not fill their lanes. Chunks with long bodies are shorter, because one pair may take
/// a microsecond.
constexpr std::size_t uniform_chunk = 4096, mixed_chunk = 16384, long_chunk = 256;
/// The most pairs of a chunk of a scene with compounds. More pairs of compounds fill lanes better. Chunks are shorter
/// for contacts, because a contact of compounds may take as long as a contact of long bodies.
template <class Query>
constexpr std::size_t compound_chunk = Query::verdicts_alone ? 2048 : 4 * long_chunk;

/// One call on its scenes. Threads run its chunks at once: `run` changes only atomic members and what lies on the
/// stack, except in a call so small that it has one chunk.
template <class Query>
class Batch {
  using T = typename Query::Scalar;
  using Scene = detail::SceneData<T>;
  using Sink = kernels::ContactSink<T>;
  using PairList = kernels::PairList;

 public:
  /// @param pairs         the number of pairs of the whole call
  /// @param some_swapped  whether some pair is evaluated as (b, a)
  /// @param stats         what `count` adds to; null: no statistics
  Batch(const Scene& a, const Scene& b, std::size_t pairs, bool some_swapped, const kernels::KernelTable& table,
        Stats* stats)
      : a_(a),
        b_(b),
        stages_(a, b, table),
        stats_(stats),
        has_compounds_(a.compounds.bodies != 0 || b.compounds.bodies != 0),
        has_links_(a.links.any() || b.links.any()),
        has_few_pairs_(pairs <= few_pairs) {
    job_.set_list({nullptr, nullptr, 0});
    look_at(a, job_.a);
    if (&a == &b) {
      job_.b = job_.a;
    } else {
      look_at(b, job_.b);
    }
    job_.some_swapped = some_swapped;
    job_.straightest = std::min(a.straightest_corner, b.straightest_corner);
    job_.knows_inner = true;                                       // false in jobs of parts
    job_.sharp = !has_few_pairs_ && a.is_sharp() && b.is_sharp();  // discs alone read it, and few pairs skip discs
    job_.may_stop = false;
    job_.enough = nullptr;
    job_.open = nullptr;
    job_.in_doubles = nullptr;
    job_.uniform = false;
    const unsigned kind_a = a.uniform_kind(), kind_b = b.uniform_kind();
    if (kind_a < kernels::kind_count && kind_b < kernels::kind_count) {
      kind_ = kind_by_class(static_cast<std::uint8_t>(kind_a), static_cast<std::uint8_t>(kind_b));
      is_uniform_ = stages_.route(kind_).has(Stage::all_edges) && !has_long_polygon(kind_);
      job_.uniform = &a == &b && kind_ <= PairKind::boxes;  // polygons of lane classes, or boxes
    }
    if (stages_.route(PairKind::small_polygons).has(Stage::facing_parts) && is_of_several_small_kinds()) {
      kind_ = PairKind::small_polygons;
      is_uniform_ = false;
      is_small_ = true;
    }
    job_.prefetch = !has_compounds_ && !has_few_pairs_ &&
                    (a.pair_memory_bytes() > cache_bytes || b.pair_memory_bytes() > cache_bytes);
  }

  bool has_compounds() const { return has_compounds_; }
  bool has_links() const { return has_links_; }
  const Stages<Query>& stages() const { return stages_; }
  /// A job with the call's scenes, for kernels that go on from the contacts. The caller sets the list and what the job
  /// writes.
  const kernels::PairJob<T>& job() const { return job_; }

  /// The most pairs of a chunk that `run` takes.
  std::size_t chunk_pairs() const {
    if (is_uniform_) return uniform_chunk;
    if (a_.has_long_bodies() || b_.has_long_bodies()) return long_chunk;
    return has_compounds_ ? compound_chunk<Query> : mixed_chunk;
  }
  /// The number of pairs of a chunk, for a call of `pairs` pairs. With compounds and several threads, chunks are so
  /// short that each thread gets about eight, but not shorter than long_chunk.
  std::size_t chunk_pairs(std::size_t pairs, const Options& options) const {
    const std::size_t most = chunk_pairs();
    if (!has_compounds_ || most <= long_chunk) return most;
    const std::size_t threads = parallel::task_count(pairs / long_chunk, options);
    return threads == 1 ? most : std::clamp(pairs / (8 * threads), long_chunk, most);
  }

  /// Runs one chunk of at most chunk_pairs() pairs. May throw std::bad_alloc (src/exact makes hulls of large bodies).
  /// @param of_neighbours  null: not wanted; else set if bodies are linked: 1 for convex pairs whose points a neighbour has
  void run(std::span<const Pair> pairs, const Sink& sink, const DecidingParts<T>& parts = {},
           std::uint8_t* of_neighbours = nullptr) {
    run_all(pairs, sink, parts);
    if constexpr (!Query::verdicts_alone) {
      if (has_links_) limit_to_links(pairs, sink.contacts, of_neighbours);
    }
  }

  /// Leaves out the pairs of one chunk that discs prove farther apart than `margin`, if that is cheaper than computing
  /// their contacts. `near` then has the other pairs, for `run`.
  /// @returns whether pairs were left out; if not, `run` takes the whole chunk
  bool leave_out_far(std::span<const Pair> pairs, T margin, NearPairs<T>& near) {
    // stages_ has the routes of Question::contacts, which are without discs.
    const kernels::FacingKernels facing = stages_.contact_kernels().facing_kernels;
    if (is_uniform_ && !routes_of_table(Question::near_contacts, facing)[index(kind_)].has(Stage::discs)) return false;
    kernels::PairJob<T> job = job_;
    job.set_list({pairs.data(), nullptr, pairs.size()});
    if (!near.find(stages_.contact_kernels(), job, margin)) return false;
    counts_.add({.by_discs = pairs.size() - near.positions().size()});
    if (!is_uniform_) count_classes(job, near.positions().data(), near.positions().size());  // else `count` counts all
    return true;
  }

  /// Adds `pairs` pairs, and how many of them each stage decided, to the statistics, if the caller asks for statistics.
  void count(std::size_t pairs) const {
    if (stats_ == nullptr) return;
    const Decided decided = counts_.decided();
    stats_->pairs += pairs;
    stats_->decided_by_double += decided.by_double;
    stats_->decided_exactly += decided.exactly;
    stats_->by_discs += decided.by_discs;
    stats_->by_facing_parts += decided.by_facing_parts;
    stats_->by_outlines += decided.by_outlines;
    stats_->decided_by_lanes += pairs - decided.by_double - decided.exactly;
    if (is_uniform_) {
      stats_->of_class[static_cast<std::size_t>(counted_as(kind_))] += pairs;
    } else {
      for (std::size_t k = 0; k < pair_class_count; ++k) stats_->of_class[k] += counts_.of_class(k);
    }
  }

 private:
  /// `run` without the limits of links.
  [[gnu::noinline]] void run_all(std::span<const Pair> pairs, const Sink& sink, const DecidingParts<T>& parts) {
    std::fill(parts.parts.begin(), parts.parts.end(), PartPair{0, 0});
    std::fill(parts.others.begin(), parts.others.end(), -std::numeric_limits<T>::infinity());
    // Few pairs skip facing parts, so small polygons then need the kernels of their own kinds.
    if (!is_uniform_ && !(is_small_ && pairs.size() > few_pairs)) return run_mixed(pairs, sink, parts);
    if (has_few_pairs_) {  // one chunk, so no other thread uses job_, and a copy is saved
      job_.set_list({pairs.data(), nullptr, pairs.size()});
      return run_uniform(job_, sink);
    }
    kernels::PairJob<T> job = job_;
    job.set_list({pairs.data(), nullptr, pairs.size()});
    if constexpr (Query::verdicts_alone) {
      // Prefetching stays on even if the pairs keep to few regions: discs take so little time that it pays.
      if (stages_.route(kind_).has(Stage::discs)) return run_by_discs(job, sink);
    }
    job.prefetch = job.prefetch && !keeps_to_few_regions(pairs);
    run_uniform(job, sink);
  }

  /// Limits contacts to the normals that the links between neighbouring bodies allow (query/seams), for pairs of convex
  /// bodies that touch or overlap. CompoundPairs limits the contacts of compounds.
  void limit_to_links(std::span<const Pair> pairs, BasicContact<T>* contacts, std::uint8_t* of_neighbours) const {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (of_neighbours != nullptr) of_neighbours[i] = 0;
      const Pair pair = pairs[i];
      if (verdict(contacts[i]) == Verdict::disjoint) continue;
      if (a_.links.of(pair.a) == nullptr && b_.links.of(pair.b) == nullptr) continue;
      if (a_.bodies[pair.a].place.is_compound() || b_.bodies[pair.b].place.is_compound()) continue;
      if (stays_at_once(a_, b_, pair, contacts[i])) continue;
      const Limited limited =
          limit_contact<T>(seam_pair(a_, b_, pair, {0, 0}, job_.is_swapped(pair), false), contacts[i]);
      if (of_neighbours != nullptr) of_neighbours[i] = limited == Limited::neighbours;
    }
  }

  /// Writes verdicts of pairs of one kind, or of small polygons. Asks discs as long as they decide enough to pay.
  /// run_uniform takes the pairs that discs leave open, and then all pairs for which discs are not asked.
  void run_by_discs(const kernels::PairJob<T>& job, const Sink& sink) {
    DiscTally tally = DiscTally::of(kind_);
    std::size_t done = 0;
    kernels::PairJob<T> part = job;
    while (done < job.count && tally.pays()) {
      part.set_list({job.pairs + done, nullptr, std::min(uniform_chunk, job.count - done)});
      done += run_some_by_discs(part, sink.from(done), tally);
    }
    if (done == job.count) return;
    part.set_list({job.pairs + done, nullptr, job.count - done});
    run_uniform(part, sink.from(done));
  }

  /// Decides the first pairs of a job of at most uniform_chunk pairs: asks discs until they no longer pay, then runs
  /// the pairs that discs left open.
  /// @returns  the number of pairs decided
  std::size_t run_some_by_discs(const kernels::PairJob<T>& job, const Sink& sink, DiscTally& tally) {
    std::array<Pair, uniform_chunk> open_pairs;
    std::array<std::uint32_t, uniform_chunk> slots;
    std::array<std::uint32_t, DiscTally::trial> open;
    std::size_t open_count = 0, done = 0;
    kernels::PairJob<T> part = job;
    part.open = open.data();
    for (; done < job.count && tally.pays(); done += part.count) {
      part.set_list({job.pairs + done, nullptr, std::min(DiscTally::trial, job.count - done)});
      const std::size_t count = stages_.contact_kernels().classify_by_discs(part, sink.verdicts + done);
      tally.count(part.count, count);
      for (std::size_t k = 0; k < count; ++k) {
        open_pairs[open_count] = part.pairs[open[k]];
        slots[open_count++] = static_cast<std::uint32_t>(done) + open[k];
      }
    }
    counts_.add({.by_discs = done - open_count});
    // The slots are positions in job.pairs. run_uniform counts the classes of the open pairs.
    if (is_small_) count_classes({job.pairs, nullptr, done}, slots.data(), open_count);
    if (open_count != 0) {
      part = job;
      part.set_list({open_pairs.data(), slots.data(), open_count});
      run_uniform(part, sink);
    }
    return done;
  }

  /// Runs the stages after discs, for pairs of one kind, or for small polygons of several kinds.
  /// @param job  its list and outputs change
  void run_uniform(kernels::PairJob<T>& job, const Sink& sink) {
    std::array<std::uint32_t, uniform_chunk> open;  // run_facing cuts longer lists, which are of small polygons
    std::size_t in_doubles = 0;
    job.open = open.data();
    job.in_doubles = &in_doubles;
    Decided decided;
    if (is_small_ || stages_.starts_with_facing_parts(job, kind_)) {
      run_facing(job, sink, decided);
    } else {
      stages_.decide(job, kind_, sink, decided);
    }
    decided.by_double += in_doubles;
    counts_.add(decided);
  }

  /// Runs the job's pairs by facing parts as long as these pay, then by all edges. Puts the pairs that facing parts do
  /// not prove into bins by kind, and runs the bins by all edges.
  /// @param job  in: the list to run; the list changes
  void run_facing(kernels::PairJob<T>& job, const Sink& sink, Decided& decided) {
    // The job's own list changes below.
    const PairList list = job;
    const bool may_start = stages_.starts_with_facing_parts(job, kind_);  // false: few pairs; all go to the bins
    PairBins<lane_kinds> left;  // pairs of one kind (!is_small_) are all in bin 0
    FacingTally tally;
    const auto run_left = [&](unsigned bin) {
      kernels::PairJob<T> part = job;
      part.prefetch = false;
      part.set_list(left.drain(bin));
      stages_.decide(part, is_small_ ? static_cast<PairKind>(bin) : kind_, sink, decided);
    };
    const auto leave = [&](std::size_t i) {
      const unsigned bin = is_small_ ? index(Stages<Query>::kind_of(job, list.pairs[i])) : 0;
      if (left.add(bin, list.pairs[i], list.slot(i))) run_left(bin);
    };
    std::array<std::uint32_t, uniform_chunk> unproved;
    std::size_t done = 0;
    // Once facing parts do not pay, pairs of one kind go straight to all edges, and small polygons to the bins below.
    for (; done < list.count && may_start && (tally.pays() || !is_small_); done += job.count) {
      const std::size_t count = std::min(list.count - done, done == 0 ? FacingTally::trial : uniform_chunk);
      job.set_list({list.pairs + done, list.slots != nullptr ? list.slots + done : nullptr, count});
      const Sink part_sink = list.slots != nullptr ? sink : sink.from(done);
      if (!tally.pays()) {
        stages_.decide(job, kind_, part_sink, decided);
        continue;
      }
      const std::size_t some = stages_.decide_by_facing_parts(job, kind_, part_sink, tally, decided, unproved.data());
      for (std::size_t k = 0; k < some; ++k) leave(done + unproved[k]);
    }
    for (; done < list.count; ++done) leave(done);
    for (unsigned bin = 0; bin < lane_kinds; ++bin) {
      if (!left.is_empty(bin)) run_left(bin);
    }
    if (is_small_) count_classes(list, nullptr, 0);
  }

  /// Whether to run all pairs as PairKind::small_polygons, where this kind has a kernel of facing parts: all bodies are
  /// polygons of up to eight vertices, and the pairs are of several kinds, or of one kind of two different classes, for
  /// which there is no other kernel of facing parts. False if a pair may be of two boxes, which have their own kernel.
  bool is_of_several_small_kinds() const {
    const auto boxes_of = [](const Scene& scene) { return scene.bodies_of_kind[kernels::box_kind]; };
    if (!a_.has_up_to_8_alone() || !b_.has_up_to_8_alone() || (boxes_of(a_) != 0 && boxes_of(b_) != 0)) return false;
    return !is_uniform_ || (is_polygons(kind_) && classes_of(kind_).a != classes_of(kind_).b);
  }

  /// Counts the pairs of a list by class, except the `left` pairs at `positions`, which are counted elsewhere.
  void count_classes(const PairList& list, const std::uint32_t* positions, std::size_t left) {
    if (stats_ == nullptr) return;
    ClassCounts counts;
    counts.add(list, a_.kinds.data(), b_.kinds.data());
    counts.leave_out(list, positions, left, a_.kinds.data(), b_.kinds.data());
    counts_.add(counts);
  }

  /// Runs pairs of several kinds.
  void run_mixed(std::span<const Pair> pairs, const Sink& sink, const DecidingParts<T>& parts) {
    kernels::PairJob<T> job = job_;
    job.prefetch = job.prefetch && !keeps_to_few_regions(pairs);
    PairDealer<Query, compound_chunk<Query>> dealer(stages_, a_, b_, job, sink, stats_ != nullptr);
    dealer.run(pairs);
    counts_.add(dealer.decided());
    if (stats_ != nullptr) counts_.add(dealer.of_class());
    if (has_compounds_) {
      CompoundRunner<Query>(a_, b_, stages_, counts_, stats_ != nullptr)
          .run(dealer.compounds(), dealer.job(), sink, parts);
    }
  }

  /// Lines are prefetched in scenes with more memory than this, if pairs lead to many regions of it (locality.hpp).
  /// Prefetching costs instructions, and smaller scenes are in the second- or third-level cache, which is near enough.
  static constexpr std::size_t cache_bytes = std::size_t{3} << 20;

  const Scene& a_;
  const Scene& b_;
  Stages<Query> stages_;
  kernels::PairJob<T> job_;
  Stats* stats_;
  bool has_compounds_, has_links_, has_few_pairs_;
  PairKind kind_ = PairKind::exact;  ///< the kind of all pairs, if is_uniform_ or is_small_
  bool is_uniform_ = false;          ///< all pairs are of one kind whose kernel takes one pair per lane
  bool is_small_ = false;            ///< all pairs are run as PairKind::small_polygons
  SharedCounts counts_;              ///< classes only if there are statistics
};

// One copy for all questions: batch.cpp.
extern template class Batch<ContactQuery<float>>;
extern template class Batch<ContactQuery<double>>;
extern template class Batch<VerdictQuery<float>>;
extern template class Batch<VerdictQuery<double>>;

}  // namespace satchel::query
