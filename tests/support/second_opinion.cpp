#include "second_opinion.hpp"

#include <CGAL/Boolean_set_operations_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_2.h>

namespace satchel::test {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Polygon_2 = CGAL::Polygon_2<Kernel>;

/// Origin + offset is not rounded: the kernel's numbers are rationals (behind intervals).
template <class T>
Polygon_2 polygon_of(const BasicPlacedPolygon<T>& placed) {
  const Kernel::FT x = placed.origin_x, y = placed.origin_y;
  Polygon_2 polygon;
  for (const std::uint32_t i : placed.hull) {
    const BasicVec2<T> v = placed.offsets[i];
    polygon.push_back({x + Kernel::FT(static_cast<double>(v.x)), y + Kernel::FT(static_cast<double>(v.y))});
  }
  return polygon;
}

}  // namespace

/// Interiors meet where CGAL's arrangement of the two says so. Boundaries meet where two edges do: `oriented_side`
/// tells that too, but (CGAL 5.5) not of a vertex that lies inside an edge.
template <class T>
Verdict second_opinion(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b) {
  const Polygon_2 p = polygon_of(a), q = polygon_of(b);
  if (CGAL::oriented_side(p, q) == CGAL::ON_POSITIVE_SIDE) return Verdict::overlapping;
  for (auto e = p.edges_begin(); e != p.edges_end(); ++e) {
    for (auto f = q.edges_begin(); f != q.edges_end(); ++f) {
      if (CGAL::do_intersect(*e, *f)) return Verdict::touching;
    }
  }
  return Verdict::disjoint;
}

template Verdict second_opinion(const BasicPlacedPolygon<float>&, const BasicPlacedPolygon<float>&);
template Verdict second_opinion(const BasicPlacedPolygon<double>&, const BasicPlacedPolygon<double>&);

}  // namespace satchel::test
