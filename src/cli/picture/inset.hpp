// One overlapping pair, for a close look.
#pragma once

#include <vector>

#include <satchel/types.hpp>

#include "cli/picture/geometry.hpp"

namespace satchel::cli {

struct Inset {
  BodyId a, b;
  std::vector<Vec2d> outline_a, outline_b, overlap;
  Vec2d normal;  ///< unit, from a to b
  Vec2d mtv;     ///< of a
  Vec2d tail;    ///< of the MTV, where it spans just the depth of the overlap
  double depth;
};

/// How well a pair would read as an inset; larger is better. Cheap: it is asked of every overlapping pair.
/// @param overlap_area  of the two bodies
double readability(double area_a, double area_b, double overlap_area, std::size_t vertices);

/// @param part_a, part_b  the convex parts that decided; the outlines themselves where the bodies are convex
Inset make_inset(const Pair& pair, Outline outline_a, Outline outline_b, Outline part_a, Outline part_b,
                 const Contactd& contact);

}  // namespace satchel::cli
