// The broad phase and its entry points:
//
//   check the options; number the worlds
//   build the tree over each scene's boxes
//   for each chunk of groups, in parallel: find the pairs of bodies whose boxes overlap, filter them, add them to the
//     sorter
//   sort the pairs
#include <satchel/broad_phase.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>

#include "broad_phase/pair_sorter.hpp"
#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/fail.hpp"
#include "tree/box_tree.hpp"

namespace satchel {
namespace detail {

using broad_phase::PairSorter;
using broad_phase::PairWriter;
using kernels::GroupRange;
using tree::BoxTree;
using tree::Worlds;

class BroadPhaseData {
 public:
  /// @param one_scene  a is b; find the pairs a < b of this scene
  template <class T>
  Status find(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const Output<Pair>& pairs,
              const BasicPairOptions<T>& options, const kernels::KernelTable& table);
  std::size_t bytes() const;

 private:
  template <class T>
  Status search(const kernels::KernelTable& table, const BasicPairOptions<T>& options, std::size_t bodies_a,
                bool one_scene, const Options& run);
  Worlds number_worlds(std::span<const std::uint32_t> worlds);
  const GroupRange* ranges_of_worlds(std::uint32_t worlds, bool one_scene);

  std::array<BoxTree, 2> trees_;
  PairSorter sorter_;
  tree::SharedPool<tree::OrderScratch> order_scratch_;
  std::vector<std::uint32_t> sorted_worlds_, numbers_;
  tree::Buffer<GroupRange> ranges_;
};

namespace {

constexpr std::size_t groups_per_chunk = 64;
constexpr std::size_t hits_at_once = 2048;  // found pairs that a kernel buffers before it calls Collector::take

template <class T>
Status check(const BasicPairOptions<T>& options, std::size_t slots) noexcept {
  if (!std::isfinite(options.margin) || options.margin < 0) {
    return margin_error(Argument::margin, static_cast<double>(options.margin));
  }
  if (!options.filters.empty() && options.filters.size() != slots) {
    return size_error(Argument::filters, slots, options.filters.size());
  }
  if (!options.worlds.empty() && options.worlds.size() != slots) {
    return size_error(Argument::worlds, slots, options.worlds.size(), 1);
  }
  return {};
}

/// Filters the pairs that a kernel finds and adds them to the sorter.
struct Collector {
  PairSorter& sorter;
  PairWriter& writer;
  bool one_scene;
  const Filter* filters_a;  ///< null: no filters, every pair passes
  const Filter* filters_b;
  Status status;
  std::array<BodyId, hits_at_once + 256> a, b;

  static bool take(void* context, std::size_t hits) noexcept { return static_cast<Collector*>(context)->take(hits); }
  bool take(std::size_t hits) noexcept {
    try {
      const unsigned block_shift = sorter.block_shift();
      for (std::size_t i = 0; i < hits; ++i) {
        const Pair pair = one_scene ? Pair{std::min(a[i], b[i]), std::max(a[i], b[i])} : Pair{a[i], b[i]};
        if (filters_a != nullptr && !may_meet(filters_a[pair.a], filters_b[pair.b])) continue;
        if (!writer.add(sorter, pair, block_shift)) {
          status = {ErrorCode::too_many_pairs, 0};
          return false;
        }
      }
      return true;
    } catch (const std::bad_alloc&) {
      status = {ErrorCode::no_memory, 0};
      return false;
    }
  }
};

}  // namespace

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
    const auto place = std::lower_bound(sorted_worlds_.begin(), sorted_worlds_.end(), world);
    return static_cast<std::uint32_t>(place - sorted_worlds_.begin());
  });
  return {numbers_.data(), static_cast<std::uint32_t>(sorted_worlds_.size())};
}

/// For each group of the first tree, the range of groups of the other tree that are of the same world.
const GroupRange* BroadPhaseData::ranges_of_worlds(std::uint32_t worlds, bool one_scene) {
  const BoxTree& targets = trees_[one_scene ? 0 : 1];
  GroupRange* const ranges = ranges_.need(trees_[0].group_count());
  for (std::uint32_t world = 0; world < worlds; ++world) {
    const GroupRange groups = trees_[0].groups_of_world(world), met = targets.groups_of_world(world);
    std::fill(ranges + groups.first, ranges + groups.last, met);
  }
  return ranges;
}

template <class T>
Status BroadPhaseData::find(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const Output<Pair>& pairs,
                            const BasicPairOptions<T>& options, const kernels::KernelTable& table) {
  const std::size_t slots_a = a.bodies.size(), slots_b = b.bodies.size();
  Status status = check(options, one_scene ? slots_a : slots_a + slots_b);
  if (!status.ok()) return status;
  const Worlds worlds = number_worlds(options.worlds);
  const double margin = 0.5 * static_cast<double>(options.margin);  // of each of the two boxes
  parallel::Progress progress(options.run, 4 * (slots_a + slots_b));
  const Options& run = progress.options();
  progress.begin(slots_a);
  const tree::Role role = one_scene ? tree::Role::targets : tree::Role::queries;
  status = trees_[0].build(a, table, margin, worlds, run, order_scratch_, role);
  if (!status.ok()) return status;
  progress.begin(slots_b);
  if (!one_scene) {
    const Worlds worlds_b = {worlds.of_body != nullptr ? worlds.of_body + slots_a : nullptr, worlds.count};
    status = trees_[1].build(b, table, margin, worlds_b, run, order_scratch_);
    if (!status.ok()) return status;
  }
  progress.begin(2 * (slots_a + slots_b));
  sorter_.begin(slots_a, options.max_pairs);
  if (trees_[0].group_count() > 0 && trees_[one_scene ? 0 : 1].group_count() > 0) {
    if (worlds.of_body != nullptr) ranges_of_worlds(worlds.count, one_scene);
    status = search(table, options, slots_a, one_scene, run);
    if (!status.ok()) return status;
  }
  progress.begin(slots_a + slots_b);
  return progress.finish(sorter_.finish(pairs, slots_b, run));
}

template <class T>
Status BroadPhaseData::search(const kernels::KernelTable& table, const BasicPairOptions<T>& options,
                              std::size_t bodies_a, bool one_scene, const Options& run) {
  kernels::OverlapJob job{};
  job.queries = trees_[0].view();
  job.targets = trees_[one_scene ? 0 : 1].view();
  job.one_tree = one_scene;
  job.target_range = options.worlds.empty() ? nullptr : ranges_.data();
  job.capacity = hits_at_once + 256;
  const Filter* const filters_a = options.filters.empty() ? nullptr : options.filters.data();
  const Filter* const filters_b = filters_a == nullptr || one_scene ? filters_a : filters_a + bodies_a;

  const std::size_t groups = job.queries.group_count;
  std::atomic<ErrorCode> error{ErrorCode::ok};
  const std::size_t chunks = (groups + groups_per_chunk - 1) / groups_per_chunk;
  const Status status = parallel::for_each_chunk(chunks, run, [&](std::size_t chunk) noexcept {
    if (error.load(std::memory_order_relaxed) != ErrorCode::ok) return;
    try {
      const PairSorter::Loan writer(sorter_);
      Collector collector{sorter_, *writer, one_scene, filters_a, filters_b, {}, {}, {}};
      kernels::OverlapJob part = job;
      part.range = {static_cast<std::uint32_t>(chunk * groups_per_chunk),
                    static_cast<std::uint32_t>(std::min(groups, (chunk + 1) * groups_per_chunk))};
      part.a = collector.a.data();
      part.b = collector.b.data();
      part.take = Collector::take;
      part.context = &collector;
      table.find_overlaps(part);
      if (!collector.status.ok()) error.store(collector.status.code, std::memory_order_relaxed);
    } catch (const std::bad_alloc&) {
      error.store(ErrorCode::no_memory, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  return {error.load(std::memory_order_relaxed), 0};
}

std::size_t BroadPhaseData::bytes() const {
  std::size_t total = sizeof(*this) + sorter_.bytes() + bytes_of(sorted_worlds_) + bytes_of(numbers_) + ranges_.bytes();
  for (const BoxTree& tree : trees_) total += tree.bytes();
  for (const auto& scratch : order_scratch_.items()) total += scratch->bytes();
  return total;
}

namespace {

template <class T>
Status find_within(BroadPhaseData& data, const BasicScene<T>& a, const BasicScene<T>& b, bool one_scene,
                   const Output<Pair>& pairs, const BasicPairOptions<T>& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  try {
    status = data.find(SceneAccess::data(a), SceneAccess::data(b), one_scene, pairs, options, *table);
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
Status BroadPhase::try_find_pairs(const BasicScene<T>& scene, Output<Pair> pairs,
                                  const BasicPairOptions<std::type_identity_t<T>>& options) noexcept {
  return detail::find_within(*data_, scene, scene, true, pairs, options);
}
template <class T>
Status BroadPhase::try_find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, Output<Pair> pairs,
                                  const BasicPairOptions<std::type_identity_t<T>>& options) noexcept {
  return detail::find_within(*data_, scene_a, scene_b, false, pairs, options);
}
template <class T>
Status try_find_pairs(const BasicScene<T>& scene, Output<Pair> pairs,
                      const BasicPairOptions<std::type_identity_t<T>>& options) noexcept try {
  return BroadPhase().try_find_pairs(scene, pairs, options);
} catch (const std::bad_alloc&) {
  return {ErrorCode::no_memory, 0};
}
template <class T>
Status try_find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, Output<Pair> pairs,
                      const BasicPairOptions<std::type_identity_t<T>>& options) noexcept try {
  return BroadPhase().try_find_pairs(scene_a, scene_b, pairs, options);
} catch (const std::bad_alloc&) {
  return {ErrorCode::no_memory, 0};
}

template Status BroadPhase::try_find_pairs(const Scene&, Output<Pair>, const PairOptions&) noexcept;
template Status BroadPhase::try_find_pairs(const Scene&, const Scene&, Output<Pair>, const PairOptions&) noexcept;
template Status BroadPhase::try_find_pairs(const Scened&, Output<Pair>, const PairOptionsd&) noexcept;
template Status BroadPhase::try_find_pairs(const Scened&, const Scened&, Output<Pair>, const PairOptionsd&) noexcept;
template Status try_find_pairs(const Scene&, Output<Pair>, const PairOptions&) noexcept;
template Status try_find_pairs(const Scene&, const Scene&, Output<Pair>, const PairOptions&) noexcept;
template Status try_find_pairs(const Scened&, Output<Pair>, const PairOptionsd&) noexcept;
template Status try_find_pairs(const Scened&, const Scened&, Output<Pair>, const PairOptionsd&) noexcept;

}  // namespace satchel
