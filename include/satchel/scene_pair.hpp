// The scenes of a question about pairs.
#pragma once

#include <satchel/scene.hpp>

namespace satchel {

/// One scene or two, of whose bodies pairs are. Every question NAME about pairs is exported as
/// `try_NAME(scenes, ...)`; its forms for one scene and for two, and those that throw, are inline over it. Use: a program
/// that decides while it runs whether there are one scene or two (`throw_unless_ok(try_collide(scenes, ...))`).
///
/// One scene is not the same as this scene twice: in one scene the body with the lower index is evaluated first, whatever
/// the order of the pair; between two, which may be one object, the body of the first.
///
/// Refers to the scenes, and is valid as long as they are. Copies freely.
template <class T>
class BasicScenePair {
 public:
  BasicScenePair(const BasicScene<T>& scene) noexcept : a_(&scene), b_(nullptr) {}
  BasicScenePair(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b) noexcept : a_(&scene_a), b_(&scene_b) {}

  [[nodiscard]] bool is_one_scene() const noexcept { return b_ == nullptr; }
  [[nodiscard]] const BasicScene<T>& a() const noexcept { return *a_; }
  /// The second scene; of one, this one.
  [[nodiscard]] const BasicScene<T>& b() const noexcept { return b_ == nullptr ? *a_ : *b_; }

 private:
  const BasicScene<T>* a_;
  const BasicScene<T>* b_;  ///< null: one scene
};
using ScenePair = BasicScenePair<float>;
using ScenePaird = BasicScenePair<double>;

}  // namespace satchel
