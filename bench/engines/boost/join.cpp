// Boost.Geometry's join: rings and their boxes, a packed R-tree, one query a box, and `intersects`.
#define BOOST_ALLOW_DEPRECATED_HEADERS  // silences a warning about headers that Boost 1.74 includes itself
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/ring.hpp>
#include <boost/geometry/index/rtree.hpp>

#include <utility>
#include <vector>

#include "harness/join_engine.hpp"
#include "workloads/crowds.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

namespace bg = boost::geometry;

class BoostJoin final : public JoinEngine {
 public:
  explicit BoostJoin(const Workload& workload) : JoinEngine(workload) {
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      vertices_.push_back(world_vertices(workload, body));
    }
  }

  void run() override {
    std::vector<Ring> rings(vertices_.size());
    std::vector<Item> items;
    for (std::size_t i = 0; i < rings.size(); ++i) {
      for (const satchel::Vec2d v : vertices_[i]) rings[i].emplace_back(v.x, v.y);
      rings[i].push_back(rings[i].front());
      items.emplace_back(bg::return_envelope<Box>(rings[i]), static_cast<satchel::BodyId>(i));
    }
    const bg::index::rtree<Item, bg::index::rstar<16>> tree(items);
    hits_.clear();
    for (const Item& item : items) {
      for (auto found = tree.qbegin(bg::index::intersects(item.first)); found != tree.qend(); ++found) {
        const satchel::Pair pair{item.second, found->second};
        if (pair.a < pair.b && bg::intersects(rings[pair.a], rings[pair.b])) hits_.push_back(pair);
      }
    }
  }

 private:
  using Point = bg::model::d2::point_xy<double>;
  using Ring = bg::model::ring<Point, /*ClockWise=*/false, /*Closed=*/true>;
  using Box = bg::model::box<Point>;
  using Item = std::pair<Box, satchel::BodyId>;

  std::vector<std::vector<satchel::Vec2d>> vertices_;  // of each body, in world coordinates
};

const Registered<QuestionEntry> entry({.question = octagon_join,
                                       .engine = "boost_geometry",
                                       .note = "rings in world coordinates, rtree, yes or no in double (intersects)",
                                       .make = make_question_engine<BoostJoin, octagon_crowd>});

}  // namespace
}  // namespace satchel_bench
