#include "engines/satchel/check_shapes.hpp"

#include <satchel/satchel.hpp>

#include <span>
#include <vector>

#include "harness/pair_engine.hpp"
#include "harness/verify.hpp"

namespace satchel_bench {
namespace {

/// The contacts of the workload's pairs in a scene that has its bodies, as a PairEngine so that `verify` can judge them.
class Contacts final : public PairEngine {
 public:
  Contacts(const satchel::Scene& scene, const Workload& workload)
      : scene_(scene), pairs_(workload.pairs), contacts_(pairs_.size()) {}

  void run(std::size_t first, std::size_t count) override {
    satchel::collide(scene_, pairs_.subspan(first, count), std::span(contacts_).subspan(first, count),
                     {.max_threads = 1});
  }

  Answer answer(std::size_t pair) const override {
    const satchel::Contact& contact = contacts_[pair];
    return {.hit = satchel::verdict(contact) != satchel::Verdict::disjoint,
            .separation = contact.separation,
            .normal_x = contact.normal_x,
            .normal_y = contact.normal_y};
  }

  Precision precision() const override { return {}; }

 private:
  const satchel::Scene& scene_;
  std::span<const satchel::Pair> pairs_;
  std::vector<satchel::Contact> contacts_;
};

}  // namespace

std::string wrong_bodies(const satchel::Scene& scene, const Workload& workload) {
  if (scene.body_slots() != workload.poses.size()) return "has " + std::to_string(scene.body_slots()) + " bodies";
  for (std::size_t i = 0; i < workload.poses.size(); ++i) {
    const auto body = static_cast<satchel::BodyId>(i);
    if (!scene.has_body(body) || scene.pose(body) != workload.poses[i] ||
        scene.shape(body) != workload.body_shapes[i]) {
      return "has not body " + std::to_string(i);
    }
  }
  const std::vector<double> separations = reference_separations(workload);
  if (const std::string what = unexpected(workload, separations); !what.empty()) return what;
  Contacts contacts(scene, workload);
  contacts.run(0, workload.pairs.size());
  return verify(workload, separations, contacts).error;
}

std::string wrong_shapes(satchel::Scene scene, const Workload& workload) {
  if (scene.shape_count() != workload.shapes.size()) {
    return "has " + std::to_string(scene.shape_count()) + " shapes, not " + std::to_string(workload.shapes.size());
  }
  std::vector<satchel::BodyId> bodies(workload.poses.size());
  scene.add_bodies(workload.body_shapes, workload.poses, bodies);
  return wrong_bodies(scene, workload);
}

}  // namespace satchel_bench
