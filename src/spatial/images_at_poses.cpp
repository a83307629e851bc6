// The images of bodies that shapes at poses touch or overlap, in a periodic world:
//
//   for each chunk of queries, in parallel: place them as bodies of a scene of their own
//     for each query: find the bodies of which an image may meet its box (tree/periodic_search.hpp), and these images
//   `classify` the image pairs between the two scenes; keep those that are not disjoint
//
// Images are rounded, and so are the boxes of bodies, where they are and at their images. Both lie within a few units in
// the last place of these coordinates. So the query's box is enlarged by 16 such units.
#include <satchel/index.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <vector>

#include <satchel/periodic.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/checks.hpp"
#include "scene/fail.hpp"
#include "scene/image_place.hpp"
#include "scene/range.hpp"
#include "scene/threads.hpp"
#include "spatial/allowed.hpp"
#include "spatial/found_lists.hpp"
#include "spatial/placed_queries.hpp"
#include "tree/index_data.hpp"
#include "tree/periodic_search.hpp"
#include "tree/shared_pool.hpp"

namespace satchel {
namespace spatial {
namespace {

/// What all queries of a call read.
template <class T>
struct PeriodicWorld {
  const BasicScene<T>& scene;
  const tree::KeptTree& tree;
  const Periods& periods;
  Allowed allowed;
  detail::UsedShapes<T> shapes;
  double largest = 0;  ///< coordinate of a body, where it is
};

/// The search for the images of a chunk of queries. A task reuses it.
template <class T>
class TouchingImages {
 public:
  /// The first query that is refused, or ok.
  Status run(const PeriodicWorld<T>& world, const ShapesAtPoses& queries, std::size_t begin, std::size_t end,
             std::vector<FoundImage>& found) {
    queries_.place(world.shapes, queries, begin, end);
    pairs_.clear();
    for (std::size_t query = begin; query < end; ++query) {
      const Status status = find_candidates(world, query, static_cast<BodyId>(query - begin));
      if (!status.ok()) return status;
      if (pairs_.size() < most_pairs && query + 1 != end) continue;
      if (const Status decided = decide(world, begin, found); !decided.ok()) return decided;
    }
    return {};
  }

 private:
  static constexpr std::size_t most_pairs = 16384;

  Status find_candidates(const PeriodicWorld<T>& world, std::size_t query, BodyId as_body) {
    const Periods& periods = world.periods;
    Box box = tree::box_of(detail::SceneAccess::data(queries_.scene()), as_body);
    const double extent = tree::largest_coordinate(box) + world.largest + periods.x + periods.y;
    const double rounding = 0x1p-48 * extent;
    box = {box.min_x - rounding, box.min_y - rounding, box.max_x + rounding, box.max_y + rounding};
    if (!is_near(world, box)) return detail::far_images_error(Argument::poses, query);
    const std::size_t before = pairs_.size();
    Status status;
    const tree::PeriodicSearch search(world.tree.boxes(), periods);
    search.find(box, [&](BodyId body, const Box& body_box) {
      if (!status.ok() || !world.allowed(query, body)) return;
      const auto x = detail::images_between(body_box.min_x, body_box.max_x, box.min_x, box.max_x, periods.x);
      const auto y = detail::images_between(body_box.min_y, body_box.max_y, box.min_y, box.max_y, periods.y);
      if (x.count() * y.count() > detail::most_images_of_pair) {
        status = {ErrorCode::too_many, query, Argument::poses};
        return;
      }
      for (double i = x.first; i <= x.last; ++i) {
        for (double j = y.first; j <= y.last; ++j) {
          pairs_.push_back({as_body, body, static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
        }
      }
    });
    std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(before), pairs_.end());
    return status;
  }

  /// Whether the images of bodies that may meet a box can be numbered, and stand in the range of coordinates.
  static bool is_near(const PeriodicWorld<T>& world, const Box& box) {
    const Box& root = world.tree.floats().root;
    if (!(root.min_x <= root.max_x)) return true;
    const auto is_near_along = [](double low, double high, double least, double largest, double period) {
      const double most = std::max(std::fabs(largest - low), std::fabs(high - least));
      return period == 0 || most / period < detail::most_images;
    };
    return is_near_along(root.min_x, root.max_x, box.min_x, box.max_x, world.periods.x) &&
           is_near_along(root.min_y, root.max_y, box.min_y, box.max_y, world.periods.y);
  }

  Status decide(const PeriodicWorld<T>& world, std::size_t begin, std::vector<FoundImage>& found) {
    verdicts_.resize(pairs_.size());
    const Status status =
        try_classify(queries_.scene(), world.scene, world.periods, pairs_, verdicts_, {.max_threads = 1});
    if (status.code == ErrorCode::out_of_range) {
      return {status.code, begin + pairs_[status.index].a, Argument::poses, {0, 2}};
    }
    if (!status.ok()) return status;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (verdicts_[i] == Verdict::disjoint) continue;
      const ImagePair& pair = pairs_[i];
      found.push_back({static_cast<std::uint32_t>(begin + pair.a), pair.b, pair.image_x, pair.image_y, verdicts_[i]});
    }
    pairs_.clear();
    return {};
  }

  PlacedQueries<T> queries_;
  std::vector<ImagePair> pairs_;
  std::vector<Verdict> verdicts_;
};

template <class T>
Status find_images(const BasicIndex<T>& index, const BasicScene<T>& scene, const Periods& periods,
                   const ShapesAtPoses& queries, const Output<FoundImage>& found,
                   const QueryOptions& options) noexcept {
  const FpEnvironment environment;
  Status status = detail::IndexAccess::check(index, scene);
  if (!status.ok()) return status;
  dispatch::active(status);
  if (!status.ok()) return status;
  status = detail::check_periods<T>(periods);
  if (!status.ok()) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  status = check_queries(data, queries);
  if (!status.ok()) return status;
  status = Allowed::check(options, data.bodies.size(), queries.poses.size());
  if (!status.ok()) return status;
  try {
    const tree::KeptTree& tree = detail::IndexAccess::data(index)->tree;
    PeriodicWorld<T> world{scene, tree, periods, Allowed(options), detail::UsedShapes<T>()};
    world.largest = tree::largest_coordinate(tree.floats().root);
    world.shapes.add(data, queries.shapes);
    tree::SharedPool<TouchingImages<T>> searches;
    return find_lists<FoundImage>(queries.poses.size(), found, detail::with_threads(options.run, scene),
                                  [&](std::size_t begin, std::size_t end, std::vector<FoundImage>& list) {
                                    const typename tree::SharedPool<TouchingImages<T>>::Loan search(searches);
                                    return search->run(world, queries, begin, end, list);
                                  });
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace spatial

template <class T>
Status BasicIndex<T>::try_bodies_at_poses(const Scene& scene, const Periods& periods, std::span<const ShapeId> shapes,
                                          std::span<const Pose> poses, Output<FoundImage> found,
                                          const QueryOptions& options) const noexcept {
  return spatial::find_images(*this, scene, periods, {shapes, poses}, found, options);
}

template Status BasicIndex<float>::try_bodies_at_poses(const satchel::Scene&, const Periods&, std::span<const ShapeId>,
                                                       std::span<const Pose>, Output<FoundImage>,
                                                       const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_bodies_at_poses(const Scened&, const Periods&, std::span<const ShapeId>,
                                                        std::span<const Pose>, Output<FoundImage>,
                                                        const QueryOptions&) const noexcept;

}  // namespace satchel
