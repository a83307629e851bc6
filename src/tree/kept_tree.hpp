// A tree over the boxes of a scene's bodies that follows the bodies as they move, in doubles and in floats.
//
// A body that moves keeps its position; the boxes above it are refitted. New bodies, and bodies that would make their
// group many times as large once all of its bodies have moved, go to spare groups at the end, near ones together. The
// tree is built anew when the spare groups are full, or when the boxes of the groups have grown so much that searches
// would suffer; the boxes above the groups, which grow if groups jump as wholes, do not count. Answers to searches are the
// same for every history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/options.hpp>

#include "format/kernel_table.hpp"
#include "format/prefetch_line.hpp"
#include "format/tree_layout.hpp"
#include "scene/data.hpp"
#include "tree/box_placer.hpp"
#include "tree/box_tree.hpp"

namespace satchel::tree {

/// The bounding box of a body, rounded outward (`BasicScene::bounding_box`).
template <class T>
Box box_of(const detail::SceneData<T>& scene, BodyId body);

class KeptTree {
 public:
  /// Builds the tree over all bodies. O(bodies). After an error the tree is as it was.
  template <class T>
  Status build(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Options& options);

  /// Follows the scene's changes of these bodies, which may be repeated: they have moved, or been added or removed. All
  /// other bodies are as they were. O(bodies listed) as long as the tree is not built anew. After an error the tree is
  /// as it was.
  template <class T>
  Status update(const detail::SceneData<T>& scene, const kernels::KernelTable& table, std::span<const BodyId> bodies,
                const Options& options);

  /// Follows all bodies of the scene. O(bodies). After an error, bodies that have not changed are as they were.
  template <class T>
  Status update_all(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Options& options);

  /// Whether a body's presence or box differs from the scene's.
  template <class T>
  bool differs(const detail::SceneData<T>& scene, BodyId body) const;
  /// The bodies whose presence or whose box differs from the scene's, ascending. O(bodies). Throws std::bad_alloc.
  template <class T>
  std::vector<BodyId> differing(const detail::SceneData<T>& scene) const;

  kernels::BoxTreeView boxes() const { return boxes_.view(); }
  /// Where the tree holds a body, which the scene had at the last update: group * 16 + lane.
  std::uint32_t position_of(BodyId body) const { return position_[body]; }
  /// Prefetches what `update` and `position_of` read of a body.
  template <class T>
  void prefetch_body(const detail::SceneData<T>& scene, BodyId body) const {
    if (body < scene.bodies.size()) {
      kernels::prefetch_line(scene.bodies.data() + body);
      kernels::prefetch_line(scene.boxes.data() + body);
    }
    if (body < position_.size()) kernels::prefetch_line(position_.data() + body);
  }
  const kernels::FloatTreeView& floats() const { return floats_; }
  /// No point of a body is farther from the body's origin.
  double largest_reach() const { return reaches_.any; }
  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t no_position = ~std::uint32_t{0};

  /// The largest reach of the bodies that are or were in the tree: of all, and of those with a radius.
  struct Reaches {
    double any = 0, rounded = 0;

    template <class T>
    void add(const kernels::BodyRecord<T>& body) {
      const auto reach = static_cast<double>(body.reach);
      any = reach > any ? reach : any;
      const bool may_be_rounded = body.radius() > 0 || body.place.is_compound();
      rounded = may_be_rounded && reach > rounded ? reach : rounded;
    }
    void add(const Reaches& other) {
      any = other.any > any ? other.any : any;
      rounded = other.rounded > rounded ? other.rounded : rounded;
    }
  };

  void locate_bodies(std::size_t slots);
  void choose_frame();
  void make_floats(const kernels::KernelTable& table);
  template <class T>
  Status refit_all(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Options& options);
  bool fits(const Box& box) const;
  bool may_grow(std::uint32_t position, const Box& box, double most);
  void find_leaving(std::span<const BodyId> bodies, std::span<const Box> boxes, double most);
  void list_leaving(std::uint32_t group, const kernels::BoxGroup& moved, double most);
  bool is_good() const;
  void make_view();
  void prefetch_group(std::uint32_t position);
  void set_box(std::uint32_t position, const Box& box);
  void refit();
  double cost_of(const Box& group) const;
  double cost() const;
  std::size_t spare_positions() const {
    return (std::size_t{boxes_.group_count()} << kernels::group_shift) - next_spare_;
  }

  BoxTree boxes_;
  std::vector<std::uint32_t> position_;  ///< by body: group * 16 + lane, or no_position
  Buffer<kernels::FloatGroup> groups_, levels_;
  std::size_t level_start_[kernels::max_levels] = {};
  kernels::FloatTreeView floats_{};
  kernels::TreeFrame frame_;
  double unit_ = 0;          ///< the usual distance of a group from the middle when the tree was built
  double frame_extent_ = 0;  ///< the largest coordinate in the frame then
  double cost_ = 0, built_cost_ = 0;
  Reaches reaches_;
  std::size_t next_spare_ = 0;  ///< the first spare position

  // Memory of `update_all`.
  Buffer<Box> boxes_by_position_;  ///< by position
  BoxPlacer placer_;

  // Groups, and nodes of the level at work, whose boxes changed.
  std::vector<std::uint32_t> changed_, changed_above_;
  std::vector<std::uint8_t> is_changed_;

  // Memory of `update`: groups that bodies may make large, these with the new boxes, positions of bodies that leave them.
  std::vector<std::uint32_t> growing_, leaving_;
  std::vector<kernels::BoxGroup> grown_;
};

}  // namespace satchel::tree
