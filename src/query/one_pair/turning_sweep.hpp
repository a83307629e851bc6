// Conservative advancement: when two bodies meet of which some turn while they move.
//
//   t = 0
//   repeat: D = distance at t, n = unit vector from a's nearest point to b's
//     D <= tolerance: they meet at t
//     s = how fast the gap along n can shrink:  -n . d + |turn of a| reach of a + |turn of b| reach of b
//     s <= 0: never
//     t += (D - tolerance / 2) / s;  t > 1: not in this step
//
// No contact is missed: as long as t has not advanced by D / s, the gap along the fixed n is positive, so something
// separates the bodies. A step advances by tolerance / (2 s) or more, so they are at most 1 + 2 s / tolerance. The half
// of the tolerance that is kept is far more than the rounding of a distance, because all is seen from a, which only
// turns: no coordinate is larger than reaches, distance and difference of the motions. (Mirtich, "Impulse-based Dynamic
// Simulation of Rigid Body Systems", 1996; Coumans, 2005.)
//
// Bodies in contact at the start, which does not count:
//
//   t = 0, allowed = depth at 0 + tolerance / 2
//   repeat: depth at t > allowed: they meet at the t before
//     nearest points approach each other, or the bodies have been apart and touch: they meet at t
//     t += w / a bound of the speed;  w = tolerance / 2, or if they are more, the less of depth and of
//       allowed - depth - tolerance / 2
//
// No gap, and no depth, changes faster than this bound. So between two looks the depth grows by tolerance / 2 at most,
// and until the meeting, or the end, it is less than that at 0 by the tolerance; and what has been too deep, or apart by
// the tolerance, has been looked at. A depth is the least one along the normal of an edge, radii included.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <satchel/pose.hpp>
#include <satchel/results.hpp>

#include "exact/sweep.hpp"
#include "query/one_pair/impact_limits.hpp"
#include "query/one_pair/nearest_points.hpp"
#include "query/one_pair/turning_core.hpp"

namespace satchel::query {

/// How far apart bodies have to be at least. Smaller distances than what they are good for would never be reached.
/// @param size       the sum of their reaches
/// @param far        between their origins, with the motion
/// @param tolerance  0: the default
inline double turning_tolerance(double size, double far, double tolerance) {
  return std::max(tolerance > 0 ? tolerance : 0x1p-13 * size, 0x1p-40 * (size + far));
}
inline double turning_tolerance(const TurningCore& a, const TurningCore& b, double radii, double tolerance) {
  const double far = std::max(std::fabs(b.x), std::fabs(b.y)) + std::fabs(b.motion.x - a.motion.x) +
                     std::fabs(b.motion.y - a.motion.y);
  return turning_tolerance(a.reach + b.reach + radii, far, tolerance);
}

/// How bodies face each other where they are within the tolerance.
struct Facing {
  bool counts = true;       ///< false: they meet inside a joined surface
  double nx, ny;            ///< unit vector from a to b
  double gap;               ///< along it
  bool approaches = false;  ///< faster than rounding makes believe
};

/// One sweep by conservative advancement.
/// @param limits  what links leave; null: all
template <class T>
class TurningSweep {
 public:
  TurningSweep(TurningCore& a, TurningCore& b, double radii, double tolerance, const ImpactLimits<T>* limits)
      : a_(a),
        b_(b),
        radii_(radii),
        tolerance_(turning_tolerance(a, b, radii, tolerance)),
        size_(a.reach + b.reach + radii),
        turning_(std::fabs(a.motion.angle) * a.reach + std::fabs(b.motion.angle) * b.reach),
        dx_(b.motion.x - a.motion.x),
        dy_(b.motion.y - a.motion.y),
        least_gap_(std::min(std::max(0x1p-30, 32 * ImpactLimits<T>::u) * size_, 0.5 * tolerance_)),
        fastest_((turning_ + std::sqrt(dx_ * dx_ + dy_ * dy_)) * (1 + 0x1p-40)),
        limits_(limits) {}

  double tolerance() const { return tolerance_; }
  /// The vertices at a time; valid until the next call.
  MovedCores at(double time) {
    return {a_.placed_at(time), b_.placed_at(time), time * a_.motion.angle, time * b_.motion.angle};
  }

  /// @param until         later meetings are of no interest
  /// @param leaves_start  bodies meet only where they approach each other
  /// @param in_contact    the bodies are in contact at the start, which does not count: they meet if they approach each
  ///                      other while they are within the tolerance, once they have been apart, or before they are
  ///                      deeper than at the start
  exact::Meeting run(double until, bool leaves_start, bool in_contact) {
    bool has_been_apart = false;
    AllowedDepth allowed;
    for (double time = 0;;) {
      const Place place = place_at(time, in_contact);
      if (place.distance <= tolerance_ && (in_contact || limits_ != nullptr)) {
        const Facing facing = facing_at(time, place);
        if (!in_contact) {
          const bool has_to_approach = leaves_start || limits_->is_one_sided();
          if (facing.counts && (facing.approaches || !has_to_approach)) return {true, time, facing.nx, facing.ny};
          if (!facing.counts && !leaves_start && !limits_->is_one_sided()) return {true, time, place.nx, place.ny};
          in_contact = true;
          allowed = {};
        }
        if (is_deeper(facing, allowed)) return meeting(allowed.last, place, facing);
        allowed.last = time;
        const bool is_apart = facing.counts && facing.gap > least_gap_;
        const bool is_closed = place.distance <= 0.5 * least_gap_;
        if (facing.counts && ((has_been_apart && is_closed) || (is_apart && facing.approaches))) {
          return meeting(time, place, facing);
        }
        has_been_apart = facing.counts && (is_apart || (has_been_apart && !is_closed));
        const double later = time + way_in_contact(place, allowed) / fastest_;
        if (!(fastest_ > 0) || later > until) return {false, 0, 0, 0};
        time = later;
        continue;
      }
      in_contact = false;
      if (place.distance <= tolerance_) return {true, time, place.nx, place.ny};
      const double shrinking = (turning_ - (place.nx * dx_ + place.ny * dy_)) * (1 + 0x1p-40);
      if (!(shrinking > 0)) return {false, 0, 0, 0};
      const double later = time + (place.distance - 0.5 * tolerance_) / shrinking;
      if (later > until) return {false, 0, 0, 0};
      // Where the step is lost in the rounding of the time, nothing nearer than the tolerance can be told apart from
      // it.
      if (!(later > time)) return {true, time, place.nx, place.ny};
      time = later;
    }
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  /// By so much times the speed, rounding of normals may make bodies seem to approach each other.
  static constexpr double slack = std::max(8 * ImpactLimits<T>::u, 0x1p-40);

  /// Where the cores are at a time.
  struct Place {
    MovedCores cores;
    bool overlap;         ///< the cores overlap, and `nearest` says nothing; only looked for in contact
    NearestPair nearest;  ///< of the cores
    double distance;      ///< of the bodies; negative: minus their depth
    double nx, ny;        ///< unit vector from a to b; of cores that touch, rounding
  };

  Place place_at(double time, bool in_contact) {
    Place place{at(time), false, {}, 0, 0, 0};
    const MovedCores& cores = place.cores;
    if (in_contact && do_cores_overlap(cores.a, cores.b)) {
      const LeastOverlap least = least_overlap(cores.a, cores.b);
      place.overlap = true;
      place.distance = std::min(least.separation, 0.0) - radii_;
      place.nx = least.nx;
      place.ny = least.ny;
      return place;
    }
    place.nearest = nearest_points(cores.a, cores.b);
    const double length = std::sqrt(place.nearest.squared);
    place.distance = length - radii_;
    if (length > 0) {
      place.nx = (place.nearest.on_b.x - place.nearest.on_a.x) / length;
      place.ny = (place.nearest.on_b.y - place.nearest.on_a.y) / length;
    }
    return place;
  }

  /// How deep bodies in contact may be.
  struct AllowedDepth {
    bool is_first = true, is_known = false, is_ignored = false;
    double gap = 0;   ///< the least that is allowed
    double last = 0;  ///< the last time at which it was not less
  };

  /// Whether bodies in contact are deeper than where the contact began, by more than half of the tolerance. A contact
  /// with a one-sided edge that did not count where it began, because the edge was met from the side, never does.
  bool is_deeper(const Facing& facing, AllowedDepth& allowed) const {
    if (allowed.is_first) allowed.is_ignored = !facing.counts && limits_->is_one_sided();
    allowed.is_first = false;
    if (!facing.counts || allowed.is_ignored) return false;
    if (allowed.is_known) return facing.gap < allowed.gap;
    allowed.is_known = true;
    allowed.gap = std::min(facing.gap, 0.0) - 0.5 * tolerance_;
    return false;
  }

  /// How far points may move until bodies in contact are looked at again. While they overlap, they are neither apart nor
  /// too deep before they have moved by their depth, or by what is left of it.
  double way_in_contact(const Place& place, const AllowedDepth& allowed) const {
    const double half = 0.5 * tolerance_;
    if (limits_ != nullptr) return half;
    return std::max(half, std::min(-place.distance, place.distance - allowed.gap - half));
  }

  Facing facing_at(double time, const Place& place) const {
    const double nx = place.nx, ny = place.ny;
    const bool has_normal = place.distance > least_gap_;
    const auto by_nearest = [&]() -> Facing {
      if (!has_normal) return {true, nx, ny, place.distance, false};
      const double rate = a_.gap_rate(b_, place.nearest.on_a, place.nearest.on_b, nx, ny, time);
      const double noise = 0x1p-49 * (size_ + std::max(std::fabs(b_.x), std::fabs(b_.y))) / place.distance;
      return {true, nx, ny, place.distance, rate < -(slack + noise) * fastest_};
    };
    if (limits_ == nullptr || (has_normal && limits_->leaves(nx, ny, place.cores))) return by_nearest();
    const Vec2d impact{nx, ny};
    const MetEdge met = limits_->touched(place.cores, tolerance_, place.overlap ? nullptr : &impact);
    if (!met.any) return {false, 0, 0, 0, false};
    const auto approaches_beside = [&](const Beside& beside) {
      return !beside.any || a_.gap_rate(b_, beside.corner, beside.corner, beside.normal_x, beside.normal_y, time) <
                                -slack * met.tilt * fastest_;
    };
    Beside beside;
    if (has_normal && limits_->counts_though_refused(impact, met, place.cores, tolerance_, beside)) {
      Facing facing = by_nearest();
      facing.approaches = facing.approaches && approaches_beside(beside);
      return facing;
    }
    const bool approaches =
        rate_at(met, place.cores, time) < -slack * met.tilt * fastest_ && approaches_beside(met.beside);
    return {true, met.normal_x, met.normal_y, met.separation, approaches};
  }

  exact::Meeting meeting(double time, const Place& place, const Facing& facing) const {
    const bool touch = !place.overlap && place.nearest.squared <= least_gap_ * least_gap_;
    if (limits_ != nullptr || !touch) return {true, time, facing.nx, facing.ny};
    const LeastOverlap least = least_overlap(place.cores.a, place.cores.b);
    return {true, time, least.nx, least.ny};
  }

  /// How fast the gap between an edge of one core and the foremost vertices of the other grows, where they face each
  /// other.
  double rate_at(const MetEdge& met, const MovedCores& cores, double time) const {
    const double sign = met.side == Side::a ? 1 : -1, ux = -sign * met.normal_y, uy = sign * met.normal_x;
    const std::span<const Vec2d> own = met.side == Side::a ? cores.a : cores.b;
    const Vec2d start = own[met.edge], end = own[met.edge + 1 < own.size() ? met.edge + 1 : 0];
    double low = infinity, high = -infinity;
    for (const Vec2d& v : met.side == Side::a ? cores.b : cores.a) {
      const double x = v.x - start.x, y = v.y - start.y;
      if (sign * (met.normal_x * x + met.normal_y * y) - radii_ > met.separation + 64 * ImpactLimits<T>::u * size_)
        continue;
      low = std::min(low, ux * x + uy * y);
      high = std::max(high, ux * x + uy * y);
    }
    const double length = ux * (end.x - start.x) + uy * (end.y - start.y);
    const double out = met.separation + radii_, out_x = sign * out * met.normal_x, out_y = sign * out * met.normal_y;
    const auto rate = [&](double along) {
      along = std::clamp(along, low, high);
      const Vec2d other_point{start.x + along * ux + out_x, start.y + along * uy + out_y};
      along = std::clamp(along, 0.0, length);
      const Vec2d own_point{start.x + along * ux, start.y + along * uy};
      const bool of_a = met.side == Side::a;
      return a_.gap_rate(b_, of_a ? own_point : other_point, of_a ? other_point : own_point, met.normal_x, met.normal_y,
                         time);
    };
    return std::min(rate(0), rate(length));
  }

  TurningCore &a_, &b_;
  double radii_, tolerance_, size_, turning_, dx_, dy_;
  double least_gap_;  ///< smaller ones may be rounding, of placed vertices too
  double fastest_;
  const ImpactLimits<T>* limits_;
};

}  // namespace satchel::query
