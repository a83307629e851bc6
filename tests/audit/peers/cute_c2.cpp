// cute_c2, in float. Answers none where it stores other vertices than it is given.
#define CUTE_C2_IMPLEMENTATION
#include <cute_c2.h>

#include <algorithm>

#include "pairs.hpp"

namespace {

bool set(c2Poly& shape, const audit::Polygon& polygon) {
  if (polygon.size() > C2_MAX_POLYGON_VERTS) return false;
  shape.count = static_cast<int>(polygon.size());
  for (int k = 0; k < shape.count; ++k)
    shape.verts[k] = c2V(static_cast<float>(polygon[k].x), static_cast<float>(polygon[k].y));
  c2MakePoly(&shape);
  return shape.count == static_cast<int>(polygon.size());
}

std::string answers(const audit::Polygon& p, const audit::Polygon& q) {
  c2Poly a, b;
  if (!set(a, p) || !set(b, q)) return "none\tnone\tnone";
  const bool meet = c2PolytoPoly(&a, nullptr, &b, nullptr) != 0;
  c2Manifold manifold;
  c2PolytoPolyManifold(&a, nullptr, &b, nullptr, &manifold);
  if (manifold.count == 0) return audit::yes(meet) + "\tno\tnone";
  const float depth = *std::max_element(manifold.depths, manifold.depths + manifold.count);
  return audit::yes(meet) + "\tyes\t" +
         audit::vector(static_cast<double>(-manifold.n.x * depth), static_cast<double>(-manifold.n.y * depth));
}

}  // namespace

int main() {
  return audit::answer_all("cute_c2", AUDIT_VERSION,
                           "meets by c2PolytoPoly\tmeets by c2PolytoPolyManifold\tmtv by c2PolytoPolyManifold",
                           answers);
}
