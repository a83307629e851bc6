// Builds a tree that is kept, and refits it to bodies that moved.
//
// One file, because building and refitting share the frame and the layout.
#include "tree/kept_tree.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "kernels/scene/body_boxes.hpp"
#include "lanes/scalar.hpp"
#include "tree/box_groups.hpp"

namespace satchel::tree {
namespace {

using kernels::BoxGroup;
using kernels::FloatBox;
using kernels::FloatGroup;
using kernels::group_shift;
using kernels::group_width;

/// The tree is built anew when its cost is this factor above that of the tree as built, and by more than a few groups as
/// large as all bodies together cost: each search looks at these groups once more, which is little beside what it costs
/// anyway. Without them, a body that jumps along a line of bodies would make each update a build.
constexpr double worst_cost = 1.5, large_groups = 4;
/// Bodies leave a group that would cost this many usual groups more with them after others have moved.
constexpr double far_jump = 3;
/// ... or when coordinates in the frame are this factor larger, because floats then tell fewer boxes apart.
constexpr double worst_extent = 4;

/// Bodies are anywhere in memory; what is needed of this many next ones is prefetched.
constexpr std::size_t bodies_ahead = 32;

double half_perimeter(const Box& box) { return is_empty(box) ? 0 : (box.max_x - box.min_x) + (box.max_y - box.min_y); }

FloatBox box_around(const FloatGroup& group) { return box_around_group<FloatBox>(group); }

/// The number below which lie `part` of `parts` of the values.
double rank(std::vector<double>& values, std::size_t part, std::size_t parts) {
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(values.size() * part / parts);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}
double median(std::vector<double>& values) { return rank(values, 1, 2); }

/// The largest power of two not above a positive number.
double power_below(double x) { return std::ldexp(1.0, std::ilogb(x)); }

/// The largest magnitude of a coordinate of a box in a frame.
double extent_in(const kernels::TreeFrame& frame, const Box& box) {
  if (is_empty(box)) return 0;
  const double x = std::max(std::fabs(box.min_x - frame.centre_x), std::fabs(box.max_x - frame.centre_x));
  const double y = std::max(std::fabs(box.min_y - frame.centre_y), std::fabs(box.max_y - frame.centre_y));
  return std::max(x, y) * frame.scale;
}

}  // namespace

template <class T>
Box box_of(const detail::SceneData<T>& scene, BodyId body) {
  Box box;
  store_box<ScalarLanes<double>>(scene.bodies[body], scene.boxes[body], 0, box);
  return box;
}

/// Notes where the tree has put each body.
void KeptTree::locate_bodies(std::size_t slots) {
  position_.assign(slots, no_position);
  next_spare_ = std::size_t{boxes_.first_spare_group()} << group_shift;
  for (std::size_t position = 0; position < next_spare_; ++position) {
    const BoxGroup& group = boxes_.groups()[position >> group_shift];
    if (is_empty(box_of_lane(group, position & (group_width - 1)))) continue;
    position_[boxes_.ids()[position]] = static_cast<std::uint32_t>(position);
  }
}

/// The frame lies around the middle of the groups; its unit is their usual distance from there, so that the few groups
/// that lie far out do not take precision from the others. If floats do not hold those then, the unit becomes a smaller
/// float; if that does not do, a sixteenth of the groups at most are `everywhere`.
void KeptTree::choose_frame() {
  constexpr std::size_t sample = 1024;
  const std::size_t groups = boxes_.first_spare_group(), step = groups / sample + 1;
  std::vector<double> x, y;
  for (std::size_t g = 0; g < groups; g += step) {
    const Box box = box_of_lane(boxes_.level(0)[g >> group_shift], g & (group_width - 1));
    x.push_back(0.5 * box.min_x + 0.5 * box.max_x);
    y.push_back(0.5 * box.min_y + 0.5 * box.max_y);
  }
  frame_ = {};
  unit_ = 0;
  if (x.empty()) return;
  const Box root = tree::box_around(boxes_.level(boxes_.level_count() - 1)[0]);
  frame_.centre_x = median(x);
  frame_.centre_y = median(y);
  for (double& value : x) value = std::fabs(value - frame_.centre_x);
  for (double& value : y) value = std::fabs(value - frame_.centre_y);
  const double largest = extent_in(frame_, root);  // as long as the scale is 1
  unit_ = std::max(median(x), median(y));
  if (unit_ == 0) unit_ = largest * 0x1p-60;
  if (unit_ == 0) return;
  unit_ = power_below(unit_);
  constexpr double half = 0x1p-1 * kernels::largest_in_frame;
  frame_.scale = 1 / unit_;
  const auto shrink_to = [&](double extent, double least) {
    if (extent * frame_.scale > half) frame_.scale = std::max(half / power_below(extent), least);
  };
  shrink_to(largest, 1 / kernels::largest_in_frame / unit_);
  shrink_to(std::max(rank(x, 15, 16), rank(y, 15, 16)), 0);
}

void KeptTree::make_floats(const kernels::KernelTable& table) {
  FloatGroup* const groups = groups_.data();
  table.tree->to_floats(boxes_.groups(), boxes_.group_count(), frame_, groups);
  for (unsigned k = 0; k < boxes_.level_count(); ++k) {
    table.tree->to_floats(boxes_.level(k), boxes_.nodes_of_level(k), frame_, levels_.data() + level_start_[k]);
  }
  make_view();
}

/// What searches pay for a group: its half-perimeter. Far groups count as much as others, not all.
double KeptTree::cost_of(const Box& group) const {
  constexpr double most = 8;  // units of the frame
  const double cost = half_perimeter(group);
  return unit_ > 0 ? std::min(cost, most * unit_) : cost;
}

double KeptTree::cost() const {
  double sum = 0;
  const kernels::BoxTreeView view = boxes_.view();
  for (std::size_t g = 0; g < view.group_count; ++g) {
    sum += cost_of(box_of_lane(view.levels[0][g >> group_shift], g & (group_width - 1)));
  }
  return sum;
}

template <class T>
Status KeptTree::build(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Options& options) {
  try {
    KeptTree next;
    SharedPool<OrderScratch> scratch;
    const Status status = next.boxes_.build(scene, table, {}, {}, options, scratch, Role::kept);
    if (!status.ok()) return status;
    next.groups_.need(next.boxes_.group_count());
    std::size_t nodes = 0;
    for (unsigned k = 0; k < next.boxes_.level_count(); ++k) {
      next.level_start_[k] = nodes;
      nodes += next.boxes_.nodes_of_level(k);
    }
    next.levels_.need(nodes);
    next.is_changed_.assign(next.boxes_.group_count(), 0);
    next.changed_.reserve(next.boxes_.group_count());
    next.changed_above_.reserve(next.boxes_.group_count());
    next.locate_bodies(scene.bodies.size());
    for (const kernels::BodyRecord<T>& body : scene.bodies) {
      if (!body.place.is_removed()) next.reaches_.add(body);
    }
    next.choose_frame();
    next.make_floats(table);
    next.frame_extent_ = extent_in(next.frame_, next.floats_.root);
    next.cost_ = next.built_cost_ = next.cost();
    *this = std::move(next);
    return {};
  } catch (const std::exception&) {
    return {ErrorCode::no_memory};
  }
}

/// Writes a box to a position; an empty box empties the position.
void KeptTree::set_box(std::uint32_t position, const Box& box) {
  const std::uint32_t group = position >> group_shift;
  const std::size_t lane = position & (group_width - 1);
  set_lane(boxes_.groups()[group], lane, box);
  set_lane(groups_.data()[group], lane, frame_.outward(box));
  if (std::exchange(is_changed_[group], std::uint8_t{1}) == 0) changed_.push_back(group);
}

/// Computes the boxes above the changed groups anew.
void KeptTree::refit() {
  for (unsigned level = 0; level < boxes_.level_count(); ++level) {
    changed_above_.clear();
    for (const std::uint32_t k : changed_) is_changed_[k] = 0;
    BoxGroup* const nodes = boxes_.level(level);
    FloatGroup* const float_nodes = levels_.data() + level_start_[level];
    for (const std::uint32_t k : changed_) {
      const BoxGroup& below = level == 0 ? boxes_.groups()[k] : boxes_.level(level - 1)[k];
      const FloatGroup& floats = level == 0 ? groups_.data()[k] : levels_.data()[level_start_[level - 1] + k];
      const std::uint32_t node = k >> group_shift;
      const std::size_t lane = k & (group_width - 1);
      const Box box = tree::box_around(below);
      if (level == 0) cost_ += cost_of(box) - cost_of(box_of_lane(nodes[node], lane));
      set_lane(nodes[node], lane, box);
      set_lane(float_nodes[node], lane, box_around(floats));
    }
    // Marks after all marks of this level are gone, because both levels number from 0.
    for (const std::uint32_t k : changed_) {
      const std::uint32_t node = k >> group_shift;
      if (std::exchange(is_changed_[node], std::uint8_t{1}) == 0) changed_above_.push_back(node);
    }
    changed_.swap(changed_above_);
  }
  for (const std::uint32_t k : changed_) is_changed_[k] = 0;
  changed_.clear();
  make_view();
}

void KeptTree::make_view() {
  const kernels::BoxTreeView boxes = boxes_.view();
  floats_ = {groups_.data(),     boxes.ids,       {}, boxes.level_count, boxes.group_count, frame_,
             kernels::empty_box, reaches_.rounded};
  for (unsigned k = 0; k < boxes.level_count; ++k) floats_.levels[k] = levels_.data() + level_start_[k];
  if (boxes.level_count != 0) floats_.root = tree::box_around(boxes.levels[boxes.level_count - 1][0]);
}

void KeptTree::prefetch_group(std::uint32_t position) {
  if (position == no_position) return;
  const std::uint32_t group = position >> group_shift;
  const auto prefetch = [](const auto* item) {
    for (std::size_t line = 0; line < sizeof(*item); line += 64) {
      kernels::prefetch_line(reinterpret_cast<const char*>(item) + line);
    }
  };
  prefetch(boxes_.groups() + group);
  prefetch(groups_.data() + group);
}

template <class T>
Status KeptTree::update(const detail::SceneData<T>& scene, const kernels::KernelTable& table,
                        std::span<const BodyId> bodies, const Options& options) {
  try {
    const auto position_of = [&](BodyId body) { return body < position_.size() ? position_[body] : no_position; };
    std::vector<Box> boxes(bodies.size(), kernels::empty_box);
    std::vector<BodyId> added;
    growing_.clear();
    leaving_.clear();
    bool all_fit = boxes_.group_count() != 0;
    Reaches reaches = reaches_;
    const double most = far_jump * built_cost_ / std::max<double>(1, boxes_.first_spare_group());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (i + bodies_ahead < bodies.size()) prefetch_body(scene, bodies[i + bodies_ahead]);
      if (!scene.has_body(bodies[i])) continue;
      boxes[i] = box_of(scene, bodies[i]);
      reaches.add(scene.bodies[bodies[i]]);
      all_fit = all_fit && fits(boxes[i]);
      const std::uint32_t position = position_of(bodies[i]);
      if (position == no_position) {
        added.push_back(bodies[i]);
      } else if (may_grow(position, boxes[i], most)) {
        growing_.push_back(position >> group_shift);
      }
    }
    if (!growing_.empty()) find_leaving(bodies, boxes, most);
    for (const std::uint32_t position : leaving_) added.push_back(boxes_.ids()[position]);
    std::sort(added.begin(), added.end());
    added.erase(std::unique(added.begin(), added.end()), added.end());
    if (!all_fit || added.size() > spare_positions()) return build(scene, table, options);
    std::vector<Box> added_boxes(added.size());
    std::transform(added.begin(), added.end(), added_boxes.begin(), [&](BodyId body) { return box_of(scene, body); });
    OrderScratch scratch;
    if (!added.empty()) order_boxes(added_boxes.data(), added.size(), scratch);
    position_.resize(std::max(position_.size(), scene.bodies.size()), no_position);

    // From here on nothing fails.
    reaches_ = reaches;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (i + bodies_ahead < bodies.size()) prefetch_group(position_[bodies[i + bodies_ahead]]);
      const std::uint32_t position = position_[bodies[i]];
      if (position == no_position) continue;
      set_box(position, boxes[i]);
      if (is_empty(boxes[i])) position_[bodies[i]] = no_position;
    }
    for (const std::uint32_t position : leaving_) {
      set_box(position, kernels::empty_box);
      position_[boxes_.ids()[position]] = no_position;
    }
    for (std::size_t i = 0; i < added.size(); ++i) {  // near ones side by side
      const std::uint32_t from = scratch.order.data()[i];
      const auto position = static_cast<std::uint32_t>(next_spare_++);
      boxes_.ids()[position] = added[from];
      position_[added[from]] = position;
      set_box(position, added_boxes[from]);
    }
    refit();
    if (!is_good()) (void)build(scene, table, options);  // if that fails, the tree is only slower than it could be
    return {};
  } catch (const std::exception&) {
    return {ErrorCode::no_memory};
  }
}

/// Whether the frame holds a box, or did not hold all when it was chosen.
bool KeptTree::fits(const Box& box) const {
  return extent_in(frame_, box) <= std::max(kernels::largest_in_frame, frame_extent_);
}

/// Whether a body that moves to `box` may make its group cost more by `most`: nearly always the group's box tells that it
/// does not.
bool KeptTree::may_grow(std::uint32_t position, const Box& box, double most) {
  const std::uint32_t group = position >> group_shift;
  const Box around = box_of_lane(boxes_.level(0)[group >> group_shift], group & (group_width - 1));
  return cost_of(tree::box_around(around, box)) > cost_of(around) + most;
}

/// Lists the positions of bodies that are to leave the growing groups when the bodies listed have moved to their boxes.
void KeptTree::find_leaving(std::span<const BodyId> bodies, std::span<const Box> boxes, double most) {
  std::sort(growing_.begin(), growing_.end());
  growing_.erase(std::unique(growing_.begin(), growing_.end()), growing_.end());
  grown_.clear();
  for (const std::uint32_t group : growing_) grown_.push_back(boxes_.groups()[group]);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::uint32_t position = bodies[i] < position_.size() ? position_[bodies[i]] : no_position;
    const auto found = std::lower_bound(growing_.begin(), growing_.end(), position >> group_shift);
    if (position == no_position || found == growing_.end() || *found != position >> group_shift) continue;
    set_lane(grown_[static_cast<std::size_t>(found - growing_.begin())], position & (group_width - 1), boxes[i]);
  }
  for (std::size_t k = 0; k < growing_.size(); ++k) list_leaving(growing_[k], grown_[k], most);
}

/// Appends the positions of bodies that are to leave a group whose boxes become `moved`: the farthest from its middle, if it
/// would cost more by `most` with them. So those stay that move together.
void KeptTree::list_leaving(std::uint32_t group, const BoxGroup& moved, double most) {
  const Box before = box_of_lane(boxes_.level(0)[group >> group_shift], group & (group_width - 1));
  const double bound = cost_of(before) + most;
  if (cost_of(tree::box_around(moved)) <= bound) return;
  double x[group_width], y[group_width], some[group_width];
  std::pair<double, std::uint32_t> lanes[group_width];  // distances from the middle
  std::size_t count = 0;
  for (std::uint32_t lane = 0; lane < group_width; ++lane) {
    const Box box = box_of_lane(moved, lane);
    if (is_empty(box)) continue;
    lanes[count].second = lane;
    x[count] = 0.5 * box.min_x + 0.5 * box.max_x;
    y[count++] = 0.5 * box.min_y + 0.5 * box.max_y;
  }
  const auto middle_of = [&](const double* values) {
    std::copy_n(values, count, some);
    std::nth_element(some, some + count / 2, some + count);
    return some[count / 2];
  };
  const double middle_x = middle_of(x), middle_y = middle_of(y);
  for (std::size_t i = 0; i < count; ++i) lanes[i].first = std::fabs(x[i] - middle_x) + std::fabs(y[i] - middle_y);
  std::sort(lanes, lanes + count);
  Box around = box_of_lane(moved, lanes[0].second);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t lane = lanes[i].second;
    const Box with = tree::box_around(around, box_of_lane(moved, lane));
    if (i == 0 || cost_of(with) <= bound) {
      around = with;
    } else {
      leaving_.push_back((group << group_shift) + lane);
    }
  }
}

/// Whether searches are about as fast as after `build`.
bool KeptTree::is_good() const {
  const double most = worst_cost * built_cost_ + large_groups * cost_of(floats_.root);
  return cost_ <= most && extent_in(frame_, floats_.root) <= worst_extent * (frame_extent_ + 1);
}

template <class T>
bool KeptTree::differs(const detail::SceneData<T>& scene, BodyId body) const {
  const std::uint32_t position = body < position_.size() ? position_[body] : no_position;
  const bool is_here = position != no_position;
  if (scene.has_body(body) != is_here) return true;
  const BoxGroup* const groups = boxes_.view().groups;
  return is_here && box_of(scene, body) != box_of_lane(groups[position >> group_shift], position & (group_width - 1));
}

template <class T>
std::vector<BodyId> KeptTree::differing(const detail::SceneData<T>& scene) const {
  std::vector<BodyId> bodies;
  for (BodyId body = 0; body < std::max(position_.size(), scene.bodies.size()); ++body) {
    if (differs(scene, body)) bodies.push_back(body);
  }
  return bodies;
}

std::size_t KeptTree::bytes() const {
  return boxes_.bytes() + detail::bytes_of(position_) + groups_.bytes() + levels_.bytes() + detail::bytes_of(changed_) +
         detail::bytes_of(changed_above_) + detail::bytes_of(is_changed_) + detail::bytes_of(growing_) +
         detail::bytes_of(leaving_) + detail::bytes_of(grown_) + boxes_by_position_.bytes() + placer_.bytes();
}

template Box box_of(const detail::SceneData<float>&, BodyId);
template Status KeptTree::build(const detail::SceneData<float>&, const kernels::KernelTable&, const Options&);
template Status KeptTree::update(const detail::SceneData<float>&, const kernels::KernelTable&, std::span<const BodyId>,
                                 const Options&);
template bool KeptTree::differs(const detail::SceneData<float>&, BodyId) const;
template std::vector<BodyId> KeptTree::differing(const detail::SceneData<float>&) const;
template Box box_of(const detail::SceneData<double>&, BodyId);
template Status KeptTree::build(const detail::SceneData<double>&, const kernels::KernelTable&, const Options&);
template Status KeptTree::update(const detail::SceneData<double>&, const kernels::KernelTable&, std::span<const BodyId>,
                                 const Options&);
template bool KeptTree::differs(const detail::SceneData<double>&, BodyId) const;
template std::vector<BodyId> KeptTree::differing(const detail::SceneData<double>&) const;

}  // namespace satchel::tree
