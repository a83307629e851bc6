// Containment: of both bodies of each pair in each other, and of bodies whose vertices lie on or beside a surface of the pair in
// that body. Wrong is any other answer than signs of integers give.
#include "pair_scenes.hpp"

namespace satchel::test {
namespace {

/// A body with some vertices of another one, exactly or nearly, and a radius that is no larger, equal, or a little larger.
template <class T>
BasicRoundShape<T> inner_shape(const BasicScene<T>& scene, BodyId body, Random& random) {
  const ShapeId shape = scene.shape(body);
  BasicPolygon<T> vertices(scene.vertex_count(shape)), some;
  scene.local_vertices(shape, vertices);
  const T factor = random.pick({T(1), T(1), std::nextafter(T(1), T(0)), T(0.5)});
  const auto in_range = [](T x) {
    return std::fabs(x) < std::ldexp(T(1), sizeof(T) == sizeof(float) ? -149 : -200) ? T(0) : x;
  };
  for (const BasicVec2<T> v : vertices) {
    if (random.chance(.6)) some.push_back({in_range(factor * v.x), in_range(factor * v.y)});
  }
  if (some.size() > 2) some = convex_hull(std::span<const BasicVec2<T>>(some));
  if (some.empty() || random.chance(.1)) some = {vertices[random.below(vertices.size())]};
  const T radius = scene.radius(shape);
  const T own =
      random.pick({radius, radius, T(0), std::nextafter(radius, T(0)), std::nextafter(radius, T(2) * radius)});
  Pose pose = scene.pose(body);
  if (random.chance(.3)) pose.x = nudged(random, pose.x);
  return {some, own, pose};
}

}  // namespace

template <class T>
void judge_within(const BasicWorld<T>& world, Random& random, Tally& tally) {
  for (const Pair pair : world.pairs) {
    if (pair.a == pair.b) continue;
    BasicScene<T> scene = scene_of(world.scene, pair);
    std::vector<Pair> pairs{{0, 1}, {1, 0}};
    for (int k = 0; k < 6; ++k) {
      const BodyId outer = random.chance(.5) ? 0 : 1;
      const BasicRoundShape<T> inner = inner_shape(scene, outer, random);
      BodyId body = 0;
      ShapeId shape = 0;
      const Status status = inner.core.size() == 1 ? scene.try_add_circle(inner.core[0], inner.radius, shape)
                            : inner.core.size() == 2
                                ? scene.try_add_capsule(inner.core[0], inner.core[1], inner.radius, shape)
                                : scene.try_add_polygon(inner.core, inner.radius, shape);
      if (!status.ok() || !scene.try_add_body(shape, inner.pose, body).ok()) continue;  // beyond the range
      pairs.push_back({body, outer});
    }
    const auto found =
        asked<Within>(pairs.size(), tally, [&](std::vector<Within>& results) { within(scene, pairs, results); });
    std::vector<IntegerBody> bodies;
    for (BodyId body = 0; body < scene.body_slots(); ++body) bodies.push_back(integer_body(scene, body));
    tally.pairs += pairs.size();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const int place = place_in(bodies[pairs[i].a], bodies[pairs[i].b]);
      const Within wanted = place < 0 ? Within::no : place == 0 ? Within::touching : Within::inside;
      tally.counted += place >= 0;
      if (found[i] != wanted && tally.is_printed()) {
        std::printf("wrong: %d, not %d, of %zu and %zu vertices\n", static_cast<int>(found[i]),
                    static_cast<int>(wanted), bodies[pairs[i].a].core.size(), bodies[pairs[i].b].core.size());
      }
    }
  }
}

template void judge_within(const BasicWorld<float>&, Random&, Tally&);
template void judge_within(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
