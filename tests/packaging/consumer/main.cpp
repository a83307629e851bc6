// The least that a user writes. Exit status 0 if the answer is right.
#include <array>
#include <satchel/satchel.hpp>

int main() {
  const std::array<satchel::Vec2, 4> dart = {{{0, 0}, {2, 1}, {0, 2}, {1, 1}}};
  if (satchel::convex_parts(dart).size() != 2) return 2;
  satchel::Scene scene;
  const satchel::ShapeId box = scene.add_box(1, 1);
  const satchel::BodyId left = scene.add_body(box);
  const satchel::BodyId right = scene.add_body(box, satchel::Pose::at(1.5, 0, 0));
  const std::array pairs = {satchel::Pair{left, right}};
  std::array<satchel::Contact, 1> contacts;
  satchel::collide(scene, pairs, contacts);
  const satchel::Vec2 push = satchel::mtv(contacts[0]);
  return satchel::verdict(contacts[0]) == satchel::Verdict::overlapping && push == satchel::Vec2{-.5f, 0} ? 0 : 1;
}
