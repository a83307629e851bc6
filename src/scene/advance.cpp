// `try_advance`: moves all bodies by their motions.
#include <satchel/sweep.hpp>

#include <cmath>
#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

#include "parallel/parallel.hpp"
#include "scene/check_motions.hpp"
#include "scene/data.hpp"

namespace satchel {
namespace {

/// The pose at (x, y) whose rotation is that of `from`, rotated by `turn`. Rounding changes cos^2 + sin^2 by less than
/// 2^-49; where that passes the limit of poses, at which `from` may be, the factor takes it back.
Pose turned_by(const Pose& from, double x, double y, const Rotation& turn) {
  const Rotation& at = from.rotation;
  Rotation to{at.cos * turn.cos - at.sin * turn.sin, at.sin * turn.cos + at.cos * turn.sin};
  const double off = to.cos * to.cos + to.sin * to.sin - 1;
  if (std::fabs(off) > kernels::largest_norm_error) {
    const double factor = off > 0 ? 1 - 0x1p-49 : 1 + 0x1p-49;
    to.cos *= factor;
    to.sin *= factor;
  }
  return {x, y, to};
}

}  // namespace

template <class T>
Status try_advance(const BasicScene<T>& scene, std::span<const Motion> motions, BasicScene<T>& end,
                   const Options& options) noexcept {
  const FpEnvironment environment;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  const Status bad = detail::check_motions(data, motions, Argument::motions);
  if (!bad.ok()) return bad;
  try {
    std::vector<Pose> poses(motions.size());
    for (std::size_t i = 0; i < motions.size(); ++i) {
      if (!data.has_body(static_cast<BodyId>(i))) continue;
      const Pose from = scene.pose(static_cast<BodyId>(i));
      Rotation turn;
      if (const Status status = Rotation::try_of_angle(motions[i].angle, turn); !status.ok()) return status;
      poses[i] = turned_by(from, from.x + motions[i].x, from.y + motions[i].y, turn);
    }
    BasicScene<T> result = scene;
    parallel::Progress progress(options, poses.size(), scene.max_threads());
    progress.begin(poses.size());
    const Status status = progress.finish(result.try_set_poses(poses, progress.options()));
    if (status.ok()) end = std::move(result);
    return status;
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

template Status try_advance(const Scene&, std::span<const Motion>, Scene&, const Options&) noexcept;
template Status try_advance(const Scened&, std::span<const Motion>, Scened&, const Options&) noexcept;

}  // namespace satchel
