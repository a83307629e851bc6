// Chipmunk, in double.
#include <chipmunk/chipmunk.h>

#include <algorithm>

#include "pairs.hpp"

namespace {

cpShape* shape(cpBody* body, const audit::Polygon& polygon) {
  std::vector<cpVect> vertices;
  for (const audit::Point v : polygon) vertices.push_back(cpv(v.x, v.y));
  cpShape* result = cpPolyShapeNewRaw(body, static_cast<int>(vertices.size()), vertices.data(), 0);
  cpShapeUpdate(result, cpTransformIdentity);
  return result;
}

}  // namespace

int main() {
  cpBody* body = cpBodyNewStatic();
  return audit::answer_all("Chipmunk", cpVersionString, "meets by cpShapesCollide\tmtv by cpShapesCollide",
                           [&](const audit::Polygon& p, const audit::Polygon& q) {
                             cpShape *a = shape(body, p), *b = shape(body, q);
                             const cpContactPointSet contacts = cpShapesCollide(a, b);
                             cpShapeFree(a);
                             cpShapeFree(b);
                             if (contacts.count == 0) return std::string("no\tnone");
                             double depth = 0;
                             for (int k = 0; k < contacts.count; ++k)
                               depth = std::max(depth, -contacts.points[k].distance);
                             return "yes\t" + audit::vector(-contacts.normal.x * depth, -contacts.normal.y * depth);
                           });
}
