// GEOS by its C interface.
#include <geos_c.h>

#include "pairs.hpp"

namespace {

GEOSGeometry* polygon(const audit::Polygon& vertices) {
  const auto count = static_cast<unsigned>(vertices.size());
  GEOSCoordSequence* sequence = GEOSCoordSeq_create(count + 1, 2);
  for (unsigned k = 0; k <= count; ++k) GEOSCoordSeq_setXY(sequence, k, vertices[k % count].x, vertices[k % count].y);
  return GEOSGeom_createPolygon(GEOSGeom_createLinearRing(sequence), nullptr, 0);
}

std::string answer(char result) { return result > 1 ? "error" : audit::yes(result == 1); }

std::string common_area(const GEOSGeometry* a, const GEOSGeometry* b) {
  GEOSGeometry* common = GEOSIntersection(a, b);
  double area = 0;
  if (common == nullptr || GEOSArea(common, &area) == 0) return "error";
  GEOSGeom_destroy(common);
  return audit::number(area);
}

}  // namespace

int main() {
  initGEOS(nullptr, nullptr);
  const std::string version = GEOSversion();  // and that of its interface
  return audit::answer_all("GEOS", version.substr(0, version.find('-')),
                           "intersects by GEOSIntersects\tintersects by GEOSPreparedIntersects\tinteriors by "
                           "GEOSRelatePattern\tarea by GEOSIntersection",
                           [](const audit::Polygon& p, const audit::Polygon& q) {
                             GEOSGeometry *a = polygon(p), *b = polygon(q);
                             const GEOSPreparedGeometry* prepared = GEOSPrepare(a);
                             const std::string line =
                                 answer(GEOSIntersects(a, b)) + '\t' + answer(GEOSPreparedIntersects(prepared, b)) +
                                 '\t' + answer(GEOSRelatePattern(a, b, "T********")) + '\t' + common_area(a, b);
                             GEOSPreparedGeom_destroy(prepared);
                             GEOSGeom_destroy(a);
                             GEOSGeom_destroy(b);
                             return line;
                           });
}
