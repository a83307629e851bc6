// Rays against all bodies, with an index and without:
//
//   check the rays; without an index, build a tree over the bodies' boxes
//   order the rays, if that puts rays from one point side by side (ray_order.hpp)
//   for each chunk of rays, in parallel: rays from one point that lie near each other are cast together (ray_fan.hpp);
//     another ray searches the tree along its line (kernels/tree/find_on_ray.hpp), and tests each body whose box it
//     meets, the nearest boxes first
//   keep the hit with the least (time, body), or all hits, or end at the first
//
// One file, because calls with an index and without share the order and the kernels.
#include <satchel/cast_rays.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <limits>
#include <new>
#include <tuple>
#include <vector>

#include <satchel/index.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/checks.hpp"
#include "scene/fail.hpp"
#include "scene/range.hpp"
#include "scene/threads.hpp"
#include "spatial/bodies_in_tree.hpp"
#include "spatial/found_lists.hpp"
#include "spatial/kept_hits.hpp"
#include "spatial/ray_exit.hpp"
#include "spatial/ray_fan.hpp"
#include "spatial/ray_on_outline.hpp"
#include "spatial/ray_on_part.hpp"
#include "spatial/ray_order.hpp"
#include "tree/index_data.hpp"
#include "tree/ray_in_frame.hpp"

namespace satchel {
namespace spatial {
namespace {

constexpr std::size_t rays_per_chunk = 128;

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
  if (rays.size() >= std::numeric_limits<std::uint32_t>::max()) return {ErrorCode::too_many, rays.size()};
  for (std::size_t i = 0; i < rays.size(); ++i) {
    if (const ErrorCode code = ray_error<T>(rays[i]); code != ErrorCode::ok) return {code, i, Argument::ray};
  }
  return {};
}

/// The first meeting of a ray with a body.
template <class T>
Meeting meeting_with(const detail::SceneData<T>& scene, BodyId body, const Ray& ray) {
  if (scene.bodies[body].place.is_outline()) return meeting_with_outline(scene, body, ray);
  Meeting first;
  for_each_part(scene, body, [&](const Part<T>& part) {
    const Meeting met = meeting(part, ray);
    if (met.time < first.time) first = met;
  });
  return first;
}

/// The same, where a ray that begins in the body meets its boundary.
template <class T>
Meeting meeting_with_boundary(const detail::SceneData<T>& scene, BodyId body, const Ray& ray) {
  const Meeting met = meeting_with(scene, body, ray);
  if (met.time != 0 || !begins_in(scene, body, ray)) return met;
  const Leaving out = leaving(scene, body, ray, 0);
  return {out.time, out.normal_x, out.normal_y};
}

/// The search of one ray.
template <class T, class Kept>
class OneRay {
 public:
  OneRay(const BodiesInTree<T>& bodies, std::size_t query, const Ray& ray, RayStart from_inside, Kept& kept)
      : bodies_(bodies),
        query_(query),
        ray_(ray),
        from_inside_(from_inside),
        kept_(kept),
        in_frame_(ray, bodies.tree) {}

  /// Throws std::bad_alloc.
  void run() {
    if (!in_frame_.may_hit()) return;
    latest_ = in_frame_.latest_at(ray_.max_time);
    bodies_.table.tree->find_on_ray(
        {bodies_.tree, in_frame_.x(), in_frame_.y(), latest_,
         [](void* context, BodyId body) { return static_cast<OneRay*>(context)->meet(body); }, this});
    if (out_of_memory_) throw std::bad_alloc();
  }

 private:
  float meet(BodyId body) noexcept {
    if (!bodies_.allowed(query_, body)) return latest_;
    try {
      const Meeting met = from_inside_ == RayStart::solid ? meeting_with(bodies_.scene, body, ray_)
                                                          : meeting_with_boundary(bodies_.scene, body, ray_);
      if (met.is_met() && met.time <= ray_.max_time) {
        latest_ = in_frame_.latest_at(kept_.take({met.time, met.normal_x, met.normal_y, body}));
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
  RayStart from_inside_;
  Kept& kept_;
  tree::RayInFrame in_frame_;
  float latest_ = 0;
  bool out_of_memory_ = false;
};

/// Casts rays, those from one point that follow each other together. Throws std::bad_alloc.
/// @param numbers  the numbers of the rays in the call
/// @param more     fans know nothing of exits and of boundaries from inside
/// @param make     make(number): what is kept of the hits of a ray
/// @param write    write(number, kept)
template <class T, class Make, class Write>
void cast(const BodiesInTree<T>& bodies, std::span<const Ray> rays, std::span<const std::uint32_t> numbers,
          const RayOptions& more, const Make& make, const Write& write) {
  using Kept = decltype(make(0));
  const bool in_fans = !more.exits && more.from_inside == RayStart::solid;
  for (std::size_t i = 0; i < rays.size();) {
    const std::size_t count = in_fans ? tree::fan_size(rays.subspan(i), bodies.tree) : 1;
    if (count == 1) {
      Kept kept = make(numbers[i]);
      OneRay<T, Kept>(bodies, numbers[i], rays[i], more.from_inside, kept).run();
      write(numbers[i++], kept);
      continue;
    }
    std::array<Kept, kernels::most_rays_of_fan> kept;
    for (std::size_t k = 0; k < count; ++k) kept[k] = make(numbers[i + k]);
    RayFan<T, Kept>(bodies, rays.subspan(i, count), numbers.subspan(i, count), kept).run();
    for (std::size_t k = 0; k < count; ++k) write(numbers[i++], kept[k]);
  }
}

/// Casts the rays from `begin` to `end` of an order (order_for_fans), at most rays_per_chunk.
/// @param order  empty: the order in which the rays are
template <class T, class Make, class Write>
void cast_chunk(const BodiesInTree<T>& bodies, std::span<const Ray> rays, std::span<const std::uint32_t> order,
                std::size_t begin, std::size_t end, const RayOptions& more, const Make& make, const Write& write) {
  std::array<std::uint32_t, rays_per_chunk> numbers;
  std::array<Ray, rays_per_chunk> ordered;
  for (std::size_t i = begin; i < end; ++i) {
    numbers[i - begin] = order.empty() ? static_cast<std::uint32_t>(i) : order[i];
    ordered[i - begin] = rays[numbers[i - begin]];
  }
  cast(bodies, std::span<const Ray>(ordered.data(), end - begin),
       std::span<const std::uint32_t>(numbers.data(), end - begin), more, make, write);
}

/// Casts all rays, in parallel; as `cast`.
template <class T, class Make, class Write>
Status cast_all(const BodiesInTree<T>& bodies, std::span<const Ray> rays, const RayOptions& more,
                const Options& options, const Make& make, const Write& write) noexcept {
  try {
    const std::vector<std::uint32_t> order = order_for_fans(rays, options);
    std::atomic<bool> out_of_memory{false};
    const std::size_t chunks = (rays.size() + rays_per_chunk - 1) / rays_per_chunk;
    const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
      const std::size_t begin = chunk * rays_per_chunk;
      try {
        cast_chunk(bodies, rays, order, begin, std::min(rays.size(), begin + rays_per_chunk), more, make, write);
      } catch (const std::exception&) {
        out_of_memory.store(true, std::memory_order_relaxed);
      }
    });
    if (status.ok() && out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
    return status;
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

template <class T>
void add_exit(const detail::SceneData<T>& scene, const Ray& ray, RayHit& hit) {
  hit.exit = hit.body == no_body ? hit.time : leaving(scene, hit.body, ray, hit.time).time;
}

template <class T>
Status first_hits(const BodiesInTree<T>& bodies, std::span<const Ray> rays, const RayOptions& more,
                  std::span<RayHit> hits, const Options& options) noexcept {
  return cast_all(
      bodies, rays, more, options, [](std::uint32_t) { return FirstHit{}; },
      [&](std::uint32_t i, const FirstHit& kept) {
        hits[i] = kept.first;
        if (more.exits) add_exit(bodies.scene, rays[i], hits[i]);
      });
}

/// Checks a call to an index; calls ask(bodies, options) -> Status.
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
  return ask(BodiesInTree<T>{data, detail::IndexAccess::data(index)->tree.floats(), *table, Allowed(options)},
             detail::with_threads(options.run, scene));
}

/// Appends all hits of the rays from `begin` to `end`, sorted.
template <class T>
void find_all_hits(const BodiesInTree<T>& bodies, std::span<const Ray> rays, const RayOptions& more, std::size_t begin,
                   std::size_t end, std::vector<FoundRayHit>& found) {
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  for (; begin < end; begin += rays_per_chunk) {
    cast_chunk(
        bodies, rays, {}, begin, std::min(end, begin + rays_per_chunk), more,
        [&](std::uint32_t i) {
          return AllHits{i, rays[i].max_time, &found};
        },
        [](std::uint32_t, const AllHits&) {});
  }
  std::sort(found.begin() + first, found.end(), [](const FoundRayHit& a, const FoundRayHit& b) {
    return std::tuple(a.query, a.hit.time, a.hit.body) < std::tuple(b.query, b.hit.time, b.hit.body);
  });
  if (!more.exits) return;
  for (auto hit = found.begin() + first; hit != found.end(); ++hit) add_exit(bodies.scene, rays[hit->query], hit->hit);
}

}  // namespace
}  // namespace spatial

template <class T>
Status try_cast_rays(const BasicScene<T>& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                     const Options& options, const RayOptions& more) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  if (hits.size() != rays.size()) return detail::size_error(Argument::hits, rays.size(), hits.size());
  status = spatial::check_rays<T>(rays);
  if (!status.ok()) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  parallel::Progress progress(options, data.bodies.size() + rays.size(), scene.max_threads());
  progress.begin(data.bodies.size());
  tree::KeptTree tree;
  status = tree.build(data, *table, progress.options());
  if (!status.ok()) return status;
  progress.begin(rays.size());
  const spatial::BodiesInTree<T> bodies{data, tree.floats(), *table};
  return progress.finish(spatial::first_hits(bodies, rays, more, hits, progress.options()));
}

template <class T>
Status BasicIndex<T>::try_cast_rays(const Scene& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                                    const QueryOptions& options) const noexcept {
  return spatial::ask_index(*this, scene, rays, hits.size(), options, [&](const auto& bodies, const Options& run) {
    return spatial::first_hits(bodies, rays, options.rays, hits, run);
  });
}

template <class T>
Status BasicIndex<T>::try_rays_blocked(const Scene& scene, std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                                       const QueryOptions& options) const noexcept {
  return spatial::ask_index(*this, scene, rays, blocked.size(), options, [&](const auto& bodies, const Options& run) {
    return spatial::cast_all(
        bodies, rays, options.rays, run, [](std::uint32_t) { return spatial::AnyHit{}; },
        [&](std::uint32_t i, const spatial::AnyHit& kept) { blocked[i] = kept.is_hit ? 1 : 0; });
  });
}

template <class T>
Status BasicIndex<T>::try_all_ray_hits(const Scene& scene, std::span<const Ray> rays, Output<FoundRayHit> hits,
                                       const QueryOptions& options) const noexcept {
  return spatial::ask_index(*this, scene, rays, rays.size(), options, [&](const auto& bodies, const Options& run) {
    return spatial::find_lists<FoundRayHit>(rays.size(), hits, run,
                                            [&](std::size_t begin, std::size_t end, std::vector<FoundRayHit>& found) {
                                              spatial::find_all_hits(bodies, rays, options.rays, begin, end, found);
                                            });
  });
}

template Status try_cast_rays(const BasicScene<float>&, std::span<const Ray>, std::span<RayHit>, const Options&,
                              const RayOptions&) noexcept;
template Status BasicIndex<float>::try_cast_rays(const BasicScene<float>&, std::span<const Ray>, std::span<RayHit>,
                                                 const QueryOptions&) const noexcept;
template Status BasicIndex<float>::try_rays_blocked(const BasicScene<float>&, std::span<const Ray>,
                                                    std::span<std::uint8_t>, const QueryOptions&) const noexcept;
template Status BasicIndex<float>::try_all_ray_hits(const BasicScene<float>&, std::span<const Ray>, Output<FoundRayHit>,
                                                    const QueryOptions&) const noexcept;
template Status try_cast_rays(const BasicScene<double>&, std::span<const Ray>, std::span<RayHit>, const Options&,
                              const RayOptions&) noexcept;
template Status BasicIndex<double>::try_cast_rays(const BasicScene<double>&, std::span<const Ray>, std::span<RayHit>,
                                                  const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_rays_blocked(const BasicScene<double>&, std::span<const Ray>,
                                                     std::span<std::uint8_t>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_all_ray_hits(const BasicScene<double>&, std::span<const Ray>,
                                                     Output<FoundRayHit>, const QueryOptions&) const noexcept;

}  // namespace satchel
