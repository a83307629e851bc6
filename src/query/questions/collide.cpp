// `try_collide` and `try_classify`.
#include <satchel/collide.hpp>

#include <limits>
#include <optional>
#include <span>

#include "query/pipeline/driver.hpp"
#include "query/pipeline/pair_alone.hpp"

namespace satchel {
namespace {

using query::Scenes;

/// Where the deciding parts go, if they are asked for.
using Parts = std::optional<std::span<PartPair>>;

template <class Query, class T = typename Query::Scalar, class Result = typename Query::Result>
Status find(BasicScenePair<T> given, std::span<const Pair> pairs, std::span<Result> results, Parts parts,
            const Options& options) noexcept {
  const Scenes<T> scenes(given);
  return query::with_kernels([&](const kernels::KernelTable& table) -> Status {
    if (results.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), results.size());
    if (parts && parts->size() != pairs.size())
      return detail::size_error(Argument::parts, pairs.size(), parts->size(), 1);
    if (!parts && query::PairAlone<T>::suits(pairs, options)) {
      query::PairAlone<T> alone(scenes, table, pairs[0]);
      if (alone.decide(results.data())) return {};
    }
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
Status try_collide(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                   std::span<std::type_identity_t<BasicContact<T>>> contacts, const Options& options) noexcept {
  return find<query::ContactQuery<T>>(scenes, pairs, contacts, {}, options);
}
template <class T>
Status try_collide(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                   std::span<std::type_identity_t<BasicContact<T>>> contacts, std::span<PartPair> parts,
                   const Options& options) noexcept {
  return find<query::ContactQuery<T>>(scenes, pairs, contacts, parts, options);
}
template <class T>
Status try_classify(BasicScenePair<T> scenes, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                    const Options& options) noexcept {
  return find<query::VerdictQuery<T>>(scenes, pairs, verdicts, {}, options);
}

template Status try_collide(ScenePair, std::span<const Pair>, std::span<Contact>, const Options&) noexcept;
template Status try_collide(ScenePair, std::span<const Pair>, std::span<Contact>, std::span<PartPair>,
                            const Options&) noexcept;
template Status try_classify(ScenePair, std::span<const Pair>, std::span<Verdict>, const Options&) noexcept;
template Status try_collide(ScenePaird, std::span<const Pair>, std::span<Contactd>, const Options&) noexcept;
template Status try_collide(ScenePaird, std::span<const Pair>, std::span<Contactd>, std::span<PartPair>,
                            const Options&) noexcept;
template Status try_classify(ScenePaird, std::span<const Pair>, std::span<Verdict>, const Options&) noexcept;

}  // namespace satchel
