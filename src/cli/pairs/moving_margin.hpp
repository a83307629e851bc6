// The motions of a scene file, and how far apart the broad phase of moving bodies has to look.
#pragma once

#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

/// Throws `Failure` (bad input) if the file has no motions.
template <class T>
void require_motions(const SceneFile<T>& file);

/// A margin that finds all pairs whose bodies may meet during the motions of the file. Throws `Failure` (bad input) if it
/// has none. May be infinite: a motion that is out of range is for `sweep` to refuse.
template <class T>
double moving_margin(const SceneFile<T>& file);

extern template void require_motions(const SceneFile<float>&);
extern template void require_motions(const SceneFile<double>&);
extern template double moving_margin(const SceneFile<float>&);
extern template double moving_margin(const SceneFile<double>&);

}  // namespace satchel::cli
