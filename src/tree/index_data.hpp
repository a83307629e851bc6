// What an index holds: a tree, and which scene at which revision it is the tree of.
#pragma once

#include <cstdint>

#include <satchel/index.hpp>

#include "tree/kept_tree.hpp"

namespace satchel::detail {

class IndexData {
 public:
  tree::KeptTree tree;
  std::uint64_t identity = 0, revision = 0;  ///< of the scene; identity 0: of none
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
    if (index.data_->revision != scene.revision()) return {ErrorCode::changed_scene, 0, Argument::index};
    return {};
  }
};

}  // namespace satchel::detail
