// The entry points of `collide` and `classify`: the outermost wrappers, which alone throw.
#include <satchel/collide.hpp>

#include <optional>
#include <string>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "query/pipeline/batch.hpp"
#include "scene/fail.hpp"

namespace satchel {
namespace {

using detail::SceneAccess;

/// Where the deciding parts go, if they are asked for.
using Parts = std::optional<std::span<PartPair>>;

template <class Query, class Scene, class Result>
Status query_nothrow(const Scene& a, const Scene& b, bool one_scene, std::span<const Pair> pairs,
                     std::span<Result> results, Parts parts, const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  return query::run_batch<Query>(SceneAccess::data(a), SceneAccess::data(b), one_scene, *table, pairs, results, parts,
                                 options);
}

template <class Query, class Scene, class Result>
void query_or_throw(const Scene& a, const Scene& b, bool one_scene, std::span<const Pair> pairs,
                    std::span<Result> results, Parts parts, const Options& options) {
  (void)dispatch::active();  // throws with the reason where there is none
  const Status status = query_nothrow<Query>(a, b, one_scene, pairs, results, parts, options);
  switch (status.code) {
    case ErrorCode::ok:
      return;
    case ErrorCode::size_mismatch:
      if (status.index == 1) detail::fail_size("parts", pairs.size(), parts->size());
      detail::fail_size("results", pairs.size(), results.size());
    case ErrorCode::bad_body:
    case ErrorCode::removed_body:
      query::fail_pair(status, a, one_scene, pairs);
    default:
      throw Error(status, message(status.code));
  }
}

}  // namespace

// The entry points of one precision.
#define SATCHEL_ENTRY_POINTS(T)                                                                                       \
  void collide(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<BasicContact<T>> contacts,          \
               const Options& options) {                                                                              \
    query_or_throw<query::CollideQuery<T>>(scene, scene, true, pairs, contacts, {}, options);                         \
  }                                                                                                                   \
  void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,               \
               std::span<BasicContact<T>> contacts, const Options& options) {                                         \
    query_or_throw<query::CollideQuery<T>>(scene_a, scene_b, false, pairs, contacts, {}, options);                    \
  }                                                                                                                   \
  void classify(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<Verdict> verdicts,                 \
                const Options& options) {                                                                             \
    query_or_throw<query::ClassifyQuery<T>>(scene, scene, true, pairs, verdicts, {}, options);                        \
  }                                                                                                                   \
  void classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,              \
                std::span<Verdict> verdicts, const Options& options) {                                                \
    query_or_throw<query::ClassifyQuery<T>>(scene_a, scene_b, false, pairs, verdicts, {}, options);                   \
  }                                                                                                                   \
  Status collide(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs,                             \
                 std::span<BasicContact<T>> contacts, const Options& options) noexcept {                              \
    return query_nothrow<query::CollideQuery<T>>(scene, scene, true, pairs, contacts, {}, options);                   \
  }                                                                                                                   \
  Status collide(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,                          \
                 std::span<const Pair> pairs, std::span<BasicContact<T>> contacts, const Options& options) noexcept { \
    return query_nothrow<query::CollideQuery<T>>(scene_a, scene_b, false, pairs, contacts, {}, options);              \
  }                                                                                                                   \
  Status classify(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs,                            \
                  std::span<Verdict> verdicts, const Options& options) noexcept {                                     \
    return query_nothrow<query::ClassifyQuery<T>>(scene, scene, true, pairs, verdicts, {}, options);                  \
  }                                                                                                                   \
  Status classify(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,                         \
                  std::span<const Pair> pairs, std::span<Verdict> verdicts, const Options& options) noexcept {        \
    return query_nothrow<query::ClassifyQuery<T>>(scene_a, scene_b, false, pairs, verdicts, {}, options);             \
  }

#define SATCHEL_PART_ENTRY_POINTS(T)                                                                                \
  void collide(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<BasicContact<T>> contacts,        \
               std::span<PartPair> parts, const Options& options) {                                                 \
    query_or_throw<query::CollideQuery<T>>(scene, scene, true, pairs, contacts, parts, options);                    \
  }                                                                                                                 \
  void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,             \
               std::span<BasicContact<T>> contacts, std::span<PartPair> parts, const Options& options) {            \
    query_or_throw<query::CollideQuery<T>>(scene_a, scene_b, false, pairs, contacts, parts, options);               \
  }                                                                                                                 \
  Status collide(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs,                           \
                 std::span<BasicContact<T>> contacts, std::span<PartPair> parts, const Options& options) noexcept { \
    return query_nothrow<query::CollideQuery<T>>(scene, scene, true, pairs, contacts, parts, options);              \
  }                                                                                                                 \
  Status collide(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,                        \
                 std::span<const Pair> pairs, std::span<BasicContact<T>> contacts, std::span<PartPair> parts,       \
                 const Options& options) noexcept {                                                                 \
    return query_nothrow<query::CollideQuery<T>>(scene_a, scene_b, false, pairs, contacts, parts, options);         \
  }

SATCHEL_ENTRY_POINTS(float)
SATCHEL_ENTRY_POINTS(double)
SATCHEL_PART_ENTRY_POINTS(float)
SATCHEL_PART_ENTRY_POINTS(double)

#undef SATCHEL_ENTRY_POINTS
#undef SATCHEL_PART_ENTRY_POINTS

}  // namespace satchel
