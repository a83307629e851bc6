// Searches one chunk of movers:
//
//   for each block of steps; where first hits are asked for, until all movers have hit:
//     for each mover without a hit, at each step: compute its box from its shape's box, or the box that it sweeps
//     for each sixteen boxes of one step, a group: find the obstacles whose boxes meet them, first those that move
//     place each mover for which boxes meet, once a step; classify the pairs, or sweep them; keep the first hit of each
//     mover, all hits, or the first impact at each step
//
// A pair of boxes that is later than the mover's first hit so far is dropped before it is classified.
#include "first_hits/chunk_search.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

#include "format/prefetch_line.hpp"
#include "query/pipeline/batch.hpp"
#include "query/questions/sweep_work.hpp"
#include "scene/outward.hpp"
#include "tree/box_groups.hpp"

namespace satchel::trajectories {

using kernels::group_shift;
using kernels::group_width;
using tree::set_lane;

/// Whether a mover of the chunk is searched at a step.
template <class T, Goal goal>
bool ChunkSearch<T, goal>::goes_to(std::size_t mover, std::size_t step) const {
  if constexpr (finds_first) {
    if (best_[mover] != none) return false;
  }
  return step < question_->movers.steps(first_ + mover);
}

/// The box that a body sweeps from a pose on (tree/grown_box.hpp), larger by the distance at which bodies that turn meet
/// (turning_tolerance, where origins are at most reaches and motions apart), with room to spare.
template <class T, Goal goal>
Box ChunkSearch<T, goal>::swept_box(const Box& box, std::size_t pose, ShapeId shape) const {
  using detail::sum_down, detail::sum_up;
  const double reach = static_cast<double>(detail::SceneAccess::data(question_->shapes.scene).shapes[shape].reach);
  const Pose& at = question_->movers.poses()[pose];
  const Motion by = question_->going_on.motion(pose);
  const double moved = std::fabs(by.x) + std::fabs(by.y) + question_->obstacles.largest_motion();
  const double gap = 0x1p-12 * (reach + question_->largest_reach) + 0x1p-37 * moved;
  const Box start = by.angle == 0 ? box : Box{at.x - reach, at.y - reach, at.x + reach, at.y + reach};
  return {sum_down(std::min(start.min_x, sum_down(start.min_x, by.x)), -gap),
          sum_down(std::min(start.min_y, sum_down(start.min_y, by.y)), -gap),
          sum_up(std::max(start.max_x, sum_up(start.max_x, by.x)), gap),
          sum_up(std::max(start.max_y, sum_up(start.max_y, by.y)), gap)};
}

/// Movers that go on stand side by side in the groups, so that few lanes are empty.
template <class T, Goal goal>
void ChunkSearch<T, goal>::fill_groups(std::size_t step) {
  const Paths& movers = question_->movers;
  const detail::UsedShapes<T>& shapes = question_->shapes;
  step_ = step;
  steps_ = std::min(block_steps, longest_ - step);
  std::uint32_t going[most_movers];
  std::size_t count = 0;
  for (std::size_t k = 0; k < count_; ++k) {
    if (goes_to(k, step)) going[count++] = static_cast<std::uint32_t>(k);
  }
  groups_of_step_ = (count + group_width - 1) / group_width;
  Box around[most_groups];
  std::fill_n(around, groups_of_step_ * steps_, kernels::empty_box);
  for (std::size_t slot = 0; slot < groups_of_step_ * group_width; ++slot) {
    const std::size_t lane = slot & (group_width - 1);
    std::size_t own_steps = 0, first_pose = 0;
    const detail::LocalBox* local = nullptr;
    ShapeId shape = 0;
    if (slot < count) {
      const std::size_t mover = first_ + going[slot];
      own_steps = movers.steps(mover) - step;
      first_pose = movers.first(mover) + step;
      shape = shapes.copy_of(movers.shape(mover));
      local = &shapes.boxes[shape];
      const char* const next = reinterpret_cast<const char*>(movers.poses() + first_pose + std::min(own_steps, steps_));
      for (std::size_t line = 0; line < block_steps * sizeof(Pose); line += 64)
        kernels::prefetch_line_into_l1(next + line);
    }
    for (std::size_t of_block = 0; of_block < steps_; ++of_block) {
      const std::size_t g = of_block * groups_of_step_ + (slot >> group_shift);
      Box box = kernels::empty_box;
      if (of_block < own_steps && movers.is_present(first_pose + of_block)) {
        box = local->at(movers.poses()[first_pose + of_block]);
        if constexpr (goes_on) box = swept_box(box, first_pose + of_block, shape);
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

template <class T, Goal goal>
void ChunkSearch<T, goal>::search(const Targets<T>& targets, bool they_move) {
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

template <class T, Goal goal>
bool ChunkSearch<T, goal>::take(void* context, std::size_t count) noexcept {
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

template <class T, Goal goal>
void ChunkSearch<T, goal>::add_candidate(std::uint32_t query, BodyId target) {
  const auto mover = static_cast<std::uint32_t>(query % most_movers);
  const std::size_t step = step_ + query / most_movers;
  const std::uint32_t obstacle =
      targets_move_ ? question_->obstacles.obstacle_of(target) : question_->obstacle_count + target;
  const std::uint64_t hit = std::uint64_t{step} << 32 | obstacle;
  if constexpr (finds_first) {
    if (hit >= best_[mover]) return;
  }
  if (!targets_move_ && !question_->allowed(first_ + mover, target)) return;
  BodyId& body = body_of_[query];
  if (body == not_placed) {
    const Paths& movers = question_->movers;
    body = static_cast<BodyId>(placed_.body_slots() + new_poses_.size());
    new_shapes_.push_back(question_->shapes.copy_of(movers.shape(first_ + mover)));
    new_poses_.push_back(movers.pose(first_ + mover, step));
    if constexpr (goes_on) motions_.push_back(question_->going_on.motion(movers.first(first_ + mover) + step));
  }
  candidates_.push_back({mover, hit});
  pairs_.push_back({body, target});
}

template <class T, Goal goal>
void ChunkSearch<T, goal>::decide() {
  if (candidates_.empty()) return;
  new_bodies_.resize(new_poses_.size());
  if (!placed_.try_add_bodies(new_shapes_, new_poses_, new_bodies_).ok()) throw std::bad_alloc();
  new_shapes_.clear();
  new_poses_.clear();
  if constexpr (goes_on) {
    sweep_pairs();
  } else {
    classify_pairs();
  }
  candidates_.clear();
  pairs_.clear();
}

template <class T, Goal goal>
void ChunkSearch<T, goal>::classify_pairs() {
  verdicts_.resize(pairs_.size());
  query::Batch<query::VerdictQuery<T>> batch(detail::SceneAccess::data(placed_), targets_->data(), pairs_.size(), false,
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
    if (verdicts_[i] == Verdict::disjoint) continue;
    const Candidate& candidate = candidates_[i];
    if constexpr (finds_first) {
      best_[candidate.mover] = std::min(best_[candidate.mover], candidate.hit);
    } else {
      all_->push_back({static_cast<std::uint32_t>(first_ + candidate.mover),
                       static_cast<std::uint32_t>(candidate.hit >> 32), static_cast<std::uint32_t>(candidate.hit),
                       verdicts_[i]});
    }
  }
}

template <class T, Goal goal>
void ChunkSearch<T, goal>::sweep_pairs() {
  impacts_.resize(pairs_.size());
  const BasicScenePair<T> scenes(placed_, *targets_->scene);
  const Status status = query::sweep_checked<T>(scenes, question_->table, motions_, targets_->motions, pairs_, impacts_,
                                                {0, false, false}, {.max_threads = 1});
  if (!status.ok()) throw std::bad_alloc();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const BasicImpact<T>& impact = impacts_[i];
    if (impact.hit == 0) continue;
    const Candidate& candidate = candidates_[i];
    CollisionTime& first =
        times_[question_->movers.first(first_ + candidate.mover) + static_cast<std::size_t>(candidate.hit >> 32)];
    const double time = static_cast<double>(impact.time) * question_->going_on.horizon;
    const auto obstacle = static_cast<std::uint32_t>(candidate.hit);
    if (time > first.time || (time == first.time && obstacle > first.obstacle)) continue;
    first = {time, static_cast<double>(impact.normal_x), static_cast<double>(impact.normal_y), obstacle};
  }
}

template <class T, Goal goal>
void ChunkSearch<T, goal>::run(const Question<T>& question, std::size_t first, std::size_t count, Results results) {
  question_ = &question;
  first_ = first;
  count_ = count;
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
  if constexpr (goal == Goal::all_hits) all_ = &results;
  if constexpr (goes_on) times_ = results;
  longest_ = question.movers.longest(first, first + count_);
  const auto some_left = [&](std::size_t step) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (goes_to(k, step)) return true;
    }
    return false;
  };
  for (std::size_t step = 0; step < longest_ && some_left(step); step += block_steps) {
    fill_groups(step);
    std::fill_n(body_of_, most_movers * steps_, not_placed);
    detail::SceneAccess::data(placed_).clear_bodies();
    motions_.clear();
    if (!question.obstacles.empty()) search(question.obstacles.targets(), true);
    if (question.fixed.tree.group_count > 0) search(question.fixed, false);
  }
  if constexpr (finds_first) {
    for (std::size_t k = 0; k < count_; ++k) {
      const bool hit = best_[k] != none;
      results[k] = hit ? FirstHit{static_cast<std::int32_t>(best_[k] >> 32), static_cast<std::uint32_t>(best_[k])}
                       : FirstHit{-1, no_body};
    }
  }
}

template class ChunkSearch<float, Goal::first_hits>;
template class ChunkSearch<double, Goal::first_hits>;
template class ChunkSearch<float, Goal::all_hits>;
template class ChunkSearch<double, Goal::all_hits>;
template class ChunkSearch<float, Goal::collision_times>;
template class ChunkSearch<double, Goal::collision_times>;

}  // namespace satchel::trajectories
