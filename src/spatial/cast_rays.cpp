// `cast_rays` and its entry points:
//
//   check the rays; build the tree over the bodies' boxes
//   for each chunk of rays, in parallel, for each ray: search the tree along the ray (kernels/tree/ray_boxes.hpp);
//     test each body whose box the ray meets, and keep the hit with the least (time, body)
#include <satchel/cast_rays.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <string>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/fail.hpp"
#include "scene/range.hpp"
#include "spatial/ray_on_part.hpp"
#include "tree/box_tree.hpp"

namespace satchel {
namespace spatial {
namespace {

constexpr std::size_t rays_per_chunk = 128;
constexpr RayHit no_hit{std::numeric_limits<double>::infinity(), 0, 0, no_body};

/// The reason to refuse a ray, or ok.
template <class T>
ErrorCode ray_error(const Ray& ray) noexcept {
  for (const double number : {ray.origin.x, ray.origin.y, ray.direction.x, ray.direction.y}) {
    if (!detail::in_range<T>(number)) return detail::range_error(number);
  }
  if (ray.direction.x == 0 && ray.direction.y == 0) return ErrorCode::bad_ray;
  return ray.max_time >= 0 ? ErrorCode::ok : ErrorCode::bad_ray;  // NaN fails the comparison
}

template <class T>
Status check_rays(std::span<const Ray> rays, std::size_t hits) noexcept {
  if (hits != rays.size()) return detail::size_error(Argument::hits, rays.size(), hits);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    if (const ErrorCode code = ray_error<T>(rays[i]); code != ErrorCode::ok) return {code, i, Argument::ray};
  }
  return {};
}

/// The search of one ray, with its first hit so far.
template <class T>
class Cast {
 public:
  Cast(const detail::SceneData<T>& scene, const Ray& ray) : scene_(scene), ray_(ray), latest_(ray.max_time) {}

  RayHit through(const tree::BoxTree& tree, const kernels::KernelTable& table) {
    kernels::RayJob job{};
    job.targets = tree.view();
    job.origin_x = ray_.origin.x;
    job.origin_y = ray_.origin.y;
    job.direction_x = ray_.direction.x;
    job.direction_y = ray_.direction.y;
    job.max_time = latest();
    job.meet = [](void* context, const BodyId* ids, unsigned mask) {
      return static_cast<Cast*>(context)->meet(ids, mask);
    };
    job.context = this;
    table.rays->find_on_ray(job);
    if (out_of_memory_) throw std::bad_alloc();
    return hit_;
  }

 private:
  /// The time up to which boxes are searched: slightly later than the first hit so far, because times are rounded.
  double latest() const { return latest_ * (1 + 0x1p-30); }

  double meet(const BodyId* ids, unsigned mask) noexcept {
    try {
      for (; mask != 0; mask &= mask - 1) meet_body(ids[__builtin_ctz(mask)]);
    } catch (const std::exception&) {
      out_of_memory_ = true;
      return -1;  // ends the search
    }
    return latest();
  }

  void meet_body(BodyId body) {
    for_each_part(scene_, body, [&](const Part<T>& part) {
      const Meeting met = meeting(part, ray_);
      if (met.time > latest_ || (met.time == hit_.time && body >= hit_.body)) return;
      if (met.time == std::numeric_limits<double>::infinity()) return;
      hit_ = {met.time, met.normal_x, met.normal_y, body};
      latest_ = met.time;
    });
  }

  const detail::SceneData<T>& scene_;
  const Ray& ray_;
  double latest_;
  RayHit hit_ = no_hit;
  bool out_of_memory_ = false;
};

template <class T>
Status cast(const detail::SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Ray> rays,
            std::span<RayHit> hits, const Options& options) {
  tree::BoxTree tree;
  tree::SharedPool<tree::OrderScratch> scratch;
  parallel::Progress progress(options, scene.bodies.size() + rays.size());
  progress.begin(scene.bodies.size());
  Status status = tree.build(scene, table, {}, {}, progress.options(), scratch);
  if (!status.ok()) return status;
  progress.begin(rays.size());
  std::atomic<bool> out_of_memory{false};
  const std::size_t chunks = (rays.size() + rays_per_chunk - 1) / rays_per_chunk;
  status = parallel::for_each_chunk(chunks, progress.options(), [&](std::size_t chunk) noexcept {
    const std::size_t end = std::min(rays.size(), (chunk + 1) * rays_per_chunk);
    try {
      for (std::size_t i = chunk * rays_per_chunk; i < end; ++i) hits[i] = Cast<T>(scene, rays[i]).through(tree, table);
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (status.ok() && out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  return progress.finish(status);
}

template <class T>
Status checked_cast(const BasicScene<T>& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                    const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  status = check_rays<T>(rays, hits.size());
  if (!status.ok()) return status;
  try {
    return cast(detail::SceneAccess::data(scene), *table, rays, hits, options);
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace spatial

template <class T>
Status try_cast_rays(const BasicScene<T>& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                     const Options& options) noexcept {
  return spatial::checked_cast(scene, rays, hits, options);
}

template Status try_cast_rays(const Scene&, std::span<const Ray>, std::span<RayHit>, const Options&) noexcept;
template Status try_cast_rays(const Scened&, std::span<const Ray>, std::span<RayHit>, const Options&) noexcept;

}  // namespace satchel
