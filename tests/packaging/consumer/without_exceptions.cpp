// A program compiled without exceptions and RTTI: it makes, changes and asks a scene by the forms try_NAME alone. Exit
// status 0 if the answers are right, else the number of the check that failed.
#include <array>
#include <cstdint>
#include <satchel/satchel.hpp>

int main() {
  using satchel::ErrorCode;
  satchel::Scene scene;
  satchel::ShapeId box = 0, triangle = 0, both = 0;
  satchel::BodyId left = 0, right = 0;
  satchel::Pose pose;
  const std::array<satchel::Vec2, 3> corners{{{0, 0}, {1, 0}, {0, 1}}}, clockwise{{{0, 0}, {0, 1}, {1, 0}}};
  if (!scene.try_reserve({.shapes = 3, .bodies = 2, .vertices_per_shape = 4}).ok()) return 1;
  if (!scene.try_add_box(1, 1, 0, box).ok() || !scene.try_add_polygon(corners, 0, triangle).ok()) return 2;
  const std::array parts{box, triangle};
  if (!scene.try_add_compound(parts, {}, both).ok()) return 3;
  if (!satchel::Pose::try_at(1.5, 0, 0, pose).ok()) return 4;
  if (!scene.try_add_body(box, {}, left).ok() || !scene.try_add_body(both, {9, 9}, right).ok()) return 5;
  if (!scene.try_set_shape(right, box).ok() || !scene.try_set_pose(right, pose).ok()) return 6;
  const std::uint64_t revision = scene.revision();

  const satchel::Status refused = scene.try_add_polygon(clockwise, 0, triangle);
  if (refused.code != ErrorCode::clockwise || satchel::message(refused).empty()) return 7;
  if (scene.try_remove_body(7).code != ErrorCode::bad_body || scene.revision() != revision) return 8;

  const std::array pairs{satchel::Pair{left, right}};
  std::array<satchel::Contact, 1> contacts{};
  if (!satchel::try_collide(scene, pairs, contacts).ok() || contacts[0].separation != -.5f) return 9;
  satchel::Scene copy;
  if (!copy.try_assign(scene).ok() || !copy.try_remove_body(left).ok()) return 10;
  if (copy.body_count() != 1 || scene.body_count() != 2 || copy.has_body(left) || copy.generation(left) != 0) return 11;
  return 0;
}
