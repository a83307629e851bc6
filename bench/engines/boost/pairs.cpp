// Boost.Geometry's R-tree: packed from all boxes at once, then one query per box.
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>

#include <iterator>
#include <utility>
#include <vector>

#include "harness/broad_phase_engine.hpp"

namespace satchel_bench {
namespace {

namespace bg = boost::geometry;

class BoostRtreePairs final : public BroadPhaseEngine {
 public:
  explicit BoostRtreePairs(const Crowd& crowd) : boxes_(crowd.boxes) {}

  void run() override {
    items_.clear();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const satchel::Box& box = boxes_[i];
      items_.emplace_back(RtreeBox({box.min_x, box.min_y}, {box.max_x, box.max_y}), static_cast<satchel::BodyId>(i));
    }
    const bg::index::rtree<Item, bg::index::rstar<16>> tree(items_);
    pairs_.clear();
    for (const Item& item : items_) {
      for (auto found = tree.qbegin(bg::index::intersects(item.first)); found != tree.qend(); ++found) {
        if (item.second < found->second) pairs_.push_back({item.second, found->second});
      }
    }
  }
  std::span<const satchel::Pair> pairs() const override { return pairs_; }

 private:
  using RtreeBox = bg::model::box<bg::model::d2::point_xy<double>>;
  using Item = std::pair<RtreeBox, satchel::BodyId>;

  std::span<const satchel::Box> boxes_;
  std::vector<Item> items_;
  std::vector<satchel::Pair> pairs_;
};

const Registered<BroadPhaseEntry> entry({.query = "pairs",
                                         .engine = "boost_rtree",
                                         .note = "list, not sorted, of given boxes (rtree)",
                                         .make = make_broad_phase<BoostRtreePairs>,
                                         .max_bodies = peers_max_bodies});

}  // namespace
}  // namespace satchel_bench
