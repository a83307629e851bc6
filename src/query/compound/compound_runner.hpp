// Decides the pairs in which a body is a compound or an outline: by pairs of parts, or verdicts by outlines.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <satchel/types.hpp>

#include "query/compound/compound_lists.hpp"
#include "query/compound/compound_pairs.hpp"
#include "query/compound/few_parts.hpp"
#include "query/compound/has_few_parts.hpp"
#include "query/stages/pair_counts.hpp"
#include "query/stages/stages.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"
#include "scene/region_of.hpp"

namespace satchel::query {

/// Outputs about the parts of compounds. Each span has one entry per pair, or is empty if the caller does not ask.
template <class T>
struct DecidingParts {
  std::span<PartPair> parts;  ///< the parts that decided; {0, 0} if no body is a compound
  std::span<T> others;        ///< a lower bound of the separation of all other pairs of parts; -infinity: not known
};

/// The pairs of compounds of one chunk.
template <class Query>
class CompoundRunner {
  using T = typename Query::Scalar;
  using Scene = detail::SceneData<T>;
  using Sink = kernels::ContactSink<T>;

 public:
  /// @param counts          of the call; what decided is added to them
  /// @param counts_classes  whether to count pairs by class
  CompoundRunner(const Scene& a, const Scene& b, const Stages<Query>& stages, SharedCounts& counts, bool counts_classes)
      : a_(a), b_(b), stages_(stages), counts_(counts), counts_classes_(counts_classes) {}

  /// Decides the pairs of the lists. Each list holds the pairs of one kind.
  /// @param lists  the order of each list changes
  template <std::size_t most>
  void run(CompoundLists<most>& lists, kernels::PairJob<T>& job, const Sink& sink, const DecidingParts<T>& parts) {
    // CompoundPairs limits the contacts of parts by seams; FewParts does not.
    const bool by_seams = !Query::verdicts_alone && (a_.has_seams() || b_.has_seams());
    for (unsigned k = 0; k < compound_kinds; ++k) {
      const std::size_t count = lists.sizes[k];
      if (count == 0) continue;
      if (counts_classes_) counts_.add(PairClass::compounds, count);
      const std::size_t few = by_seams ? 0 : lists.bring_forward(k, [this](const Pair& pair) {
        return has_few_parts<Query::verdicts_alone>(a_, b_, pair);
      });
      if (few != 0) {
        job.set_list(lists.list(k, 0, few));
        run_few_parts(job, sink, parts);
      }
      if (few == count) continue;
      job.set_list(lists.list(k, few, count));
      if constexpr (Query::verdicts_alone) {
        run_outlines<most>(job, sink);
      } else {
        run_parts(job, sink, parts.parts);
      }
    }
  }

 private:
  /// Decides pairs of compounds of few parts. A function apart (noinline), because FewParts takes room on the stack
  /// that only scenes with compounds need.
  [[gnu::noinline]] void run_few_parts(const kernels::PairJob<T>& job, const Sink& sink,
                                       const DecidingParts<T>& parts) {
    FewParts<Query> compounds(stages_, a_, b_, job);
    Decided decided;
    compounds.run(
        [&](std::size_t i, const typename Query::Result& result, PartPair deciding, auto others, std::uint8_t stage) {
          write_compound(job, i, result, deciding, stage, sink, parts.parts, decided);
          if constexpr (!Query::verdicts_alone) {
            if (!parts.others.empty()) parts.others[job.slots[i]] = others();
          }
        });
    counts_.add(decided);
  }

  /// Writes the result of pair i of the job, and counts the stage that its parts needed.
  /// @param deciding  the parts that decided, in the order of evaluation
  /// @param stage     0: lanes, 1: doubles, 2: expansions
  void write_compound(const kernels::PairJob<T>& job, std::size_t i, const typename Query::Result& result,
                      PartPair deciding, std::uint8_t stage, const Sink& sink, std::span<PartPair> parts,
                      Decided& decided) const {
    const bool swapped = job.is_swapped(job.pairs[i]);
    typename Query::Result& to = Query::results(sink)[job.slots[i]];
    swapped ? store(mirrored(result), to) : store(result, to);
    if constexpr (!Query::verdicts_alone) {
      if (verdict(result) == Verdict::touching && lies_between_parts(job.pairs[i])) {
        to.feature = (to.feature & ~3u) | static_cast<std::uint32_t>(Verdict::overlapping);
        to.separation = -std::numeric_limits<T>::denorm_min();
      }
    }
    if (!parts.empty()) parts[job.slots[i]] = swapped ? PartPair{deciding.b, deciding.a} : deciding;
    if (stage != 0) ++(stage == 1 ? decided.by_double : decided.exactly);
  }

  /// Whether a pair whose parts only touch overlaps: a body without area on the line between two parts of an outline.
  [[gnu::noinline]] bool lies_between_parts(const Pair& pair) const {
    const bool a_is_outline = a_.bodies[pair.a].place.is_outline(), b_is_outline = b_.bodies[pair.b].place.is_outline();
    if (!((a_is_outline && has_thin_part(b_, pair.b)) || (b_is_outline && has_thin_part(a_, pair.a)))) return false;
    return region_verdict(a_, b_, pair) == Verdict::overlapping;
  }

  /// Whether a body, or a part of it, has no area.
  static bool has_thin_part(const Scene& scene, BodyId body) {
    const auto has_no_area = [&](const kernels::BodyRecord<T>& record) { return is_thin(core_of(scene, record)); };
    if (!scene.bodies[body].place.is_compound()) return has_no_area(scene.bodies[body]);
    if (scene.bodies[body].place.is_outline()) return false;
    const detail::PartRange parts = scene.parts_of_body(body);
    const auto first = scene.compounds.parts.begin() + parts.first;
    return std::any_of(first, first + parts.count, has_no_area);
  }

  /// Writes the verdicts that outlines decide. Exact regions take the pairs with a body that is an outline of those that
  /// outlines leave open, run_parts takes the others.
  template <std::size_t most>
  void run_outlines(kernels::PairJob<T>& job, const Sink& sink) {
    std::array<std::uint32_t, most> open;
    job.open = open.data();
    std::size_t left = stages_.compound_kernels().classify_by_outlines(
        {job, a_.compounds.outlines.table(), b_.compounds.outlines.table()}, sink.verdicts);
    counts_.add({.by_outlines = job.count - left});
    left = run_regions(job, open.data(), left, sink);
    if (left == 0) return;
    constexpr std::size_t some = CompoundPairs<Query>::capacity;
    std::array<Pair, some> pairs;
    std::array<std::uint32_t, some> slots;
    kernels::PairJob<T> part = job;
    for (std::size_t begin = 0; begin < left; begin += some) {
      part.set_list({pairs.data(), slots.data(), std::min(some, left - begin)});
      for (std::size_t k = 0; k < part.count; ++k) {
        pairs[k] = job.pairs[open[begin + k]];
        slots[k] = job.slots[open[begin + k]];
      }
      run_parts(part, sink, {});
    }
  }

  /// Decides the open pairs of a job that have a body that is an outline. Returns the number of the others, which `open`
  /// then lists.
  [[gnu::noinline]] std::size_t run_regions(const kernels::PairJob<T>& job, std::uint32_t* open, std::size_t count,
                                            const Sink& sink) {
    std::size_t left = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Pair pair = job.pairs[open[k]];
      if (a_.bodies[pair.a].place.is_outline() || b_.bodies[pair.b].place.is_outline()) {
        sink.verdicts[job.slots[open[k]]] = region_verdict(a_, b_, pair);
      } else {
        open[left++] = open[k];
      }
    }
    counts_.add({.exactly = count - left});
    return left;
  }

  /// Decides pairs of compounds by their pairs of parts. A function apart (noinline), because CompoundPairs takes room
  /// on the stack that only scenes with compounds need.
  [[gnu::noinline]] void run_parts(const kernels::PairJob<T>& job, const Sink& sink, std::span<PartPair> parts) {
    Decided decided;
    kernels::PairJob<T> some = job;
    for (std::size_t begin = 0; begin < job.count; begin += some.count) {
      const std::size_t count = std::min(CompoundPairs<Query>::capacity, job.count - begin);
      some.set_list({job.pairs + begin, job.slots + begin, count});
      CompoundPairs<Query> compounds(stages_, a_, b_, some);
      compounds.run();
      for (std::size_t i = 0; i < count; ++i) {
        const auto& best = compounds.best(i);
        write_compound(some, i, best.result, best.parts, best.hardest_stage, sink, parts, decided);
      }
    }
    counts_.add(decided);
  }

  const Scene& a_;
  const Scene& b_;
  const Stages<Query>& stages_;
  SharedCounts& counts_;
  bool counts_classes_;
};

}  // namespace satchel::query
