// The entry points of `collide` and `classify`: the outermost wrappers, which alone throw.
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
    if (results.size() != pairs.size()) return Status{ErrorCode::size_mismatch, 0};
    if (parts && parts->size() != pairs.size()) return Status{ErrorCode::size_mismatch, 1};
    return query::for_each_chunk<Query>(
        scenes, table, pairs, options, std::numeric_limits<std::size_t>::max(),
        [&](query::Batch<Query>& batch, std::span<const Pair> chunk, std::size_t begin) {
          batch.run(chunk, results.data() + begin, parts ? parts->subspan(begin, chunk.size()) : std::span<PartPair>());
        });
  });
}

template <class Query, class T = typename Query::Scalar, class Result = typename Query::Result>
void find_or_throw(const Scenes<T>& scenes, std::span<const Pair> pairs, std::span<Result> results, Parts parts,
                   const Options& options) {
  const Status status = find<Query>(scenes, pairs, results, parts, options);
  if (status.code == ErrorCode::size_mismatch && status.index == 1) {
    detail::fail_size("parts", pairs.size(), parts->size());
  }
  query::throw_unless_ok(status, scenes, pairs, results.size());
}

}  // namespace

// The entry points of one precision.
#define SATCHEL_ENTRY_POINTS(T) \
  void collide(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<BasicContact<T>> contacts, \
               const Options& options) { \
    find_or_throw<query::ContactQuery<T>>(Scenes<T>(scene), pairs, contacts, {}, options); \
  } \
  void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs, \
               std::span<BasicContact<T>> contacts, const Options& options) { \
    find_or_throw<query::ContactQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, contacts, {}, options); \
  } \
  void classify(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<Verdict> verdicts, \
                const Options& options) { \
    find_or_throw<query::VerdictQuery<T>>(Scenes<T>(scene), pairs, verdicts, {}, options); \
  } \
  void classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs, \
                std::span<Verdict> verdicts, const Options& options) { \
    find_or_throw<query::VerdictQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, verdicts, {}, options); \
  } \
  Status collide(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs, \
                 std::span<BasicContact<T>> contacts, const Options& options) noexcept { \
    return find<query::ContactQuery<T>>(Scenes<T>(scene), pairs, contacts, {}, options); \
  } \
  Status collide(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, \
                 std::span<const Pair> pairs, std::span<BasicContact<T>> contacts, const Options& options) noexcept { \
    return find<query::ContactQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, contacts, {}, options); \
  } \
  Status classify(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs, \
                  std::span<Verdict> verdicts, const Options& options) noexcept { \
    return find<query::VerdictQuery<T>>(Scenes<T>(scene), pairs, verdicts, {}, options); \
  } \
  Status classify(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, \
                  std::span<const Pair> pairs, std::span<Verdict> verdicts, const Options& options) noexcept { \
    return find<query::VerdictQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, verdicts, {}, options); \
  }

#define SATCHEL_PART_ENTRY_POINTS(T) \
  void collide(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<BasicContact<T>> contacts, \
               std::span<PartPair> parts, const Options& options) { \
    find_or_throw<query::ContactQuery<T>>(Scenes<T>(scene), pairs, contacts, parts, options); \
  } \
  void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs, \
               std::span<BasicContact<T>> contacts, std::span<PartPair> parts, const Options& options) { \
    find_or_throw<query::ContactQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, contacts, parts, options); \
  } \
  Status collide(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs, \
                 std::span<BasicContact<T>> contacts, std::span<PartPair> parts, const Options& options) noexcept { \
    return find<query::ContactQuery<T>>(Scenes<T>(scene), pairs, contacts, parts, options); \
  } \
  Status collide(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, \
                 std::span<const Pair> pairs, std::span<BasicContact<T>> contacts, std::span<PartPair> parts, \
                 const Options& options) noexcept { \
    return find<query::ContactQuery<T>>(Scenes<T>(scene_a, scene_b), pairs, contacts, parts, options); \
  }

SATCHEL_ENTRY_POINTS(float)
SATCHEL_ENTRY_POINTS(double)
SATCHEL_PART_ENTRY_POINTS(float)
SATCHEL_PART_ENTRY_POINTS(double)

#undef SATCHEL_ENTRY_POINTS
#undef SATCHEL_PART_ENTRY_POINTS

}  // namespace satchel
