// tg, in double.
extern "C" {
#include <tg.h>
}

#include "pairs.hpp"

namespace {

tg_geom* geometry(const audit::Polygon& polygon) {
  std::vector<tg_point> points;
  for (std::size_t k = 0; k <= polygon.size(); ++k)
    points.push_back({polygon[k % polygon.size()].x, polygon[k % polygon.size()].y});
  tg_ring* ring = tg_ring_new(points.data(), static_cast<int>(points.size()));
  tg_poly* poly = tg_poly_new(ring, nullptr, 0);
  tg_geom* result = tg_geom_new_polygon(poly);
  tg_ring_free(ring);
  tg_poly_free(poly);
  return result;
}

}  // namespace

int main() {
  return audit::answer_all("tg", AUDIT_VERSION, "intersects by tg_geom_intersects",
                           [](const audit::Polygon& p, const audit::Polygon& q) {
                             tg_geom *a = geometry(p), *b = geometry(q);
                             const bool answer = tg_geom_intersects(a, b);
                             tg_geom_free(a);
                             tg_geom_free(b);
                             return audit::yes(answer);
                           });
}
