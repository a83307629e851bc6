// Follows all bodies of a scene, where so many have changed that a list of them would be longer than the tree:
//
//   bodies that came or went: as in `KeptTree::update`
//   compute the box of each body, in the order of the bodies, and write it to its position in an array of boxes
//   turn the array into groups; compute the boxes of groups and nodes
#include <algorithm>
#include <exception>
#include <vector>

#include "parallel/parallel.hpp"
#include "tree/box_groups.hpp"
#include "tree/kept_tree.hpp"

namespace satchel::tree {

using kernels::BoxGroup;
using kernels::group_shift;
using kernels::group_width;

/// The bodies in the tree are those of the scene. After an error, the boxes of bodies that have not changed are as they
/// were. Throws std::bad_alloc.
template <class T>
Status KeptTree::refit_all(const detail::SceneData<T>& scene, const kernels::KernelTable& table,
                           const Options& options) {
  const std::size_t positions = std::size_t{boxes_.group_count()} << group_shift;
  Box* const boxes = boxes_by_position_.need(positions);
  const auto position_of = [&](BodyId body) { return position_[body]; };
  Status status = placer_.place(scene, table, 0, position_of, boxes, positions, options);
  if (!status.ok()) return status;

  constexpr std::size_t groups_per_chunk = std::size_t{32} << group_shift;  // whole nodes
  const auto make_groups = [&](std::size_t chunk) noexcept {
    const std::size_t last = std::min<std::size_t>(boxes_.group_count(), (chunk + 1) * groups_per_chunk);
    for (std::size_t g = chunk * groups_per_chunk; g < last; ++g) {
      BoxGroup& group = boxes_.groups()[g];
      for (std::size_t lane = 0; lane < group_width; ++lane) set_lane(group, lane, boxes[(g << group_shift) + lane]);
      set_lane(boxes_.level(0)[g >> group_shift], g & (group_width - 1), box_around(group));
    }
  };
  status =
      parallel::for_each_chunk((boxes_.group_count() + groups_per_chunk - 1) / groups_per_chunk, options, make_groups);
  return status.ok() ? boxes_.build_levels(options) : status;
}

template <class T>
Status KeptTree::update_all(const detail::SceneData<T>& scene, const kernels::KernelTable& table,
                            const Options& options) {
  try {
    std::vector<BodyId> come_or_gone;
    Reaches reaches = reaches_;
    for (BodyId body = 0; body < std::max(position_.size(), scene.bodies.size()); ++body) {
      const bool was_here = body < position_.size() && position_[body] != no_position, is_here = scene.has_body(body);
      if (was_here != is_here) come_or_gone.push_back(body);
      if (is_here) reaches.add(scene.bodies[body]);
    }
    Status status = update(scene, table, come_or_gone, options);
    if (status.ok()) status = refit_all(scene, table, options);
    if (!status.ok()) return status;
    reaches_.add(reaches);
    const Box root = box_around(boxes_.level(boxes_.level_count() - 1)[0]);
    if (!fits(root)) return build(scene, table, options);
    make_floats(table);
    cost_ = cost();
    if (!is_good()) (void)build(scene, table, options);  // as in `update`
    return {};
  } catch (const std::exception&) {
    return {ErrorCode::no_memory};
  }
}

template Status KeptTree::update_all(const detail::SceneData<float>&, const kernels::KernelTable&, const Options&);
template Status KeptTree::update_all(const detail::SceneData<double>&, const kernels::KernelTable&, const Options&);

}  // namespace satchel::tree
