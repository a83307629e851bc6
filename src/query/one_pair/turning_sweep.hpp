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
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/results.hpp>

#include "exact/hull.hpp"
#include "exact/ring.hpp"
#include "exact/sweep.hpp"
#include "query/one_pair/impact_limits.hpp"
#include "query/one_pair/nearest_points.hpp"
#include "scene/core_of.hpp"

namespace satchel::query {

/// A core that turns around its origin, which moves. Up to `few` vertices need no memory of their own.
///
/// Positions and motions are those that are seen from one body, which only turns: a motion that both bodies have in
/// common, however large, costs no precision.
///
/// The placed vertices turn, by rotations whose length is 1 but for rounding. So the length of the pose's rotation does
/// not matter: it is in the placed vertices and in the reach.
class TurningCore {
 public:
  double x, y;  ///< origin at the start, as seen from somewhere
  Motion motion;
  double reach = 0;  ///< of the core from its origin

  /// @param as_hull  takes the hull of a core that rounding made non-convex, whose edges have other numbers
  template <class T>
  TurningCore(const detail::SceneData<T>& scene, const kernels::BodyRecord<T>& record, const Motion& its_motion,
              double from_x, double from_y, bool as_hull)
      : x(record.x - from_x), y(record.y - from_y), motion(its_motion) {
    if (as_hull && record.place.exact_only()) {
      const exact::Ring<T> ring(core_of(scene, record));
      take(ring.count(), [&](std::size_t i) { return Vec2d{ring.x(i), ring.y(i)}; });
    } else {
      const CoreView<T> core(scene, record, record.x, record.y);
      take(core.count, [&](std::size_t i) { return core.vertex(i); });
    }
  }
  TurningCore(const TurningCore&) = delete;
  TurningCore& operator=(const TurningCore&) = delete;

  /// How fast the gap between a point on this core and one on another grows along the normal (nx, ny).
  double gap_rate(const TurningCore& other, const Vec2d& own_point, const Vec2d& its_point, double nx, double ny,
                  double time) const {
    const auto speed = [&](const TurningCore& core, const Vec2d& point) {
      const double rx = point.x - (core.x + time * core.motion.x), ry = point.y - (core.y + time * core.motion.y);
      return nx * (core.motion.x - core.motion.angle * ry) + ny * (core.motion.y + core.motion.angle * rx);
    };
    return speed(other, its_point) - speed(*this, own_point);
  }

  std::span<const Vec2d> placed_at(double time) {
    const Pose pose = Pose::at(x + time * motion.x, y + time * motion.y, time * motion.angle);
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
      const Vec2d v = offsets_[i];
      placed_[i] = {pose.x + (pose.rotation.cos * v.x - pose.rotation.sin * v.y),
                    pose.y + (pose.rotation.sin * v.x + pose.rotation.cos * v.y)};
    }
    return placed_;
  }

 private:
  static constexpr std::size_t few = 64;

  template <class Vertex>
  void take(std::size_t count, Vertex vertex) {
    if (count > few) many_.resize(2 * count);
    Vec2d* const memory = count > few ? many_.data() : few_.data();
    offsets_ = {memory, count};
    placed_ = {memory + count, count};
    for (std::size_t i = 0; i < count; ++i) {
      const Vec2d v = offsets_[i] = vertex(i);
      reach = std::max(reach, std::sqrt(v.x * v.x + v.y * v.y));
    }
  }

  std::array<Vec2d, 2 * few> few_;
  std::vector<Vec2d> many_;
  std::span<Vec2d> offsets_, placed_;
};

/// The corners of the hull of a core that has turned.
inline std::vector<Vec2d> hull_of(std::span<const Vec2d> core) {
  std::vector<double> x, y;
  for (const Vec2d& v : core) {
    x.push_back(v.x);
    y.push_back(v.y);
  }
  std::vector<std::uint32_t> order(core.size()), hull(core.size() + 1);
  hull.resize(exact::hull_indices(x.data(), y.data(), core.size(), order.data(), hull.data()));
  std::vector<Vec2d> corners;
  for (const std::uint32_t i : hull) corners.push_back(core[i]);
  return corners;
}

/// Whether the interiors of two polygons overlap; for segments and points, whether they cross.
inline bool do_cores_overlap(std::span<const Vec2d> a, std::span<const Vec2d> b) {
  enum class Separated { no, maybe, yes };
  // Rounding of the turned vertices may leave an edge without length, or turn a short one around. An edge that has its
  // own core on its left is none of these.
  const auto by_edges = [](std::span<const Vec2d> own, std::span<const Vec2d> other, bool is_hull) {
    Separated result = Separated::no;
    for (std::size_t i = 0; own.size() > 1 && i < own.size(); ++i) {
      const Vec2d start = own[i], end = own[i + 1 < own.size() ? i + 1 : 0];
      const auto side = [&](const Vec2d& v) {
        return (end.x - start.x) * (v.y - start.y) - (end.y - start.y) * (v.x - start.x);
      };
      if (!std::all_of(other.begin(), other.end(), [&](const Vec2d& v) { return side(v) <= 0; })) continue;
      const bool has_length = end.x != start.x || end.y != start.y;
      if (is_hull ||
          (has_length && std::all_of(own.begin(), own.end(), [&](const Vec2d& v) { return side(v) >= 0; }))) {
        return Separated::yes;
      }
      result = Separated::maybe;
    }
    return result;
  };
  const auto separated = [&](std::span<const Vec2d> one, std::span<const Vec2d> other, bool are_hulls) {
    if (one.size() + other.size() <= 3) return Separated::yes;
    return std::max(by_edges(one, other, are_hulls), by_edges(other, one, are_hulls));
  };
  const Separated found = separated(a, b, false);
  return found == Separated::no ||
         (found == Separated::maybe && separated(hull_of(a), hull_of(b), true) == Separated::no);
}

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
  ///                      other while they are within the tolerance, or once they have been apart
  exact::Meeting run(double until, bool leaves_start, bool in_contact) {
    bool has_been_apart = false;
    for (double time = 0;;) {
      const MovedCores cores = at(time);
      const NearestPair nearest = nearest_points(cores.a, cores.b);
      const double length = std::sqrt(nearest.squared);
      const bool overlap = in_contact && do_cores_overlap(cores.a, cores.b);
      const double distance = overlap ? -infinity : length - radii_;
      const double nx = length > 0 ? (nearest.on_b.x - nearest.on_a.x) / length : 0;
      const double ny = length > 0 ? (nearest.on_b.y - nearest.on_a.y) / length : 0;
      if (distance <= tolerance_ && (in_contact || limits_ != nullptr)) {
        const Facing facing = facing_at(time, cores, nearest, distance, nx, ny);
        if (!in_contact) {
          const bool has_to_approach = leaves_start || limits_->is_one_sided();
          if (facing.counts && (facing.approaches || !has_to_approach)) return {true, time, facing.nx, facing.ny};
          if (!facing.counts && !leaves_start && !limits_->is_one_sided()) return {true, time, nx, ny};
          in_contact = true;
        }
        const bool is_apart = facing.counts && facing.gap > least_gap_;
        const bool is_closed = distance <= 0.5 * least_gap_;
        if (facing.counts && ((has_been_apart && is_closed) || (is_apart && facing.approaches))) {
          return {true, time, facing.nx, facing.ny};
        }
        has_been_apart = facing.counts && (is_apart || (has_been_apart && !is_closed));
        const double later = time + 0.5 * tolerance_ / fastest_;
        if (!(fastest_ > 0) || later > until) return {false, 0, 0, 0};
        time = later;
        continue;
      }
      in_contact = false;
      if (distance <= tolerance_) return {true, time, nx, ny};
      const double shrinking = (turning_ - (nx * dx_ + ny * dy_)) * (1 + 0x1p-40);
      if (!(shrinking > 0)) return {false, 0, 0, 0};
      const double later = time + (distance - 0.5 * tolerance_) / shrinking;
      if (later > until) return {false, 0, 0, 0};
      // Where the step is lost in the rounding of the time, nothing nearer than the tolerance can be told apart from
      // it.
      if (!(later > time)) return {true, time, nx, ny};
      time = later;
    }
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  /// By so much times the speed, rounding of normals may make bodies seem to approach each other.
  static constexpr double slack = std::max(8 * ImpactLimits<T>::u, 0x1p-40);

  /// @param distance  minus infinity: the cores overlap, and `nearest` says nothing
  Facing facing_at(double time, const MovedCores& cores, const NearestPair& nearest, double distance, double nx,
                   double ny) const {
    const bool has_normal = distance > least_gap_;
    if (limits_ == nullptr || (has_normal && limits_->leaves(nx, ny, cores))) {
      if (!has_normal) return {true, nx, ny, distance, false};
      const double rate = a_.gap_rate(b_, nearest.on_a, nearest.on_b, nx, ny, time);
      const double noise = 0x1p-49 * (size_ + std::max(std::fabs(b_.x), std::fabs(b_.y))) / distance;
      return {true, nx, ny, distance, rate < -(slack + noise) * fastest_};
    }
    const Vec2d impact{nx, ny};
    const MetEdge met = limits_->touched(cores, tolerance_, distance > -infinity ? &impact : nullptr);
    if (!met.any) return {false, 0, 0, 0, false};
    return {true, met.normal_x, met.normal_y, met.separation, rate_at(met, cores, time) < -slack * met.tilt * fastest_};
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
