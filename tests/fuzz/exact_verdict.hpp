// The verdict of two cores by its definition, in exact integers alone: float or double, with area or without. Slow, and
// simple enough to be seen to be right.
#pragma once

#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "support/exact_number.hpp"

namespace satchel::fuzz {

struct ExactPoint {
  test::Exact x, y;
  friend bool operator==(const ExactPoint&, const ExactPoint&) = default;
};

/// Sign of the turn o, p, q: positive to the left.
int turn(const ExactPoint& o, const ExactPoint& p, const ExactPoint& q);
template <class T>
int turn(const BasicVec2<T>& o, const BasicVec2<T>& p, const BasicVec2<T>& q);

/// Counter-clockwise, strictly convex; a segment has two vertices, a point one.
std::vector<ExactPoint> hull_of(std::vector<ExactPoint> points);
template <class T>
std::vector<ExactPoint> hull_of(std::span<const BasicVec2<T>> points);

/// The placed vertices of a body, origin + offset, and of these the hull.
template <class T>
std::vector<ExactPoint> core_of(const BasicScene<T>& scene, BodyId body);

Verdict exact_verdict(const std::vector<ExactPoint>& p, const std::vector<ExactPoint>& q);

}  // namespace satchel::fuzz
