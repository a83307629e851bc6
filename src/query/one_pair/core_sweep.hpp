// Sweeps of two convex bodies, or parts of such: exactly, or by conservative advancement where one turns; what links
// leave of their impacts; and, if contacts at the start count only where the bodies approach each other, whether they
// do.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "exact/sweep.hpp"
#include "query/one_pair/impact_limits.hpp"
#include "query/one_pair/turning_sweep.hpp"
#include "scene/core_of.hpp"

namespace satchel::query {

struct SweepRules {
  double tolerance;
  bool leaves_start;
  bool points;
};

template <class T>
struct MovingBody {
  const detail::SceneData<T>& scene;
  BodyId id;
  const Motion& motion;
};

/// A convex body, or a part of one.
template <class T>
struct MovingPart {
  const MovingBody<T>& body;
  const kernels::BodyRecord<T>& record;
  std::uint32_t part;

  /// Whether links may limit its normals.
  bool may_be_limited() const {
    const detail::SceneData<T>& scene = body.scene;
    if (!scene.bodies[body.id].place.is_compound()) return scene.links.of(body.id) != nullptr;
    const kernels::Place shape = scene.shapes[scene.body_shapes[body.id]].place;
    const std::uint32_t first = scene.compounds.parts_of_shape(shape).first;
    return scene.compounds.chain(shape).is_chain ||
           scene.compounds.inner_edges_of(scene.compounds.part_shapes[first + part]) != nullptr;
  }
};

template <class T>
MovingPart<T> part_of(const MovingBody<T>& body, std::uint32_t part) {
  const kernels::BodyRecord<T>& record = body.scene.bodies[body.id];
  return {body,
          record.place.is_compound() ? body.scene.compounds.parts[body.scene.first_part_of(record) + part] : record,
          part};
}

template <class T>
class CoreSweep {
 public:
  /// A before B in evaluation order.
  CoreSweep(const MovingPart<T>& a, const MovingPart<T>& b, const SweepRules& rules)
      : a_(a),
        b_(b),
        rules_(rules),
        dx_(b.body.motion.x - a.body.motion.x),
        dy_(b.body.motion.y - a.body.motion.y),
        speed_(std::fabs(dx_) + std::fabs(dy_) + std::fabs(a.body.motion.angle) * static_cast<double>(a.record.reach) +
               std::fabs(b.body.motion.angle) * static_cast<double>(b.record.reach)),
        turns_(a.body.motion.angle != 0 || b.body.motion.angle != 0) {}
  CoreSweep(const CoreSweep&) = delete;
  CoreSweep& operator=(const CoreSweep&) = delete;

  /// Whether a body is behind the other's one-sided edge at the start, so that they do not meet.
  bool is_behind() const {
    const ImpactLimits<T>* const limits = find_limits();
    return limits != nullptr && limits->is_behind();
  }

  /// @param start  the contact at the start, of cores that are apart; null: to be found
  /// @param until  later meetings need not be found
  exact::Meeting from_apart(const BasicContact<T>* start, double until) const {
    if (turns_) return turning_from_apart(start, until);
    const exact::Displacement motion{exact::two_difference(b_.body.motion.x, a_.body.motion.x),
                                     exact::two_difference(b_.body.motion.y, a_.body.motion.y)};
    exact::Meeting found =
        exact::sweep_apart(core_of(a_.body.scene, a_.record), core_of(b_.body.scene, b_.record), motion);
    if (!found.hit) return found;
    const ImpactLimits<T>* const limits = find_limits();
    if (limits == nullptr && !rules_.leaves_start) return at_the_start(found);
    if (limits != nullptr && limits->is_behind()) return miss;
    const bool has_normal = found.normal_x != 0 || found.normal_y != 0;
    if (rules_.leaves_start || !has_normal) {
      const BasicContact<T> apart = start != nullptr ? *start : contact_at_start();
      if (!has_normal) return from_contact(apart, until);
      // What a direction has separated from the start on stays outside, but for rounding.
      if (!approaches(static_cast<double>(apart.normal_x), static_cast<double>(apart.normal_y), 1)) return miss;
    }
    double tilt = 1;
    bool has_to_approach = rules_.leaves_start;
    if (limits != nullptr && !limits->leaves(found, motion)) {
      TurningCore core_a = core_of_a(false), core_b = core_of_b(false);
      const Vec2d impact{found.normal_x, found.normal_y};
      const MovedCores at{core_a.placed_at(found.time), core_b.placed_at(found.time)};
      const MetEdge met = limits->touched(at, limits->rounding(), &impact);
      if (!met.any) {
        if (limits->is_one_sided()) return miss;
        return rules_.leaves_start ? limits->first_at_free_edge(motion, speed_) : found;
      }
      Beside beside;
      if (found.kind != FeatureKind::vertex ||
          !limits->counts_though_refused(impact, met, at, limits->rounding(), beside)) {
        found.normal_x = met.normal_x;
        found.normal_y = met.normal_y;
        tilt = met.tilt;
        beside = met.beside;
      }
      has_to_approach = has_to_approach || limits->is_one_sided();
      if (has_to_approach && beside.any && !approaches(beside.normal_x, beside.normal_y, tilt)) return miss;
    } else if (limits != nullptr && found.kind == FeatureKind::edge) {
      tilt = limits->tilt_of(found.side, found.edge);
    }
    return has_to_approach && !approaches(found.normal_x, found.normal_y, tilt) ? miss : found;
  }

  /// @param contact  at the start, of cores that are in contact, or nearly so
  exact::Meeting from_contact(BasicContact<T> contact, double until) const {
    const ImpactLimits<T>* const limits = find_limits();
    if (limits != nullptr && limits->is_behind()) return miss;
    const auto is_hit = [&](bool counts, double tilt, const Beside& beside = {}) {
      return !rules_.leaves_start ||
             (counts &&
              approach_at_start(static_cast<double>(contact.normal_x), static_cast<double>(contact.normal_y), tilt) &&
              (!beside.any || approach_at_start(beside.normal_x, beside.normal_y, tilt)));
    };
    const auto hit = [&]() -> exact::Meeting {
      return {true, 0, static_cast<double>(contact.normal_x), static_cast<double>(contact.normal_y)};
    };
    if (limits == nullptr && (is_hit(true, 1) || !turns_)) return is_hit(true, 1) ? hit() : miss;
    TurningCore core_a = core_of_a(limits == nullptr), core_b = core_of_b(limits == nullptr);
    TurningSweep<T> sweep(core_a, core_b, radii(), rules_.tolerance, limits);
    if (limits != nullptr) {
      contact = contact_at_start();
      double tilt = 1;
      const double within = turns_ ? sweep.tolerance() : limits->rounding();
      Beside beside;
      const bool counts = limits->leaves_contact(contact, sweep.at(0), within, tilt, beside);
      if (is_hit(counts, tilt, beside)) return hit();
    }
    return turns_ ? sweep.run(until, true, true) : miss;
  }

 private:
  static constexpr exact::Meeting miss{false, 0, 0, 0};
  static constexpr double u = ImpactLimits<T>::u, infinity = std::numeric_limits<double>::infinity();

  double radii() const { return static_cast<double>(a_.record.radius()) + static_cast<double>(b_.record.radius()); }

  /// As seen from the origin of a, which moves.
  /// @param as_hull  false: links have to know its edges
  TurningCore core_of_a(bool as_hull) const {
    return {a_.body.scene, a_.record, {0, 0, a_.body.motion.angle}, a_.record.x, a_.record.y, as_hull};
  }
  TurningCore core_of_b(bool as_hull) const {
    return {b_.body.scene, b_.record, {dx_, dy_, b_.body.motion.angle}, a_.record.x, a_.record.y, as_hull};
  }

  /// What links leave; null: all.
  const ImpactLimits<T>* find_limits() const {
    if (!limits_ && (a_.may_be_limited() || b_.may_be_limited())) {
      SeamPair<T> pair =
          seam_pair(a_.body.scene, b_.body.scene, {a_.body.id, b_.body.id}, {a_.part, b_.part}, false, true);
      pair.a.surface.keep_covered_edges();
      pair.b.surface.keep_covered_edges();
      limits_.emplace(pair, static_cast<double>(a_.record.reach), static_cast<double>(b_.record.reach), speed_);
    }
    return limits_ ? &*limits_ : nullptr;
  }

  BasicContact<T> contact_at_start() const {
    exact::Stage stage{};
    return exact::resolve_contact(core_of(a_.body.scene, a_.record), core_of(b_.body.scene, b_.record), stage);
  }

  /// Whether cores that do not turn approach each other along a normal, faster than its rounding makes believe.
  bool approaches(double nx, double ny, double tilt) const { return nx * dx_ + ny * dy_ < -8 * u * tilt * speed_; }

  /// A meeting of cores that are nearly in contact at the start has the normal of their contact: nearest points may be apart by
  /// rounding alone. It is computed here, not taken from the batch, so that parts have the same bits as bodies.
  exact::Meeting at_the_start(exact::Meeting found) const {
    if (!found.hit || found.time > 0) return found;
    const BasicContact<T> contact = contact_at_start();
    found.normal_x = static_cast<double>(contact.normal_x);
    found.normal_y = static_cast<double>(contact.normal_y);
    return found;
  }

  exact::Meeting turning_from_apart(const BasicContact<T>* start, double until) const {
    const ImpactLimits<T>* const limits = find_limits();
    if (limits != nullptr && limits->is_behind()) return miss;
    TurningCore core_a = core_of_a(limits == nullptr), core_b = core_of_b(limits == nullptr);
    TurningSweep<T> sweep(core_a, core_b, radii(), rules_.tolerance, limits);
    if (rules_.leaves_start) {
      const MovedCores at_start = sweep.at(0);
      const double distance = std::sqrt(nearest_points(at_start.a, at_start.b).squared) - radii();
      if (distance <= sweep.tolerance()) return from_contact(start != nullptr ? *start : contact_at_start(), until);
    }
    const exact::Meeting found = sweep.run(until, rules_.leaves_start, false);
    return limits == nullptr ? at_the_start(found) : found;
  }

  /// How far a corner is from both origins, across the normal: its lever arms. Each is computed from where the corner is
  /// as seen from that origin, so that the arm of a small body on a large one is as exact as if both were small.
  struct Arms {
    double of_a, of_b;
  };

  /// From where to where the corners of a core that are foremost along a normal extend across it.
  struct Foremost {
    Arms low{infinity, infinity}, high{-infinity, -infinity};
  };
  /// @param along   1: along (nx, ny); -1: against it
  /// @param before  compares two arms
  template <class Before>
  Foremost foremost(const MovingPart<T>& part, double along, double nx, double ny, const Before& before) const {
    const exact::Core<T> core = core_of(part.body.scene, part.record);
    const auto height = [&](std::uint32_t v) {
      return along * (nx * static_cast<double>(core.x[v]) + ny * static_cast<double>(core.y[v]));
    };
    const auto arm = [&](std::uint32_t v, const MovingPart<T>& from) {
      const exact::TwoTerms dx = exact::two_difference(from.record.x, part.record.x);
      const exact::TwoTerms dy = exact::two_difference(from.record.y, part.record.y);
      return nx * ((static_cast<double>(core.y[v]) - dy.high) - dy.low) -
             ny * ((static_cast<double>(core.x[v]) - dx.high) - dx.low);
    };
    double highest = height(0);
    for (std::uint32_t v = 1; v < core.count; ++v) highest = std::max(highest, height(v));
    const double least = highest - 64 * u * static_cast<double>(part.record.reach);
    Foremost found;
    for (std::uint32_t v = 0; v < core.count; ++v) {
      if (height(v) < least) continue;
      const Arms arms{arm(v, a_), arm(v, b_)};
      found.low = std::min(found.low, arms, before);
      found.high = std::max(found.high, arms, before);
    }
    return found;
  }

  /// Whether the bodies approach each other along the normal (nx, ny), somewhere in what the extents of their
  /// foremost corners have in common; the nearest ends if this is nothing. Along it the rate changes evenly, so its
  /// ends tell.
  bool approach_at_start(double nx, double ny, double tilt) const {
    double rate = nx * dx_ + ny * dy_;
    if (turns_) {
      const bool by_a = a_.record.reach < b_.record.reach;  // what is near the smaller body
      const auto before = [by_a](const Arms& one, const Arms& two) {
        return by_a ? one.of_a < two.of_a : one.of_b < two.of_b;
      };
      const Foremost a = foremost(a_, 1, nx, ny, before), b = foremost(b_, -1, nx, ny, before);
      const auto turning = [&](const Arms& at) {
        return a_.body.motion.angle * std::clamp(at, a.low, a.high, before).of_a -
               b_.body.motion.angle * std::clamp(at, b.low, b.high, before).of_b;
      };
      rate += std::min(turning(std::max(a.low, b.low, before)), turning(std::min(a.high, b.high, before)));
    }
    return rate < -8 * u * tilt * speed_;
  }

  MovingPart<T> a_, b_;
  SweepRules rules_;
  double dx_, dy_, speed_;
  bool turns_;
  mutable std::optional<ImpactLimits<T>> limits_;
};

}  // namespace satchel::query
