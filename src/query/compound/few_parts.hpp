// Decides pairs of compounds of few parts by their pairs of parts: those of many pairs of compounds together, on the
// bins of pairs of bodies.
//
//   for each pair (A, B), A before B in evaluation order:
//     contacts, up to four pairs of parts: evaluate all, because choosing is more work
//     else: evaluate the parts whose boxes meet; contacts: if none do, the parts with the smallest gap
//   contacts, for each pair that is disjoint by then:
//     evaluate the other parts whose gaps do not exceed the best separation or gap
//   for each pair: keep the best result
//
// "Best" is the order of compound_pairs.hpp, and parts that are not evaluated cannot win. So results are the same. The
// separation alone gives this order but among disjoint parts: it is negative, 0 or positive as the verdict says.
//
// The pairs of parts of a pair of compounds have consecutive slots: parts (i, j) are number i * (parts of B) + j.
// Kernels write results to slots, from whichever bin they come, and one loop reduces the slots of a pair. Loops over
// slots avoid branches that depend on what has been found, because these are mispredicted.
//
// One file, because its steps share the bins and the slots of a chunk.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "query/compound/few_part_boxes.hpp"
#include "query/compound/has_few_parts.hpp"
#include "query/compound/inner_edges.hpp"
#include "query/stages/pair_bins.hpp"
#include "query/stages/stages.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// A list of pairs of compounds of few parts: `run` decides them and gives their results away.
template <class Query>
class FewParts {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Scene = detail::SceneData<T>;
  using PartRange = detail::PartRange;
  static constexpr bool with_contacts = !Query::verdicts_alone;

 public:
  /// @param job  its list has pairs of one kind with compounds, at least one
  FewParts(const Stages<Query>& stages, const Scene& a, const Scene& b, const kernels::PairJob<T>& job)
      : stages_(stages),
        a_(a),
        b_(b),
        whole_(job),
        job_(job),
        boxes_(a, b, a.bodies[evaluated_first(job, job.pairs[0]).a].place.is_compound(),
               b.bodies[evaluated_first(job, job.pairs[0]).b].place.is_compound()),
        has_inner_edges_(!a.compounds.inner_edges.empty() || !b.compounds.inner_edges.empty()) {
    job_.a = boxes_.is_compound_a() ? view_of_parts(a) : view_of(a);
    job_.b = boxes_.is_compound_b() ? view_of_parts(b) : view_of(b);
    job_.knows_inner = false;
    job_.in_doubles = &in_doubles_;
    job_.some_swapped = false;
    job_.prefetch = false;
    job_.may_stop = false;
    job_.open = open_.data();
  }

  /// Calls give(i, result, parts, others, hardest_stage) for each pair i of the list; result and parts as A and B are
  /// evaluated. others() is the least separation of the other parts, -infinity if it is not known.
  template <class Give>
  void run(Give give) {
    std::size_t done = 0;
    while (done < whole_.count) {
      const std::size_t first = done;
      count_ = 0;
      slots_ = 0;
      some_left_ = false;
      if constexpr (!with_contacts) results_.fill(Verdict::disjoint);
      done = boxes_.is_compound_a() ? boxes_.is_compound_b() ? spread<true, true>(done) : spread<true, false>(done)
                                    : spread<false, true>(done);
      run_bins();
      if constexpr (with_contacts) {
        reduce_all();
        if (some_left_ && spread_disjoint()) {
          run_bins();
          reduce_all();
        }
      }
      for (std::size_t p = 0; p < count_; ++p) {
        const Owner& owner = owners_[p];
        const Result* const results = results_.data() + owner.first;
        if constexpr (with_contacts) {
          give(
              first + p, results[owner.best], owner.best_parts, [&] { return least_of_others(owner); },
              owner.hardest_stage);
        } else {
          Verdict found = results[0];
          for (std::uint32_t k = 1; k < owner.part_pairs(); ++k) found = std::max(found, results[k]);
          give(first + p, found, PartPair{0, 0}, nullptr, owner.hardest_stage);
        }
      }
    }
  }

 private:
  static constexpr std::size_t most_pairs = 256, most_slots = 1024;  // in the first-level cache
  static constexpr std::uint32_t all_at_once = 4;

  /// A pair of compounds.
  struct Owner : PairOfParts {
    std::uint32_t first;  ///< of its slots
    std::uint32_t best;   ///< the best pair of parts
    PartPair best_parts;  ///< the same
    std::uint8_t hardest_stage;
    double key;               ///< of the best pair of parts: separation, or gap if it is disjoint and that is larger
    std::uint32_t evaluated;  ///< bit k: pair k of parts is in a bin, or has a result; if not all are at once

    std::uint32_t part_pairs() const { return a.count * b.count; }
  };

  /// Pair k of parts. A table, because a division takes as long as all else that a pair of parts needs.
  static PartPair parts_of(std::uint32_t k, std::uint32_t parts_b) {
    const std::uint32_t i = quotients[parts_b][k];
    return {i, k - i * parts_b};
  }
  template <std::uint32_t parts_b>
  static PartPair parts_of(std::uint32_t k, std::integral_constant<std::uint32_t, parts_b>) {
    return {k / parts_b, k % parts_b};
  }
  static constexpr auto quotients = [] {
    std::array<std::array<std::uint8_t, few_part_pairs>, few_part_pairs + 1> table{};
    for (std::uint32_t parts_b = 1; parts_b <= few_part_pairs; ++parts_b) {
      for (std::uint32_t k = 0; k < few_part_pairs; ++k) table[parts_b][k] = static_cast<std::uint8_t>(k / parts_b);
    }
    return table;
  }();

  static Pair evaluated_first(const kernels::PairJob<T>& job, Pair pair) {
    return job.is_swapped(pair) ? Pair{pair.b, pair.a} : pair;
  }

  /// Makes owners of the pairs from number i on, as many as there is room for, and puts their parts into bins, as many
  /// as are evaluated at first. @returns the number of the next pair
  /// @tparam in_a, in_b  whether A, B is a compound
  template <bool in_a, bool in_b>
  [[gnu::noinline]] std::size_t spread(std::size_t i) {
    for (; i < whole_.count && count_ < most_pairs && slots_ + few_part_pairs <= most_slots; ++i) {
      const auto [id_a, id_b] = evaluated_first(whole_, whole_.pairs[i]);
      Owner& owner = owners_[count_++];
      owner.id_a = id_a;
      owner.id_b = id_b;
      const PartRange a = in_a ? a_.parts_of_body(id_a) : PartRange{id_a, 1};
      const PartRange b = in_b ? b_.parts_of_body(id_b) : PartRange{id_b, 1};
      const std::uint32_t first = slots_, parts = a.count * b.count;
      owner.a = a;
      owner.b = b;
      owner.first = first;
      owner.hardest_stage = 0;
      slots_ = first + parts;
      if constexpr (!with_contacts) {
        put_within(owner, boxes_.slack(owner));
      } else if (parts <= all_at_once) {
        put_into_bins(a, b, first, [](std::uint32_t, std::uint32_t, std::uint32_t) { return true; });
      } else {
        spread_near(owner);
      }
    }
    return i;
  }
  /// Puts the parts into bins whose boxes meet, or if none do those with the smallest gap.
  [[gnu::noinline]] void spread_near(Owner& owner) {
    some_left_ = true;
    owner.evaluated = 0;
    const Result not_evaluated{0, 0, std::numeric_limits<T>::infinity(), 0};
    std::fill_n(results_.data() + owner.first, owner.part_pairs(), not_evaluated);
    put_within(owner, std::max(boxes_.slack(owner), boxes_.least_gap(owner)));
  }

  /// Puts the parts of disjoint pairs into bins that may be nearer than the best ones. @returns whether there are any
  bool spread_disjoint() {
    bool some = false;
    for (std::size_t p = 0; p < count_; ++p) {
      Owner& owner = owners_[p];
      if (!(owner.key > 0) || owner.part_pairs() <= all_at_once) continue;
      const std::uint32_t before = owner.evaluated;
      put_within(owner, static_cast<T>(std::min(owner.key, farthest)) * T(1 + 0x1p-20) + 2 * boxes_.slack(owner));
      some = some || owner.evaluated != before;
    }
    return some;
  }

  /// Puts the pairs of parts into bins whose gaps are at most `reach` and that have not been evaluated.
  void put_within(Owner& owner, T reach) {
    const T dx = static_cast<T>(boxes_.delta_x(owner)), dy = static_cast<T>(boxes_.delta_y(owner));
    std::uint32_t evaluated = with_contacts ? owner.evaluated : 0;
    put_into_bins(owner.a, owner.b, owner.first, [&](std::uint32_t k, std::uint32_t i, std::uint32_t j) {
      const std::uint32_t is_new =
          std::uint32_t{boxes_.box_of_a(owner, i).is_within(reach, boxes_.box_of_b(owner, j).from(dx, dy))} &
          ~(evaluated >> k);
      evaluated |= is_new << k;
      return is_new != 0;
    });
    owner.evaluated = evaluated;
  }
  /// Calls use(parts of A, parts of B), with the numbers of two parts as constants, so that loops over these are
  /// unrolled.
  template <class Use>
  static void with_counts(std::uint32_t a, std::uint32_t b, Use use) {
    constexpr std::integral_constant<std::uint32_t, 1> one;
    constexpr std::integral_constant<std::uint32_t, 2> two;
    if constexpr (!with_contacts) return use(a, b);
    if (a == 2 && b == 2) return use(two, two);
    if (a == 2 && b == 1) return use(two, one);
    if (a == 1 && b == 2) return use(one, two);
    use(a, b);
  }

  /// Puts the pairs of parts (i, j) into bins, as records that kernels take, if `keeps(number of the pair, i, j)`. Runs
  /// bins without room.
  template <class Keeps>
  void put_into_bins(PartRange a, PartRange b, std::uint32_t first, Keeps keeps) {
    with_counts(a.count, b.count, [&](auto count_a, auto count_b) {
      const std::uint32_t first_a = a.first, first_b = b.first;
      const std::uint8_t *const kinds_a = job_.a.kinds + first_a, *const kinds_b = job_.b.kinds + first_b;
      unsigned differences = 0;
      for (std::uint32_t i = 1; i < count_a; ++i) differences |= kinds_a[i] ^ kinds_a[0];
      for (std::uint32_t j = 1; j < count_b; ++j) differences |= kinds_b[j] ^ kinds_b[0];
      if (differences == 0) {
        const PairKind kind = kind_of(kinds_a[0], kinds_b[0]);
        if (bins_.room(index(kind)) < count_a * count_b) run_bin(kind);
        return bins_.fill(index(kind), [&](auto add) {
          for (std::uint32_t i = 0; i < count_a; ++i) {
            for (std::uint32_t j = 0; j < count_b; ++j) {
              const std::uint32_t k = i * count_b + j;
              add(keeps(k, i, j), Pair{first_a + i, first_b + j}, first + k);
            }
          }
        });
      }
      put_each(a, b, first, keeps);
    });
  }
  /// The same of parts of several kinds.
  template <class Keeps>
  [[gnu::noinline]] void put_each(PartRange a, PartRange b, std::uint32_t first, Keeps keeps) {
    std::uint32_t k = 0;
    for (std::uint32_t i = 0; i < a.count; ++i) {
      for (std::uint32_t j = 0; j < b.count; ++j, ++k) {
        const Pair parts{a.first + i, b.first + j};
        const PairKind kind = kind_of(job_.a.kinds[parts.a], job_.b.kinds[parts.b]);
        if (bins_.room(index(kind)) == 0) run_bin(kind);
        bins_.fill(index(kind), [&](auto add) { add(keeps(k, i, j), parts, first + k); });
      }
    }
  }
  /// The kernel of long polygons takes half_long as well.
  static PairKind kind_of(std::uint8_t a, std::uint8_t b) {
    const PairKind kind = kind_by_class(a, b);
    return kind == PairKind::half_long ? PairKind::long_polygons : kind;
  }

  void run_bins() {
    for (unsigned kind = 0; kind < pair_kinds; ++kind) {
      if (!bins_.is_empty(kind)) run_bin(static_cast<PairKind>(kind));
    }
  }

  [[gnu::noinline]] void run_bin(PairKind kind) {
    job_.set_list(bins_.drain(index(kind)));
    stages_.decide(job_, kind, results_.data(), [&](std::uint32_t i, exact::Stage stage) {
      Owner* const next = std::upper_bound(owners_.data(), owners_.data() + count_, job_.slot(i),
                                           [](std::uint32_t slot, const Owner& owner) { return slot < owner.first; });
      std::uint8_t& hardest = next[-1].hardest_stage;
      hardest = std::max<std::uint8_t>(hardest, stage == exact::Stage::expansions ? 2 : 1);
    });
  }

  /// Finds the best parts of all pairs. Lists first which pairs need more than a comparison of separations.
  void reduce_all() {
    std::array<std::uint16_t, most_pairs> disjoint, meeting;
    std::size_t disjoint_count = 0, meeting_count = 0;
    for (std::size_t p = 0; p < count_; ++p) {
      reduce(owners_[p]);
      const bool is_disjoint = owners_[p].key > 0;
      disjoint[disjoint_count] = meeting[meeting_count] = static_cast<std::uint16_t>(p);
      disjoint_count += is_disjoint ? 1 : 0;
      meeting_count += is_disjoint ? 0 : 1;
    }
    if (has_inner_edges_) {
      for (std::size_t n = 0; n < meeting_count; ++n) avoid_all_inner_edges(owners_[meeting[n]]);
    }
    for (std::size_t n = 0; n < disjoint_count; ++n) {
      Owner& owner = owners_[disjoint[n]];
      if (boxes_.gap(owner, owner.best_parts) > owner.key) reduce_by_gaps(owner);
    }
  }

  /// Decides the contacts again that inner edges decided.
  void avoid_all_inner_edges(Owner& owner) {
    Result* const results = results_.data() + owner.first;
    std::uint32_t meeting = 0;
    for (std::uint32_t k = 0; k < owner.part_pairs(); ++k) {
      meeting |= std::uint32_t{verdict(results[k]) != Verdict::disjoint} << k;
    }
    for (; meeting != 0; meeting &= meeting - 1) {
      const auto k = static_cast<std::uint32_t>(std::countr_zero(meeting));
      const PartPair parts = parts_of(k, owner.b.count);
      avoid_inner_edges<T>({a_, owner.id_a, parts.a}, {b_, owner.id_b, parts.b}, results[k]);
    }
    reduce(owner);
  }

  /// Finds the first of least separation of a pair's parts. It is the best, unless it is disjoint and the gap between
  /// its boxes is larger than its separation: no other has a smaller key then.
  void reduce(Owner& owner) const {
    const Result* const results = results_.data() + owner.first;
    with_counts(owner.a.count, owner.b.count, [&](auto count_a, auto count_b) {
      std::uint32_t best = 0;
      T least = results[0].separation;
      for (std::uint32_t k = 1; k < count_a * count_b; ++k) {
        const T separation = results[k].separation;
        best = separation < least ? k : best;
        least = std::min(least, separation);
      }
      owner.best = best;
      owner.best_parts = parts_of(best, count_b);
      owner.key = static_cast<double>(least);
    });
  }

  T least_of_others(const Owner& owner) const {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    if (owner.part_pairs() > all_at_once) return -infinity;
    const Result* const results = results_.data() + owner.first;
    T least = infinity, second = infinity;
    for (std::uint32_t k = 0; k < owner.part_pairs(); ++k) {
      second = std::min(second, std::max(least, results[k].separation));
      least = std::min(least, results[k].separation);
    }
    return results[owner.best].separation > least ? least : second;
  }

  [[gnu::noinline]] void reduce_by_gaps(Owner& owner) const {
    owner.key = std::numeric_limits<double>::infinity();
    for (std::uint32_t k = 0; k < owner.part_pairs(); ++k) {
      const double separation = static_cast<double>(results_[owner.first + k].separation);
      if (separation >= owner.key) continue;
      const double key = std::max(separation, boxes_.gap(owner, parts_of(k, owner.b.count)));
      if (key >= owner.key) continue;
      owner.best = k;
      owner.best_parts = parts_of(k, owner.b.count);
      owner.key = key;
    }
  }

  /// No two points of a scene lie farther apart along x or y.
  static constexpr double farthest = 8 * kernels::Range<T>::largest;

  const Stages<Query>& stages_;
  const Scene& a_;
  const Scene& b_;
  const kernels::PairJob<T>& whole_;
  kernels::PairJob<T> job_;  ///< of pairs of parts
  FewPartBoxes<T> boxes_;
  bool has_inner_edges_;
  bool some_left_ = false;      ///< some pair has parts that are not evaluated at first
  std::size_t in_doubles_ = 0;  ///< not looked at: pairs are counted, not parts
  std::size_t count_ = 0;
  std::uint32_t slots_ = 0;
  KindBins bins_;
  std::array<std::uint32_t, KindBins::capacity> open_;
  std::array<Owner, most_pairs> owners_;
  std::array<Result, most_slots> results_;  ///< by slot
};

}  // namespace satchel::query
