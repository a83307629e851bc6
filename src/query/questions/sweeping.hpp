// Sweeps the pairs of a list, whose contacts at the start are known.
//
//   pairs that meet at the start are done; so are those that stay apart along their contact's normal
//   of the rest, polygons that do not turn: sorted by class, one pair per lane (src/kernels/sweep/sweep.hpp)
//   what is left, and linked bodies, one by one: exactly (src/exact/sweep.cpp), or by conservative advancement where a
//     body turns (core_sweep.hpp); compounds part by part (sweep_parts.hpp)
//   of those that meet: the contact point (contact_point.hpp)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include <satchel/sweep.hpp>

#include "query/compound/sweep_parts.hpp"
#include "query/one_pair/contact_point.hpp"
#include "query/pipeline/follow.hpp"
#include "query/stages/pair_bins.hpp"

namespace satchel::query {

/// The motions of the bodies of two scenes.
struct Motions {
  std::span<const Motion> a, b;
  std::uint32_t mask_b = ~std::uint32_t{0};  ///< 0: the bodies of the second scene have one motion, b[0]

  const Motion& of_a(Pair pair) const { return a[pair.a]; }
  const Motion& of_b(Pair pair) const { return b[pair.b & mask_b]; }
};

/// @param turns  whether a body turns: the time is then not rounded up, since the bodies have not met before
template <class T>
void store(const exact::Meeting& meeting, bool turns, bool swapped, const BasicContact<T>& contact,
           BasicImpact<T>& impact) {
  const bool known = meeting.normal_x != 0 || meeting.normal_y != 0;
  const T x = static_cast<T>(meeting.normal_x), y = static_cast<T>(meeting.normal_y);
  impact.hit = 1;
  impact.time = static_cast<T>(meeting.time) + T(0);
  if (turns && static_cast<double>(impact.time) > meeting.time) impact.time = std::nextafter(impact.time, T(0));
  impact.normal_x = (!known ? contact.normal_x : swapped ? -x : x) + T(0);  // + 0: no -0 leaves
  impact.normal_y = (!known ? contact.normal_y : swapped ? -y : y) + T(0);
}

/// One call's view of scenes and motions.
template <class T>
struct Sweep {
  const Scenes<T>& scenes;
  Motions motions;
  SweepRules rules;
  const kernels::SweepKernels<T>& kernel;
  bool has_seams = scenes.a.has_seams() || scenes.b.has_seams();

  /// Whether the contact's normal separates a pair for the whole step; by more than the tolerance if a body turns, since within it
  /// they meet. The band, 32 u times all lengths, covers the errors of normal
  /// and separation (sweeping.gappa). Never of compounds: their contact is that of two parts.
  bool stays_apart(Pair pair, const BasicContact<T>& contact) const {
    const kernels::BodyRecord<T>&a = scenes.a.bodies[pair.a], &b = scenes.b.bodies[pair.b];
    const Motion &of_a = motions.of_a(pair), &of_b = motions.of_b(pair);
    const double dx = of_b.x - of_a.x, dy = of_b.y - of_a.y;
    const double reach_a = static_cast<double>(a.reach), reach_b = static_cast<double>(b.reach);
    const double turning = std::fabs(of_a.angle) * reach_a + std::fabs(of_b.angle) * reach_b;
    const double along = static_cast<double>(contact.normal_x) * dx + static_cast<double>(contact.normal_y) * dy;
    constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
    const double band =
        32 * u *
        (reach_a + reach_b + std::fabs(b.x - a.x) + std::fabs(b.y - a.y) + std::fabs(dx) + std::fabs(dy) + turning);
    double near = 0;
    if ((of_a.angle != 0) | (of_b.angle != 0))
        [[unlikely]] {  // rounded up: reaches and distances are those of the cores there
      const double far = std::fabs(b.x - a.x) + std::fabs(b.y - a.y) + std::fabs(dx) + std::fabs(dy);
      near = (1 + 0x1p-10) * turning_tolerance(reach_a + reach_b, far, rules.tolerance);
    }
    const bool convex = !(a.place.is_compound() || b.place.is_compound());
    // T rounds a smaller separation up to its least denormal.
    const double separation = static_cast<double>(contact.separation) - std::numeric_limits<T>::denorm_min();
    return convex & (separation + std::min(0.0, along - turning) > band + near);
  }

  MovingBody<T> body_a(Pair pair) const { return {scenes.a, pair.a, motions.of_a(pair)}; }
  MovingBody<T> body_b(Pair pair) const { return {scenes.b, pair.b, motions.of_b(pair)}; }

  /// Evaluated with the lower index first.
  FirstMeeting meeting(Pair pair, bool swapped, const BasicContact<T>& contact) const {
    const MovingBody<T> a = body_a(pair), b = body_b(pair);
    if (!swapped) return sweep_bodies(a, b, rules, contact);
    return sweep_bodies(b, a, rules, mirrored(contact));
  }

  /// Writes what contacts alone decide, without branches; lists the other pairs in job.open.
  template <class Batch>
  void operator()(const Batch&, const FoundContacts<T>& found, BasicImpact<T>* impacts) const {
    const kernels::PairJob<T>& job = found.job;
    const BasicContact<T>* const contacts = found.contacts;
    std::size_t open = 0;
    for (std::size_t i = 0; i < job.count; ++i) {
      const BasicContact<T>& contact = contacts[i];
      const bool meet = verdict(contact) != Verdict::disjoint;
      BasicImpact<T>& impact = impacts[i];
      std::memset(static_cast<void*>(&impact), 0, sizeof impact);
      impact.time = meet ? T(0) : T(1);
      impact.normal_x = meet ? contact.normal_x : T(0);
      impact.normal_y = meet ? contact.normal_y : T(0);
      impact.hit = meet ? 1 : 0;
      job.open[open] = static_cast<std::uint32_t>(i);
      open += (meet | stays_apart(job.pairs[i], contact)) ? 0 : 1;
    }
    std::array<std::uint32_t, most_at_a_step<T>> sorted;
    const KindEnds ends = sort_by_kind(job, open, sorted.data());
    kernels::SweepJob<T> moving{job, motions.a.data(), motions.b.data(), motions.mask_b};
    std::uint32_t from = 0;
    for (unsigned kind = 0; kind <= lane_kinds; from = ends[kind++]) {
      std::size_t count = ends[kind] - from;
      if (count == 0) continue;
      std::uint32_t* const positions = sorted.data() + from;
      if (kind < lane_kinds) {
        moving.pairs.open = positions;
        const auto [class_a, class_b] = classes_of(static_cast<PairKind>(kind));
        count = kernel.impacts(moving, class_a, class_b, count, impacts);  // those that stay open
      }
      for (std::size_t k = 0; k < count; ++k)
        sweep_one(job.pairs[positions[k]], contacts[positions[k]], impacts[positions[k]]);
    }
    for (std::size_t i = 0; i < job.count; ++i) {
      if (impacts[i].hit == 0) continue;
      const Pair pair = job.pairs[i];
      const PartPair parts = found.parts.empty() ? PartPair{0, 0} : found.parts[i];
      if (verdict(contacts[i]) == Verdict::disjoint) {
        if (rules.leaves_start && is_grazing(pair, contacts[i], impacts[i])) clear(impacts[i]);
      } else if (rules.leaves_start || (has_seams && is_behind(pair, parts))) {
        clear(impacts[i]);
        sweep_one(pair, contacts[i], impacts[i]);
      } else if (is_compound(pair)) {
        add_point(pair, parts, contacts[i], impacts[i]);
      }
      if (impacts[i].hit != 0 && !is_compound(pair)) add_point(pair, {0, 0}, contacts[i], impacts[i]);
    }
  }

  /// Writes the impact, of compounds with its contact point.
  void sweep_one(Pair pair, const BasicContact<T>& contact, BasicImpact<T>& impact) const {
    const bool swapped = scenes.is_swapped(pair);
    const FirstMeeting found = meeting(pair, swapped, contact);
    if (!found.hit) return;
    store(found, turns(pair), swapped, contact, impact);
    if (!is_compound(pair)) return;
    add_point(pair, swapped ? PartPair{found.part_b, found.part_a} : PartPair{found.part_a, found.part_b}, contact,
              impact);
  }

  bool turns(Pair pair) const { return motions.of_a(pair).angle != 0 || motions.of_b(pair).angle != 0; }
  bool is_compound(Pair pair) const {
    return scenes.a.bodies[pair.a].place.is_compound() || scenes.b.bodies[pair.b].place.is_compound();
  }

  /// @param parts  those that meet
  void add_point(Pair pair, PartPair parts, const BasicContact<T>& contact, BasicImpact<T>& impact) const {
    if (!rules.points) return;
    const MovingBody<T> a = body_a(pair), b = body_b(pair);
    const MovingPart<T> of_a = part_of(a, parts.a), of_b = part_of(b, parts.b);
    const auto time = static_cast<double>(impact.time), nx = static_cast<double>(impact.normal_x),
               ny = static_cast<double>(impact.normal_y);
    const bool apart = time > 0 || verdict(contact) != Verdict::overlapping;
    Vec2d point;
    if (scenes.is_swapped(pair)) {
      point = contact_point(of_b, of_a, time, -nx, -ny, apart);
      point.x += (of_b.record.x - of_a.record.x) + time * (b.motion.x - a.motion.x);
      point.y += (of_b.record.y - of_a.record.y) + time * (b.motion.y - a.motion.y);
    } else {
      point = contact_point(of_a, of_b, time, nx, ny, apart);
    }
    impact.point_x = static_cast<T>(point.x) + T(0);  // + 0: no -0 leaves
    impact.point_y = static_cast<T>(point.y) + T(0);
  }

  static void clear(BasicImpact<T>& impact) {
    std::memset(static_cast<void*>(&impact), 0, sizeof impact);
    impact.time = 1;
  }

  /// Whether lanes found an impact of a pair that does not approach along the normal at the start, or at the impact,
  /// faster than rounding makes believe (core_sweep.hpp).
  bool is_grazing(Pair pair, const BasicContact<T>& contact, const BasicImpact<T>& impact) const {
    if (impact.hit == 0 || kind_of(pair) == lane_kinds) return false;
    const double dx = motions.of_b(pair).x - motions.of_a(pair).x, dy = motions.of_b(pair).y - motions.of_a(pair).y;
    const double band = -8 * ImpactLimits<T>::u * (std::fabs(dx) + std::fabs(dy));
    const auto approaches = [&](T nx, T ny) {
      return static_cast<double>(nx) * dx + static_cast<double>(ny) * dy < band;
    };
    return !approaches(contact.normal_x, contact.normal_y) || !approaches(impact.normal_x, impact.normal_y);
  }

  /// Whether the parts that are in contact do not count, because a body is behind the other's one-sided edge.
  bool is_behind(Pair pair, PartPair parts) const {
    if (!has_one_sided_edge(scenes.a, pair.a) && !has_one_sided_edge(scenes.b, pair.b)) return false;
    const MovingBody<T> a = body_a(pair), b = body_b(pair);
    return CoreSweep<T>(part_of(a, parts.a), part_of(b, parts.b), rules).is_behind();
  }

 private:
  /// Where the pairs of each kind of lane classes end; the last is for those that no kernel takes.
  using KindEnds = std::array<std::uint32_t, lane_kinds + 1>;

  unsigned kind_of(Pair pair) const {
    const std::uint8_t body_a = scenes.a.kinds[pair.a], body_b = scenes.b.kinds[pair.b];
    const PairKind kind = scenes.is_swapped(pair) ? kind_by_class(body_b, body_a) : kind_by_class(body_a, body_b);
    if (turns(pair) || kind > PairKind::boxes) return lane_kinds;
    if (has_seams && (may_be_limited(scenes.a, pair.a) || may_be_limited(scenes.b, pair.b))) {
      return lane_kinds;
    }
    return kind == PairKind::boxes ? index(polygons_of(0, 0)) : index(kind);
  }

  /// The first `open` positions of job.open, those of a kind together.
  KindEnds sort_by_kind(const kernels::PairJob<T>& job, std::size_t open, std::uint32_t* sorted) const {
    std::array<std::uint8_t, most_at_a_step<T>> kinds;
    std::array<std::uint32_t, lane_kinds + 2> begins{};
    for (std::size_t k = 0; k < open; ++k) {
      const unsigned kind = kind_of(job.pairs[job.open[k]]);
      kinds[k] = static_cast<std::uint8_t>(kind);
      ++begins[kind + 1];
    }
    KindEnds at;
    for (std::size_t kind = 0; kind < at.size(); ++kind) {
      begins[kind + 1] += begins[kind];
      at[kind] = begins[kind];
    }
    for (std::size_t k = 0; k < open; ++k) sorted[at[kinds[k]]++] = job.open[k];
    return at;
  }
};

}  // namespace satchel::query
