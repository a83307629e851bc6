// Sweeps of two bodies, of which either may be a compound: the earliest that any parts of them meet.
//
//   for each part i of A, j of B: if their boxes meet, j's stretched by the motion until the earliest meeting so far:
//     sweep them as if each were a body; keep the earlier meeting, of equal ones the first
//
// Parts of a body that turns have the box of the circle around the body's origin that holds them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "query/compound/part_boxes.hpp"
#include "query/one_pair/core_sweep.hpp"

namespace satchel::query {

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
    // Within the tolerance they meet, too; its default is 2^-13 of the reaches (turning_sweep.hpp).
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

/// The first meeting of two bodies, and of which parts (0 for a body that is no compound).
struct FirstMeeting : exact::Meeting {
  std::uint32_t part_a = 0, part_b = 0;
};

/// Sweeps two bodies. A before B in evaluation order.
/// @param contact  at the start; of compounds, whether they meet is read alone
template <class T>
FirstMeeting sweep_bodies(const MovingBody<T>& a, const MovingBody<T>& b, const SweepRules& rules,
                          const BasicContact<T>& contact) {
  const kernels::BodyRecord<T>&of_a = a.scene.bodies[a.id], &of_b = b.scene.bodies[b.id];
  const bool meet = verdict(contact) != Verdict::disjoint;
  if (!of_a.place.is_compound() && !of_b.place.is_compound()) {
    const CoreSweep<T> sweep({a, of_a, 0}, {b, of_b, 0}, rules);
    return {meet ? sweep.from_contact(contact, 1) : sweep.from_apart(&contact, 1)};
  }
  const auto start_of = [&](const kernels::BodyRecord<T>& part_a, const kernels::BodyRecord<T>& part_b) {
    exact::Stage stage{};
    return exact::resolve_contact(core_of(a.scene, part_a), core_of(b.scene, part_b), stage);
  };
  const auto sweep_of_parts = [&](const MovingPart<T>& part_a, const MovingPart<T>& part_b, double until) {
    const CoreSweep<T> sweep(part_a, part_b, rules);
    if (!meet) return sweep.from_apart(nullptr, until);
    const BasicContact<T> start = start_of(part_a.record, part_b.record);
    return verdict(start) == Verdict::disjoint ? sweep.from_apart(&start, until) : sweep.from_contact(start, until);
  };

  const Bodies<T> bodies(a.scene, b.scene, a.id, b.id);
  const SweptBoxes<T> boxes(a, b, bodies, rules.tolerance);
  FirstMeeting first{{false, 0, 0, 0}};
  for (std::uint32_t i = 0; i < bodies.a.count; ++i) {
    for (std::uint32_t j = 0; j < bodies.b.count; ++j) {
      const double until = first.hit ? first.time : 1;
      if (!boxes.meet(i, j, until)) continue;
      const kernels::BodyRecord<T>& part_a = bodies.a.records()[bodies.a.first + i];
      const kernels::BodyRecord<T>& part_b = bodies.b.records()[bodies.b.first + j];
      const exact::Meeting found = sweep_of_parts({a, part_a, i}, {b, part_b, j}, until);
      if (!found.hit || (first.hit && found.time >= first.time)) continue;
      first = {found, i, j};
    }
  }
  if (first.hit && first.normal_x == 0 &&
      first.normal_y == 0) {  // they nearly touch at the start: their contact's normal
    const BasicContact<T> start =
        start_of(bodies.a.records()[bodies.a.first + first.part_a], bodies.b.records()[bodies.b.first + first.part_b]);
    first.normal_x = static_cast<double>(start.normal_x);
    first.normal_y = static_cast<double>(start.normal_y);
  }
  return first;
}

}  // namespace satchel::query
