// Bodies made at the images of others: what periodic worlds promise to equal.
#pragma once

#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "all_shapes.hpp"
#include "one_rounding.hpp"

namespace satchel::test {

/// The pose of a body at an image.
template <class T>
Pose pose_at_image(const BasicScene<T>& scene, BodyId body, const Periods& periods, int image_x, int image_y) {
  const Pose pose = scene.pose(body);
  return {rounded_once(image_x, periods.x, pose.x), rounded_once(image_y, periods.y, pose.y), pose.rotation};
}

/// For each image pair two real bodies, behind those of `scene`: the body of the lower index where it is, then the other
/// one at the image; and the pair of these in the order of the image pair.
template <class T>
struct RealBodies {
  BasicScene<T> scene;
  std::vector<Pair> pairs;

  RealBodies(const BasicScene<T>& of, const Periods& periods, std::span<const ImagePair> image_pairs) : scene(of) {
    for (const ImagePair& pair : image_pairs) {
      const bool backward = pair.image_x < 0 || (pair.image_x == 0 && pair.image_y < 0);
      const bool first_moves = pair.b < pair.a || (pair.a == pair.b && backward);
      const BodyId stays = first_moves ? pair.b : pair.a, moves = first_moves ? pair.a : pair.b;
      const int sign = first_moves ? -1 : 1;
      const BodyId one = scene.add_body(of.shape(stays), of.pose(stays));
      const BodyId other =
          scene.add_body(of.shape(moves), pose_at_image(of, moves, periods, sign * pair.image_x, sign * pair.image_y));
      pairs.push_back(first_moves ? Pair{other, one} : Pair{one, other});
    }
  }
};

/// Bodies of every shape, compounds too, around the edges of a box of these periods; some origins lie periods away.
template <class T>
BasicScene<T> scattered_world(Random& random, std::size_t bodies, const Periods& periods, double size) {
  BasicScene<T> scene;
  for (int i = 0; i < 20; ++i) add_any_shape(scene, random, size * random.uniform(0.3, 1));
  for (int i = 0; i < 4; ++i) {
    const std::vector<ShapeId> parts = {static_cast<ShapeId>(random.below(20)), static_cast<ShapeId>(random.below(20))};
    scene.add_compound(parts);
  }
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto place = [&](double period) {
      const double width = period > 0 ? period : 5;
      return random.uniform(0, width) + (random.chance(0.2) ? random.integer(-3, 3) * width : 0);
    };
    const double x = place(periods.x), y = place(periods.y);
    scene.add_body(static_cast<ShapeId>(random.below(scene.shape_count())),
                   Pose::at(x, y, random.chance(0.3) ? 0 : random.uniform(-4, 4)));
  }
  return scene;
}

}  // namespace satchel::test
