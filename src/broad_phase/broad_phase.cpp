// The broad phase and its entry points:
//
//   check the options; number the worlds
//   build the tree over each scene's boxes
//   for each chunk of groups, in parallel: find the pairs of bodies whose boxes overlap, filter them, add them to the
//     sorter
//   sort the pairs, or put them into the order of the chunks
#include <satchel/broad_phase.hpp>

#include <algorithm>
#include <stdexcept>

#include "broad_phase/broad_phase_data.hpp"
#include "broad_phase/collect_pairs.hpp"
#include "broad_phase/pair_options.hpp"
#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/fail.hpp"
#include "scene/threads.hpp"

namespace satchel {
namespace detail {

using kernels::GroupRange;
using tree::BoxTree;
constexpr std::size_t many = ~std::size_t{0};
using tree::Worlds;

/// Numbers the worlds from 0: by the caller's own numbers if they are not much larger than the number of bodies, else
/// by their rank.
Worlds BroadPhaseData::number_worlds(std::span<const std::uint32_t> worlds) {
  if (worlds.empty()) return {};
  const std::uint32_t largest = *std::max_element(worlds.begin(), worlds.end());
  if (largest / 2 <= worlds.size()) return {worlds.data(), largest + 1};
  sorted_worlds_.assign(worlds.begin(), worlds.end());
  std::sort(sorted_worlds_.begin(), sorted_worlds_.end());
  sorted_worlds_.erase(std::unique(sorted_worlds_.begin(), sorted_worlds_.end()), sorted_worlds_.end());
  numbers_.resize(worlds.size());
  std::transform(worlds.begin(), worlds.end(), numbers_.begin(), [&](std::uint32_t world) {
    const auto found = std::lower_bound(sorted_worlds_.begin(), sorted_worlds_.end(), world);
    return static_cast<std::uint32_t>(found - sorted_worlds_.begin());
  });
  return {numbers_.data(), static_cast<std::uint32_t>(sorted_worlds_.size())};
}

/// Notes for each group of the first tree the range of groups of the other tree that are of the same world.
void BroadPhaseData::find_ranges(std::uint32_t worlds, bool one_scene) {
  const BoxTree& targets = trees_[one_scene ? 0 : 1];
  if (trees_[0].group_count() == 0 || targets.group_count() == 0) return;
  GroupRange* const ranges = ranges_.need(trees_[0].group_count());
  for (std::uint32_t world = 0; world < worlds; ++world) {
    const GroupRange groups = trees_[0].groups_of_world(world), met = targets.groups_of_world(world);
    std::fill(ranges + groups.first, ranges + groups.last, met);
  }
}

template <class T>
Status BroadPhaseData::build_trees(const SceneData<T>& a, const SceneData<T>& b, bool one_scene,
                                   const BasicPairOptions<T>& options, const kernels::KernelTable& table,
                                   parallel::Progress& progress) {
  const std::size_t slots_a = a.bodies.size(), slots_b = b.bodies.size();
  const Worlds worlds = number_worlds(options.worlds);
  has_worlds_ = worlds.of_body != nullptr;
  const Options& run = progress.options();
  progress.begin(slots_a);
  const tree::Role role = one_scene ? tree::Role::targets : tree::Role::queries;
  Status status = trees_[0].build(a, table, broad_phase::growth_of(options, 0), worlds, run, order_scratch_, role);
  if (!status.ok()) return status;
  progress.begin(slots_b);
  if (!one_scene) {
    const Worlds worlds_b = {has_worlds_ ? worlds.of_body + slots_a : nullptr, worlds.count};
    status = trees_[1].build(b, table, broad_phase::growth_of(options, slots_a), worlds_b, run, order_scratch_);
    if (!status.ok()) return status;
  }
  if (has_worlds_) find_ranges(worlds.count, one_scene);
  return {};
}

kernels::OverlapJob BroadPhaseData::overlaps(bool one_scene) const {
  kernels::OverlapJob job{};
  job.queries = trees_[0].view();
  job.targets = trees_[one_scene ? 0 : 1].view();
  job.one_tree = one_scene;
  job.target_range = has_worlds_ ? ranges_.data() : nullptr;
  return job;
}

template <class T>
Status BroadPhaseData::find(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const Output<Pair>& pairs,
                            const BasicPairOptions<T>& options, const kernels::KernelTable& table) {
  const std::size_t slots_a = a.bodies.size(), slots_b = b.bodies.size();
  Status status = broad_phase::check_options(options, a, one_scene ? nullptr : &b);
  if (!status.ok()) return status;
  const Filter* const filters_a = options.filters.empty() ? nullptr : options.filters.data();
  const Filter* const filters_b = filters_a == nullptr || one_scene ? filters_a : filters_a + slots_a;
  const auto accepts = [=](const Pair& pair) {
    return filters_a == nullptr || may_meet(filters_a[pair.a], filters_b[pair.b]);
  };
  const broad_phase::PairList list{pairs, slots_a, slots_b, options.max_pairs, options.sorted};
  const std::size_t largest = options.worlds.empty() ? std::max(slots_a, slots_b) : many;
  if (largest <= broad_phase::FewBoxes::most) {
    few_boxes_[0].fill(table, a, broad_phase::growth_of(options, 0));
    if (!one_scene) few_boxes_[1].fill(table, b, broad_phase::growth_of(options, slots_a));
    kernels::OverlapJob job{};
    job.queries = few_boxes_[0].view();
    job.targets = few_boxes_[one_scene ? 0 : 1].view();
    job.one_tree = one_scene;
    return few_.collect(table, job, true, list, accepts);
  }
  parallel::Progress progress(options.run, 4 * (slots_a + slots_b));
  status = build_trees(a, b, one_scene, options, table, progress);
  if (!status.ok()) return status;
  if (largest <= broad_phase::FewPairs::most) {
    return progress.finish(few_.collect(table, overlaps(one_scene), false, list, accepts));
  }
  return broad_phase::collect_pairs(table, overlaps(one_scene), list, accepts, sorter_, progress);
}

template Status BroadPhaseData::build_trees(const SceneData<float>&, const SceneData<float>&, bool, const PairOptions&,
                                            const kernels::KernelTable&, parallel::Progress&);
template Status BroadPhaseData::build_trees(const SceneData<double>&, const SceneData<double>&, bool,
                                            const PairOptionsd&, const kernels::KernelTable&, parallel::Progress&);

std::size_t BroadPhaseData::bytes() const {
  std::size_t total =
      sizeof(*this) + few_.bytes() + sorter_.bytes() + bytes_of(sorted_worlds_) + bytes_of(numbers_) + ranges_.bytes();
  for (const BoxTree& tree : trees_) total += tree.bytes();
  for (const auto& scratch : order_scratch_.items()) total += scratch->bytes();
  return total;
}

namespace {

/// @param what  where the pairs go, behind the periods of a periodic world
template <class T, class... What>
Status find_within(BroadPhaseData& data, BasicScenePair<T> scenes, const BasicPairOptions<T>& options,
                   const What&... what) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  try {
    BasicPairOptions<T> how = options;
    how.run = with_threads(options.run, threads_of(scenes));
    status = data.find(SceneAccess::data(scenes.a()), SceneAccess::data(scenes.b()), scenes.is_one_scene(), what...,
                       how, *table);
    if (status.code == ErrorCode::too_many_pairs) {
      status.argument = Argument::pairs;
      status.numbers[0] = options.max_pairs;
    }
    return status;
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory, 0};
  } catch (const std::length_error&) {  // more than a vector can hold
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace detail

BroadPhase::BroadPhase() : data_(std::make_unique<detail::BroadPhaseData>()) {}
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;
BroadPhase::~BroadPhase() = default;

std::size_t BroadPhase::memory_bytes() const noexcept { return sizeof(*this) + data_->bytes(); }

template <class T>
Status BroadPhase::try_find_pairs(BasicScenePair<T> scenes, Output<Pair> pairs,
                                  const BasicPairOptions<std::type_identity_t<T>>& options) noexcept {
  return detail::find_within(*data_, scenes, options, pairs);
}
template <class T>
Status BroadPhase::try_find_pairs(BasicScenePair<T> scenes, const Periods& periods, Output<ImagePair> pairs,
                                  const BasicPairOptions<std::type_identity_t<T>>& options) noexcept {
  return detail::find_within(*data_, scenes, options, periods, pairs);
}
template <class T>
Status try_find_pairs(BasicScenePair<T> scenes, Output<Pair> pairs,
                      const BasicPairOptions<std::type_identity_t<T>>& options) noexcept try {
  return BroadPhase().try_find_pairs(scenes, pairs, options);
} catch (const std::bad_alloc&) {
  return {ErrorCode::no_memory, 0};
}
template <class T>
Status try_find_pairs(BasicScenePair<T> scenes, const Periods& periods, Output<ImagePair> pairs,
                      const BasicPairOptions<std::type_identity_t<T>>& options) noexcept try {
  return BroadPhase().try_find_pairs(scenes, periods, pairs, options);
} catch (const std::bad_alloc&) {
  return {ErrorCode::no_memory, 0};
}

template Status BroadPhase::try_find_pairs(ScenePair, Output<Pair>, const PairOptions&) noexcept;
template Status BroadPhase::try_find_pairs(ScenePair, const Periods&, Output<ImagePair>, const PairOptions&) noexcept;
template Status try_find_pairs(ScenePair, Output<Pair>, const PairOptions&) noexcept;
template Status try_find_pairs(ScenePair, const Periods&, Output<ImagePair>, const PairOptions&) noexcept;
template Status BroadPhase::try_find_pairs(ScenePaird, Output<Pair>, const PairOptionsd&) noexcept;
template Status BroadPhase::try_find_pairs(ScenePaird, const Periods&, Output<ImagePair>, const PairOptionsd&) noexcept;
template Status try_find_pairs(ScenePaird, Output<Pair>, const PairOptionsd&) noexcept;
template Status try_find_pairs(ScenePaird, const Periods&, Output<ImagePair>, const PairOptionsd&) noexcept;

}  // namespace satchel
