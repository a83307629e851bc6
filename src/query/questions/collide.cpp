// `try_collide` and `try_classify`.
#include <satchel/collide.hpp>

#include <limits>
#include <optional>
#include <span>

#include "query/pipeline/driver.hpp"

namespace satchel {
namespace {

using query::Scenes;

/// Where the deciding parts go, if they are asked for.
using Parts = std::optional<std::span<PartPair>>;

template <class Query, class T = typename Query::Scalar, class Result = typename Query::Result>
Status find(const Scenes<T>& scenes, std::span<const Pair> pairs, std::span<Result> results, Parts parts,
            const Options& options) noexcept {
  return query::with_kernels([&](const kernels::KernelTable& table) {
    if (results.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), results.size());
    if (parts && parts->size() != pairs.size())
      return detail::size_error(Argument::parts, pairs.size(), parts->size(), 1);
    return query::for_each_chunk_of_pairs<Query>(
        scenes, table, pairs, options, std::numeric_limits<std::size_t>::max(),
        [&](query::Batch<Query>& batch, std::span<const Pair> chunk, std::size_t begin) {
          batch.run(chunk, results.data() + begin,
                    {parts ? parts->subspan(begin, chunk.size()) : std::span<PartPair>(), {}});
        });
  });
}

}  // namespace

template <class T>
Status try_collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
                   std::span<std::type_identity_t<BasicContact<T>>> contacts, const Options& options) noexcept {
  return find<query::ContactQuery<T>>(Scenes<T>(scene), pairs, contacts, {}, options);
}
template <class T>
Status try_collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                   std::span<std::type_identity_t<BasicContact<T>>> contacts, const Options& options) noexcept {
  return find<query::ContactQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, contacts, {}, options);
}
template <class T>
Status try_collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
                   std::span<std::type_identity_t<BasicContact<T>>> contacts, std::span<PartPair> parts,
                   const Options& options) noexcept {
  return find<query::ContactQuery<T>>(Scenes<T>(scene), pairs, contacts, parts, options);
}
template <class T>
Status try_collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                   std::span<std::type_identity_t<BasicContact<T>>> contacts, std::span<PartPair> parts,
                   const Options& options) noexcept {
  return find<query::ContactQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, contacts, parts, options);
}
template <class T>
Status try_classify(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                    const Options& options) noexcept {
  return find<query::VerdictQuery<T>>(Scenes<T>(scene), pairs, verdicts, {}, options);
}
template <class T>
Status try_classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                    std::span<Verdict> verdicts, const Options& options) noexcept {
  return find<query::VerdictQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, verdicts, {}, options);
}

template Status try_collide(const Scene&, std::span<const Pair>, std::span<Contact>, const Options&) noexcept;
template Status try_collide(const Scene&, const Scene&, std::span<const Pair>, std::span<Contact>,
                            const Options&) noexcept;
template Status try_collide(const Scened&, std::span<const Pair>, std::span<Contactd>, const Options&) noexcept;
template Status try_collide(const Scened&, const Scened&, std::span<const Pair>, std::span<Contactd>,
                            const Options&) noexcept;
template Status try_collide(const Scene&, std::span<const Pair>, std::span<Contact>, std::span<PartPair>,
                            const Options&) noexcept;
template Status try_collide(const Scene&, const Scene&, std::span<const Pair>, std::span<Contact>, std::span<PartPair>,
                            const Options&) noexcept;
template Status try_collide(const Scened&, std::span<const Pair>, std::span<Contactd>, std::span<PartPair>,
                            const Options&) noexcept;
template Status try_collide(const Scened&, const Scened&, std::span<const Pair>, std::span<Contactd>,
                            std::span<PartPair>, const Options&) noexcept;
template Status try_classify(const Scene&, std::span<const Pair>, std::span<Verdict>, const Options&) noexcept;
template Status try_classify(const Scene&, const Scene&, std::span<const Pair>, std::span<Verdict>,
                             const Options&) noexcept;
template Status try_classify(const Scened&, std::span<const Pair>, std::span<Verdict>, const Options&) noexcept;
template Status try_classify(const Scened&, const Scened&, std::span<const Pair>, std::span<Verdict>,
                             const Options&) noexcept;

}  // namespace satchel
