// The bodies that shapes at poses touch or overlap:
//
//   for each chunk of queries, in parallel: place them as bodies of a scene of their own; find the bodies whose boxes
//     meet theirs; `classify` the pairs between the two scenes; keep those that are not disjoint
#include <satchel/index.hpp>

#include <algorithm>
#include <exception>
#include <vector>

#include <satchel/collide.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/checks.hpp"
#include "scene/threads.hpp"
#include "spatial/bodies_in_tree.hpp"
#include "spatial/found_lists.hpp"
#include "spatial/placed_queries.hpp"
#include "tree/index_data.hpp"
#include "tree/shared_pool.hpp"

namespace satchel {
namespace spatial {
namespace {

/// The search for the bodies of a chunk of queries. A task reuses it.
template <class T>
class Touching {
 public:
  void run(const BodiesInTree<T>& bodies, const BasicScene<T>& scene, const detail::UsedShapes<T>& shapes,
           const ShapesAtPoses& queries, std::size_t begin, std::size_t end, std::vector<BodyAtPose>& found) {
    queries_.place(shapes, queries, begin, end);
    const detail::SceneData<T>& placed = detail::SceneAccess::data(queries_.scene());
    pairs_.clear();
    for_each_candidate(
        bodies, begin, end, [&](std::size_t query) { return tree::box_of(placed, static_cast<BodyId>(query - begin)); },
        [&](std::size_t query, BodyId body) {
          pairs_.push_back({static_cast<BodyId>(query - begin), body});
          if (pairs_.size() == most_pairs) decide(scene, begin, found);
        });
    decide(scene, begin, found);
    sort_within_queries(found);
  }

 private:
  static constexpr std::size_t most_pairs = 16384;

  void decide(const BasicScene<T>& scene, std::size_t begin, std::vector<BodyAtPose>& found) {
    verdicts_.resize(pairs_.size());
    if (!try_classify(queries_.scene(), scene, pairs_, verdicts_, {.max_threads = 1}).ok()) throw std::bad_alloc();
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (verdicts_[i] == Verdict::disjoint) continue;
      found.push_back({static_cast<std::uint32_t>(begin + pairs_[i].a), pairs_[i].b, verdicts_[i]});
    }
    pairs_.clear();
  }

  PlacedQueries<T> queries_;
  std::vector<Pair> pairs_;
  std::vector<Verdict> verdicts_;
};

template <class T>
Status find_touching(const BasicIndex<T>& index, const BasicScene<T>& scene, const ShapesAtPoses& queries,
                     const Output<BodyAtPose>& found, const QueryOptions& options) noexcept {
  const FpEnvironment environment;
  Status status = detail::IndexAccess::check(index, scene);
  if (!status.ok()) return status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  status = check_queries(data, queries);
  if (!status.ok()) return status;
  status = Allowed::check(options, data.bodies.size(), queries.poses.size());
  if (!status.ok()) return status;
  try {
    const BodiesInTree<T> bodies{data, detail::IndexAccess::data(index)->tree.floats(), *table, Allowed(options)};
    detail::UsedShapes<T> shapes;
    shapes.add(data, queries.shapes);
    tree::SharedPool<Touching<T>> searches;
    return find_lists<BodyAtPose>(queries.poses.size(), found, detail::with_threads(options.run, scene),
                                  [&](std::size_t begin, std::size_t end, std::vector<BodyAtPose>& list) {
                                    const typename tree::SharedPool<Touching<T>>::Loan search(searches);
                                    search->run(bodies, scene, shapes, queries, begin, end, list);
                                  });
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace spatial

template <class T>
Status BasicIndex<T>::try_bodies_at_poses(const Scene& scene, std::span<const ShapeId> shapes,
                                          std::span<const Pose> poses, Output<BodyAtPose> found,
                                          const QueryOptions& options) const noexcept {
  return spatial::find_touching(*this, scene, {shapes, poses}, found, options);
}

template Status BasicIndex<float>::try_bodies_at_poses(const satchel::Scene&, std::span<const ShapeId>,
                                                       std::span<const Pose>, Output<BodyAtPose>,
                                                       const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_bodies_at_poses(const Scened&, std::span<const ShapeId>, std::span<const Pose>,
                                                        Output<BodyAtPose>, const QueryOptions&) const noexcept;

}  // namespace satchel
