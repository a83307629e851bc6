#include "first_hits/nearest_search.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <tuple>

#include "spatial/near_bounds.hpp"

namespace satchel::trajectories {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
Distanced in_doubles(const BasicDistance<T>& distance) {
  const auto wide = [](T number) { return static_cast<double>(number); };
  return {wide(distance.normal_x),
          wide(distance.normal_y),
          wide(distance.distance),
          distance.feature,
          {wide(distance.point_a.x), wide(distance.point_a.y)},
          {wide(distance.point_b.x), wide(distance.point_b.y)}};
}

}  // namespace

template <class T>
Status NearestSearch<T>::run(const NearQuestion<T>& near, std::size_t first, std::span<Clearance> clearances) {
  near_ = &near;
  first_ = first;
  clearances_ = clearances;
  std::fill(clearances.begin(), clearances.end(), Clearance{-1, no_body, {0, 0, infinity, 0, {0, 0}, {0, 0}}});
  limits_.assign(clearances.size(), near.max_distance);
  candidates_.clear();
  status_ = {};
  place_movers();
  const Paths& movers = near.question.movers;
  BodyId body = 0;
  for (std::size_t k = 0; k < clearances.size(); ++k) {
    for (std::size_t step = 0; step < movers.steps(first + k) && status_.ok(); ++step) {
      if (movers.is_present(first + k, step)) find_candidates(k, step, body++);
    }
  }
  decide();
  return status_;
}

template <class T>
void NearestSearch<T>::place_movers() {
  const Question<T>& question = near_->question;
  if (!has_shapes_) placed_ = question.shapes.scene;
  has_shapes_ = true;
  detail::SceneAccess::data(placed_).clear_bodies();
  shapes_.clear();
  poses_.clear();
  for (std::size_t k = 0; k < clearances_.size(); ++k) {
    for (std::size_t step = 0; step < question.movers.steps(first_ + k); ++step) {
      if (!question.movers.is_present(first_ + k, step)) continue;
      shapes_.push_back(question.shapes.copy_of(question.movers.shape(first_ + k)));
      poses_.push_back(question.movers.pose(first_ + k, step));
    }
  }
  bodies_.resize(poses_.size());
  if (!placed_.try_add_bodies(shapes_, poses_, bodies_).ok()) throw std::bad_alloc();
}

template <class T>
void NearestSearch<T>::find_candidates(std::size_t mover, std::size_t step, BodyId body) {
  const Question<T>& question = near_->question;
  mover_ = static_cast<std::uint32_t>(mover);
  step_ = static_cast<std::uint32_t>(step);
  body_ = body;
  const detail::SceneData<T>& data = detail::SceneAccess::data(placed_);
  box_ = tree::box_of(data, body);
  const double far = std::max(std::fabs(data.bodies[body].x), std::fabs(data.bodies[body].y));
  slack_ = spatial::near_slack<T>(static_cast<double>(data.bodies[body].reach) + question.largest_reach, far);
  const auto [begin, end] = question.obstacles.bodies_at(step);
  for (BodyId target = begin; target < end; ++target) add(target, near_->obstacle_boxes[target], false);
  if (near_->fixed_tree.group_count == 0) return;
  out_of_memory_ = false;
  const kernels::NearSearch job{
      near_->fixed_tree, kernels::float_box(near_->fixed_tree.frame, box_), limit_in_frame(),
      [](void* context, BodyId target) { return static_cast<NearestSearch*>(context)->meet(target); }, this};
  question.table.tree->find_near(job);
  if (out_of_memory_) throw std::bad_alloc();
}

/// Bodies whose boxes are farther than this have larger distances, as computed, than the mover's least one.
template <class T>
double NearestSearch<T>::limit() const {
  return limits_[mover_] * (1 + spatial::distance_error<T>)+slack_;
}

template <class T>
float NearestSearch<T>::limit_in_frame() const {
  return static_cast<float>(std::min(limit() * near_->fixed_tree.frame.scale * (1 + 0x1p-20), 0x1p126));
}

template <class T>
float NearestSearch<T>::meet(BodyId target) noexcept {
  if (!near_->question.allowed(first_ + mover_, target)) return limit_in_frame();
  try {
    add(target, tree::box_of(near_->question.fixed.data(), target), true);
    return status_.ok() ? limit_in_frame() : -1;
  } catch (const std::exception&) {
    out_of_memory_ = true;
    return -1;
  }
}

template <class T>
void NearestSearch<T>::add(BodyId target, const Box& box, bool is_fixed) {
  const double gap = spatial::gap_squared(box_, box), most = limit();
  if (!(gap <= most * most)) return;
  candidates_.push_back({gap, slack_, mover_, step_, {body_, target}, is_fixed});
  // slack: twice that of the boxes' rounding, so that the bound is one of the distance as computed.
  const double bound = std::sqrt(spatial::farthest_squared(box_, box)) + slack_;
  limits_[mover_] = std::min(limits_[mover_], bound);
  if (candidates_.size() >= most_candidates) decide();  // before memory runs full
}

template <class T>
bool NearestSearch<T>::may_be_nearest(const Candidate& candidate) const {
  const double most = limits_[candidate.mover] * (1 + spatial::distance_error<T>)+candidate.slack;
  return candidate.gap_squared <= most * most;
}

template <class T>
void NearestSearch<T>::decide() {
  if (status_.ok()) status_ = decide(false);
  if (status_.ok()) status_ = decide(true);
  candidates_.clear();
}

/// Computes the distances from obstacles, or from fixed bodies.
template <class T>
Status NearestSearch<T>::decide(bool fixed) {
  const Question<T>& question = near_->question;
  pairs_.clear();
  chosen_.clear();
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    if (candidates_[i].is_fixed != fixed || !may_be_nearest(candidates_[i])) continue;
    pairs_.push_back(candidates_[i].pair);
    chosen_.push_back(i);
  }
  if (pairs_.empty()) return {};
  distances_.resize(pairs_.size());
  const Targets<T>& targets = fixed ? question.fixed : question.obstacles.targets();
  query::DistanceWork<T>& work = fixed ? from_fixed_ : from_obstacles_;
  const BasicScenePair<T> scenes(placed_, *targets.scene);
  Status status = work.find(scenes, pairs_, distances_, {.max_threads = 1});
  if (status.argument == Argument::shape) {
    const auto copy = static_cast<ShapeId>(status.index);
    if (status.numbers[0] == 1) {
      status.index = question.shapes.shape_of(copy);
    } else if (!fixed) {
      status.index = question.obstacle_shapes.shape_of(copy);
    }
    status.numbers[0] = 0;
  }
  if (!status.ok()) return status;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const Candidate& candidate = candidates_[chosen_[i]];
    const auto distance = static_cast<double>(distances_[i].distance);
    if (!(distance <= near_->max_distance)) continue;
    const std::uint32_t target = pairs_[i].b;
    const std::uint32_t obstacle = fixed ? question.obstacle_count + target : question.obstacles.obstacle_of(target);
    const auto step = static_cast<std::int32_t>(candidate.step);
    Clearance& least = clearances_[candidate.mover];
    if (least.obstacle != no_body &&
        std::tie(least.distance.distance, least.step, least.obstacle) < std::tie(distance, step, obstacle)) {
      continue;
    }
    least = {step, obstacle, in_doubles(distances_[i])};
    limits_[candidate.mover] = std::min(limits_[candidate.mover], std::max(distance, 0.0));
  }
  return {};
}

template class NearestSearch<float>;
template class NearestSearch<double>;

}  // namespace satchel::trajectories
