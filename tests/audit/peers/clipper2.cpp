// Clipper2: polygons of integers.
#include <clipper2/clipper.h>
#include <clipper2/clipper.version.h>

#include "pairs.hpp"

namespace {

Clipper2Lib::Paths64 paths(const audit::Polygon& polygon) {
  Clipper2Lib::Path64 path;
  for (const audit::Point v : polygon)
    path.emplace_back(static_cast<std::int64_t>(v.x), static_cast<std::int64_t>(v.y));
  return {path};
}

double area_of(const Clipper2Lib::Paths64& common) {
  double area = 0;
  for (const Clipper2Lib::Path64& path : common) {
    audit::Polygon ring;  // differences from the first vertex, which are exact in double
    for (const Clipper2Lib::Point64& v : path) {
      ring.push_back({static_cast<double>(v.x - path[0].x), static_cast<double>(v.y - path[0].y)});
    }
    area += audit::area(ring);
  }
  return area;
}

}  // namespace

int main() {
  return audit::answer_all(
      "Clipper2", CLIPPER2_VERSION, "area by Intersect", [](const audit::Polygon& a, const audit::Polygon& b) {
        return audit::guarded([&] {
          return audit::number(area_of(Clipper2Lib::Intersect(paths(a), paths(b), Clipper2Lib::FillRule::NonZero)));
        });
      });
}
