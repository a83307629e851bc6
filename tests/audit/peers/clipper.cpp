// Clipper 6: polygons of integers.
#include <polyclipping/clipper.hpp>

#include "pairs.hpp"

namespace {

ClipperLib::Path path(const audit::Polygon& polygon) {
  ClipperLib::Path result;
  for (const audit::Point v : polygon) {
    result.emplace_back(static_cast<ClipperLib::cInt>(v.x), static_cast<ClipperLib::cInt>(v.y));
  }
  return result;
}

double area_of(const ClipperLib::Path& path) {
  audit::Polygon ring;  // differences from the first vertex, which are exact in double
  for (const ClipperLib::IntPoint& v : path) {
    ring.push_back({static_cast<double>(v.X - path[0].X), static_cast<double>(v.Y - path[0].Y)});
  }
  return audit::area(ring);
}

}  // namespace

int main() {
  return audit::answer_all("Clipper", CLIPPER_VERSION, "area by Clipper::Execute",
                           [](const audit::Polygon& a, const audit::Polygon& b) {
                             return audit::guarded([&] {
                               ClipperLib::Clipper clipper;
                               clipper.AddPath(path(a), ClipperLib::ptSubject, true);
                               clipper.AddPath(path(b), ClipperLib::ptClip, true);
                               ClipperLib::Paths common;
                               if (!clipper.Execute(ClipperLib::ctIntersection, common)) return std::string("error");
                               double area = 0;
                               for (const ClipperLib::Path& path : common) area += area_of(path);
                               return audit::number(area);
                             });
                           });
}
