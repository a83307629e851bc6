// What an index holds: a tree, and which scene at which revision it is the tree of.
#pragma once

#include <cstdint>

#include <satchel/index.hpp>

#include "tree/kept_tree.hpp"

namespace satchel::detail {

class IndexData {
 public:
  tree::KeptTree tree;
  std::uint64_t identity = 0;  ///< of the scene; 0: of none
  SceneRevisions revisions;    ///< of the scene at the last build or update
};

struct IndexAccess {
  /// Null: the index has not been built.
  template <class T>
  static const IndexData* data(const BasicIndex<T>& index) noexcept {
    return index.data_.get();
  }

  /// Whether the index is of this scene as it is now; if not, the error that says so.
  template <class T>
  static Status check(const BasicIndex<T>& index, const BasicScene<T>& scene) noexcept {
    if (index.data_ == nullptr || index.data_->identity != scene.identity()) {
      return {ErrorCode::other_scene, 0, Argument::index};
    }
    // Shapes that are added, as convex parts are, leave the boxes of the bodies as they are.
    const SceneRevisions then = index.data_->revisions, now = scene.revisions();
    if (then.bodies != now.bodies || then.poses != now.poses) {
      return {ErrorCode::changed_scene, 0, Argument::index};
    }
    return {};
  }
};

}  // namespace satchel::detail
