// Sweeps of two bodies, of which either may be a compound: the earliest that any parts of them meet.
//
//   for each part i of A, j of B, whose boxes meet once that of j is stretched by the motion up to the earliest so far:
//     sweep (i, j), as if each were a body; keep the earlier, of equally early ones the first
//
// Where a body turns, its parts' boxes are those of the circles that they stay in.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "exact/sweep.hpp"
#include "query/compound/part_boxes.hpp"
#include "query/questions/turning_sweep.hpp"
#include "query/seams/limit_contact.hpp"
#include "scene/core_of.hpp"

namespace satchel::query {

template <class T>
struct MovingBody {
  const detail::SceneData<T>& scene;
  BodyId id;
  const Motion& motion;
};

/// The impact of convex bodies, or parts of such, that are apart at the start.
/// @param until  later meetings need not be found
template <class T>
exact::Meeting sweep_cores(const MovingBody<T>& a, const kernels::BodyRecord<T>& of_a, const MovingBody<T>& b,
                           const kernels::BodyRecord<T>& of_b, double tolerance, double until) {
  if (a.motion.angle == 0 && b.motion.angle == 0) {
    const exact::Displacement motion{exact::two_difference(b.motion.x, a.motion.x),
                                     exact::two_difference(b.motion.y, a.motion.y)};
    return exact::sweep_apart(core_of(a.scene, of_a), core_of(b.scene, of_b), motion);
  }
  TurningCore core_a(a.scene, of_a, a.motion, of_a.x, of_a.y), core_b(b.scene, of_b, b.motion, of_a.x, of_a.y);
  return sweep_turning(core_a, core_b, static_cast<double>(of_a.radius()) + static_cast<double>(of_b.radius()),
                       tolerance, until);
}

/// Whether two convex bodies, or parts of such, approach each other where they are in contact at the start: whether some
/// corner of one that is foremost along the normal does, to within the rounding of the normal.
template <class T>
bool approach_at_start(const MovingBody<T>& a, const kernels::BodyRecord<T>& of_a, const MovingBody<T>& b,
                       const kernels::BodyRecord<T>& of_b, const BasicContact<T>& contact) {
  constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
  const double nx = static_cast<double>(contact.normal_x), ny = static_cast<double>(contact.normal_y);
  const double dx = b.motion.x - a.motion.x, dy = b.motion.y - a.motion.y;
  const auto turning = [&](const MovingBody<T>& body, const kernels::BodyRecord<T>& record, double sign) {
    if (body.motion.angle == 0) return 0.0;
    const exact::Core<T> core = core_of(body.scene, record);
    const auto height = [&](std::uint32_t v) {
      return sign * (nx * static_cast<double>(core.x[v]) + ny * static_cast<double>(core.y[v]));
    };
    double highest = height(0), fastest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t v = 1; v < core.count; ++v) highest = std::max(highest, height(v));
    const double foremost = highest - 64 * u * static_cast<double>(record.reach);
    for (std::uint32_t v = 0; v < core.count; ++v) {
      if (height(v) < foremost) continue;
      const double x = static_cast<double>(core.x[v]), y = static_cast<double>(core.y[v]);
      fastest = std::max(fastest, sign * body.motion.angle * (ny * x - nx * y));
    }
    return fastest;
  };
  const double rate = nx * dx + ny * dy - turning(a, of_a, 1) - turning(b, of_b, -1);
  const double speed = std::fabs(dx) + std::fabs(dy) + std::fabs(a.motion.angle) * static_cast<double>(of_a.reach) +
                       std::fabs(b.motion.angle) * static_cast<double>(of_b.reach);
  return rate < -8 * u * speed;
}

/// `sweep_cores` of bodies or parts that are in contact at the start, which counts only if they approach each other.
template <class T>
exact::Meeting sweep_from_contact(const MovingBody<T>& a, const kernels::BodyRecord<T>& of_a, const MovingBody<T>& b,
                                  const kernels::BodyRecord<T>& of_b, const BasicContact<T>& contact, double tolerance,
                                  double until) {
  if (approach_at_start(a, of_a, b, of_b, contact)) {
    return {true, 0, static_cast<double>(contact.normal_x), static_cast<double>(contact.normal_y)};
  }
  if (a.motion.angle == 0 && b.motion.angle == 0) return {false, 0, 0, 0};
  TurningCore core_a(a.scene, of_a, a.motion, of_a.x, of_a.y), core_b(b.scene, of_b, b.motion, of_a.x, of_a.y);
  return sweep_turning(core_a, core_b, static_cast<double>(of_a.radius()) + static_cast<double>(of_b.radius()),
                       tolerance, until, true);
}

/// The boxes of two bodies' parts over the whole motion.
template <class T>
class SweptBoxes {
 public:
  SweptBoxes(const MovingBody<T>& a, const MovingBody<T>& b, const Bodies<T>& bodies, double tolerance)
      : bodies_(bodies),
        a_turns_(a.motion.angle != 0),
        b_turns_(b.motion.angle != 0),
        move_x_(b.motion.x - a.motion.x),
        move_y_(b.motion.y - a.motion.y) {
    const double reach =
        static_cast<double>(a.scene.bodies[a.id].reach) + static_cast<double>(b.scene.bodies[b.id].reach);
    const double all = reach + std::fabs(bodies.dx) + std::fabs(bodies.dy) + std::fabs(move_x_) + std::fabs(move_y_);
    slack_ = 0x1p-40 * all;  // rounding, here and in the sweeps
    if (a_turns_ || b_turns_) slack_ += std::max(tolerance, 0x1p-12 * reach);
  }

  bool meet(std::uint32_t i, std::uint32_t j, double until) const {
    const Extent a = extent(bodies_.a, i, a_turns_), b = extent(bodies_.b, j, b_turns_);
    const auto apart = [&](double minus_min_a, double max_a, double minus_min_b, double max_b, double from,
                           double move) {
      const double begin = from + std::min(move, 0.0) - minus_min_b, end = from + std::max(move, 0.0) + max_b;
      return begin - max_a > slack_ || -minus_min_a - end > slack_;
    };
    return !apart(a.minus_min_x, a.max_x, b.minus_min_x, b.max_x, bodies_.dx, until * move_x_) &&
           !apart(a.minus_min_y, a.max_y, b.minus_min_y, b.max_y, bodies_.dy, until * move_y_);
  }

 private:
  using Extent = kernels::OffsetBox<double>;

  static Extent extent(const PartsOf<T>& parts, std::uint32_t part, bool turns) {
    if (turns) {
      const double reach = static_cast<double>(parts.records()[parts.first + part].reach);
      return {reach, reach, reach, reach};
    }
    const kernels::OffsetBox<T>& box = parts.boxes()[parts.first + part];
    const double radius = static_cast<double>(parts.radius);
    return {static_cast<double>(box.minus_min_x) + radius, static_cast<double>(box.minus_min_y) + radius,
            static_cast<double>(box.max_x) + radius, static_cast<double>(box.max_y) + radius};
  }

  const Bodies<T>& bodies_;
  bool a_turns_, b_turns_;
  double move_x_, move_y_;  ///< of b as seen from a
  double slack_;
};

/// Sweeps two bodies that are apart at the start, or whose contact at the start counts only if they approach each other.
/// A before B in evaluation order.
/// @param contact  at the start; null: they are apart
template <class T>
exact::Meeting sweep_bodies(const MovingBody<T>& a, const MovingBody<T>& b, double tolerance,
                            const BasicContact<T>* contact) {
  const kernels::BodyRecord<T>&of_a = a.scene.bodies[a.id], &of_b = b.scene.bodies[b.id];
  if (!of_a.place.is_compound() && !of_b.place.is_compound()) {
    return contact != nullptr ? sweep_from_contact(a, of_a, b, of_b, *contact, tolerance, 1)
                              : sweep_cores(a, of_a, b, of_b, tolerance, 1);
  }
  const auto sweep_of_parts = [&](const kernels::BodyRecord<T>& part_a, const kernels::BodyRecord<T>& part_b,
                                  PartPair parts, double until) {
    if (contact == nullptr) return sweep_cores(a, part_a, b, part_b, tolerance, until);
    exact::Stage stage{};
    BasicContact<T> start = exact::resolve_contact(core_of(a.scene, part_a), core_of(b.scene, part_b), stage);
    if (verdict(start) == Verdict::disjoint) return sweep_cores(a, part_a, b, part_b, tolerance, until);
    limit_contact<T>({seam_side(a.scene, a.id, parts.a, true), seam_side(b.scene, b.id, parts.b, true), false}, start);
    return sweep_from_contact(a, part_a, b, part_b, start, tolerance, until);
  };

  const Bodies<T> bodies(a.scene, b.scene, a.id, b.id);
  const SweptBoxes<T> boxes(a, b, bodies, tolerance);
  exact::Meeting first{false, 0, 0, 0};
  const kernels::BodyRecord<T>*first_a = nullptr, *first_b = nullptr;
  for (std::uint32_t i = 0; i < bodies.a.count; ++i) {
    for (std::uint32_t j = 0; j < bodies.b.count; ++j) {
      const double until = first.hit ? first.time : 1;
      if (!boxes.meet(i, j, until)) continue;
      const kernels::BodyRecord<T>& part_a = bodies.a.records()[bodies.a.first + i];
      const kernels::BodyRecord<T>& part_b = bodies.b.records()[bodies.b.first + j];
      const exact::Meeting found = sweep_of_parts(part_a, part_b, {i, j}, until);
      if (!found.hit || (first.hit && found.time >= first.time)) continue;
      first = found;
      first_a = &part_a;
      first_b = &part_b;
    }
  }
  if (first.hit && first.normal_x == 0 && first.normal_y == 0) {  // all but in touch at the start: as their contact
    exact::Stage stage{};
    const BasicContact<T> start = exact::resolve_contact(core_of(a.scene, *first_a), core_of(b.scene, *first_b), stage);
    first.normal_x = static_cast<double>(start.normal_x);
    first.normal_y = static_cast<double>(start.normal_y);
  }
  return first;
}

}  // namespace satchel::query
