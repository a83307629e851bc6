// Searches one chunk of movers:
//
//   for each block of steps, until all movers have hit:
//     for each mover without a hit, at each step: compute its box from its shape's box
//     for each sixteen boxes of one step, a group: find the obstacles whose boxes meet them, first those that move
//     place each mover for which boxes meet, once a step; classify the pairs; keep the first hit of each mover
//
// A pair of boxes that is later than the mover's first hit so far is dropped before it is classified.
#include "first_hits/chunk_search.hpp"

#include <algorithm>
#include <exception>
#include <new>

#include "format/prefetch_line.hpp"
#include "query/pipeline/batch.hpp"
#include "tree/box_groups.hpp"

namespace satchel::trajectories {

using kernels::group_shift;
using kernels::group_width;
using tree::set_lane;

/// Movers that go on stand side by side in the groups, so that few lanes are empty.
template <class T>
void ChunkSearch<T>::fill_groups(std::size_t step) {
  const Paths& movers = question_->movers;
  const detail::UsedShapes<T>& shapes = question_->shapes;
  step_ = step;
  steps_ = std::min(block_steps, longest_ - step);
  std::uint32_t going[most_movers];
  std::size_t count = 0;
  for (std::size_t k = 0; k < count_; ++k) {
    if (best_[k] == none && step < movers.steps(first_ + k)) going[count++] = static_cast<std::uint32_t>(k);
  }
  groups_of_step_ = (count + group_width - 1) / group_width;
  Box around[most_groups];
  std::fill_n(around, groups_of_step_ * steps_, kernels::empty_box);
  for (std::size_t slot = 0; slot < groups_of_step_ * group_width; ++slot) {
    const std::size_t lane = slot & (group_width - 1);
    std::size_t own_steps = 0, first_pose = 0;
    const detail::LocalBox* local = nullptr;
    if (slot < count) {
      const std::size_t mover = first_ + going[slot];
      own_steps = movers.steps(mover) - step;
      first_pose = movers.first(mover) + step;
      local = &shapes.boxes[shapes.number[movers.shape(mover)]];
      const char* const next = reinterpret_cast<const char*>(movers.poses() + first_pose + std::min(own_steps, steps_));
      for (std::size_t line = 0; line < block_steps * sizeof(Pose); line += 64)
        kernels::prefetch_line_into_l1(next + line);
    }
    for (std::size_t of_block = 0; of_block < steps_; ++of_block) {
      const std::size_t g = of_block * groups_of_step_ + (slot >> group_shift);
      Box box = kernels::empty_box;
      if (of_block < own_steps && movers.is_present(first_pose + of_block)) {
        box = local->at(movers.poses()[first_pose + of_block]);
        around[g] = tree::box_around(around[g], box);
      }
      set_lane(groups_[g], lane, box);
      if (slot < count) ids_[g * group_width + lane] = static_cast<BodyId>(of_block * most_movers + going[slot]);
    }
  }
  for (std::size_t g = 0; g < groups_of_step_ * steps_; ++g) {
    set_lane(nodes_[g >> group_shift], g & (group_width - 1), around[g]);
  }
}

template <class T>
void ChunkSearch<T>::search(const Targets<T>& targets, bool they_move) {
  targets_ = &targets;
  targets_move_ = they_move;
  kernels::OverlapJob job{};
  job.queries.groups = groups_;
  job.queries.ids = ids_;
  job.queries.levels[0] = nodes_;
  job.queries.level_count = 1;
  job.queries.group_count = static_cast<std::uint32_t>(groups_of_step_ * steps_);
  job.targets = targets.tree;
  job.range = {0, job.queries.group_count};
  if (targets_move_) {
    for (std::size_t g = 0; g < job.queries.group_count; ++g) {
      ranges_[g] = question_->obstacles.groups_at(step_ + g / groups_of_step_);
    }
    job.target_range = ranges_;
  }
  job.a = found_queries_;
  job.b = found_targets_;
  job.capacity = hits_room;
  job.take = take;
  job.context = this;
  question_->table.find_overlaps(job);
  if (out_of_memory_) throw std::bad_alloc();
  decide();
}

template <class T>
bool ChunkSearch<T>::take(void* context, std::size_t count) noexcept {
  auto& search = *static_cast<ChunkSearch*>(context);
  try {
    for (std::size_t i = 0; i < count; ++i) search.add_candidate(search.found_queries_[i], search.found_targets_[i]);
    if (search.candidates_.size() >= hits_at_once) search.decide();
    return true;
  } catch (const std::exception&) {
    search.out_of_memory_ = true;
    return false;
  }
}

template <class T>
void ChunkSearch<T>::add_candidate(std::uint32_t query, BodyId target) {
  const auto mover = static_cast<std::uint32_t>(query % most_movers);
  const std::size_t step = step_ + query / most_movers;
  const std::uint32_t obstacle =
      targets_move_ ? question_->obstacles.obstacle_of(target) : question_->obstacle_count + target;
  const std::uint64_t hit = std::uint64_t{step} << 32 | obstacle;
  if (hit >= best_[mover]) return;
  if (!targets_move_ && !question_->allowed(first_ + mover, target)) return;
  BodyId& body = body_of_[query];
  if (body == not_placed) {
    const Paths& movers = question_->movers;
    body = static_cast<BodyId>(placed_.body_slots() + new_poses_.size());
    new_shapes_.push_back(question_->shapes.number[movers.shape(first_ + mover)]);
    new_poses_.push_back(movers.pose(first_ + mover, step));
  }
  candidates_.push_back({mover, hit});
  pairs_.push_back({body, target});
}

template <class T>
void ChunkSearch<T>::decide() {
  if (candidates_.empty()) return;
  new_bodies_.resize(new_poses_.size());
  if (!placed_.try_add_bodies(new_shapes_, new_poses_, new_bodies_).ok()) throw std::bad_alloc();
  new_shapes_.clear();
  new_poses_.clear();
  verdicts_.resize(pairs_.size());
  query::Batch<query::VerdictQuery<T>> batch(detail::SceneAccess::data(placed_), *targets_->scene, pairs_.size(), false,
                                             question_->table, question_->stats);
  const std::size_t at_once = batch.chunk_pairs();
  for (std::size_t begin = 0; begin < pairs_.size(); begin += at_once) {
    const std::size_t size = std::min(at_once, pairs_.size() - begin);
    batch.run(std::span<const Pair>(pairs_).subspan(begin, size), verdicts_.data() + begin);
  }
  if (question_->stats != nullptr) {
    const std::lock_guard lock(question_->stats_mutex);
    batch.count(pairs_.size());
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    std::uint64_t& best = best_[candidates_[i].mover];
    if (verdicts_[i] != Verdict::disjoint) best = std::min(best, candidates_[i].hit);
  }
  candidates_.clear();
  pairs_.clear();
}

template <class T>
void ChunkSearch<T>::run(const Question<T>& question, std::size_t first, std::span<FirstHit> hits) {
  question_ = &question;
  first_ = first;
  count_ = hits.size();
  if (!has_shapes_) {
    placed_ = question.shapes.scene;
    has_shapes_ = true;
  }
  out_of_memory_ = false;
  new_shapes_.clear();  // an earlier chunk may have run out of memory
  new_poses_.clear();
  candidates_.clear();
  pairs_.clear();
  std::fill_n(best_, count_, none);
  longest_ = question.movers.longest(first, first + count_);
  const auto some_left = [&](std::size_t step) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (best_[k] == none && step < question.movers.steps(first + k)) return true;
    }
    return false;
  };
  for (std::size_t step = 0; step < longest_ && some_left(step); step += block_steps) {
    fill_groups(step);
    std::fill_n(body_of_, most_movers * steps_, not_placed);
    detail::SceneAccess::data(placed_).clear_bodies();
    if (!question.obstacles.empty()) search(question.obstacles.targets(), true);
    if (question.fixed.tree.group_count > 0) search(question.fixed, false);
  }
  for (std::size_t k = 0; k < count_; ++k) {
    const bool hit = best_[k] != none;
    hits[k] = hit ? FirstHit{static_cast<std::int32_t>(best_[k] >> 32), static_cast<std::uint32_t>(best_[k])}
                  : FirstHit{-1, no_body};
  }
}

template class ChunkSearch<float>;
template class ChunkSearch<double>;

}  // namespace satchel::trajectories
