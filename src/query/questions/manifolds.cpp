// The entry points of `manifolds`.
#include <satchel/manifold.hpp>

#include <cmath>

#include "query/pipeline/follow.hpp"
#include "query/compound/deciding_parts.hpp"

namespace satchel {
namespace {

using query::Scenes;

template <class T>
Status find_manifolds(const Scenes<T>& scenes, std::span<const Pair> pairs, std::span<BasicManifold<T>> manifolds,
                      T margin, const Options& options) noexcept {
  return query::with_kernels([&](const kernels::KernelTable& table) {
    if (!(margin >= 0 && std::isfinite(margin))) return Status{ErrorCode::bad_margin, 0};
    const auto& kernel = table.manifold.template of<T>();
    const auto step = [&](const auto&, const query::FoundContacts<T>& found, BasicManifold<T>* results) {
      query::ask_deciding_parts(scenes.a, scenes.b, found.job, found.contacts, found.parts,
                                [&](const kernels::PairJob<T>& of_parts, const auto* its_contacts) {
                                  kernel.manifolds(of_parts, its_contacts, margin, results);
                                });
    };
    return query::follow_contacts<T>(scenes, table, pairs, manifolds, options, step, {true, margin});
  });
}

template <class T>
void find_manifolds_or_throw(const Scenes<T>& scenes, std::span<const Pair> pairs,
                             std::span<BasicManifold<T>> manifolds, T margin, const Options& options) {
  query::throw_unless_ok(find_manifolds(scenes, pairs, manifolds, margin, options), scenes, pairs, manifolds.size());
}

}  // namespace

// The entry points of one precision.
#define SATCHEL_ENTRY_POINTS(T)                                                                                \
  void manifolds(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<BasicManifold<T>> results, \
                 T margin, const Options& options) {                                                           \
    find_manifolds_or_throw(Scenes<T>(scene), pairs, results, margin, options);                                \
  }                                                                                                            \
  void manifolds(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,      \
                 std::span<BasicManifold<T>> results, T margin, const Options& options) {                      \
    find_manifolds_or_throw(Scenes<T>(scene_a, scene_b), pairs, results, margin, options);                     \
  }                                                                                                            \
  Status manifolds(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs,                    \
                   std::span<BasicManifold<T>> results, T margin, const Options& options) noexcept {           \
    return find_manifolds(Scenes<T>(scene), pairs, results, margin, options);                                  \
  }                                                                                                            \
  Status manifolds(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,                 \
                   std::span<const Pair> pairs, std::span<BasicManifold<T>> results, T margin,                 \
                   const Options& options) noexcept {                                                          \
    return find_manifolds(Scenes<T>(scene_a, scene_b), pairs, results, margin, options);                       \
  }

SATCHEL_ENTRY_POINTS(float)
SATCHEL_ENTRY_POINTS(double)

#undef SATCHEL_ENTRY_POINTS

}  // namespace satchel
