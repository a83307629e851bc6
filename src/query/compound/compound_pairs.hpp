// Decides pairs in which a body is a compound: spreads each into pairs of parts, sends these through the kernels as if
// parts were bodies, and reduces their results to one result per pair. Takes a chunk of pairs at a time, on the stack
// (some 100 KB), because the parts of many pairs fill lanes better.
//
//   for each pair (A, B), A before B in evaluation order:
//     for each part i of A that meets B's box, each part j of B that meets A's box:
//       if their boxes meet: evaluate (i, j), keep the better result
//   contacts only, for each pair that is disjoint by then:
//     if no parts were evaluated: evaluate the parts with the smallest gap between their boxes, and with gaps that are
//       only a little larger
//     for all other i, j with boxes no farther apart than the best separation or gap: evaluate (i, j), keep the better
//
// "Better" is a total order (is_better), so the order in which parts come out of the bins does not matter; and parts
// that are not evaluated cannot win. So a result depends on the pair alone.
//
// Bodies of one origin, such as the regions of a map, mostly touch at shared vertices. Their parts go through a kernel
// that recognises shared vertices (kernels/sat/one_frame.hpp), so that nearly none are left to src/exact. The kernel
// computes verdicts alone. What happens to two parts then depends on the verdict:
//   overlapping: they are evaluated as other parts are
//   touching: of a pair's parts that touch, the lowest decide, and only their contact is made (make_touches); if seams
//     limit contacts, they are evaluated, too
//   disjoint: nothing, unless the pair is disjoint and looks for its nearest parts
//
// One file, because its steps share the bins and the best results of a chunk.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <satchel/collide.hpp>

#include "exact/resolve.hpp"
#include "query/compound/inner_edges.hpp"
#include "query/compound/near_parts.hpp"
#include "query/compound/part_boxes.hpp"
#include "query/compound/small_grid.hpp"
#include "query/seams/limit_contact.hpp"
#include "query/stages/pair_bins.hpp"
#include "query/stages/stages.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The best result of a pair so far, and what it is compared by.
template <class Result>
struct Best {
  Result result{};
  PartPair parts{0, 0};
  /// The separation; if disjoint, the gap between the parts' boxes if that is larger; if seams limit it, `kept_separation`, or
  /// infinity if a neighbour has the points.
  double key = std::numeric_limits<double>::infinity();
  Verdict verdict = Verdict::disjoint;
  bool any = false;                ///< some parts have been evaluated
  bool is_feature_alone = false;   ///< touching: the contact is still to be made of result.feature
  std::uint8_t hardest_stage = 0;  ///< that any of its parts needed: 0 lanes, 1 filtered, 2 expansions

  /// Overlapping before touching before disjoint; then the least key; then the lowest parts.
  bool is_better(const Best& other) const {
    if (verdict != other.verdict) return verdict > other.verdict;
    if (key != other.key) return key < other.key;
    if (any != other.any) return any;
    return parts < other.parts;
  }
};

/// The pairs of a chunk with compounds: `run` decides them, `best` then has their results.
template <class Query>
class CompoundPairs {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Scene = detail::SceneData<T>;
  static constexpr bool with_contacts = !Query::verdicts_alone;

 public:
  static constexpr std::size_t capacity = 256;

  /// @param job  its list has the chunk's pairs of bodies, at most `capacity`, all of one kind with compounds
  CompoundPairs(const Stages<Query>& stages, const Scene& a, const Scene& b, const kernels::PairJob<T>& job)
      : stages_(stages), a_(a), b_(b), whole_(job), job_(job), has_seams_(a.has_seams() || b.has_seams()) {
    job_.knows_inner = false;
    job_.in_doubles = &in_doubles_;
    job_.some_swapped = false;
    job_.prefetch = false;
    job_.slots = nullptr;
    job_.open = open_.data();
  }

  void run() {
    for (std::size_t p = 0; p < whole_.count; ++p) {
      const Pair pair = whole_.pairs[p];
      const bool swapped = whole_.is_swapped(pair);
      bodies_[p] = {a_, b_, swapped ? pair.b : pair.a, swapped ? pair.a : pair.b};
      best_[p] = {};
      evaluated_[p] = none_too_near;
    }
    if (whole_.count == 0) return;
    job_.a = bodies_[0].a.view();  // the same for all pairs: they are of one kind
    job_.b = bodies_[0].b.view();
    for (std::size_t p = 0; p < whole_.count; ++p) {
      if (is_one_frame(p)) {  // parts stay to be evaluated, so evaluated_ does not change
        spread(p, bodies_[p].slack, [&](std::uint32_t i, std::uint32_t j) { push_in_frame(p, i, j); });
      } else if (!push_up_to(p, bodies_[p].slack) && with_contacts) {
        push_nearest_boxes(p);
      }
    }
    for (unsigned bin = 0; bin < lane_kinds; ++bin) {
      if (!in_frame_.is_empty(bin)) run_bin_in_frame(bin);
    }
    run_bins();
    if constexpr (with_contacts) {
      find_nearest();
      make_touches();
    }
  }

  const Best<Result>& best(std::size_t p) const { return best_[p]; }

 private:
  /// The second half, for pairs that are disjoint so far: evaluates the parts that may be nearest.
  void find_nearest() {
    bool some_are_far = false;
    for (std::size_t p = 0; p < whole_.count; ++p) {
      if (best_[p].any) continue;
      some_are_far = true;
      push_nearest_boxes(p);
    }
    if (some_are_far) run_bins();
    for (std::size_t p = 0; p < whole_.count; ++p) {
      if (best_[p].verdict == Verdict::disjoint) push_up_to(p, reach(p));
    }
    run_bins();
  }

  /// Parts with a larger gap than this cannot be better than the best of pair p.
  T reach(std::size_t p) const {
    return static_cast<T>(std::min(best_[p].key, farthest)) * T(1 + 0x1p-20) + 2 * bodies_[p].slack;
  }

  /// Pushes the pairs of parts with gaps up to `most` that have not been pushed before. @returns whether there are any
  bool push_up_to(std::size_t p, T most) {
    if (most <= evaluated_[p]) return false;
    bool some = false;
    spread(p, most, [&](std::uint32_t i, std::uint32_t j) {
      push(p, i, j);
      some = true;
    });
    evaluated_[p] = most;
    return some;
  }

  /// Whether both bodies have one origin, so that their offsets are coordinates of one frame.
  bool is_one_frame(std::size_t p) const { return bodies_[p].dx == 0 && bodies_[p].dy == 0; }

  /// Calls its_push(i, j) for the pairs of parts with gaps up to `most` that have not been pushed before.
  template <class Push>
  void spread(std::size_t p, T most, Push its_push) {
    for_each_near_parts(
        stages_.compound_kernels(), bodies_[p], evaluated_[p], [&] { return most; }, its_push);
  }

  /// Pushes the parts with the smallest gap, and the parts with gaps that are larger by up to a sixteenth of the size
  /// of these two. They are few, and their separations bring down the bound that find_nearest then pushes up to. (Up to
  /// the separation of the two parts with the smallest gap there are four times as many gaps.)
  void push_nearest_boxes(std::size_t p) {
    const Bodies<T>& bodies = bodies_[p];
    const kernels::NearestBoxes<T> nearest = nearest_boxes(stages_.compound_kernels(), bodies);
    const kernels::OffsetBox<T>& of_a = bodies.a.boxes()[bodies.a.first + nearest.part_a];
    const kernels::OffsetBox<T>& of_b = bodies.b.boxes()[bodies.b.first + nearest.part_b];
    const T size = std::max(of_a.minus_min_x + of_a.max_x + of_b.minus_min_x + of_b.max_x,
                            of_a.minus_min_y + of_a.max_y + of_b.minus_min_y + of_b.max_y);
    push_up_to(p, nearest.gap + size / 16 + bodies.slack);
  }

  /// The kind of a pair of parts. The kernel of long polygons takes half_long as well.
  PairKind kind_of(Pair parts) const {
    const PairKind kind = kind_by_class(job_.a.kinds[parts.a], job_.b.kinds[parts.b]);
    return kind == PairKind::half_long ? PairKind::long_polygons : kind;
  }

  void push(std::size_t p, std::uint32_t i, std::uint32_t j) {
    if (!with_contacts && best_[p].verdict == Verdict::overlapping) return;
    const Bodies<T>& bodies = bodies_[p];
    push_to_bin(p, {bodies.a.first + i, bodies.b.first + j});
  }

  void push_to_bin(std::size_t p, Pair parts) {
    const PairKind kind = kind_of(parts);
    if (!bins_.add(index(kind), parts, static_cast<std::uint32_t>(p))) return;
    // Runs all bins in the order of kinds: those of smaller polygons first, whose results let this one stop early
    // (enough).
    if (kind == PairKind::long_polygons) return run_bins();
    run_bin(kind);
  }

  /// `push` for bodies of one frame: puts parts that the kernel of one frame takes into in_frame_, other parts into
  /// bins_.
  void push_in_frame(std::size_t p, std::uint32_t i, std::uint32_t j) {
    if (!with_contacts && best_[p].verdict == Verdict::overlapping) return;
    const Bodies<T>& bodies = bodies_[p];
    const Pair parts{bodies.a.first + i, bodies.b.first + j};
    const PairKind kind = kind_of(parts);
    if (kind > PairKind::boxes) return push_to_bin(p, parts);
    const unsigned bin = kind == PairKind::boxes ? index(polygons_of(0, 0)) : index(kind);
    if (in_frame_.add(bin, parts, static_cast<std::uint32_t>(p))) run_bin_in_frame(bin);
  }

  void run_bin_in_frame(unsigned bin) {
    const auto [pairs, owners, count] = in_frame_.drain(bin);
    std::array<kernels::FrameVerdict, KindBins::capacity> verdicts;
    job_.pairs = pairs;
    job_.count = count;
    const auto [class_a, class_b] = classes_of(static_cast<PairKind>(bin));
    const std::size_t left = stages_.compound_kernels().decide_in_one_frame(job_, class_a, class_b, verdicts.data());
    for (std::size_t k = 0; k < left; ++k) {
      const std::uint32_t i = open_[k];
      verdicts[i] = resolve_in_frame(owners[i], pairs[i]);
    }
    for (std::size_t i = 0; i < count; ++i) fold_in_frame(owners[i], pairs[i], verdicts[i]);
  }

  /// Decides in src/exact a pair of parts that the kernel of one frame leaves open; returns what the kernel would.
  kernels::FrameVerdict resolve_in_frame(std::uint32_t p, Pair parts) {
    const exact::Core<T> core_a = core_of(a_, job_.a.bodies[parts.a]), core_b = core_of(b_, job_.b.bodies[parts.b]);
    exact::Stage stage{};
    kernels::FrameVerdict found;
    if constexpr (with_contacts) {
      found = exact::resolve_contact(core_a, core_b, stage).feature;
    } else {
      found = static_cast<kernels::FrameVerdict>(exact::resolve_verdict(core_a, core_b, stage));
    }
    count_stage(p, stage);
    return found;
  }

  void count_stage(std::uint32_t p, exact::Stage stage) {
    std::uint8_t& hardest = best_[p].hardest_stage;
    hardest = std::max<std::uint8_t>(hardest, stage == exact::Stage::expansions ? 2 : 1);
  }

  static Verdict verdict_of(kernels::FrameVerdict verdict) { return static_cast<Verdict>(verdict & 3u); }

  /// Takes a result of the kernel of one frame into the pair's best.
  void fold_in_frame(std::uint32_t p, Pair parts, kernels::FrameVerdict found) {
    Best<Result>& best = best_[p];
    const Verdict its_verdict = verdict_of(found);
    if constexpr (with_contacts) {
      // Where seams limit touches, one that has points decides.
      if (its_verdict == Verdict::overlapping || (its_verdict == Verdict::touching && is_limited(p)))
        return push_to_bin(p, parts);
      if (its_verdict == Verdict::disjoint || its_verdict < best.verdict) return;
      const PartPair its_parts{parts.a - bodies_[p].a.first, parts.b - bodies_[p].b.first};
      if (its_verdict == best.verdict && best.parts < its_parts) return;  // all touches have the key 0
      best.result.feature = found;
      best.is_feature_alone = true;
      best.any = true;
      best.parts = its_parts;
      best.verdict = its_verdict;
      best.key = 0;
    } else {
      best.any = true;
      best.result = best.verdict = std::max(best.verdict, its_verdict);
    }
  }

  /// Makes the contacts of pairs that touch along the edge in result.feature, with the bits that the parts have as a
  /// pair of bodies. On a small grid, lanes decide a pair of bodies, so they decide the parts as well.
  void make_touches() {
    for (std::size_t p = 0; p < whole_.count; ++p) {
      Best<Result>& best = best_[p];
      if (!best.is_feature_alone) continue;
      const Pair parts{bodies_[p].a.first + best.parts.a, bodies_[p].b.first + best.parts.b};
      const exact::Core<T> core_a = core_of(a_, job_.a.bodies[parts.a]), core_b = core_of(b_, job_.b.bodies[parts.b]);
      if (on_small_grid(core_a, core_b)) {
        best = {.hardest_stage = best.hardest_stage};
        push_to_bin(p, parts);
        continue;
      }
      best.result = exact::touch_contact(core_a, core_b, side(best.result), index(best.result));
      best.is_feature_alone = false;
      avoid_inner_edges(part_a(p, best.parts.a), part_b(p, best.parts.b), best.result);
    }
    run_bins();
  }

  void run_bins() {
    for (unsigned kind = 0; kind < pair_kinds; ++kind) {
      if (!bins_.is_empty(kind)) run_bin(static_cast<PairKind>(kind));
    }
  }

  void run_bin(PairKind kind) {
    const kernels::PairList content = bins_.drain(index(kind));
    const std::size_t count = content.count;
    const std::uint32_t* const owners = content.slots;
    job_.pairs = content.pairs;
    job_.count = count;
    if constexpr (with_contacts) {
      job_.may_stop = kind == PairKind::long_polygons;
      job_.enough = enough_.data();
      if (job_.may_stop) {
        for (std::size_t i = 0; i < count; ++i) enough_[i] = enough(best_[owners[i]]);
      }
    }
    stages_.decide(job_, kind, results_.data(),
                   [&](std::uint32_t i, exact::Stage stage) { count_stage(owners[i], stage); });
    for (std::size_t i = 0; i < count; ++i) fold(owners[i], job_.pairs[i], results_[i]);
  }

  /// Parts with a larger separation than this cannot be better than `best`, so their kernel may stop there.
  static T enough(const Best<Result>& best) {
    return best.verdict != Verdict::disjoint ? T(0) : static_cast<T>(std::min(best.key, farthest));
  }

  /// Takes the result of a pair of parts into the pair's best.
  void fold(std::uint32_t p, Pair parts, const Result& found) {
    Best<Result>& best = best_[p];
    if constexpr (with_contacts) {  // a shortcut: most parts are disjoint and not better
      if (best.any && verdict(found) == Verdict::disjoint &&
          (best.verdict != Verdict::disjoint || static_cast<double>(found.separation) > best.key)) {
        return;
      }
    }
    Best<Result> candidate;
    candidate.result = found;
    candidate.any = true;
    candidate.parts = {parts.a - bodies_[p].a.first, parts.b - bodies_[p].b.first};
    if constexpr (with_contacts) {
      candidate.verdict = verdict(found);
      if (candidate.verdict == Verdict::disjoint) {
        candidate.key = std::max(static_cast<double>(candidate.result.separation),
                                 bodies_[p].gap(candidate.parts.a, candidate.parts.b));
      } else {
        avoid_inner_edges(part_a(p, candidate.parts.a), part_b(p, candidate.parts.b), candidate.result);
        candidate.key = is_limited(p) ? limit_to_seams(p, candidate.parts, candidate.result)
                                      : static_cast<double>(candidate.result.separation);
      }
    } else {
      candidate.verdict = found;
      candidate.key = 0;
    }
    candidate.hardest_stage = best.hardest_stage;
    if (candidate.is_better(best)) best = candidate;
  }

  /// Whether seams with other bodies, or within a chain, may limit the contacts of a pair.
  bool is_limited(std::size_t p) const {
    return has_seams_ && (may_be_limited(a_, bodies_[p].a.body) || may_be_limited(b_, bodies_[p].b.body));
  }

  /// Limits a contact of parts that meet to the normals that seams leave. @returns what the parts are compared by
  double limit_to_seams(std::size_t p, PartPair within, Result& contact) const {
    const SeamPair<T> seams = seam_pair(a_, b_, {bodies_[p].a.body, bodies_[p].b.body}, within, false, false);
    if (limit_contact(seams, contact) == Limited::neighbours) return std::numeric_limits<double>::infinity();
    return kept_separation(seams, contact);
  }

  PartOf<T> part_a(std::size_t p, std::uint32_t part) const { return {a_, bodies_[p].a.body, part}; }
  PartOf<T> part_b(std::size_t p, std::uint32_t part) const { return {b_, bodies_[p].b.body, part}; }

  /// No two points of a scene lie farther apart along x or y.
  static constexpr double farthest = 8 * kernels::Range<T>::largest;
  static constexpr T none_too_near = -std::numeric_limits<T>::infinity();

  const Stages<Query>& stages_;
  const Scene& a_;
  const Scene& b_;
  const kernels::PairJob<T>& whole_;
  kernels::PairJob<T> job_;  ///< of pairs of parts
  bool has_seams_;
  std::size_t in_doubles_ = 0;  ///< not looked at: pairs are counted, not parts
  KindBins bins_;               ///< the slot of a pair of parts is the index of their pair in best_
  PairBins<lane_kinds> in_frame_;
  std::array<std::uint32_t, KindBins::capacity> open_;
  std::array<T, KindBins::capacity> enough_;
  std::array<Result, KindBins::capacity> results_;
  std::array<Best<Result>, capacity> best_;
  std::array<Bodies<T>, capacity> bodies_;
  std::array<T, capacity> evaluated_;  ///< parts with gaps up to this have been pushed
};

}  // namespace satchel::query
