#include "workloads/letters.hpp"

#include "workloads/random.hpp"

namespace satchel_bench {
namespace {

Letters make_letters() {
  Random random(4);
  Letters letters;
  letters.parts = {{{{{-1, -1}, {1, -1}, {1, -0.4f}, {-1, -0.4f}}},
                    {{{-1, -0.4f}, {-0.4f, -0.4f}, {-0.4f, 1}, {-1, 1}}},
                    {{{0.4f, -0.4f}, {1, -0.4f}, {1, 1}, {0.4f, 1}}}}};
  for (std::size_t i = 0; i < overlapping_us.items; ++i) {
    const double x = 16.0 * static_cast<double>(i);
    letters.poses.push_back(satchel::Pose::at(x, 0, random.uniform(0, 6.28)));
    letters.poses.push_back(
        satchel::Pose::at(x + random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 6.28)));
  }
  return letters;
}

}  // namespace

const Letters& letters() {
  static const Letters made = make_letters();
  return made;
}

}  // namespace satchel_bench
