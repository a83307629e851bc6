#include "query/pipeline/check_pairs.hpp"

#include <algorithm>
#include <atomic>

#include "parallel/parallel.hpp"

namespace satchel::query {
namespace {

constexpr std::size_t pairs_per_chunk = 1 << 16, few = 8;

template <class T>
ErrorCode body_error(const detail::SceneData<T>& scene, BodyId body) noexcept {
  if (body >= scene.bodies.size()) return ErrorCode::bad_body;
  return scene.bodies[body].place.is_removed() ? ErrorCode::removed_body : ErrorCode::ok;
}

}  // namespace

template <class T>
Status check_pairs(const detail::SceneData<T>& a, const detail::SceneData<T>& b, std::span<const Pair> pairs,
                   const kernels::KernelTable& table, const Options& options, bool& some_swapped) noexcept {
  const bool some_removed = !a.removed.empty() || !b.removed.empty();
  const auto error_of = [&](const Pair& pair) {
    const ErrorCode error = body_error(a, pair.a);
    return error != ErrorCode::ok ? error : body_error(b, pair.b);
  };
  if (pairs.size() <= few) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (const ErrorCode error = error_of(pairs[i]); error != ErrorCode::ok) return {error, i};
      some_swapped |= pairs[i].b < pairs[i].a;
    }
    return {};
  }
  std::atomic<bool> all_good{true}, swapped{false};
  const std::size_t chunks = (pairs.size() + pairs_per_chunk - 1) / pairs_per_chunk;
  const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
    const std::span<const Pair> part =
        pairs.subspan(chunk * pairs_per_chunk, std::min(pairs_per_chunk, pairs.size() - chunk * pairs_per_chunk));
    const kernels::PairSurvey survey = table.survey(part.data(), part.size());
    if (survey.some_swapped) swapped.store(true, std::memory_order_relaxed);
    bool good = survey.largest.a < a.bodies.size() && survey.largest.b < b.bodies.size();
    if (good && some_removed) {
      good = std::all_of(part.begin(), part.end(), [&](const Pair& pair) { return error_of(pair) == ErrorCode::ok; });
    }
    if (!good) all_good.store(false, std::memory_order_relaxed);
  });
  if (!status.ok()) return status;
  some_swapped = swapped.load(std::memory_order_relaxed);
  if (all_good.load(std::memory_order_relaxed)) return {};
  std::size_t i = 0;
  while (error_of(pairs[i]) == ErrorCode::ok) ++i;
  return {error_of(pairs[i]), i};
}

template Status check_pairs(const detail::SceneData<float>&, const detail::SceneData<float>&, std::span<const Pair>,
                            const kernels::KernelTable&, const Options&, bool&) noexcept;
template Status check_pairs(const detail::SceneData<double>&, const detail::SceneData<double>&, std::span<const Pair>,
                            const kernels::KernelTable&, const Options&, bool&) noexcept;

}  // namespace satchel::query
