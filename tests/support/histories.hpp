// Scenes that change as users change them.
#pragma once

#include <satchel/satchel.hpp>
#include <utility>
#include <vector>

#include "support/boxes.hpp"
#include "support/random.hpp"

namespace satchel::test {

/// The same shapes and bodies in another precision.
template <class T>
BasicScene<T> in_precision(const Scene& scene) {
  BasicScene<T> other;
  for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
    std::vector<Vec2> vertices(scene.vertex_count(shape));
    scene.local_vertices(shape, vertices);
    std::vector<BasicVec2<T>> same;
    for (const Vec2 v : vertices) same.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
    other.add_polygon(same);
  }
  for (BodyId body = 0; body < scene.body_slots(); ++body) other.add_body(scene.shape(body), scene.pose(body));
  return other;
}

/// A scene in which, step by step, bodies move a little or far, come, go and change their shapes; and now and then many
/// come or go, all move, or all is another.
template <class T>
class History {
 public:
  History(const Crowd& crowd, std::size_t bodies, Random& random)
      : random_(random), scene_(in_precision<T>(crowded(crowd, bodies, random))) {}

  const BasicScene<T>& scene() const { return scene_; }

  void step() {
    if (scene_.body_count() == 0) return begin_anew();
    const double what = random_.uniform(0, 1);
    if (what < 0.1) {
      for (std::size_t k = random_.below(4); k-- > 0;) add();
    } else if (what < 0.2) {
      for (std::size_t k = random_.below(4); k-- > 0;) remove();
    } else if (what < 0.25) {
      scene_.set_shape(present(), some_shape());
    } else if (what < 0.29) {
      move_all();
    } else if (what < 0.3) {
      begin_anew();
    } else if (what < 0.32) {
      for (std::size_t k = scene_.body_count() / 2; k-- > 0;) add();
    } else if (what < 0.34) {
      for (std::size_t k = scene_.body_count() / 3; k-- > 0;) remove();
    } else if (what < 0.95) {
      for (std::size_t k = 1 + random_.below(8); k-- > 0;) move();
    }  // else nothing changes
  }

 private:
  ShapeId some_shape() { return static_cast<ShapeId>(random_.below(scene_.shape_count())); }
  BodyId present() {
    auto body = static_cast<BodyId>(random_.below(scene_.body_slots()));
    while (!scene_.has_body(body)) body = static_cast<BodyId>((body + 1) % scene_.body_slots());
    return body;
  }
  /// Near a body: crowds differ in where their bodies are.
  Pose somewhere() { return moved(scene_.pose(present())); }
  Pose moved(Pose pose) {
    pose.x += random_.uniform(-0.5, 0.5);
    pose.y += random_.uniform(-0.5, 0.5);
    return pose;
  }
  void add() {
    if (scene_.body_count() > 0 && scene_.body_count() < 300) scene_.add_body(some_shape(), somewhere());
  }
  void remove() {
    if (scene_.body_count() > 0) scene_.remove_body(present());
  }
  void move() {
    const BodyId body = present();
    scene_.set_pose(body, random_.chance(0.3) ? somewhere() : moved(scene_.pose(body)));
  }
  /// All poses are set; of some or all bodies to others.
  void move_all() {
    const double part = random_.pick({0.02, 1.0});
    std::vector<Pose> poses(scene_.body_slots());
    for (BodyId body = 0; body < poses.size(); ++body) {
      if (!scene_.has_body(body)) continue;
      poses[body] = random_.chance(part) ? moved(scene_.pose(body)) : scene_.pose(body);
    }
    scene_.set_poses(poses);
  }
  void begin_anew() {
    const Crowd& crowd = all_crowds()[random_.below(all_crowds().size())];
    BasicScene<T> next = in_precision<T>(crowded(crowd, random_.below(150), random_));
    if (random_.chance(0.5)) scene_.clear();  // an update may see the scene empty
    if (scene_.body_count() > 0 || random_.chance(0.5)) scene_ = std::move(next);
  }

  Random& random_;
  BasicScene<T> scene_;
};

}  // namespace satchel::test
