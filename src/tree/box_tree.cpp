// Builds a BoxTree:
//
//   choose the grid and the size classes from a sample of the boxes
//   find the bucket of each body; count the bodies of each bucket in each chunk of bodies; the prefix sums of the
//   counts
//     are the positions at which each chunk writes
//   copy boxes and indices to their buckets
//   order each bucket, and turn it into groups in memory; order the groups of a tree that is kept
//   compute the box around each group; sixteen such boxes are a node; repeat with the nodes up to one root
//
// One file, because it is one algorithm, step by step.
#include "tree/box_tree.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>

#include "parallel/parallel.hpp"
#include "parallel/progress.hpp"
#include "tree/box_groups.hpp"

namespace satchel::tree {
namespace {

using kernels::BoxGroup;
using kernels::group_shift;
using kernels::group_width;

/// The number of bodies of a bucket is small, so that a bucket is ordered within the second-level cache. The number of
/// buckets is limited, so that writing to all of them does not exceed the TLB.
constexpr std::size_t least_bucket = 1024, most_buckets = 2048;
/// Buckets of queries are so small that their boxes lie close together without an order; small ones are not ordered,
/// because ordering would take much of the time of a search that uses each group once.
constexpr std::size_t least_query_bucket = 64, unordered_queries = 128;
constexpr std::size_t sample_size = 1024;
constexpr std::size_t least_chunk = 8192;
constexpr std::size_t least_spare = 2;  ///< groups

std::size_t groups_for(std::size_t bodies) { return (bodies + group_width - 1) >> group_shift; }

}  // namespace

/// Takes a sample of the boxes: one at a random position of each of equal sections of the list. Random positions,
/// because a fixed stride could coincide with a period of a regular scene.
template <class T>
void BoxTree::sample(const detail::SceneData<T>& scene, const BoxGrowth<T>& growth) {
  sample_.clear();
  const std::size_t slots = scene.bodies.size(), size = std::min(slots, sample_size);
  std::uint64_t random = 1;
  for (std::size_t k = 0; k < size; ++k) {
    const std::size_t begin = k * slots / size, end = (k + 1) * slots / size;
    random = random * 6364136223846793005u + 1442695040888963407u;
    const std::size_t body = begin + (random >> 33) % (end - begin);
    if (scene.bodies[body].place.is_removed()) continue;
    sample_.push_back(growth.of(scene.bodies[body], scene.boxes[body], body));
  }
  if (sample_.empty()) sample_.push_back({0, 0, 0, 0});
}

/// Replaces the counts next[chunk * buckets + bucket] by the positions at which the chunk writes. Returns the number of
/// groups.
std::size_t BoxTree::lay_out_buckets(std::uint32_t* next, std::size_t chunks, std::size_t buckets) {
  std::size_t groups = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    std::size_t position = groups << group_shift;
    first_group_.data()[b] = static_cast<std::uint32_t>(groups);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      position += std::exchange(next[chunk * buckets + b], static_cast<std::uint32_t>(position));
    }
    const std::size_t size = position - (groups << group_shift);
    bucket_size_.data()[b] = static_cast<std::uint32_t>(size);
    groups += groups_for(size);
  }
  first_group_.data()[buckets] = static_cast<std::uint32_t>(groups);
  return groups;
}

template <class T>
Status BoxTree::build(const detail::SceneData<T>& scene, const kernels::KernelTable& table,
                      const std::type_identity_t<BoxGrowth<T>>& growth, const Worlds& worlds, const Options& options,
                      SharedPool<OrderScratch>& scratch, Role role) {
  const std::size_t slots = scene.bodies.size();
  group_count_ = first_spare_group_ = 0;
  level_count_ = 0;
  const bool of_queries = role == Role::queries;
  unordered_ = of_queries ? unordered_queries : 0;
  // So few boxes are ordered in one bucket; a tree that is searched often is worth classes of sizes.
  const bool one_bucket = slots <= least_bucket && role == Role::targets && worlds.of_body == nullptr;
  const std::size_t bucket = std::max(of_queries ? least_query_bucket : least_bucket, slots / most_buckets);
  if (!one_bucket) sample(scene, growth);
  if (one_bucket) {
    grid_.choose_one();
  } else if (worlds.of_body != nullptr) {
    world_counts_.assign(worlds.count, 0);
    for (std::size_t i = 0; i < slots; ++i) ++world_counts_[worlds.of_body[i]];
    grid_.choose(sample_, world_counts_, slots, bucket);
  } else {
    grid_.choose(sample_, slots, bucket);
  }

  const std::size_t buckets = grid_.bucket_count();
  const std::size_t tasks = parallel::task_count(slots / least_chunk, options);
  const std::size_t chunks = tasks == 1 ? 1 : std::clamp(4 * slots / buckets, std::size_t{1}, 4 * tasks);
  const std::size_t chunk_size = (slots + chunks - 1) / chunks;
  std::uint32_t* const bucket_of = bucket_of_.need(slots);
  std::uint32_t* const next = next_.need(chunks * buckets);
  first_group_.need(buckets + 1);
  bucket_size_.need(buckets);
  kernels::BoxJob<T> job{scene.bodies.data(), scene.boxes.data(), growth.margin, 0, 0, grid_.view(), worlds.of_body};
  const auto part_of = [&](std::size_t chunk) {
    kernels::BoxJob<T> part = job;
    part.first = std::min(slots, chunk * chunk_size);
    part.count = std::min(slots - part.first, chunk_size);
    return part;
  };
  parallel::Progress progress(options, 8 * slots);
  progress.begin(2 * slots);
  Status status = parallel::for_each_chunk(chunks, progress.options(), [&](std::size_t chunk) noexcept {
    const kernels::BoxJob<T> part = part_of(chunk);
    std::uint32_t* const found = bucket_of + part.first;
    if (one_bucket) {
      for (std::size_t i = 0; i < slots; ++i) {
        found[i] = scene.bodies[i].place.is_removed() ? kernels::no_bucket : 0;
      }
    } else {
      table.scene.of<T>().find_buckets(part, found);
    }
    std::uint32_t* const counts = next + chunk * buckets;
    std::fill_n(counts, buckets, 0u);
    for (std::size_t i = 0; i < part.count; ++i) {
      if (found[i] != kernels::no_bucket) ++counts[found[i]];
    }
  });
  if (!status.ok()) return status;

  std::size_t groups = lay_out_buckets(next, chunks, buckets);
  first_spare_group_ = static_cast<std::uint32_t>(groups);
  if (role == Role::kept) groups += least_spare + groups / 8;
  Box* const boxes = reinterpret_cast<Box*>(groups_.need(groups));
  BodyId* const ids = ids_.need(groups << group_shift);
  progress.begin(slots);
  status = parallel::for_each_chunk(chunks, progress.options(), [&](std::size_t chunk) noexcept {
    const kernels::BoxJob<T> part = part_of(chunk);
    table.scene.of<T>().deal_boxes(part, bucket_of + part.first, next + chunk * buckets, boxes, ids);
    if (growth.is_one_margin()) return;
    std::uint32_t* const ends = next + chunk * buckets;  // of each bucket: behind what this chunk has written
    for (std::size_t i = part.first + part.count; i-- > part.first;) {
      if (bucket_of[i] == kernels::no_bucket) continue;
      Box& box = boxes[--ends[bucket_of[i]]];
      box = growth.rest_of(scene.bodies[i], i, box);
    }
  });
  if (!status.ok()) return status;
  group_count_ = static_cast<std::uint32_t>(groups);
  if (groups == 0) return {};

  std::size_t total = 0;
  for (std::size_t count = groups; level_count_ == 0 || count > 1; ++level_count_) {
    count = groups_for(count);
    level_start_[level_count_] = total;
    total += count;
  }
  levels_.need(total);
  for (std::size_t g = first_spare_group_; g < groups; ++g) empty_group(g);
  progress.begin(4 * slots);
  status = fill_groups(progress.options(), scratch);
  if (!status.ok()) return status;
  if (role == Role::kept) order_groups(scratch);
  progress.begin(slots);
  return build_levels(progress.options());
}

/// Orders the groups so that those of a node lie close together, and so do the nodes of a node, level by level. The
/// last node of a level, which may have room, stays where it is. Buckets are not in one piece afterwards.
void BoxTree::order_groups(SharedPool<OrderScratch>& pool) {
  if (first_spare_group_ <= group_width) return;
  const SharedPool<OrderScratch>::Loan scratch(pool);
  std::size_t count = first_spare_group_, groups_of_one = 1;  // nodes (at first groups), and how many groups each has
  std::vector<Box> boxes(count);
  for (std::size_t g = 0; g < count; ++g) boxes[g] = box_around(groups_.data()[g]);
  std::vector<std::uint32_t> order(count), next(count);
  std::iota(order.begin(), order.end(), 0u);
  while (count > group_width) {
    order_boxes(boxes.data(), count, *scratch);
    const std::uint32_t* const nodes = scratch->order.data();
    for (std::size_t k = 0; k < count; ++k) {
      std::copy_n(order.begin() + static_cast<std::ptrdiff_t>(nodes[k] * groups_of_one), groups_of_one,
                  next.begin() + static_cast<std::ptrdiff_t>(k * groups_of_one));
    }
    std::copy_n(next.begin(), count * groups_of_one, order.begin());
    std::vector<Box> above(count >> group_shift, kernels::empty_box);
    for (std::size_t k = 0; k < above.size() << group_shift; ++k) {
      above[k >> group_shift] = box_around(above[k >> group_shift], boxes[nodes[k]]);
    }
    boxes = std::move(above);
    count = boxes.size();
    groups_of_one <<= group_shift;
  }
  Buffer<BoxGroup> groups;
  Buffer<BodyId> ids;
  groups.need(group_count_);
  ids.need(std::size_t{group_count_} << group_shift);
  order.resize(group_count_);
  std::iota(order.begin() + first_spare_group_, order.end(), first_spare_group_);
  for (std::size_t g = 0; g < group_count_; ++g) {
    groups.data()[g] = groups_.data()[order[g]];
    std::copy_n(ids_.data() + (std::size_t{order[g]} << group_shift), group_width, ids.data() + (g << group_shift));
    set_lane(levels_.data()[g >> group_shift], g & (group_width - 1), box_around(groups.data()[g]));
  }
  groups_ = std::move(groups);
  ids_ = std::move(ids);
}

Status BoxTree::fill_groups(const Options& options, SharedPool<OrderScratch>& scratch) {
  const std::size_t buckets = grid_.bucket_count();
  const std::size_t per_chunk = std::max<std::size_t>(buckets / 1024, 1);  // > 1 for many small worlds
  std::atomic<bool> out_of_memory{false};
  const std::size_t chunks = (buckets + per_chunk - 1) / per_chunk;
  const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
    try {
      const SharedPool<OrderScratch>::Loan loan(scratch);
      for (std::size_t b = chunk * per_chunk; b < std::min(buckets, (chunk + 1) * per_chunk); ++b) {
        make_groups(b, *loan);
      }
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (status.ok() && out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  return status;
}

/// Fills a group, and its lane of the lowest level, with no boxes.
void BoxTree::empty_group(std::size_t group) {
  for (std::size_t lane = 0; lane < group_width; ++lane) {
    set_lane(groups_.data()[group], lane, kernels::empty_box);
    ids_.data()[(group << group_shift) + lane] = 0;
  }
  set_lane(levels_.data()[group >> group_shift], group & (group_width - 1), kernels::empty_box);
}

/// Turns a bucket into groups: copies its boxes to scratch memory and writes them back in order, sixteen a group;
/// writes the box around each group to its lane of the lowest level.
void BoxTree::make_groups(std::size_t bucket, OrderScratch& scratch) {
  const std::size_t first = first_group_.data()[bucket], size = bucket_size_.data()[bucket];
  if (size == 0) return;
  BoxGroup* const groups = groups_.data() + first;
  BodyId* const ids = ids_.data() + (first << group_shift);
  Box* const boxes = scratch.boxes.need(size);
  BodyId* const old_ids = scratch.ids.need(size);
  std::memcpy(boxes, static_cast<const void*>(groups), size * sizeof(Box));
  std::memcpy(old_ids, ids, size * sizeof(BodyId));
  if (size <= unordered_) {
    std::uint32_t* const identity = scratch.order.need(unordered_);
    std::iota(identity, identity + size, 0u);
  } else {
    order_boxes(boxes, size, scratch);
  }
  const std::uint32_t* const order = scratch.order.data();
  for (std::size_t g = 0; g < groups_for(size); ++g) {
    for (std::size_t lane = 0; lane < group_width; ++lane) {
      const std::size_t i = (g << group_shift) + lane;
      set_lane(groups[g], lane, i < size ? boxes[order[i]] : kernels::empty_box);
      ids[i] = i < size ? old_ids[order[i]] : 0;
    }
    set_lane(levels_.data()[(first + g) >> group_shift], (first + g) & (group_width - 1), box_around(groups[g]));
  }
}

Status BoxTree::build_levels(const Options& options) {
  constexpr std::size_t nodes_per_chunk = 256;
  std::size_t count = group_count_;  // number of boxes in the level
  for (unsigned level = 0;; ++level) {
    BoxGroup* const nodes = levels_.data() + level_start_[level];
    const std::size_t node_count = groups_for(count);
    for (std::size_t i = count; i < node_count << group_shift; ++i) {
      set_lane(nodes[i >> group_shift], i & (group_width - 1), kernels::empty_box);
    }
    if (node_count == 1) return {};
    BoxGroup* const above = levels_.data() + level_start_[level + 1];
    const std::size_t chunks = (node_count + nodes_per_chunk - 1) / nodes_per_chunk;
    const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
      for (std::size_t k = chunk * nodes_per_chunk; k < std::min(node_count, (chunk + 1) * nodes_per_chunk); ++k) {
        set_lane(above[k >> group_shift], k & (group_width - 1), box_around(nodes[k]));
      }
    });
    if (!status.ok()) return status;
    count = node_count;
  }
}

kernels::BoxTreeView BoxTree::view() const {
  kernels::BoxTreeView view{groups_.data(), ids_.data(), {}, level_count_, group_count_};
  for (unsigned level = 0; level < level_count_; ++level) view.levels[level] = levels_.data() + level_start_[level];
  return view;
}

kernels::GroupRange BoxTree::groups_of_world(std::uint32_t world) const {
  return {first_group_.data()[grid_.first_bucket(world)], first_group_.data()[grid_.first_bucket(world + 1)]};
}

std::size_t BoxTree::bytes() const {
  return grid_.bytes() + detail::bytes_of(sample_) + detail::bytes_of(world_counts_) + bucket_of_.bytes() +
         next_.bytes() + first_group_.bytes() + bucket_size_.bytes() + groups_.bytes() + ids_.bytes() + levels_.bytes();
}

template Status BoxTree::build(const detail::SceneData<float>&, const kernels::KernelTable&, const BoxGrowth<float>&,
                               const Worlds&, const Options&, SharedPool<OrderScratch>&, Role);
template Status BoxTree::build(const detail::SceneData<double>&, const kernels::KernelTable&, const BoxGrowth<double>&,
                               const Worlds&, const Options&, SharedPool<OrderScratch>&, Role);

}  // namespace satchel::tree
