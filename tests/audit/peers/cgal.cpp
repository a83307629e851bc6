// CGAL with the kernel AUDIT_KERNEL: triangles, of which a polygon is a fan. (Its Boolean operations on polygons ask for exact
// constructions.)
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/version_macros.h>

#include <cmath>

#include "pairs.hpp"

namespace {

using Kernel = AUDIT_KERNEL;
using Point = Kernel::Point_2;
using Triangle = Kernel::Triangle_2;

std::vector<Triangle> fan(const audit::Polygon& p) {
  std::vector<Triangle> triangles;
  const auto point = [&](std::size_t k) { return Point(p[k].x, p[k].y); };
  for (std::size_t k = 2; k < p.size(); ++k) triangles.emplace_back(point(0), point(k - 1), point(k));
  return triangles;
}

double common_area(const Triangle& a, const Triangle& b) {
  const auto common = CGAL::intersection(a, b);
  if (!common) return 0;
  if (const Triangle* triangle = boost::get<Triangle>(&*common)) return std::abs(triangle->area());
  double doubled = 0;
  if (const std::vector<Point>* ring = boost::get<std::vector<Point>>(&*common)) {
    for (std::size_t k = 2; k < ring->size(); ++k)
      doubled += 2 * Triangle((*ring)[0], (*ring)[k - 1], (*ring)[k]).area();
  }
  return std::abs(doubled) / 2;
}

}  // namespace

int main() {
  CGAL::set_error_behaviour(CGAL::THROW_EXCEPTION);
  CGAL::set_error_handler([](const char*, const char*, const char*, int, const char*) {});
  return audit::answer_all(AUDIT_NAME, CGAL_STR(CGAL_VERSION),
                           "intersects by do_intersect of triangles\tarea by intersection of triangles",
                           [](const audit::Polygon& p, const audit::Polygon& q) {
                             const std::vector<Triangle> a = fan(p), b = fan(q);
                             return audit::guarded([&] {
                                      bool meet = false;
                                      for (const Triangle& s : a) {
                                        for (const Triangle& t : b) meet = meet || CGAL::do_intersect(s, t);
                                      }
                                      return audit::yes(meet);
                                    }) +
                                    '\t' + audit::guarded([&] {
                                      double area = 0;
                                      for (const Triangle& s : a) {
                                        for (const Triangle& t : b) area += common_area(s, t);
                                      }
                                      return audit::number(area);
                                    });
                           });
}
