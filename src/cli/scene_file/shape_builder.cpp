#include "cli/scene_file/shape_builder.hpp"

#include <algorithm>

#include "cli/scene_file/shape_members.hpp"

namespace satchel::cli {
namespace {

constexpr std::size_t most_members = 32;  ///< more than any shape has

}  // namespace

template <class T>
void ShapeBuilder<T>::begin() {
  type_.clear();
  members_.clear();
  radius_ = 0;
  closed_ = one_sided_ = false;
  first_ring_ = scene_.rings.size();
}

template <class T>
bool ShapeBuilder<T>::add_member(const std::string& name) {
  if (members_.size() == most_members) {
    return true;  // one of those before is unknown, and refused in the end
  }
  if (std::find(members_.begin(), members_.end(), name) != members_.end()) {
    return false;
  }
  members_.push_back(name);
  return true;
}

template <class T>
void ShapeBuilder<T>::set_number(std::string_view member, T value) {
  (member == "radius" ? radius_ : member == "half_width" ? half_extents_.x : half_extents_.y) = value;
}

template <class T>
void ShapeBuilder<T>::finish(std::size_t index) {
  const ShapeType type = check_members(type_, members_, radius_ != 0);
  switch (type) {
    case ShapeType::circle:
      add_core({points_[0]});
      break;
    case ShapeType::capsule:
    case ShapeType::segment:
      add_core({points_[0], points_[1]});
      break;
    case ShapeType::box:
      add_core({half_extents_});
      break;
    case ShapeType::polygon:
    case ShapeType::concave:
    case ShapeType::chain:
      // "holes" may stand before "vertices"
      std::stable_partition(scene_.rings.begin() + static_cast<std::ptrdiff_t>(first_ring_), scene_.rings.end(),
                            [](const RawRing& ring) { return !ring.hole; });
      break;
    case ShapeType::outline:
      break;
  }
  const bool lists_polygons = std::find(members_.begin(), members_.end(), "polygons") != members_.end();
  scene_.shapes.push_back(
      {type, first_ring_, scene_.rings.size() - first_ring_, radius_, index, closed_, one_sided_, lists_polygons});
}

template <class T>
void ShapeBuilder<T>::add_core(std::initializer_list<BasicVec2<T>> core) {
  scene_.rings.push_back({scene_.vertices.size(), core.size()});
  scene_.vertices.insert(scene_.vertices.end(), core);
}

template class ShapeBuilder<float>;
template class ShapeBuilder<double>;

}  // namespace satchel::cli
