// One overlapping pair, prepared for a close view.
#pragma once

#include <vector>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "cli/picture/geometry.hpp"

namespace satchel::cli {

struct Inset {
  BodyId a, b;
  Rings rings_a, rings_b;
  std::vector<Vec2d> overlap;
  Vec2d normal;  ///< unit vector from a to b
  Vec2d mtv;     ///< minimum translation vector of a
  Vec2d tail;    ///< start of the drawn MTV, so that it spans the depth of the overlap
  double depth;
};

/// A rating of how well a pair suits as an inset; larger is better. Computed for every overlapping pair.
/// @param overlap_area  the area of the intersection of the two bodies
double readability(double area_a, double area_b, double overlap_area, std::size_t vertices);

/// @param part_a, part_b  the deciding convex parts; equal to the outlines if the bodies are convex
Inset make_inset(const Pair& pair, Rings rings_a, Rings rings_b, Outline part_a, Outline part_b,
                 const Contactd& contact);

}  // namespace satchel::cli
