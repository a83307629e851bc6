// `try_push_out`: one body after another, spread over threads.
#include <satchel/push_out.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "parallel/progress.hpp"
#include "query/pipeline/driver.hpp"
#include "query/push_out/pushed_body.hpp"
#include "scene/check_motions.hpp"
#include "scene/checks.hpp"

namespace satchel {
namespace {

/// The motions or the tolerance that may not be, or ok.
template <class T>
Status check_last(const detail::SceneData<T>& scene, const PushOutOptions& options) noexcept {
  const std::span<const Motion> motions = options.last_motions;
  if (!(options.front_tolerance >= 0 && std::isfinite(options.front_tolerance))) {
    return detail::margin_error(Argument::tolerance, options.front_tolerance);
  }
  if (motions.empty()) return {};
  if (motions.size() != scene.bodies.size()) {
    return detail::size_error(Argument::motions, scene.bodies.size(), motions.size(), motions.size());
  }
  return detail::check_each_motion(scene, motions, Argument::motions);
}

template <class T>
Status needs_parts(const detail::SceneData<T>& scene, std::size_t index, Argument argument, BodyId body) noexcept {
  return {ErrorCode::needs_parts, index, argument, {body, 0, scene.body_shapes[body]}};
}

template <class T>
Status check(const detail::SceneData<T>& scene, std::span<const BodyId> bodies, std::span<const std::uint32_t> starts,
             std::span<const BodyId> candidates, std::size_t results) noexcept {
  if (results != bodies.size()) return detail::size_error(Argument::results, bodies.size(), results);
  if (const Status status = detail::check_starts(starts, bodies.size(), candidates.size()); !status.ok()) return status;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (const Status status = detail::check_body(scene, bodies[i]); !status.ok()) {
      return {status.code, i, Argument::body_element, {bodies[i]}};
    }
    if (scene.lacks_parts(bodies[i])) return needs_parts(scene, i, Argument::body_element, bodies[i]);
    for (std::uint32_t k = starts[i]; k < starts[i + 1]; ++k) {
      const Status status = detail::check_body(scene, candidates[k]);
      if (!status.ok()) return {status.code, k, Argument::candidates, {candidates[k]}};
      if (scene.lacks_parts(candidates[k])) return needs_parts(scene, k, Argument::candidates, candidates[k]);
      if (candidates[k] == bodies[i]) return {ErrorCode::bad_body, k, Argument::candidates, {candidates[k], 1}};
    }
  }
  return {};
}

}  // namespace

template <class T>
Status try_push_out(const BasicScene<T>& scene, std::span<const BodyId> bodies, std::span<const std::uint32_t> starts,
                    std::span<const BodyId> candidates, std::span<PushOut> results,
                    const PushOutOptions& options) noexcept {
  const FpEnvironment environment;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  if (const Status status = check(data, bodies, starts, candidates, results.size()); !status.ok()) return status;
  if (const Status status = check_last(data, options); !status.ok()) return status;
  const query::LastMotions last{options.last_motions, options.front_tolerance};
  constexpr std::size_t bodies_a_chunk = 16;
  parallel::Progress progress(options.run, bodies.size(), scene.max_threads());
  progress.begin(bodies.size());
  const std::size_t chunks = (bodies.size() + bodies_a_chunk - 1) / bodies_a_chunk;
  return progress.finish(query::for_each_throwing_chunk(chunks, progress.options(), [&](std::size_t chunk) {
    std::vector<BodyId> others;
    const std::size_t end = std::min(bodies.size(), (chunk + 1) * bodies_a_chunk);
    for (std::size_t i = chunk * bodies_a_chunk; i < end; ++i) {
      others.assign(candidates.begin() + starts[i], candidates.begin() + starts[i + 1]);
      std::sort(others.begin(), others.end());
      others.erase(std::unique(others.begin(), others.end()), others.end());
      results[i] = query::PushedBody<T>(data, bodies[i], others, last).run(options.rounds);
    }
  }));
}

template Status try_push_out(const Scene&, std::span<const BodyId>, std::span<const std::uint32_t>,
                             std::span<const BodyId>, std::span<PushOut>, const PushOutOptions&) noexcept;
template Status try_push_out(const Scened&, std::span<const BodyId>, std::span<const std::uint32_t>,
                             std::span<const BodyId>, std::span<PushOut>, const PushOutOptions&) noexcept;

}  // namespace satchel
