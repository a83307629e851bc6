// Box2D 3, in float. Answers none where it stores other vertices than it is given. Its manifold has speculative points, of positive
// separation: they do not count.
#include <box2d/box2d.h>

#include <algorithm>

#include "pairs.hpp"

namespace {

bool set(b2Polygon& shape, const audit::Polygon& polygon) {
  if (polygon.size() > B2_MAX_POLYGON_VERTICES) return false;
  b2Vec2 vertices[B2_MAX_POLYGON_VERTICES];
  const int count = static_cast<int>(polygon.size());
  for (int k = 0; k < count; ++k) vertices[k] = {static_cast<float>(polygon[k].x), static_cast<float>(polygon[k].y)};
  const b2Hull hull = b2ComputeHull(vertices, count);
  if (hull.count != count) return false;
  shape = b2MakePolygon(&hull, 0);
  return std::all_of(vertices, vertices + count, [&](b2Vec2 v) {
    return std::any_of(shape.vertices, shape.vertices + count, [&](b2Vec2 w) { return v.x == w.x && v.y == w.y; });
  });
}

std::string answers(const audit::Polygon& p, const audit::Polygon& q) {
  b2Polygon a, b;
  if (!set(a, p) || !set(b, q)) return "none\tnone";
  const b2LocalManifold manifold = b2CollidePolygons(&a, &b, b2Transform{{0, 0}, {1, 0}});
  float least = 1;
  for (int k = 0; k < manifold.pointCount; ++k) least = std::min(least, manifold.points[k].separation);
  if (manifold.pointCount == 0 || least > 0) return "no\tnone";
  return "yes\t" +
         audit::vector(static_cast<double>(manifold.normal.x * least), static_cast<double>(manifold.normal.y * least));
}

}  // namespace

int main() {
  return audit::answer_all("Box2D", AUDIT_VERSION, "meets by b2CollidePolygons\tmtv by b2CollidePolygons", answers);
}
