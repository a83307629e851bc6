// Candidate pairs that are kept:
//
//   find the movers: bodies whose grown box, filter or world is another one than at the last update
//   are they many or unknown, do they meet too many boxes, or is the list not sorted? find all pairs anew
//   for each chunk of movers, in parallel:
//     search the index's tree for the box around a mover's old box and its new one: finds all bodies at rest that were
//       or are a pair with it, and all movers that are. Compare these with the list
//     compare the mover's row of the list with the boxes as they are
//   take the pairs that ended out of the list, and put the new ones in
//
// A pair of two movers is in the row of the lower one, which finds it if it is new, and whose row tells if it ended.
// For a pair of a mover and a body at rest, in whosever row it is, the mover's search tells both.
//
// One file, because the steps of an update share the lists that are kept.
#include <satchel/kept_pairs.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "assert_that.hpp"
#include "broad_phase/collect_pairs.hpp"
#include "broad_phase/kept_bodies.hpp"
#include "broad_phase/pair_options.hpp"
#include "broad_phase/pair_rows.hpp"
#include "broad_phase/query_groups.hpp"
#include "broad_phase/search.hpp"
#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/progress.hpp"
#include "tree/box_groups.hpp"
#include "tree/index_data.hpp"

namespace satchel {
namespace detail {

using broad_phase::KeptBodies;
using broad_phase::Mover;
using broad_phase::PairRows;
using broad_phase::QueryGroups;
using tree::have_common_point;

/// What one task finds.
struct Found {
  std::vector<std::uint32_t> ended;  ///< positions in the list
  std::vector<PairRows::NewPair> added;
};

class KeptPairsData {
 public:
  template <class T>
  Status update(const BasicScene<T>& scene, const BasicIndex<T>& index, const BasicPairOptions<T>& options, double fat,
                bool wants_changes, const kernels::KernelTable& table);

  std::span<const Pair> pairs() const { return list_.pairs(); }
  /// What the last update changed, if it was asked for changes.
  PairChanges& changes() { return changes_; }
  std::size_t bytes() const;

 private:
  template <class T>
  std::optional<Status> follow(const SceneData<T>& scene, const tree::KeptTree& tree,
                               const BasicPairOptions<T>& options, const kernels::KernelTable& table,
                               parallel::Progress& progress);
  Status find_changes(const tree::KeptTree& tree, const Options& run, const kernels::KernelTable& table);
  Status change_list(std::uint32_t max_pairs, parallel::Progress& progress);
  template <class T>
  Status find_all_in(const tree::KeptTree& tree, const BasicScene<T>& scene, const BasicPairOptions<T>& options,
                     const kernels::KernelTable& table);
  template <class T>
  Status find_all(const tree::KeptTree& tree, const BasicScene<T>& scene, const BasicPairOptions<T>& options,
                  double fat, const kernels::KernelTable& table, bool wants_changes, parallel::Progress& progress);

  PairRows list_;
  KeptBodies bodies_;
  PairChanges changes_;
  std::uint64_t identity_ = 0, revision_ = 0;  ///< of the scene at the last update; identity 0: none, or it failed
  bool is_sorted_ = true;
  unsigned wait_ = 0;  ///< so many updates find all pairs anew before movers are followed again
  unsigned next_wait_ = 1;

  QueryGroups queries_;
  std::vector<Found> found_;  ///< by chunk of queries
  Found all_found_;
  BroadPhase broad_phase_;
  broad_phase::PairSorter sorter_;
  std::vector<Pair> next_;
};

namespace {

/// Calls is_one(pair) for the pairs of the first list alone, and is_other(pair) for those of the second alone; both are
/// sorted.
template <class One, class Other>
void compare_lists(std::span<const Pair> one, std::span<const Pair> other, const One& is_one, const Other& is_other) {
  auto p = one.begin();
  auto q = other.begin();
  while (p != one.end() && q != other.end()) {
    if (*p == *q) {
      ++p, ++q;
    } else if (*p < *q) {
      is_one(*p++);
    } else {
      is_other(*q++);
    }
  }
  std::for_each(p, one.end(), is_one);
  std::for_each(q, other.end(), is_other);
}

/// Whether pairs are sorted, each once and with a < b; for assertions.
[[maybe_unused]] bool is_list(std::span<const Pair> pairs) {
  return std::adjacent_find(pairs.begin(), pairs.end(), std::greater_equal<>()) == pairs.end() &&
         std::all_of(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.a < pair.b; });
}

/// Takes what a chunk of movers meets in the tree, and lists how their pairs have changed.
struct ChangeFinder {
  const PairRows& list;
  const KeptBodies& bodies;
  std::size_t most;  ///< ends the search when it has met more
  Found& found;
  std::size_t& met;

  void prefetch(std::uint32_t, BodyId other) const { bodies.prefetch_box(other); }

  /// Compares what a mover and another body were and are. If the other one has moved, too, the lower one lists the pair
  /// if it is new, and `search_row` if it has ended.
  ErrorCode operator()(std::uint32_t number, BodyId other) const {
    if (++met > most) return ErrorCode::too_many_pairs;
    const Mover& mover = bodies.movers()[number];
    const Box& box = bodies.box(other);
    const bool meet = have_common_point(mover.now, box), both_moved = bodies.is_mover(other);
    if (both_moved) {
      if (!meet || mover.body >= other) return ErrorCode::ok;
    } else if (have_common_point(mover.before, box) == meet && !mover.is_filtered_anew) {
      return ErrorCode::ok;
    }
    const Pair pair{std::min(mover.body, other), std::max(mover.body, other)};
    const std::uint32_t position = list.position_of(pair);
    const bool was = list.has(pair, position), is = meet && bodies.may_be_pair(pair);
    if (is && !was) found.added.push_back({pair, position});
    if (was && !is && !both_moved) found.ended.push_back(position);
    return ErrorCode::ok;
  }

  /// Lists the pairs with other movers in a mover's row that have ended.
  void search_row(BodyId mover) const {
    const PairRows::Row row = list.row_of(mover);
    for (std::uint32_t position = row.first; position < row.last; ++position) {
      const Pair& pair = list.pairs()[position];
      if (!bodies.is_mover(pair.b)) continue;
      const bool is = have_common_point(bodies.box(pair.a), bodies.box(pair.b)) && bodies.may_be_pair(pair);
      if (!is) found.ended.push_back(position);
    }
  }
};

}  // namespace

/// Lists in found_ how the movers' pairs have changed. Returns `too_many_pairs` if they meet so many boxes that finding
/// all pairs is faster.
Status KeptPairsData::find_changes(const tree::KeptTree& tree, const Options& run, const kernels::KernelTable& table) {
  kernels::OverlapJob job{};
  job.queries = queries_.view();
  job.targets = tree.boxes();
  found_.resize(std::max(found_.size(), broad_phase::search_chunks(job.queries.group_count)));
  // A box that is met costs about half of what a body costs, or two pairs, where all pairs are found.
  const std::size_t most =
      2 * (std::size_t{job.targets.group_count} << kernels::group_shift) + list_.pairs().size() / 2;
  std::atomic<std::size_t> all_met{0};
  const auto search = [&](std::size_t chunk, const auto& find_overlaps) {
    found_[chunk].ended.clear();
    found_[chunk].added.clear();
    std::size_t met = 0;
    const ChangeFinder finder{list_, bodies_, most, found_[chunk], met};
    find_overlaps(finder);
    all_met.fetch_add(met, std::memory_order_relaxed);
    // The numbers of a chunk's movers follow each other.
    const auto [first, last] =
        queries_.numbers_of(chunk * broad_phase::groups_per_chunk, broad_phase::groups_per_chunk);
    constexpr std::uint32_t ahead = 8;
    for (std::uint32_t i = first; i < last; ++i) {
      if (i + 2 * ahead < last) list_.prefetch_start(bodies_.movers()[i + 2 * ahead].body);
      if (i + ahead < last) list_.prefetch_row(bodies_.movers()[i + ahead].body);
      finder.search_row(bodies_.movers()[i].body);
    }
  };
  const Status status = broad_phase::search_in_chunks(table, job, run, search);
  if (status.ok() && all_met.load(std::memory_order_relaxed) > most) return {ErrorCode::too_many_pairs, 0};
  return status;
}

/// Where movers meet too many boxes, as in worlds that lie in one place, they may do so each time. So one update, then
/// two, four, ... do not try, at most this number.
constexpr unsigned longest_wait = 64;

/// Replaces the pairs of the movers. Returns nothing if finding all pairs is faster.
template <class T>
std::optional<Status> KeptPairsData::follow(const SceneData<T>& scene, const tree::KeptTree& tree,
                                            const BasicPairOptions<T>& options, const kernels::KernelTable& table,
                                            parallel::Progress& progress) {
  list_.make_rows(scene.bodies.size());
  bodies_.make_queries(tree, queries_);
  const Status status = find_changes(tree, options.run, table);
  if (status.code == ErrorCode::too_many_pairs) {
    wait_ = next_wait_;
    next_wait_ = std::min(2 * next_wait_, longest_wait);
    return {};
  }
  next_wait_ = 1;
  return status.ok() ? change_list(options.max_pairs, progress) : status;
}

/// Puts what was found into the list, and into changes_, after the last report of progress: it may refuse.
Status KeptPairsData::change_list(std::uint32_t max_pairs, parallel::Progress& progress) {
  const std::size_t chunks = broad_phase::search_chunks(queries_.group_count());
  auto& [ended, added] = all_found_;
  ended.clear();
  added.clear();
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    ended.insert(ended.end(), found_[chunk].ended.begin(), found_[chunk].ended.end());
    added.insert(added.end(), found_[chunk].added.begin(), found_[chunk].added.end());
  }
  if (list_.pairs().size() - ended.size() + added.size() > max_pairs) return {ErrorCode::too_many_pairs, 0};
  std::sort(ended.begin(), ended.end());
  std::sort(added.begin(), added.end());
  changes_.added.resize(added.size());
  std::transform(added.begin(), added.end(), changes_.added.begin(), [](const auto& found) { return found.pair; });
  if (const Status status = progress.finish({}); !status.ok()) return status;
  list_.change(ended, added, changes_.ended);
  return {};
}

/// Finds all pairs: with the boxes of the index's tree, or, where these are not the ones that count, of a tree of their
/// own.
template <class T>
Status KeptPairsData::find_all_in(const tree::KeptTree& tree, const BasicScene<T>& scene,
                                  const BasicPairOptions<T>& options, const kernels::KernelTable& table) {
  const bool has_boxes = options.margin == 0 && options.margins.empty() && options.motions.empty();
  if (!has_boxes || !options.worlds.empty()) return broad_phase_.try_find_pairs(scene, next_, options);
  kernels::OverlapJob job{};
  job.queries = job.targets = tree.boxes();
  job.one_tree = true;
  const auto accepts = [&](const Pair& pair) {
    return options.filters.empty() || may_meet(options.filters[pair.a], options.filters[pair.b]);
  };
  const std::size_t slots = SceneAccess::data(scene).bodies.size();
  parallel::Progress progress(options.run, 6 * slots);
  return broad_phase::collect_pairs(table, job, {next_, slots, slots, options.max_pairs, options.sorted}, accepts,
                                    sorter_, progress);
}

template <class T>
Status KeptPairsData::find_all(const tree::KeptTree& tree, const BasicScene<T>& scene,
                               const BasicPairOptions<T>& options, double fat, const kernels::KernelTable& table,
                               bool wants_changes, parallel::Progress& progress) {
  const SceneData<T>& data = SceneAccess::data(scene);
  Status status = find_all_in(tree, scene, broad_phase::fattened(options, fat), table);
  progress.begin(data.bodies.size());
  if (status.ok()) status = bodies_.note_all(data, options, fat, table);
  if (!status.ok()) return status;
  if (wants_changes) {
    std::vector<Pair> in_order;
    if (!is_sorted_) {
      in_order.assign(list_.pairs().begin(), list_.pairs().end());
      std::sort(in_order.begin(), in_order.end());
    }
    changes_.added.clear();
    changes_.ended.clear();
    compare_lists(
        is_sorted_ ? list_.pairs() : std::span<const Pair>(in_order), next_,
        [&](const Pair& pair) { changes_.ended.push_back(pair); },
        [&](const Pair& pair) { changes_.added.push_back(pair); });
  }
  if (status = progress.finish({}); !status.ok()) return status;
  list_.take(next_);
  is_sorted_ = options.sorted;
  return {};
}

template <class T>
Status KeptPairsData::update(const BasicScene<T>& scene, const BasicIndex<T>& index, const BasicPairOptions<T>& options,
                             double fat, bool wants_changes, const kernels::KernelTable& table) {
  if (const Status status = IndexAccess::check(index, scene); !status.ok()) return status;
  const SceneData<T>& data = SceneAccess::data(scene);
  Status status = broad_phase::check_options<T>(options, data, nullptr);
  if (!status.ok()) return status;
  if (!std::isfinite(fat) || fat < 0) return margin_error(Argument::margin, fat);
  const tree::KeptTree& tree = IndexAccess::data(index)->tree;
  const bool follows = std::exchange(identity_, 0) == scene.identity();
  const std::size_t slots = data.bodies.size();
  parallel::Progress progress(options.run, 8 * slots, scene.max_threads());
  BasicPairOptions<T> own = options;
  own.run = progress.options();
  progress.begin(slots);
  bool few = false;
  if (follows) {
    status = bodies_.follow(data, revision_, tree, own, fat, table, few);
  } else {
    bodies_.forget_boxes();
  }
  if (!status.ok()) return status;
  progress.begin(6 * slots);
  std::optional<Status> followed;
  if (wait_ > 0) {
    --wait_;
  } else if (few && is_sorted_) {
    followed = follow(data, tree, own, table, progress);
  }
  // Movers as few as these can be followed in a sorted list.
  own.sorted = options.sorted || wants_changes || few;
  status = followed ? *followed : find_all(tree, scene, own, fat, table, wants_changes, progress);
  if (!status.ok()) return status;
  SATCHEL_ASSERT(!is_sorted_ || is_list(list_.pairs()));
  SATCHEL_ASSERT(!wants_changes || (is_list(changes_.added) && is_list(changes_.ended)));
  identity_ = scene.identity();
  revision_ = scene.revision();
  return {};
}

std::size_t KeptPairsData::bytes() const {
  std::size_t total = sizeof(*this) + list_.bytes() + bodies_.bytes() + queries_.bytes() + bytes_of(found_) +
                      bytes_of(all_found_.ended) + bytes_of(all_found_.added) + bytes_of(changes_.added) +
                      bytes_of(changes_.ended) + broad_phase_.memory_bytes() + sorter_.bytes() + bytes_of(next_);
  for (const Found& found : found_) total += bytes_of(found.ended) + bytes_of(found.added);
  return total;
}

namespace {

template <class T>
Status updated(std::unique_ptr<KeptPairsData>& data, const BasicScene<T>& scene, const BasicIndex<T>& index,
               const BasicPairOptions<T>& options, T fat, bool wants_changes) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  try {
    if (data == nullptr) data = std::make_unique<KeptPairsData>();
    status = data->update(scene, index, options, static_cast<double>(fat), wants_changes, *table);
    if (status.code == ErrorCode::too_many_pairs) {
      status.argument = Argument::pairs;
      status.numbers[0] = options.max_pairs;
    }
    return status;
  } catch (const std::exception&) {  // of vectors
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace detail

template <class T>
BasicKeptPairs<T>::BasicKeptPairs() noexcept = default;
template <class T>
BasicKeptPairs<T>::BasicKeptPairs(T fat) noexcept : fat_(fat) {}
template <class T>
BasicKeptPairs<T>::BasicKeptPairs(BasicKeptPairs&&) noexcept = default;
template <class T>
BasicKeptPairs<T>& BasicKeptPairs<T>::operator=(BasicKeptPairs&&) noexcept = default;
template <class T>
BasicKeptPairs<T>::~BasicKeptPairs() = default;

template <class T>
Status BasicKeptPairs<T>::try_update(const Scene& scene, const Index& index, const Options& options) noexcept {
  return detail::updated(data_, scene, index, options, fat_, false);
}
template <class T>
Status BasicKeptPairs<T>::try_update(const Scene& scene, const Index& index, PairChanges& changes,
                                     const Options& options) noexcept {
  const Status status = detail::updated(data_, scene, index, options, fat_, true);
  if (status.ok()) std::swap(changes, data_->changes());
  return status;
}

template <class T>
std::span<const Pair> BasicKeptPairs<T>::pairs() const noexcept {
  return data_ != nullptr ? data_->pairs() : std::span<const Pair>();
}
template <class T>
std::size_t BasicKeptPairs<T>::memory_bytes() const noexcept {
  return data_ != nullptr ? data_->bytes() : 0;
}

template class BasicKeptPairs<float>;
template class BasicKeptPairs<double>;

}  // namespace satchel
