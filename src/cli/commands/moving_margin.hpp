// How far apart the broad phase of moving bodies has to look.
#pragma once

#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

/// A margin that finds all pairs whose bodies may meet during the motions of the file. Throws `Failure` (bad input) if it
/// has none.
template <class T>
float moving_margin(const SceneFile<T>& file);

extern template float moving_margin(const SceneFile<float>&);
extern template float moving_margin(const SceneFile<double>&);

}  // namespace satchel::cli
