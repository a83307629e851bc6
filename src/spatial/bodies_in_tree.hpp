// What a question to a tree of bodies reads.
#pragma once

#include "format/kernel_table.hpp"
#include "format/tree_layout.hpp"
#include "scene/data.hpp"
#include "spatial/allowed.hpp"

namespace satchel::spatial {

/// The bodies of a scene, the tree over them, and the kernels that search it.
template <class T>
struct BodiesInTree {
  const detail::SceneData<T>& scene;
  const kernels::FloatTreeView& tree;
  const kernels::KernelTable& table;
  Allowed allowed{};
};

}  // namespace satchel::spatial
