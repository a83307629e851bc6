#include "cli/picture/inset.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace satchel::cli {

double readability(double area_a, double area_b, double overlap_area, std::size_t vertices) {
  // The best pair has bodies of equal size with few vertices, whose overlap is a seventh of the smaller area. Each
  // factor of two off costs about 1. The overlap of a body inside of the other is its whole area.
  const double smaller = std::min(area_a, area_b);
  const double larger = std::max(area_a, area_b);
  if (!(smaller > 0) || !(overlap_area > 0)) {
    return -1e3;
  }
  const double share = overlap_area / smaller;
  const double misfit = std::abs(std::log2(share * 7)) + (share > 0.4 ? 5 : 0);
  return -misfit - std::log2(larger / smaller) - 0.1 * std::max(0.0, static_cast<double>(vertices) - 12);
}

Inset make_inset(const Pair& pair, Rings rings_a, Rings rings_b, Outline part_a, Outline part_b,
                 const Contactd& contact) {
  Inset inset;
  inset.a = pair.a;
  inset.b = pair.b;
  inset.rings_a = std::move(rings_a);
  inset.rings_b = std::move(rings_b);
  inset.overlap = intersection(part_a, part_b);
  inset.normal = {contact.normal_x, contact.normal_y};
  inset.mtv = mtv(contact);
  inset.depth = -contact.separation;
  // If an edge of b decides, the MTV moves the deepest vertex of a to this edge. If an edge of a decides, it moves this
  // edge to the deepest vertex of b.
  inset.tail =
      side(contact) == Side::b ? support(part_a, inset.normal) : support(part_b, -1.0 * inset.normal) - inset.mtv;
  return inset;
}

}  // namespace satchel::cli
