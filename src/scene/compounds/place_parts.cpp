#include "scene/compounds/place_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/convexity.hpp"
#include "scene/outward.hpp"

namespace satchel::detail {
namespace {

/// The smallest T not below a value.
template <class T>
T rounded_up(double value) noexcept {
  const T rounded = static_cast<T>(value);
  return static_cast<double>(rounded) < value ? std::nextafter(rounded, std::numeric_limits<T>::infinity()) : rounded;
}

}  // namespace

template <class T>
PartPlacer<T>::PartPlacer(SceneData<T>& scene, const kernels::PlaceJob<T>& job,
                          const kernels::KernelTable& table) noexcept
    : scene_(scene), table_(table), job_(job) {
  job_.bodies = scene.compounds.parts.data();
  job_.body_shapes = scene.compounds.body_part_shapes.data();
  job_.boxes = scene.compounds.boxes.data();
  job_.rotations = scene.compounds.rotations.data();
  job_.indices = parts_.data();
  job_.poses = poses_.data();
}

template <class T>
void PartPlacer<T>::add(BodyId body, const Pose& pose) noexcept {
  // A body whose parts are placed twice would get their radii twice, so only ascending bodies share a job.
  if (body_count_ == capacity || (body_count_ > 0 && body <= bodies_[body_count_ - 1].id)) finish();
  const PartRange range = scene_.parts_of_body(body);
  for (std::uint32_t k = 0; k < range.count; ++k) {
    if (part_count_ == capacity) place();
    poses_[part_count_] = pose;
    parts_[part_count_++] = range.first + k;
  }
  bodies_[body_count_++] = {body, range};
}

template <class T>
void PartPlacer<T>::finish() noexcept {
  place();
  for (std::size_t i = 0; i < body_count_; ++i) {
    bound(bodies_[i]);
    place_outline(scene_, bodies_[i].id);
  }
  body_count_ = 0;
}

template <class T>
void PartPlacer<T>::place() noexcept {
  if (part_count_ == 0) return;
  job_.count = part_count_;
  table_.scene.template of<T>().place(job_);
  for (std::size_t i = 0; i < part_count_; ++i) check_placed(parts_[i]);
  part_count_ = 0;
}

/// Marks a placed part for src/exact if its edges are too short for the float kernels, or if rounding made it
/// non-convex.
template <class T>
void PartPlacer<T>::check_placed(std::uint32_t part) noexcept {
  const kernels::ShapeRecord<T>& shape = scene_.shapes[scene_.compounds.body_part_shapes[part]];
  if (shape.always_convex) return;
  const kernels::Place place = scene_.compounds.parts[part].place;
  const T* const x = scene_.offset_blocks.block(place);
  const T* const y = x + kernels::capacity_of(place.vertex_class());
  const bool exact_only = shape.place.exact_only() || !exact::check_convex(x, y, shape.count).ok();
  scene_.compounds.set_place(part, place.as(exact_only ? kernels::Variety::exact_only : shape.place.variety()));
}

/// Puts the radii into the boxes of a body's parts, and computes the box around them.
template <class T>
void PartPlacer<T>::bound(const Body& body) noexcept {
  const PartRange range = body.parts;
  constexpr T lowest = -std::numeric_limits<T>::infinity();
  kernels::OffsetBox<T> whole{lowest, lowest, lowest, lowest};
  for (std::uint32_t part = range.first; part < range.first + range.count; ++part) {
    kernels::OffsetBox<T> box = scene_.compounds.boxes[part];
    if (scene_.compounds.parts[part].signed_radius > 0) {
      const double radius = static_cast<double>(scene_.compounds.parts[part].radius());
      const auto with_radius = [&](T extent) { return rounded_up<T>(sum_up(static_cast<double>(extent), radius)); };
      box = {with_radius(box.minus_min_x), with_radius(box.minus_min_y), with_radius(box.max_x),
             with_radius(box.max_y)};
    }
    scene_.compounds.set_box(part, box);
    whole = {std::max(whole.minus_min_x, box.minus_min_x), std::max(whole.minus_min_y, box.minus_min_y),
             std::max(whole.max_x, box.max_x), std::max(whole.max_y, box.max_y)};
  }
  scene_.boxes[body.id] = whole;
}

template class PartPlacer<float>;
template class PartPlacer<double>;

}  // namespace satchel::detail
