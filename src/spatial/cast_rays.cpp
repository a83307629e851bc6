// Rays against all bodies, with an index and without:
//
//   check the rays; without an index, build a tree over the bodies' boxes
//   for each chunk of rays, in parallel, for each ray: search the tree along the ray (kernels/tree/find_on_ray.hpp);
//     test each body whose box the ray meets, the nearest boxes first; keep the hit with the least (time, body), or all
//     hits, or end at the first
#include <satchel/cast_rays.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <vector>

#include <satchel/index.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/fail.hpp"
#include "scene/range.hpp"
#include "spatial/bodies_in_tree.hpp"
#include "spatial/found_lists.hpp"
#include "spatial/ray_on_part.hpp"
#include "tree/index_data.hpp"
#include "tree/ray_in_frame.hpp"

namespace satchel {
namespace spatial {
namespace {

constexpr std::size_t rays_per_chunk = 128;
constexpr double never = std::numeric_limits<double>::infinity();
constexpr RayHit no_hit{never, 0, 0, no_body};

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
Status check_rays(std::span<const Ray> rays) noexcept {
  for (std::size_t i = 0; i < rays.size(); ++i) {
    if (const ErrorCode code = ray_error<T>(rays[i]); code != ErrorCode::ok) return {code, i, Argument::ray};
  }
  return {};
}

/// The first meeting of a ray with a body.
template <class T>
Meeting meeting_with(const detail::SceneData<T>& scene, BodyId body, const Ray& ray) {
  if (!scene.bodies[body].place.is_compound()) return meeting(query::core_of(scene, body), ray);
  Meeting first;
  for_each_part(scene, body, [&](const Part<T>& part) {
    const Meeting met = meeting(part, ray);
    if (met.time < first.time) first = met;
  });
  return first;
}

/// What is kept of a ray's hits: each has take(hit), which returns the time up to which more hits are of interest.
struct FirstHit {
  RayHit first = no_hit;
  double take(const RayHit& hit) {
    if (hit.time < first.time || (hit.time == first.time && hit.body < first.body)) first = hit;
    return first.time;
  }
};
struct AnyHit {
  bool is_hit = false;
  double take(const RayHit&) {
    is_hit = true;
    return -1;
  }
};
struct AllHits {
  double max_time;
  std::vector<RayHit>& hits;
  double take(const RayHit& hit) {
    hits.push_back(hit);
    return max_time;
  }
};

/// The search of one ray.
template <class T, class Kept>
class Cast {
 public:
  Cast(const BodiesInTree<T>& bodies, std::size_t query, const Ray& ray, Kept& kept)
      : bodies_(bodies), query_(query), ray_(ray), kept_(kept), in_frame_(ray, bodies.tree) {}

  void run() {
    if (!in_frame_.may_hit()) return;
    latest_ = in_frame_.not_before(ray_.max_time);
    kernels::RaySearch job{bodies_.tree,
                           in_frame_.x(),
                           in_frame_.y(),
                           latest_,
                           [](void* context, BodyId body) { return static_cast<Cast*>(context)->meet(body); },
                           this};
    bodies_.table.tree->find_on_ray(job);
    if (out_of_memory_) throw std::bad_alloc();
  }

 private:
  float meet(BodyId body) noexcept {
    if (!bodies_.allowed(query_, body)) return latest_;
    try {
      const Meeting met = meeting_with(bodies_.scene, body, ray_);
      if (met.time <= ray_.max_time && met.time < never) {
        latest_ = in_frame_.not_before(kept_.take({met.time, met.normal_x, met.normal_y, body}));
      }
      return latest_;
    } catch (const std::exception&) {
      out_of_memory_ = true;
      return -1;  // ends the search
    }
  }

  const BodiesInTree<T>& bodies_;
  std::size_t query_;
  const Ray& ray_;
  Kept& kept_;
  tree::RayInFrame in_frame_;
  float latest_ = 0;
  bool out_of_memory_ = false;
};

template <class T, class Kept>
void search(const BodiesInTree<T>& bodies, std::size_t query, const Ray& ray, Kept& kept) {
  Cast<T, Kept>(bodies, query, ray, kept).run();
}

/// Calls answer(i) for each ray, in parallel. `answer` may throw bad_alloc.
template <class Answer>
Status for_each_ray(std::size_t rays, const Options& options, const Answer& answer) noexcept {
  std::atomic<bool> out_of_memory{false};
  const std::size_t chunks = (rays + rays_per_chunk - 1) / rays_per_chunk;
  const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
    const std::size_t end = std::min(rays, (chunk + 1) * rays_per_chunk);
    try {
      for (std::size_t i = chunk * rays_per_chunk; i < end; ++i) answer(i);
    } catch (const std::exception&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (status.ok() && out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  return status;
}

template <class T>
Status first_hits(const BodiesInTree<T>& bodies, std::span<const Ray> rays, std::span<RayHit> hits,
                  const Options& options) noexcept {
  return for_each_ray(rays.size(), options, [&](std::size_t i) {
    FirstHit kept;
    search(bodies, i, rays[i], kept);
    hits[i] = kept.first;
  });
}

/// Checks a call to an index; calls ask(bodies) -> Status.
template <class T, class Ask>
Status ask_index(const BasicIndex<T>& index, const BasicScene<T>& scene, std::span<const Ray> rays, std::size_t results,
                 const QueryOptions& options, const Ask& ask) noexcept {
  const FpEnvironment environment;
  Status status = detail::IndexAccess::check(index, scene);
  if (!status.ok()) return status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  if (results != rays.size()) return detail::size_error(Argument::hits, rays.size(), results);
  status = check_rays<T>(rays);
  if (!status.ok()) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  status = Allowed::check(options, data.bodies.size(), rays.size());
  if (!status.ok()) return status;
  return ask(BodiesInTree<T>{data, detail::IndexAccess::data(index)->tree.floats(), *table, Allowed(options)});
}

/// Finds all hits of the rays of a chunk, sorted.
template <class T>
void all_hits_of_chunk(const BodiesInTree<T>& bodies, std::span<const Ray> rays, std::size_t begin, std::size_t end,
                       std::vector<FoundRayHit>& found) {
  std::vector<RayHit> hits;
  for (std::size_t i = begin; i < end; ++i) {
    hits.clear();
    AllHits kept{rays[i].max_time, hits};
    search(bodies, i, rays[i], kept);
    std::sort(hits.begin(), hits.end(), [](const RayHit& a, const RayHit& b) {
      return a.time < b.time || (a.time == b.time && a.body < b.body);
    });
    for (const RayHit& hit : hits) found.push_back({static_cast<std::uint32_t>(i), hit});
  }
}

}  // namespace
}  // namespace spatial

template <class T>
Status try_cast_rays(const BasicScene<T>& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                     const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  if (hits.size() != rays.size()) return detail::size_error(Argument::hits, rays.size(), hits.size());
  status = spatial::check_rays<T>(rays);
  if (!status.ok()) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  parallel::Progress progress(options, data.bodies.size() + rays.size());
  progress.begin(data.bodies.size());
  tree::KeptTree tree;
  status = tree.build(data, *table, progress.options());
  if (!status.ok()) return status;
  progress.begin(rays.size());
  const spatial::BodiesInTree<T> bodies{data, tree.floats(), *table};
  return progress.finish(spatial::first_hits(bodies, rays, hits, progress.options()));
}

template <class T>
Status BasicIndex<T>::try_cast_rays(const Scene& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                                    const QueryOptions& options) const noexcept {
  return spatial::ask_index(*this, scene, rays, hits.size(), options,
                            [&](const auto& bodies) { return spatial::first_hits(bodies, rays, hits, options.run); });
}

template <class T>
Status BasicIndex<T>::try_rays_blocked(const Scene& scene, std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                                       const QueryOptions& options) const noexcept {
  return spatial::ask_index(*this, scene, rays, blocked.size(), options, [&](const auto& bodies) {
    return spatial::for_each_ray(rays.size(), options.run, [&](std::size_t i) {
      spatial::AnyHit kept;
      spatial::search(bodies, i, rays[i], kept);
      blocked[i] = kept.is_hit ? 1 : 0;
    });
  });
}

template <class T>
Status BasicIndex<T>::try_all_ray_hits(const Scene& scene, std::span<const Ray> rays, Output<FoundRayHit> hits,
                                       const QueryOptions& options) const noexcept {
  return spatial::ask_index(*this, scene, rays, rays.size(), options, [&](const auto& bodies) {
    return spatial::find_lists<FoundRayHit>(rays.size(), hits, options.run,
                                            [&](std::size_t begin, std::size_t end, std::vector<FoundRayHit>& found) {
                                              spatial::all_hits_of_chunk(bodies, rays, begin, end, found);
                                            });
  });
}

template Status try_cast_rays(const BasicScene<float>&, std::span<const Ray>, std::span<RayHit>,
                              const Options&) noexcept;
template Status BasicIndex<float>::try_cast_rays(const BasicScene<float>&, std::span<const Ray>, std::span<RayHit>,
                                                 const QueryOptions&) const noexcept;
template Status BasicIndex<float>::try_rays_blocked(const BasicScene<float>&, std::span<const Ray>,
                                                    std::span<std::uint8_t>, const QueryOptions&) const noexcept;
template Status BasicIndex<float>::try_all_ray_hits(const BasicScene<float>&, std::span<const Ray>, Output<FoundRayHit>,
                                                    const QueryOptions&) const noexcept;
template Status try_cast_rays(const BasicScene<double>&, std::span<const Ray>, std::span<RayHit>,
                              const Options&) noexcept;
template Status BasicIndex<double>::try_cast_rays(const BasicScene<double>&, std::span<const Ray>, std::span<RayHit>,
                                                  const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_rays_blocked(const BasicScene<double>&, std::span<const Ray>,
                                                     std::span<std::uint8_t>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_all_ray_hits(const BasicScene<double>&, std::span<const Ray>,
                                                     Output<FoundRayHit>, const QueryOptions&) const noexcept;

}  // namespace satchel
