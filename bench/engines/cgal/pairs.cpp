// CGAL's box_self_intersection_d: a hybrid of segment trees and scanning, on boxes in double.
#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version_macros.h>

#include <vector>

#include "harness/broad_phase_engine.hpp"

namespace satchel_bench {
namespace {

class CgalPairs final : public BroadPhaseEngine {
 public:
  explicit CgalPairs(const Crowd& crowd) : boxes_(crowd.boxes) {}

  void run() override {
    items_.clear();  // the algorithm sorts the items, so that a new frame needs new ones
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      double low[] = {boxes_[i].min_x, boxes_[i].min_y}, high[] = {boxes_[i].max_x, boxes_[i].max_y};
      items_.emplace_back(low, high, static_cast<satchel::BodyId>(i));
    }
    pairs_.clear();
    CGAL::box_self_intersection_d(items_.begin(), items_.end(), [&](const Item& a, const Item& b) {
      pairs_.push_back({a.info(), b.info()});
    });
  }
  std::span<const satchel::Pair> pairs() const override { return pairs_; }

 private:
  using Item = CGAL::Box_intersection_d::Box_with_info_d<double, 2, satchel::BodyId>;

  std::span<const satchel::Box> boxes_;
  std::vector<Item> items_;
  std::vector<satchel::Pair> pairs_;
};

const Registered<BroadPhaseEntry> entry({.query = "pairs",
                                         .engine = "cgal",
                                         .note = "list, not sorted, of given boxes (box_self_intersection_d)",
                                         .make = make_broad_phase<CgalPairs>,
                                         .max_bodies = peers_max_bodies});
const Registered<PeerVersion> version({"cgal", CGAL_STR(CGAL_VERSION)});

}  // namespace
}  // namespace satchel_bench
