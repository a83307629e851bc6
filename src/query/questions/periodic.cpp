// The questions about image pairs.
#include <satchel/periodic.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <vector>

#include "query/questions/images.hpp"

namespace satchel {

template <class T>
Status try_collide(BasicScenePair<T> scenes, const Periods& periods, std::span<const ImagePair> pairs,
                   std::span<std::type_identity_t<BasicContact<T>>> results, const Options& options) noexcept {
  return query::find_each<T>({scenes, periods}, pairs, results, options,
                             [](const auto&... arguments) { return try_collide(arguments...); });
}
template <class T>
Status try_classify(BasicScenePair<T> scenes, const Periods& periods, std::span<const ImagePair> pairs,
                    std::span<Verdict> results, const Options& options) noexcept {
  return query::find_each<T>({scenes, periods}, pairs, results, options,
                             [](const auto&... arguments) { return try_classify(arguments...); });
}
template <class T>
Status try_distances(BasicScenePair<T> scenes, const Periods& periods, std::span<const ImagePair> pairs,
                     std::span<std::type_identity_t<BasicDistance<T>>> results, const Options& options) noexcept {
  return query::find_each<T>({scenes, periods}, pairs, results, options,
                             [](const auto&... arguments) { return try_distances(arguments...); });
}
template <class T>
Status try_manifolds(BasicScenePair<T> scenes, const Periods& periods, std::span<const ImagePair> pairs,
                     std::span<std::type_identity_t<BasicManifold<T>>> results,
                     const BasicManifoldOptions<std::type_identity_t<T>>& options) noexcept {
  if (!(options.margin >= 0 && std::isfinite(options.margin))) {
    return detail::margin_error(Argument::margin, static_cast<double>(options.margin));
  }
  const auto call = [&](BasicScenePair<T> its_scenes, const auto& some, const auto& to, const Options& run) {
    return try_manifolds(its_scenes, some, to, {options.margin, run});
  };
  return query::find_each<T>({scenes, periods}, pairs, results, options.run, call);
}

template <class T>
Status try_find_hits(BasicScenePair<T> scenes, const Periods& periods, std::span<const ImagePair> pairs,
                     Output<BasicImageHit<std::type_identity_t<T>>> results, const Options& options) noexcept {
  if (pairs.size() > std::numeric_limits<std::uint32_t>::max()) return {ErrorCode::too_many, pairs.size()};
  std::vector<BasicHit<T>> found;
  std::vector<BasicImageHit<T>> hits;  // of a wave
  std::size_t total = 0;
  const auto ask = [&](std::size_t begin, BasicScenePair<T> its_scenes, const std::vector<Pair>& some,
                       const std::vector<std::uint32_t>& places, const Options& run) {
    const Status status = try_find_hits(its_scenes, some, found, run);
    if (!status.ok()) return status;
    const auto before = static_cast<std::ptrdiff_t>(hits.size());
    for (const BasicHit<T>& hit : found) {
      const std::size_t index = begin + places[hit.index];
      hits.push_back({pairs[index], static_cast<std::uint32_t>(index), hit.contact});
    }
    std::inplace_merge(hits.begin(), hits.begin() + before, hits.end(),
                       [](const auto& p, const auto& q) { return p.index < q.index; });
    return status;
  };
  const auto append = [&] {
    BasicImageHit<T>* const to = results.resize(total + hits.size(), total);
    if (to != nullptr) std::copy(hits.begin(), hits.end(), to + total);
    total += hits.size();
    hits.clear();
  };
  const Status status = query::in_waves<T>({scenes, periods}, pairs, true, options, ask, append);
  if (!status.ok()) return status;
  try {
    if (total == 0) (void)results.resize(0);
    const bool fits = total == 0 || total <= results.room() || results.resize(total, total) != nullptr;
    return fits ? Status{} : detail::room_error(total, results.room());
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

template Status try_collide(ScenePair, const Periods&, std::span<const ImagePair>, std::span<Contact>,
                            const Options&) noexcept;
template Status try_classify(ScenePair, const Periods&, std::span<const ImagePair>, std::span<Verdict>,
                             const Options&) noexcept;
template Status try_distances(ScenePair, const Periods&, std::span<const ImagePair>, std::span<Distance>,
                              const Options&) noexcept;
template Status try_manifolds(ScenePair, const Periods&, std::span<const ImagePair>, std::span<Manifold>,
                              const ManifoldOptions&) noexcept;
template Status try_find_hits(ScenePair, const Periods&, std::span<const ImagePair>, Output<ImageHit>,
                              const Options&) noexcept;
template Status try_collide(ScenePaird, const Periods&, std::span<const ImagePair>, std::span<Contactd>,
                            const Options&) noexcept;
template Status try_classify(ScenePaird, const Periods&, std::span<const ImagePair>, std::span<Verdict>,
                             const Options&) noexcept;
template Status try_distances(ScenePaird, const Periods&, std::span<const ImagePair>, std::span<Distanced>,
                              const Options&) noexcept;
template Status try_manifolds(ScenePaird, const Periods&, std::span<const ImagePair>, std::span<Manifoldd>,
                              const ManifoldOptionsd&) noexcept;
template Status try_find_hits(ScenePaird, const Periods&, std::span<const ImagePair>, Output<ImageHitd>,
                              const Options&) noexcept;

}  // namespace satchel
