// Collects the members of one shape of a scene file after the other, and adds the shapes to the parsed scene.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <satchel/types.hpp>

#include "cli/raw_scene/raw_scene.hpp"

namespace satchel::cli {

template <class T>
class ShapeBuilder {
 public:
  /// @param scene  receives vertices and rings at once, and each shape when it is finished
  explicit ShapeBuilder(RawScene<T>& scene) : scene_(scene) {}

  void begin();
  /// Returns false if the shape has a member of this name already.
  [[nodiscard]] bool add_member(const std::string& name);
  void set_type(const std::string& type) { type_ = type; }
  void set_flag(std::string_view member, bool value) { (member == "closed" ? closed_ : one_sided_) = value; }
  void set_number(std::string_view member, T value);
  void set_point(std::string_view member, const BasicVec2<T>& point) { points_[member == "b" ? 1 : 0] = point; }

  void begin_ring(bool hole) { scene_.rings.push_back({scene_.vertices.size(), 0, hole}); }
  void add_vertex(const BasicVec2<T>& vertex) {
    scene_.vertices.push_back(vertex);
    ++scene_.rings.back().vertex_count;
  }

  /// Checks the members. Throws `Failure` (bad input) with the reason alone.
  void finish(std::size_t index);

 private:
  void add_core(std::initializer_list<BasicVec2<T>> core);

  RawScene<T>& scene_;
  std::string type_;
  std::vector<std::string> members_;
  std::array<BasicVec2<T>, 2> points_{};  // the center of a circle, or the ends of a capsule or segment
  BasicVec2<T> half_extents_{};           // of a box
  T radius_ = 0;
  bool closed_ = false, one_sided_ = false;
  std::size_t first_ring_ = 0;
};

extern template class ShapeBuilder<float>;
extern template class ShapeBuilder<double>;

}  // namespace satchel::cli
