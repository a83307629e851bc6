// Non-maximum suppression by its definition: each box against all kept ones, bounding boxes first, then areas by
// clipping in double.
#include <algorithm>
#include <numeric>
#include <vector>

#include "engines/plain/clipping.hpp"
#include "harness/nms_engine.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

class Greedy final : public NmsEngine {
 public:
  using NmsEngine::NmsEngine;

  void run() override {
    const Workload& workload = detections_.workload;
    std::vector<satchel::BodyId> order(workload.poses.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return detections_.scores[a] > detections_.scores[b]; });
    kept_.clear();
    std::vector<Placed> placed;  // kept_, as placed
    for (const satchel::BodyId body : order) {
      Placed candidate(world_vertices(workload, body), workload.shape_of(body));
      const auto suppresses = [&](const Placed& kept) { return kept.meets(candidate) && is_near(kept, candidate); };
      if (std::any_of(placed.begin(), placed.end(), suppresses)) continue;
      kept_.push_back(body);
      placed.push_back(std::move(candidate));
    }
  }

 private:
  struct Placed {
    std::vector<satchel::Vec2d> vertices;
    satchel::Box box;
    double area;

    Placed(std::vector<satchel::Vec2d> world, const Shape& shape)
        : vertices(std::move(world)),
          area(4 * static_cast<double>(shape.vertices[2].x) * static_cast<double>(shape.vertices[2].y)) {
      box = {vertices[0].x, vertices[0].y, vertices[0].x, vertices[0].y};
      for (const satchel::Vec2d v : vertices) {
        box.min_x = std::min(box.min_x, v.x), box.max_x = std::max(box.max_x, v.x);
        box.min_y = std::min(box.min_y, v.y), box.max_y = std::max(box.max_y, v.y);
      }
    }
    bool meets(const Placed& other) const {
      return box.min_x <= other.box.max_x && other.box.min_x <= box.max_x && box.min_y <= other.box.max_y &&
             other.box.min_y <= box.max_y;
    }
  };

  bool is_near(const Placed& a, const Placed& b) {
    const double overlap = clipping_.area(a.vertices, b.vertices);
    return overlap > static_cast<double>(nms_threshold) * (a.area + b.area - overlap);
  }

  Clipping clipping_;
};

const Registered<QuestionEntry> entry(
    {.question = clusters_of_30,
     .engine = "greedy",
     .note = "each box against all kept ones: bounding boxes, then clipping in double",
     .make = make_question_engine<Greedy, few_detections>});

}  // namespace
}  // namespace satchel_bench
