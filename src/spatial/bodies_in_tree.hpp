// What a question to a tree of bodies reads, and the bodies that may meet a query.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/kernel_table.hpp"
#include "format/tree_layout.hpp"
#include "scene/data.hpp"
#include "spatial/allowed.hpp"
#include "spatial/found_lists.hpp"

namespace satchel::spatial {

/// The bodies of a scene, the tree over them, and the kernels that search it.
template <class T>
struct BodiesInTree {
  const detail::SceneData<T>& scene;
  const kernels::FloatTreeView& tree;
  const kernels::KernelTable& table;
  Allowed allowed{};
};

/// Calls use(search) for each few candidates that it has found: bodies whose boxes meet those of the queries [begin, end),
/// which are at most queries_per_list, in their order. The search counts queries from `begin`, and the bodies may not be
/// allowed. `use` may throw.
/// @param box_of  box_of(query) -> Box
template <class T, class BoxOf, class Use>
void for_each_few_candidates(const BodiesInTree<T>& bodies, std::size_t begin, std::size_t end, const BoxOf& box_of,
                             const Use& use) {
  std::array<kernels::FloatBox, queries_per_list> boxes;
  for (std::size_t i = begin; i < end; ++i) boxes[i - begin] = kernels::float_box(bodies.tree.frame, box_of(i));
  kernels::BoxSearch search(bodies.tree, boxes.data(), static_cast<std::uint32_t>(end - begin));
  while (!search.done) {
    bodies.table.tree->find_in_boxes(search);
    use(search);
  }
}

/// Calls use(query, body) for each body that a query may find and whose box meets that of the query, in the order of
/// the queries [begin, end), which are at most queries_per_list. `use` may throw.
template <class T, class BoxOf, class Use>
void for_each_candidate(const BodiesInTree<T>& bodies, std::size_t begin, std::size_t end, const BoxOf& box_of,
                        const Use& use) {
  for_each_few_candidates(bodies, begin, end, box_of, [&](const kernels::BoxSearch& search) {
    for (std::uint32_t i = 0; i < search.found(); ++i) {
      const std::size_t query = begin + search.query(i);
      if (bodies.allowed(query, search.body(i))) use(query, search.body(i));
    }
  });
}

}  // namespace satchel::spatial
