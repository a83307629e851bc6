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
// The pairs of parts of a pair of compounds have consecutive slots: parts (i, j) are number i * (parts of B) + j. Kernels
// write results to slots, from whichever bin they come, and one loop reduces the slots of a pair. Loops over slots avoid
// branches that depend on what has been found, because these are mispredicted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "query/compound/inner_edges.hpp"
#include "query/compound/part_boxes.hpp"
#include "query/pipeline/pair_bins.hpp"
#include "query/pipeline/stages.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The most pairs of parts that a pair of compounds of few parts has; the same for verdicts if outlines decide these.
constexpr std::uint32_t few_part_pairs = 16, few_beside_outlines = 4;
/// Fewer pairs than this do not fill lanes, so outlines decide their verdicts sooner.
constexpr std::size_t least_verdicts_by_parts = 64;

/// The number of a body's parts.
template <class T>
std::uint32_t part_count(const detail::SceneData<T>& scene, BodyId body) {
  return scene.bodies[body].place.is_compound() ? scene.parts_of_body(body).count : 1;
}

template <class T>
bool may_have_outline(const detail::SceneData<T>& scene, BodyId body) {
  const kernels::Place place = scene.bodies[body].place;
  return !place.is_compound() || scene.compounds.outlines.of_part[place.block()] != detail::Outlines<T>::none;
}

/// Whether FewParts takes a pair of bodies, of which one is a compound. Bodies of one origin often touch at shared
/// vertices, which CompoundPairs knows how to decide.
/// @tparam verdicts_alone  of the question
template <bool verdicts_alone, class T>
bool has_few_parts(const detail::SceneData<T>& a, const detail::SceneData<T>& b, Pair pair) {
  const auto &of_a = a.bodies[pair.a], &of_b = b.bodies[pair.b];
  if (of_a.x == of_b.x && of_a.y == of_b.y) return false;
  const std::uint32_t parts = part_count(a, pair.a) * part_count(b, pair.b);
  if (parts > few_part_pairs) return false;
  if (!verdicts_alone || parts <= few_beside_outlines) return true;
  return !(may_have_outline(a, pair.a) && may_have_outline(b, pair.b));
}

/// A list of pairs of compounds of few parts: `run` decides them and gives their results away.
template <class Query>
class FewParts {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Scene = detail::SceneData<T>;
  using PartRange = detail::PartRange;
  using Box = kernels::OffsetBox<T>;
  static constexpr bool with_contacts = !Query::verdicts_alone;

 public:
  /// @param job  its list has pairs of one kind with compounds, at least one
  FewParts(const Stages<Query>& stages, const Scene& a, const Scene& b, const kernels::PairJob<T>& job)
      : stages_(stages),
        a_(a),
        b_(b),
        whole_(job),
        job_(job),
        is_compound_a_(a.bodies[evaluated_first(job, job.pairs[0]).a].place.is_compound()),
        is_compound_b_(b.bodies[evaluated_first(job, job.pairs[0]).b].place.is_compound()),
        has_inner_edges_(!a.compounds.inner_edges.empty() || !b.compounds.inner_edges.empty()) {
    job_.a = is_compound_a_ ? view_of_parts(a) : view_of(a);
    job_.b = is_compound_b_ ? view_of_parts(b) : view_of(b);
    job_.knows_inner = false;
    job_.in_doubles = &in_doubles_;
    job_.some_swapped = false;
    job_.prefetch = false;
    job_.may_stop = false;
    job_.open = open_.data();
  }

  /// Calls give(i, result, parts, hardest_stage) for each pair i of the list; result and parts as A and B are evaluated.
  template <class Give>
  void run(Give give) {
    std::size_t done = 0;
    while (done < whole_.count) {
      const std::size_t first = done;
      slots_ = gap_count_ = count_ = 0;
      some_left_ = false;
      while (done < whole_.count && count_ < most_pairs && slots_ + few_part_pairs <= most_slots) spread(done++);
      run_listed();
      if constexpr (with_contacts) {
        reduce_all();
        if (some_left_ && spread_disjoint()) {
          run_listed();
          reduce_all();
        }
        for (std::size_t p = 0; p < count_; ++p) {
          const Owner& owner = owners_[p];
          give(first + p, results_[owner.first + owner.best], parts_of(owner, owner.best), owner.hardest_stage);
        }
      } else {
        for (std::size_t p = 0; p < count_; ++p) {
          const Owner& owner = owners_[p];
          const Result* const results = results_.data() + owner.first;
          const Result found = *std::max_element(results, results + owner.a.count * owner.b.count);
          give(first + p, found, PartPair{0, 0}, owner.hardest_stage);
        }
      }
    }
  }

 private:
  static constexpr std::size_t most_pairs = 256, most_slots = 1024;  // in the first-level cache
  static constexpr std::uint32_t all_at_once = 4;
  static constexpr PairKind not_listed = static_cast<PairKind>(pair_kinds);

  /// A pair of compounds.
  struct Owner {
    BodyId id_a, id_b;    ///< in evaluation order
    PartRange a, b;       ///< the parts of each
    std::uint32_t first;  ///< of its slots
    std::uint32_t best;   ///< the best pair of parts
    std::uint8_t hardest_stage;
    double key;  ///< of the best pair of parts: separation, or gap if it is disjoint and that is larger
    // If it has more parts than are evaluated at once:
    std::uint32_t first_gap;  ///< of its gaps, see find_gaps
    std::uint32_t evaluated;  ///< bit k: pair k of parts is in a bin, or has a result

    std::uint32_t part_pairs() const { return a.count * b.count; }
  };

  /// Pair k of parts. A table, because a division takes as long as all else that a pair of parts needs.
  static PartPair parts_of(const Owner& owner, std::uint32_t k) {
    const std::uint32_t parts_b = owner.b.count, i = quotients[parts_b][k];
    return {i, k - i * parts_b};
  }
  static constexpr auto quotients = [] {
    std::array<std::array<std::uint8_t, few_part_pairs>, few_part_pairs + 1> table{};
    for (std::uint32_t parts_b = 1; parts_b <= few_part_pairs; ++parts_b) {
      for (std::uint32_t k = 0; k < few_part_pairs; ++k) table[parts_b][k] = static_cast<std::uint8_t>(k / parts_b);
    }
    return table;
  }();

  static Pair evaluated_first(const kernels::PairJob<T>& job, Pair pair) {
    return job.some_swapped && pair.b < pair.a ? Pair{pair.b, pair.a} : pair;
  }

  /// Makes pair i the next owner, and lists its parts, as many as are evaluated at first.
  void spread(std::size_t i) {
    const auto [id_a, id_b] = evaluated_first(whole_, whole_.pairs[i]);
    Owner& owner = owners_[count_++];
    owner.id_a = id_a;
    owner.id_b = id_b;
    owner.a = is_compound_a_ ? a_.parts_of_body(id_a) : PartRange{id_a, 1};
    owner.b = is_compound_b_ ? b_.parts_of_body(id_b) : PartRange{id_b, 1};
    owner.first = static_cast<std::uint32_t>(slots_);
    owner.hardest_stage = 0;
    const std::uint32_t parts = owner.part_pairs();
    slots_ += parts;
    if (with_contacts && parts <= all_at_once) return list_all(owner);
    some_left_ = true;
    owner.evaluated = 0;
    find_gaps(owner);
    T reach = slack(owner);
    if constexpr (with_contacts) {
      reach = std::max(reach, *std::min_element(gaps_.data() + owner.first_gap, gaps_.data() + gap_count_));
    }
    std::fill_n(results_.data() + owner.first, parts, not_evaluated());
    list_within(owner, reach);
  }

  double delta_x(const Owner& owner) const { return b_.bodies[owner.id_b].x - a_.bodies[owner.id_a].x; }
  double delta_y(const Owner& owner) const { return b_.bodies[owner.id_b].y - a_.bodies[owner.id_a].y; }
  T slack(const Owner& owner) const {
    return slack_of(a_.bodies[owner.id_a], b_.bodies[owner.id_b], delta_x(owner), delta_y(owner));
  }

  /// The result of parts until they are evaluated: no other is worse.
  static Result not_evaluated() {
    if constexpr (with_contacts) {
      return {0, 0, std::numeric_limits<T>::infinity(), 0};
    } else {
      return Verdict::disjoint;
    }
  }

  /// Lists the parts of disjoint pairs that may be nearer than the best ones. @returns whether there are any
  bool spread_disjoint() {
    bool some = false;
    std::fill_n(kinds_.data(), slots_, not_listed);
    for (std::size_t p = 0; p < count_; ++p) {
      Owner& owner = owners_[p];
      if (!(owner.key > 0) || owner.part_pairs() <= all_at_once) continue;
      const std::uint32_t before = owner.evaluated;
      list_within(owner, static_cast<T>(std::min(owner.key, farthest)) * T(1 + 0x1p-20) + 2 * slack(owner));
      some = some || owner.evaluated != before;
    }
    return some;
  }

  /// Lists all pairs of parts for the bins of their kinds.
  void list_all(const Owner& owner) {
    for_each_parts(owner, [&](std::uint32_t k, Pair parts, PairKind kind) { list(owner, k, parts, kind); });
  }

  /// The same of the pairs of parts that have not been evaluated and whose gaps are at most `reach`.
  void list_within(Owner& owner, T reach) {
    std::uint32_t evaluated = owner.evaluated;
    for_each_parts(owner, [&](std::uint32_t k, Pair parts, PairKind kind) {
      const std::uint32_t i = parts.a - owner.a.first, j = parts.b - owner.b.first;
      const std::uint32_t is_new = std::uint32_t{gaps_[gap_index(owner, i, j)] <= reach} & ~(evaluated >> k);
      evaluated |= is_new << k;
      list(owner, k, parts, is_new != 0 ? kind : not_listed);
    });
    owner.evaluated = evaluated;
  }

  void list(const Owner& owner, std::uint32_t k, Pair parts, PairKind kind) {
    const std::uint32_t slot = owner.first + k;
    parts_[slot] = parts;
    kinds_[slot] = kind;
    owner_of_[slot] = static_cast<std::uint16_t>(&owner - owners_.data());
  }

  /// Calls visit(k, parts, kind) for the pairs of parts of a pair, as records that kernels take.
  template <class Visit>
  void for_each_parts(const Owner& owner, Visit visit) const {
    const PartRange a = owner.a, b = owner.b;
    const std::uint8_t *const kinds_a = job_.a.kinds + a.first, *const kinds_b = job_.b.kinds + b.first;
    std::uint32_t k = 0;
    for (std::uint32_t i = 0; i < a.count; ++i) {
      for (std::uint32_t j = 0; j < b.count; ++j) {
        const PairKind kind = kind_by_class(kinds_a[i], kinds_b[j]);
        // The kernel of long polygons takes half_long as well.
        visit(k++, Pair{a.first + i, b.first + j}, kind == PairKind::half_long ? PairKind::long_polygons : kind);
      }
    }
  }
  /// Finds the gaps between the boxes of all parts: for each part of one body a row of those of the other, which is a
  /// compound, filled up to a multiple of four.
  void find_gaps(Owner& owner) {
    owner.first_gap = static_cast<std::uint32_t>(gap_count_);
    const PartRange &row = is_compound_a_ ? owner.a : owner.b, &rows = is_compound_a_ ? owner.b : owner.a;
    const kernels::BoxColumns<T> boxes = (is_compound_a_ ? a_ : b_).compounds.columns_from(row.first);
    const double sign = is_compound_a_ ? 1 : -1;
    const T dx = static_cast<T>(sign * delta_x(owner)), dy = static_cast<T>(sign * delta_y(owner));
    for (std::uint32_t k = 0; k < rows.count; ++k) {
      const Box box = is_compound_a_ ? box_of(b_, is_compound_b_, rows.first + k) : box_of(a_, false, rows.first + k);
      for (std::uint32_t i = 0; i < row.count; i += 4, gap_count_ += 4) {
        const FourBounds<T> depths = four_depths(boxes, i, box, dx, dy);
        for (std::size_t lane = 0; lane < 4; ++lane) {
          gaps_[gap_count_ + lane] =
              i + lane < row.count ? T(0) - depths.bounds[lane] : std::numeric_limits<T>::infinity();
        }
      }
    }
  }
  /// Where the gap of parts (i, j) stands.
  std::uint32_t gap_index(const Owner& owner, std::uint32_t i, std::uint32_t j) const {
    const std::uint32_t length = ((is_compound_a_ ? owner.a.count : owner.b.count) + 3) & ~3u;
    return owner.first_gap + (is_compound_a_ ? j * length + i : i * length + j);
  }

  /// Evaluates the listed pairs of parts. Kinds have been found before, because a load that follows a store to another
  /// bin's end would stall.
  void run_listed() {
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      const PairKind kind = kinds_[slot];
      const bool is_listed = kind != not_listed;
      if (bins_.add_if(is_listed, is_listed ? index(kind) : 0, parts_[slot], slot)) run_bin(kind);
    }
    for (unsigned kind = 0; kind < pair_kinds; ++kind) {
      if (!bins_.is_empty(kind)) run_bin(static_cast<PairKind>(kind));
    }
  }

  [[gnu::noinline]] void run_bin(PairKind kind) {
    job_.set_list(bins_.drain(index(kind)));
    stages_.decide(job_, kind, results_.data(), [&](std::uint32_t i, exact::Stage stage) {
      std::uint8_t& hardest = owners_[owner_of_[job_.slot(i)]].hardest_stage;
      hardest = std::max<std::uint8_t>(hardest, stage == exact::Stage::expansions ? 2 : 1);
    });
  }

  void reduce_all() {
    if (has_inner_edges_) avoid_all_inner_edges();
    for (std::size_t p = 0; p < count_; ++p) reduce(owners_[p]);
  }

  /// Decides the contacts again that inner edges decided. First lists the contacts that such edges may decide.
  void avoid_all_inner_edges() {
    std::array<std::uint16_t, most_slots> listed;
    std::size_t size = 0;
    for (std::size_t slot = 0; slot < slots_; ++slot) {
      listed[size % most_slots] = static_cast<std::uint16_t>(slot);
      size += verdict(results_[slot]) != Verdict::disjoint ? 1 : 0;
    }
    for (std::size_t n = 0; n < size; ++n) {
      const Owner& owner = owners_[owner_of_[listed[n]]];
      const PartPair parts = parts_of(owner, listed[n] - owner.first);
      avoid_inner_edges<T>({a_, owner.id_a, parts.a}, {b_, owner.id_b, parts.b}, results_[listed[n]]);
    }
  }

  /// Finds the best of a pair's parts.
  ///
  /// The first of least separation is the best, unless it is disjoint and the gap between its boxes is larger than its
  /// separation: no other has a smaller key then.
  void reduce(Owner& owner) const {
    const Result* const results = results_.data() + owner.first;
    const std::uint32_t parts = owner.part_pairs();
    std::uint32_t best = 0;
    T least = results[0].separation;
    for (std::uint32_t k = 1; k < parts; ++k) {
      const bool is_less = results[k].separation < least;
      best = is_less ? k : best;
      least = is_less ? results[k].separation : least;
    }
    owner.best = best;
    owner.key = static_cast<double>(least);
    if (owner.key > 0 && gap(owner, best) > owner.key) reduce_by_gaps(owner);
  }

  [[gnu::noinline]] void reduce_by_gaps(Owner& owner) const {
    owner.key = std::numeric_limits<double>::infinity();
    for (std::uint32_t k = 0; k < owner.part_pairs(); ++k) {
      const double separation = static_cast<double>(results_[owner.first + k].separation);
      if (separation >= owner.key) continue;
      const double key = std::max(separation, gap(owner, k));
      if (key >= owner.key) continue;
      owner.best = k;
      owner.key = key;
    }
  }

  /// The gap between the boxes of pair k of parts, as keys have it.
  double gap(const Owner& owner, std::uint32_t k) const {
    const auto [i, j] = parts_of(owner, k);
    const double radius_a = is_compound_a_ ? 0 : static_cast<double>(a_.bodies[owner.id_a].radius());
    const double radius_b = is_compound_b_ ? 0 : static_cast<double>(b_.bodies[owner.id_b].radius());
    return gap_between(core_box(a_, is_compound_a_, owner.a.first + i), core_box(b_, is_compound_b_, owner.b.first + j),
                       delta_x(owner), delta_y(owner)) -
           (radius_a + radius_b);
  }

  /// The box of a part, or of a body that is its only part, without the radius of the latter.
  static const Box& core_box(const Scene& scene, bool is_compound, std::uint32_t part) {
    return is_compound ? scene.compounds.boxes[part] : scene.boxes[part];
  }
  /// The same with the radius.
  static Box box_of(const Scene& scene, bool is_compound, std::uint32_t part) {
    const Box& box = core_box(scene, is_compound, part);
    const T radius = is_compound ? T(0) : scene.bodies[part].radius();
    return {box.minus_min_x + radius, box.minus_min_y + radius, box.max_x + radius, box.max_y + radius};
  }

  /// No two points of a scene lie farther apart along x or y.
  static constexpr double farthest = 8 * kernels::Range<T>::largest;

  const Stages<Query>& stages_;
  const Scene& a_;
  const Scene& b_;
  const kernels::PairJob<T>& whole_;
  kernels::PairJob<T> job_;             ///< of pairs of parts
  bool is_compound_a_, is_compound_b_;  ///< the same for all pairs: they are of one kind
  bool has_inner_edges_;
  bool some_left_ = false;      ///< some pair has parts that are not evaluated at first
  std::size_t in_doubles_ = 0;  ///< not looked at: pairs are counted, not parts
  std::size_t count_ = 0, slots_ = 0, gap_count_ = 0;
  KindBins bins_;
  std::array<std::uint32_t, KindBins::capacity> open_;
  std::array<Owner, most_pairs> owners_;
  // By slot.
  std::array<std::uint16_t, most_slots> owner_of_;
  std::array<Pair, most_slots> parts_;
  std::array<PairKind, most_slots> kinds_;
  std::array<T, 4 * most_slots> gaps_;  ///< a row of one part takes four
  std::array<Result, most_slots> results_;
};

}  // namespace satchel::query
