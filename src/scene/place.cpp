// Checks poses and places bodies, in chunks that run in parallel.
#include <cmath>
#include <limits>

#include "dispatch/dispatch.hpp"
#include "exact/convexity.hpp"
#include "parallel/parallel.hpp"
#include "scene/data.hpp"
#include "scene/range.hpp"
#include "scene/shapes/thin_box.hpp"

namespace satchel::detail {
namespace {

constexpr std::size_t poses_per_chunk = 4096;  // enough work to repay the cost of a task

bool is_ascending(const BodyId* indices, std::size_t count) noexcept {
  if (indices == nullptr) return true;
  for (std::size_t i = 1; i < count; ++i) {
    if (indices[i] <= indices[i - 1]) return false;
  }
  return true;
}

template <class T>
kernels::Variety polygon_variety(const kernels::ShapeRecord<T>& shape) noexcept {
  return shape.radius > 0 ? kernels::Variety::rounded : kernels::Variety::plain;
}

/// The place of a body, or of a part, of this shape that has been placed: src/exact takes it if its edges are too short
/// for the float kernels, or if rounding made it non-convex. A box that is too thin at this pose becomes a polygon.
template <class T>
kernels::Place checked(const SceneData<T>& scene, kernels::Place place, const kernels::ShapeRecord<T>& shape) noexcept {
  if (shape.always_convex) return place;
  const T* const x = scene.offset_blocks.block(place);
  const T* const y = x + kernels::capacity_of(place.vertex_class());
  const bool exact_only = shape.place.exact_only() || !exact::check_convex(x, y, shape.count).ok();
  if (exact_only) return place.as(kernels::Variety::exact_only);
  const bool is_box =
      shape.place.variety() == kernels::Variety::centred || shape.place.size() == kernels::rounded_box_size;
  if (!is_box) return place.as(shape.place.variety());
  const unsigned size = kernels::size_of(place.vertex_class(), shape.count);
  return HalfDiagonals(x, y).is_too_thin()
             ? kernels::Place::of(size, place.block(), polygon_variety(shape))
             : kernels::Place::of(shape.place.size(), place.block(), shape.place.variety());
}

/// Checks the parts of a compound or an outline.
template <class T>
void check_parts(SceneData<T>& scene, BodyId body) noexcept {
  Compounds<T>& compounds = scene.compounds;
  const PartRange range = scene.parts_of_body(body);
  for (std::uint32_t part = range.first; part < range.first + range.count; ++part) {
    const kernels::ShapeRecord<T>& part_shape = scene.shapes[compounds.body_part_shapes[part]];
    compounds.set_place(part, checked(scene, compounds.parts[part].place, part_shape));
  }
}

}  // namespace

template <class T>
ErrorCode pose_error(const Pose& pose) noexcept {
  if (!in_range<T>(pose.x)) return range_error(pose.x);
  if (!in_range<T>(pose.y)) return range_error(pose.y);
  if (!std::isfinite(pose.rotation.cos) || !std::isfinite(pose.rotation.sin)) return ErrorCode::not_finite;
  const double norm = pose.rotation.cos * pose.rotation.cos + pose.rotation.sin * pose.rotation.sin;
  return std::fabs(norm - 1.0) <= kernels::largest_norm_error ? ErrorCode::ok : ErrorCode::bad_rotation;
}

template <class T>
Status check_poses(const SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Pose> poses,
                   PoseTargets to, const Options& options) noexcept {
  const bool may_be_removed = to.indices == nullptr && !scene.removed.empty();
  const auto error_of = [&](std::size_t i) {
    if (may_be_removed && scene.bodies[to.first + i].place.is_removed()) return ErrorCode::ok;
    return pose_error<T>(poses[i]);
  };
  std::atomic<bool> all_valid{true};
  const std::size_t chunks = (poses.size() + poses_per_chunk - 1) / poses_per_chunk;
  const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
    const std::size_t begin = chunk * poses_per_chunk, end = std::min(poses.size(), begin + poses_per_chunk);
    if (table.scene.of<T>().valid_poses(poses.data() + begin, end - begin)) return;
    for (std::size_t i = begin; i < end; ++i) {
      if (error_of(i) != ErrorCode::ok) all_valid.store(false, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  if (all_valid.load(std::memory_order_relaxed)) return {};
  std::size_t i = 0;
  while (error_of(i) == ErrorCode::ok) ++i;
  return {error_of(i), i};
}

template <class T>
Status place_bodies(SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Pose> poses, PoseTargets to,
                    const Options& options) noexcept {
  kernels::PlaceJob<T> job{};
  job.bodies = scene.bodies.data();
  job.body_shapes = scene.body_shapes.data();
  job.boxes = scene.boxes.data();
  job.rotations = scene.rotations.data();
  job.shapes = scene.shapes.data();
  for (unsigned k = 0; k < kernels::class_count; ++k) {
    job.blocks[k] = scene.offset_blocks.first(k);
    job.shape_blocks[k] = scene.local_blocks.first(k);
  }
  job.parts = scene.compounds.parts_to_place();
  const auto place_chunk = [&](std::size_t chunk) noexcept {
    kernels::PlaceJob<T> part = job;
    const std::size_t begin = chunk * poses_per_chunk;
    part.count = std::min(poses.size() - begin, poses_per_chunk);
    part.poses = poses.data() + begin;
    part.indices = to.indices != nullptr ? to.indices + begin : nullptr;
    part.first = to.first + begin;
    table.scene.of<T>().place(part);
    if (scene.bodies_to_check == 0) return;
    for (std::size_t k = 0; k < part.count; ++k) {
      const BodyId id = part.indices != nullptr ? part.indices[k] : static_cast<BodyId>(part.first + k);
      const kernels::Place place = scene.bodies[id].place;
      if (place.is_removed()) continue;
      const kernels::ShapeRecord<T>& shape = scene.shapes[scene.body_shapes[id]];
      if (shape.always_convex) continue;
      if (place.is_compound()) {
        check_parts(scene, id);
      } else {
        scene.set_place(id, checked(scene, place, shape));
      }
    }
  };
  const std::size_t chunks = (poses.size() + poses_per_chunk - 1) / poses_per_chunk;
  // Two threads must not place one body at once. Ascending indices name each body once; other lists run on one thread.
  Options chunk_options = options;
  if (!is_ascending(to.indices, poses.size())) chunk_options.max_threads = 1;
  return parallel::for_each_chunk(chunks, chunk_options, place_chunk);
}

template ErrorCode pose_error<float>(const Pose&) noexcept;
template ErrorCode pose_error<double>(const Pose&) noexcept;
template Status check_poses(const SceneData<float>&, const kernels::KernelTable&, std::span<const Pose>, PoseTargets,
                            const Options&) noexcept;
template Status check_poses(const SceneData<double>&, const kernels::KernelTable&, std::span<const Pose>, PoseTargets,
                            const Options&) noexcept;
template Status place_bodies(SceneData<float>&, const kernels::KernelTable&, std::span<const Pose>, PoseTargets,
                             const Options&) noexcept;
template Status place_bodies(SceneData<double>&, const kernels::KernelTable&, std::span<const Pose>, PoseTargets,
                             const Options&) noexcept;

}  // namespace satchel::detail
