// Boost.Geometry, in double.
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/version.hpp>

#include "pairs.hpp"

namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Polygon = bg::model::polygon<Point, false>;  // counter-clockwise, closed

Polygon polygon(const audit::Polygon& vertices) {
  Polygon result;
  for (std::size_t k = 0; k <= vertices.size(); ++k) {
    const audit::Point v = vertices[k % vertices.size()];
    bg::append(result, Point(v.x, v.y));
  }
  return result;
}

#ifndef AUDIT_VERSION  // of Boost.Geometry alone, where it is not the one of Boost
#define AUDIT_VERSION std::to_string(BOOST_VERSION / 100000) + '.' + std::to_string(BOOST_VERSION / 100 % 1000)
#endif

}  // namespace

int main() {
  return audit::answer_all(
      "Boost.Geometry", AUDIT_VERSION, "intersects by intersects\tinteriors by relate\tarea by intersection",
      [](const audit::Polygon& p, const audit::Polygon& q) {
        const Polygon a = polygon(p), b = polygon(q);
        return audit::guarded([&] { return audit::yes(bg::intersects(a, b)); }) + '\t' +
               audit::guarded([&] { return audit::yes(bg::relate(a, b, bg::de9im::mask("T********"))); }) + '\t' +
               audit::guarded([&] {
                 std::vector<Polygon> pieces;
                 bg::intersection(a, b, pieces);
                 double area = 0;
                 for (const Polygon& piece : pieces) {
                   audit::Polygon ring;
                   for (const Point& v : piece.outer()) ring.push_back({v.x(), v.y()});
                   area += audit::area(ring);
                 }
                 return audit::number(area);
               });
      });
}
