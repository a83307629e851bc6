// Pairs of which a body is a compound: spread into pairs of parts, which go through the kernels as bodies do, and
// reduced to one result each. Some dozens of pairs at a time, on the stack.
//
//   for each pair (A, B), A before B in evaluation order:
//     for each part i of A that meets B's box, each part j of B that meets A's box:
//       if their boxes meet: evaluate (i, j), keep the better result
//   contacts only, for each pair that is disjoint by then:
//     if no parts were evaluated: evaluate those of the smallest gap between their boxes
//     for all other i, j with boxes no farther apart than the best separation or gap: evaluate (i, j), keep the better
//
// "Better" is a total order (is_better), so it does not matter in which order the parts come out of the buckets; and
// the parts that are left out cannot win. So a result depends on the pair alone, as all others do.
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
#include "query/buckets.hpp"
#include "query/core_of.hpp"
#include "query/near_parts.hpp"
#include "query/part_boxes.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The best result of a pair so far, and what ranks it.
template <class Result>
struct Best {
  Result result{};
  PartPair parts{0, 0};
  double key = std::numeric_limits<double>::infinity();  ///< separation; disjoint: or the gap, if that is larger
  Verdict verdict = Verdict::disjoint;
  bool any = false;                ///< some parts have been evaluated
  std::uint8_t hardest_stage = 0;  ///< that any of its parts needed: 0 lanes, 1 filtered, 2 expansions

  /// Overlapping before touching before disjoint; then the least key; then the lowest parts.
  bool is_better(const Best& other) const {
    if (verdict != other.verdict) return verdict > other.verdict;
    if (key != other.key) return key < other.key;
    if (any != other.any) return any;
    return parts < other.parts;
  }
};

template <class Query, class Batch>
class CompoundPairs {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Scene = detail::SceneData<T>;
  static constexpr bool with_contacts = !std::is_same_v<Result, Verdict>;

 public:
  static constexpr std::size_t capacity = Buckets::capacity;

  /// @param job  of the batch; its pairs are `count` pairs of bodies, of one of the groups of compounds
  CompoundPairs(Batch& batch, const Scene& a, const Scene& b, const kernels::PairJob<T>& job)
      : batch_(batch), a_(a), b_(b), whole_(job), job_(job) {
    job_.inner_a = job_.inner_b = nullptr;
    job_.in_doubles = nullptr;  // pairs are counted, not parts
    job_.some_turned = false;
    job_.prefetch = false;
    job_.slots = nullptr;
    job_.uncertain = uncertain_.data();
  }

  void run() {
    for (std::size_t p = 0; p < whole_.count; ++p) {
      const Pair pair = whole_.pairs[p];
      const bool flip = whole_.some_turned && pair.b < pair.a;
      bodies_[p] = {a_, b_, flip ? pair.b : pair.a, flip ? pair.a : pair.b};
    }
    job_.bodies_a = bodies_[0].a.records;  // of all: pairs of one group are alike in what is a compound
    job_.bodies_b = bodies_[0].b.records;
    job_.rotations_a = bodies_[0].a.rotations;
    job_.rotations_b = bodies_[0].b.rotations;
    for (std::size_t p = 0; p < whole_.count; ++p) {
      spread(
          p, [&] { return bodies_[p].slack; }, [](const FourBounds<T>&, const FourBounds<T>&) { return true; });
    }
    empty_all();
    if constexpr (with_contacts) find_nearest();
  }

  const Best<Result>& best(std::size_t p) const { return best_[p]; }

 private:
  /// The second half: of pairs that are disjoint, the nearest parts.
  void find_nearest() {
    for (std::size_t p = 0; p < whole_.count; ++p) {
      if (!best_[p].any) push_smallest_gap(p);
    }
    empty_all();
    for (std::size_t p = 0; p < whole_.count; ++p) {
      if (best_[p].verdict != Verdict::disjoint) continue;
      const T slack = bodies_[p].slack;
      // The best so far may come down while parts are pushed: no more than that is asked for.
      const auto reach = [&] { return static_cast<T>(std::min(best_[p].key, farthest)) * T(1 + 0x1p-20) + 2 * slack; };
      const auto is_new = [&](const FourBounds<T>& a, const FourBounds<T>& b) { return !a.is_within(slack, b); };
      spread(p, reach, is_new);
    }
    empty_all();
  }

  /// Pushes the pairs of parts whose boxes are no farther apart than reach(), if they are asked for.
  template <class Reach, class Wanted>
  void spread(std::size_t p, Reach reach, Wanted wanted) {
    const Bodies<T>& bodies = bodies_[p];
    for_each_near_parts(bodies, reach,
                        [&](std::uint32_t i, std::uint32_t j, const FourBounds<T>& of_i, const FourBounds<T>& of_j) {
                          if (wanted(of_i, of_j)) push(p, bodies, i, j);
                        });
  }

  void push_smallest_gap(std::size_t p) {
    const Bodies<T>& bodies = bodies_[p];
    double smallest = std::numeric_limits<double>::infinity();
    std::uint32_t part_a = 0, part_b = 0;
    const FourBounds<T> whole_b = bodies.from_a(bodies.b.whole);
    for (std::uint32_t i = 0; i < bodies.a.count; ++i) {
      const T most = static_cast<T>(std::min(smallest, farthest)) + bodies.slack;
      if (!bodies.a.bounds(i).is_within(most, whole_b)) continue;
      for (std::uint32_t j = 0; j < bodies.b.count; ++j) {
        if (const double gap = bodies.gap(i, j); gap < smallest) {
          smallest = gap;
          part_a = i;
          part_b = j;
        }
      }
    }
    push(p, bodies, part_a, part_b);
  }

  void push(std::size_t p, const Bodies<T>& bodies, std::uint32_t i, std::uint32_t j) {
    if (!with_contacts && best_[p].verdict == Verdict::overlapping) return;
    const std::uint32_t a = bodies.a.first + i, b = bodies.b.first + j;
    const unsigned group = group_table.group[bodies.a.kinds[a]][bodies.b.kinds[b]];
    const std::uint32_t at = buckets_.sizes[group];
    buckets_.pairs[group][at] = {a, b};
    buckets_.slots[group][at] = static_cast<std::uint32_t>(p);
    buckets_.sizes[group] = at + 1;
    if (at + 1 == Buckets::capacity) empty(group);
  }

  void empty_all() {
    for (unsigned group = 0; group < group_count; ++group) {
      if (buckets_.sizes[group] > 0) empty(group);
    }
  }

  void empty(unsigned group) {
    const std::size_t count = buckets_.sizes[group];
    buckets_.sizes[group] = 0;
    job_.pairs = buckets_.pairs[group].data();
    job_.count = count;
    const std::uint32_t* const owners = buckets_.slots[group].data();
    batch_.run_group(job_, group, results_.data(), [&](std::uint32_t i, exact::Stage stage) {
      std::uint8_t& hardest = best_[owners[i]].hardest_stage;
      hardest = std::max<std::uint8_t>(hardest, stage == exact::Stage::expansions ? 2 : 1);
    });
    for (std::size_t i = 0; i < count; ++i) fold(owners[i], job_.pairs[i], results_[i]);
  }

  void fold(std::uint32_t p, Pair parts, const Result& found) {
    Best<Result>& best = best_[p];
    Best<Result> its;
    its.result = found;
    its.any = true;
    its.parts = {parts.a - bodies_[p].a.first, parts.b - bodies_[p].b.first};
    if constexpr (with_contacts) {
      its.verdict = verdict(found);
      if (its.verdict != Verdict::disjoint) avoid_ignored_edges(p, parts, its.parts, its.result);
      its.key = static_cast<double>(its.result.separation);
      if (its.verdict == Verdict::disjoint) its.key = std::max(its.key, bodies_[p].gap(its.parts.a, its.parts.b));
    } else {
      its.verdict = found;
      its.key = 0;
    }
    its.hardest_stage = best.hardest_stage;
    if (its.is_better(best)) best = its;
  }

  /// Decides a pair again, without its ignored edges, where one of these decided it.
  void avoid_ignored_edges(std::uint32_t p, Pair parts, PartPair within, Result& contact) const {
    if (kind(contact) != FeatureKind::edge) return;
    const Pair pair = whole_.pairs[p];
    const bool flip = whole_.some_turned && pair.b < pair.a;
    const std::uint64_t* const ignored_a = ignored(a_, flip ? pair.b : pair.a, within.a);
    const std::uint64_t* const ignored_b = ignored(b_, flip ? pair.a : pair.b, within.b);
    const std::uint64_t* const of_side = side(contact) == Side::a ? ignored_a : ignored_b;
    const std::uint32_t edge = index(contact);
    if (of_side == nullptr || ((of_side[edge / 64] >> (edge % 64)) & 1u) == 0) return;
    exact::Core<T> core_a = core_of(a_, job_.bodies_a[parts.a]), core_b = core_of(b_, job_.bodies_b[parts.b]);
    core_a.ignored_edges = ignored_a;
    core_b.ignored_edges = ignored_b;
    exact::Stage stage{};
    contact = exact::resolve_contact(core_a, core_b, stage);
  }

  static const std::uint64_t* ignored(const Scene& scene, BodyId body, std::uint32_t part) {
    const kernels::BodyRecord<T>& record = scene.bodies[body];
    if (!record.place.is_compound()) return nullptr;
    const detail::PartRange range = scene.compounds.parts_of_shape(scene.shapes[record.shape].place);
    return scene.compounds.ignored(scene.compounds.part_shapes[range.first + part]);
  }

  /// No two points of a scene lie farther apart along x or y.
  static constexpr double farthest = 8 * kernels::Range<T>::largest;

  Batch& batch_;
  const Scene& a_;
  const Scene& b_;
  const kernels::PairJob<T>& whole_;
  kernels::PairJob<T> job_;  ///< of pairs of parts
  Buckets buckets_;          ///< whose slots are the places in `best_`
  std::array<std::uint32_t, capacity> uncertain_;
  std::array<Result, Buckets::capacity> results_;
  std::array<Best<Result>, capacity> best_{};
  std::array<Bodies<T>, capacity> bodies_{};
};

}  // namespace satchel::query
