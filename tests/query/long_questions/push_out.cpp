// Each body of a pair is pushed out of the other: wrong is a body that overlaps afterwards, by integers and fifty digits, a push
// longer or shorter than the depth by more than rounding, one of bodies that do not overlap, and `left` or rounds where one convex body
// is in the way.
#include "pair_scenes.hpp"
#include "support/rounded_oracle.hpp"

namespace satchel::test {

template <class T>
void judge_push_out(const BasicWorld<T>& world, Random&, Tally& tally) {
  for (const Pair pair : world.pairs) {
    if (pair.a == pair.b) continue;
    BasicScene<T> scene = scene_of(world.scene, pair);
    // There the shortest way may lead out of the range of origins, and another one is taken.
    if (size_about(scene, 0) < 0x1p-190 || size_about(scene, 1) < 0x1p-190) continue;
    const std::vector<BodyId> bodies{0, 1}, candidates{1, 0};
    const std::vector<std::uint32_t> starts{0, 1, 2};
    const auto found = asked<PushOut>(
        2, tally, [&](std::vector<PushOut>& results) { push_out(scene, bodies, starts, candidates, results); });
    const RoundedAnswer before = judge(placed_rounded(scene, 0), placed_rounded(scene, 1));
    tally.pairs += 2;
    for (const BodyId body : bodies) {
      const PushOut& push = found[body];
      bool right = push.left == 0 && push.is_shortest == 1;
      if (before.verdict != Verdict::overlapping) {
        right = right && push.x == 0 && push.y == 0;
      } else {
        ++tally.counted;
        const Pose at = scene.pose(body);
        Pose moved = at;
        moved.x += push.x;
        moved.y += push.y;
        scene.set_pose(body, moved);
        right = right && judge(placed_rounded(scene, 0), placed_rounded(scene, 1)).verdict != Verdict::overlapping;
        scene.set_pose(body, at);
        const Real length = sqrt(Real(push.x) * Real(push.x) + Real(push.y) * Real(push.y));
        const double size = std::max({std::fabs(moved.x), std::fabs(moved.y), std::fabs(at.x), std::fabs(at.y)});
        const Real bound = Real(0x1p-50) * (before.extent + Real(size));
        const double error = static_cast<double>(abs(Real(length + before.separation)) / bound);
        tally.largest = std::fmax(tally.largest, error);
        right = right && error <= 1;
      }
      if (!right && tally.is_printed()) {
        std::printf("wrong: (%.17g, %.17g), left %u, shortest %u, depth %.17g\n", push.x, push.y, push.left,
                    push.is_shortest, static_cast<double>(-before.separation));
      }
    }
  }
}

template void judge_push_out(const BasicWorld<float>&, Random&, Tally&);
template void judge_push_out(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
