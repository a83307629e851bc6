// Pairs of which a body is a compound: spread into pairs of parts, which go through the kernels as bodies do, and
// reduced to one result each. Some dozens of pairs at a time, on the stack.
//
//   for each pair (A, B), A before B in evaluation order:
//     for each part i of A that meets B's box, each part j of B that meets A's box:
//       if their boxes meet: evaluate (i, j), keep the better result
//   contacts only, for each pair that is disjoint by then:
//     if no parts were evaluated: evaluate those of the smallest gap between their boxes
//     least = the larger of its best separation and gap
//     for all i, j with boxes apart by a gap <= least: evaluate (i, j), keep the better result
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
#include "scene/data.hpp"

namespace satchel::query {

/// A box in the frame of a pair, whose origin is that of A. Rounded to double: off by at most Bodies::slack.
struct PairBox {
  double min_x, min_y, max_x, max_y;
};

/// How far apart two boxes are, along x or y; negative: they meet.
inline double gap_of(const PairBox& a, const PairBox& b) {
  return std::max(std::max(b.min_x - a.max_x, a.min_x - b.max_x), std::max(b.min_y - a.max_y, a.min_y - b.max_y));
}

/// One body of a pair as parts: those of a compound, or the body itself.
template <class T>
struct PartsOf {
  const kernels::BodyRecord<T>* records;  ///< parts are records[first], ...
  const kernels::OffsetBox<T>* boxes;
  const std::uint8_t* kinds;
  std::uint32_t first, count;
  double x, y;  ///< origin in the frame of the pair

  PartsOf(const detail::SceneData<T>& scene, BodyId body, double at_x, double at_y) : x(at_x), y(at_y) {
    if (scene.bodies[body].place.is_compound()) {
      const detail::PartRange range = scene.parts_of_body(body);
      records = scene.compounds.parts.data();
      boxes = scene.compounds.boxes.data();
      kinds = scene.compounds.kinds.data();
      first = range.first;
      count = range.count;
    } else {
      records = scene.bodies.data();
      boxes = scene.boxes.data();
      kinds = scene.kinds.data();
      first = body;
      count = 1;
    }
  }

  PairBox box(std::uint32_t part) const {
    return box_of(boxes[first + part], static_cast<double>(records[first + part].radius));
  }
  PairBox box_of(const kernels::OffsetBox<T>& offsets, double radius) const {
    return {x - static_cast<double>(offsets.minus_min_x) - radius,
            y - static_cast<double>(offsets.minus_min_y) - radius, x + static_cast<double>(offsets.max_x) + radius,
            y + static_cast<double>(offsets.max_y) + radius};
  }
};

/// The two bodies of a pair, in evaluation order.
template <class T>
struct Bodies {
  PartsOf<T> a, b;
  PairBox whole_a, whole_b;
  /// Boxes whose gap is larger do not meet. All numbers are at most `reach`, and each goes through four roundings.
  double slack;

  Bodies(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, BodyId id_a, BodyId id_b)
      : Bodies(scene_a, scene_b, id_a, id_b, scene_b.bodies[id_b].x - scene_a.bodies[id_a].x,
               scene_b.bodies[id_b].y - scene_a.bodies[id_a].y) {}

  double gap(std::uint32_t i, std::uint32_t j) const { return gap_of(a.box(i), b.box(j)); }

 private:
  Bodies(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, BodyId id_a, BodyId id_b, double dx,
         double dy)
      : a(scene_a, id_a, 0, 0),
        b(scene_b, id_b, dx, dy),
        whole_a(a.box_of(scene_a.boxes[id_a], static_cast<double>(scene_a.bodies[id_a].radius))),
        whole_b(b.box_of(scene_b.boxes[id_b], static_cast<double>(scene_b.bodies[id_b].radius))) {
    const double reach = std::fabs(dx) + std::fabs(dy) + 2 * static_cast<double>(scene_a.bodies[id_a].reach) +
                         2 * static_cast<double>(scene_b.bodies[id_b].reach);
    slack = 0x1p-49 * reach;
  }
};

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
    job_.some_turned = false;
    job_.prefetch = false;
    job_.slots = nullptr;
    job_.uncertain = uncertain_.data();
  }

  void run() {
    for (std::size_t p = 0; p < whole_.count; ++p) {
      const Bodies<T> bodies = bodies_of(p);
      if (p == 0) {
        job_.bodies_a = bodies.a.records;
        job_.bodies_b = bodies.b.records;
      }
      first_a_[p] = bodies.a.first;
      first_b_[p] = bodies.b.first;
      spread(p, bodies, -std::numeric_limits<double>::infinity(), bodies.slack);
    }
    empty_all();
    if constexpr (with_contacts) find_nearest();
  }

  const Best<Result>& best(std::size_t p) const { return best_[p]; }

 private:
  Bodies<T> bodies_of(std::size_t p) const {
    const Pair pair = whole_.pairs[p];
    const bool flip = whole_.some_turned && pair.b < pair.a;
    return {a_, b_, flip ? pair.b : pair.a, flip ? pair.a : pair.b};
  }

  /// The second half: of pairs that are disjoint, the nearest parts.
  void find_nearest() {
    const auto is_open = [&](std::size_t p) { return best_[p].verdict == Verdict::disjoint; };
    for (std::size_t p = 0; p < whole_.count; ++p) {
      if (!best_[p].any) push_smallest_gap(p, bodies_of(p));
    }
    empty_all();
    std::array<double, capacity> least;
    for (std::size_t p = 0; p < whole_.count; ++p) least[p] = best_[p].key;
    for (std::size_t p = 0; p < whole_.count; ++p) {
      if (!is_open(p)) continue;
      const Bodies<T> bodies = bodies_of(p);
      spread(p, bodies, bodies.slack, least[p]);
    }
    empty_all();
  }

  /// Pushes all pairs of parts with beyond < gap <= most.
  void spread(std::size_t p, const Bodies<T>& bodies, double beyond, double most) {
    if (!(gap_of(bodies.whole_a, bodies.whole_b) <= most + bodies.slack)) return;
    constexpr std::uint32_t at_once = 64;
    std::array<std::uint32_t, at_once> parts_a, parts_b;
    std::array<PairBox, at_once> boxes_a, boxes_b;
    // Those of [begin, begin + at_once) that are near enough to the whole other body; the slack is for the rounding of
    // the whole one's box.
    const auto collect = [&](const PartsOf<T>& own, const PairBox& other, std::uint32_t begin, auto& parts,
                             auto& boxes) {
      std::size_t count = 0;
      const std::uint32_t end = std::min(own.count, begin + at_once);
      for (std::uint32_t k = begin; k < end; ++k) {
        boxes[count] = own.box(k);
        parts[count] = k;
        count += gap_of(boxes[count], other) <= most + bodies.slack ? 1 : 0;
      }
      return count;
    };
    for (std::uint32_t begin_a = 0; begin_a < bodies.a.count; begin_a += at_once) {
      const std::size_t count_a = collect(bodies.a, bodies.whole_b, begin_a, parts_a, boxes_a);
      if (count_a == 0) continue;
      for (std::uint32_t begin_b = 0; begin_b < bodies.b.count; begin_b += at_once) {
        const std::size_t count_b = collect(bodies.b, bodies.whole_a, begin_b, parts_b, boxes_b);
        for (std::size_t i = 0; i < count_a; ++i) {
          for (std::size_t j = 0; j < count_b; ++j) {
            const double gap = gap_of(boxes_a[i], boxes_b[j]);
            if (gap > beyond && gap <= most) push(p, bodies, parts_a[i], parts_b[j]);
          }
        }
      }
    }
  }

  void push_smallest_gap(std::size_t p, const Bodies<T>& bodies) {
    double smallest = std::numeric_limits<double>::infinity();
    std::uint32_t part_a = 0, part_b = 0;
    for (std::uint32_t i = 0; i < bodies.a.count; ++i) {
      const PairBox box = bodies.a.box(i);
      if (!(gap_of(box, bodies.whole_b) < smallest)) continue;
      for (std::uint32_t j = 0; j < bodies.b.count; ++j) {
        if (const double gap = gap_of(box, bodies.b.box(j)); gap < smallest) {
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
    its.parts = {parts.a - first_a_[p], parts.b - first_b_[p]};
    if constexpr (with_contacts) {
      its.verdict = verdict(found);
      if (its.verdict != Verdict::disjoint) avoid_ignored_edges(p, parts, its.parts, its.result);
      its.key = static_cast<double>(its.result.separation);
      if (its.verdict == Verdict::disjoint) its.key = std::max(its.key, bodies_of(p).gap(its.parts.a, its.parts.b));
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
    exact::Core<T> core_a = batch_.core_of(a_, job_.bodies_a[parts.a]),
                   core_b = batch_.core_of(b_, job_.bodies_b[parts.b]);
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

  Batch& batch_;
  const Scene& a_;
  const Scene& b_;
  const kernels::PairJob<T>& whole_;
  kernels::PairJob<T> job_;  ///< of pairs of parts
  Buckets buckets_;          ///< whose slots are the places in `best_`
  std::array<std::uint32_t, capacity> uncertain_;
  std::array<Result, Buckets::capacity> results_;
  std::array<Best<Result>, capacity> best_{};
  std::array<std::uint32_t, capacity> first_a_, first_b_;
};

}  // namespace satchel::query
