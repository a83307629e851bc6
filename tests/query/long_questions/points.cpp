// Points and boxes beside the surfaces of two bodies: wrong is any other answer than signs of integers give.
#include <array>

#include "pair_scenes.hpp"

namespace satchel::test {
namespace {

constexpr int probes = 8;  ///< points and boxes of each pair

template <class T>
Box some_box(const BasicScene<T>& scene, BodyId body, Vec2d corner, Random& random) {
  const double size = size_about(scene, body);
  const auto side = [&] {
    return random.pick({0.0, size * random.uniform(-2, 2), std::ldexp(size, -random.integer(1, 50))});
  };
  const Vec2d other =
      random.chance(.2) ? point_beside(scene, 1 - body, random) : Vec2d{corner.x + side(), corner.y + side()};
  return {std::fmin(corner.x, other.x), std::fmin(corner.y, other.y), std::fmax(corner.x, other.x),
          std::fmax(corner.y, other.y)};
}

/// Two bits a query: which of the bodies was found.
std::vector<std::uint8_t> bits_of(const std::vector<FoundBody>& found, std::size_t queries) {
  std::vector<std::uint8_t> bits(queries);
  for (const FoundBody& one : found) bits[one.query] |= static_cast<std::uint8_t>(1 << one.body);
  return bits;
}

}  // namespace

template <class T>
void judge_points(const BasicWorld<T>& world, Random& random, Tally& tally) {
  for (const Pair pair : world.pairs) {
    if (pair.a == pair.b) continue;
    const BasicScene<T> scene = scene_of(world.scene, pair);
    const std::array<IntegerBody, 2> bodies{integer_body(scene, 0), integer_body(scene, 1)};
    std::vector<Vec2d> points;
    std::vector<Box> boxes;
    for (int k = 0; k < probes; ++k) {
      const BodyId body = random.chance(.5) ? 0 : 1;
      const Vec2d point = point_beside(scene, body, random);
      const Box box = some_box(scene, body, point_beside(scene, body, random), random);
      if (in_range<T>(point)) points.push_back(point);
      if (in_range<T>({box.min_x, box.min_y}) && in_range<T>({box.max_x, box.max_y})) boxes.push_back(box);
    }
    const auto judge = [&](const auto& queries, auto find, auto is_hit) {
      const auto found = asked<std::uint8_t>(queries.size(), tally, [&](std::vector<std::uint8_t>& results) {
        std::vector<FoundBody> all;
        find(all);
        results = bits_of(all, queries.size());
      });
      tally.pairs += 2 * queries.size();
      for (std::size_t i = 0; i < queries.size(); ++i) {
        for (const BodyId body : {0u, 1u}) {
          const bool wanted = is_hit(bodies[body], queries[i]);
          tally.counted += wanted;
          if (wanted != ((found[i] >> body & 1) != 0) && tally.is_printed()) {
            std::printf("wrong: found %d, not %d, of %zu vertices\n", !wanted, wanted, bodies[body].core.size());
          }
        }
      }
    };
    judge(
        points, [&](std::vector<FoundBody>& all) { bodies_at_points(scene, points, all); },
        [](const IntegerBody& body, Vec2d point) { return contains(body, integers(point)); });
    judge(
        boxes, [&](std::vector<FoundBody>& all) { bodies_in_boxes(scene, boxes, all); },
        [](const IntegerBody& body, const Box& box) { return meet(body, integer_body(box)); });
  }
}

template void judge_points(const BasicWorld<float>&, Random&, Tally&);
template void judge_points(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
