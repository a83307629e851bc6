// Builds and updates an index.
#include <satchel/index.hpp>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "assert_that.hpp"
#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/progress.hpp"
#include "tree/index_data.hpp"
#include "tree/is_sound.hpp"

namespace satchel {
namespace {

using detail::IndexData;
using detail::SceneAccess;
using detail::SceneData;

/// All boxes are computed anew if more than one body in so many has changed.
constexpr std::size_t worth_updating_all = 8;

/// The bodies that the scene's journal names since the index was updated, some perhaps several times; nothing: any body
/// may have changed. Throws std::bad_alloc.
template <class T>
std::optional<std::vector<BodyId>> entered_bodies(const IndexData& index, const SceneData<T>& scene) {
  const auto entries = scene.journal.since(index.revisions.all);
  if (!entries) return {};
  std::vector<BodyId> bodies(entries->size());
  std::transform(entries->begin(), entries->end(), bodies.begin(), [](const auto& entry) { return entry.body; });
  return bodies;
}

/// The lowest of `bodies` that is not as the index has it and that a list leaves out, or none. Throws std::bad_alloc.
template <class T>
BodyId left_out(const IndexData& index, const SceneData<T>& scene, const std::vector<BodyId>& bodies,
                std::span<const BodyId> list) {
  std::vector<BodyId> sorted(list.begin(), list.end());
  std::sort(sorted.begin(), sorted.end());
  BodyId lowest = no_body;
  for (const BodyId body : bodies) {
    if (body < lowest && !std::binary_search(sorted.begin(), sorted.end(), body) && index.tree.differs(scene, body)) {
      lowest = body;
    }
  }
  return lowest;
}

template <class T>
Status updated(IndexData* index, const BasicScene<T>& scene, std::optional<std::span<const BodyId>> moved,
               const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  if (index == nullptr || index->identity != scene.identity()) return {ErrorCode::other_scene, 0, Argument::index};
  if (index->revisions.all == scene.revision()) return {};
  const SceneData<T>& data = SceneAccess::data(scene);
  try {
    const std::optional<std::vector<BodyId>> entered = entered_bodies(*index, data);
    if (moved) {
      const BodyId missing = left_out(*index, data, entered ? *entered : index->tree.differing(data), *moved);
      if (missing != no_body) return {ErrorCode::left_out, missing, Argument::moved};
    }
    const bool few = entered && entered->size() <= data.bodies.size() / worth_updating_all;
    parallel::Progress progress(options, data.bodies.size(), scene.max_threads());
    progress.begin(data.bodies.size());
    const Options& how = progress.options();
    status = few ? index->tree.update(data, *table, *entered, how) : index->tree.update_all(data, *table, how);
    status = progress.finish(status);
    SATCHEL_ASSERT(!status.ok() || tree::is_sound(index->tree, data));
    if (status.ok()) index->revisions = scene.revisions();
    return status;
  } catch (const std::exception&) {
    return {ErrorCode::no_memory};
  }
}

}  // namespace

template <class T>
BasicIndex<T>::BasicIndex() noexcept = default;
template <class T>
BasicIndex<T>::BasicIndex(BasicIndex&&) noexcept = default;
template <class T>
BasicIndex<T>& BasicIndex<T>::operator=(BasicIndex&&) noexcept = default;
template <class T>
BasicIndex<T>::~BasicIndex() = default;

template <class T>
Status BasicIndex<T>::try_build(const Scene& scene, const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  try {
    auto next = std::make_unique<IndexData>();
    const SceneData<T>& data = SceneAccess::data(scene);
    parallel::Progress progress(options, data.bodies.size(), scene.max_threads());
    progress.begin(data.bodies.size());
    status = progress.finish(next->tree.build(data, *table, progress.options()));
    if (!status.ok()) return status;
    SATCHEL_ASSERT(tree::is_sound(next->tree, data));
    next->identity = scene.identity();
    next->revisions = scene.revisions();
    data_ = std::move(next);
    return {};
  } catch (const std::exception&) {
    return {ErrorCode::no_memory};
  }
}

template <class T>
Status BasicIndex<T>::try_update(const Scene& scene, const Options& options) noexcept {
  return updated(data_.get(), scene, {}, options);
}
template <class T>
Status BasicIndex<T>::try_update(const Scene& scene, std::span<const BodyId> moved, const Options& options) noexcept {
  return updated(data_.get(), scene, moved, options);
}

template <class T>
bool BasicIndex<T>::is_current(const Scene& scene) const noexcept {
  return detail::IndexAccess::check(*this, scene).ok();
}
template <class T>
std::size_t BasicIndex<T>::memory_bytes() const noexcept {
  return data_ != nullptr ? sizeof(*data_) + data_->tree.bytes() : 0;
}

// Instantiates the members that are defined in this file.
template class BasicIndex<float>;
template class BasicIndex<double>;

}  // namespace satchel
