// Box2D 2.4, in float. Answers none where it stores other vertices than it is given. Its manifold is that of polygons with skins,
// which are taken off here: what is left is about the polygons.
#include <box2d/b2_collision.h>
#include <box2d/b2_common.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_settings.h>

#include <algorithm>

#include "pairs.hpp"

namespace {

/// Whether the shape has the vertices of the polygon.
bool set(b2PolygonShape& shape, const audit::Polygon& polygon) {
  std::vector<b2Vec2> vertices;
  for (const audit::Point v : polygon) vertices.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
  if (vertices.size() > b2_maxPolygonVertices) return false;
  shape.Set(vertices.data(), static_cast<int32>(vertices.size()));
  if (shape.m_count != static_cast<int32>(vertices.size())) return false;
  return std::all_of(vertices.begin(), vertices.end(), [&](const b2Vec2& v) {
    return std::find(shape.m_vertices, shape.m_vertices + shape.m_count, v) != shape.m_vertices + shape.m_count;
  });
}

std::string answers(const audit::Polygon& p, const audit::Polygon& q) {
  b2PolygonShape a, b;
  if (!set(a, p) || !set(b, q)) return "none\tnone\tnone";
  b2Transform identity;
  identity.SetIdentity();
  const bool overlap = b2TestOverlap(&a, 0, &b, 0, identity, identity);
  b2Manifold manifold;
  b2CollidePolygons(&manifold, &a, identity, &b, identity);
  std::string move = "none";
  bool meet = false;
  if (manifold.pointCount > 0) {
    b2WorldManifold world;
    world.Initialize(&manifold, identity, a.m_radius, identity, b.m_radius);
    const float depth =
        -(a.m_radius + b.m_radius) - *std::min_element(world.separations, world.separations + manifold.pointCount);
    meet = depth >= 0;
    if (meet)
      move = audit::vector(static_cast<double>(-depth * world.normal.x), static_cast<double>(-depth * world.normal.y));
  }
  return audit::yes(overlap) + '\t' + audit::yes(meet) + '\t' + move;
}

}  // namespace

int main() {
  const std::string version = std::to_string(b2_version.major) + '.' + std::to_string(b2_version.minor) + '.' +
                              std::to_string(b2_version.revision);
  return audit::answer_all("Box2D", version,
                           "meets by b2TestOverlap\tmeets by b2CollidePolygons\tmtv by b2CollidePolygons", answers);
}
