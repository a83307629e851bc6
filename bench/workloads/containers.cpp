#include "workloads/containers.hpp"

#include "workloads/random.hpp"

namespace satchel_bench {
namespace {

Shape octagon(float size) {
  const float far = size, near = size / 2;
  return {.vertices = {{far, -near},
                       {far, near},
                       {near, far},
                       {-near, far},
                       {-far, near},
                       {-far, -near},
                       {-near, -far},
                       {near, -far}}};
}

Workload make_containers() {
  Random random(6);
  Workload workload;
  workload.name = "octagons_in_octagons";
  workload.shapes = {octagon(1), octagon(2)};
  for (satchel::BodyId i = 0; i < octagons_in_octagons.items; ++i) {
    const double x = 8.0 * (i % 128), y = 8.0 * (i / 128);
    workload.body_shapes.insert(workload.body_shapes.end(), {0, 1});
    const auto off = [&] { return static_cast<double>(static_cast<float>(random.uniform(-1.25, 1.25))); };
    workload.poses.push_back(satchel::Pose::at(x + off(), y + off(), random.uniform(0, 6.28)));
    workload.poses.push_back(satchel::Pose::at(x, y, random.uniform(0, 6.28)));
    workload.pairs.push_back({2 * i, 2 * i + 1});
  }
  return workload;
}

}  // namespace

const Workload& containers() {
  static const Workload made = make_containers();
  return made;
}

}  // namespace satchel_bench
