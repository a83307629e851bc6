// Scene JSON, version 1: text to numbers.
#pragma once

#include <string_view>

#include "cli/scene_file/raw_scene.hpp"

namespace satchel::cli {

/// Checks names, types, lengths of arrays and that every number fits; indices and geometry are checked by read_scene.
/// Throws `Failure` (bad input) whose message names field, index and reason: "shapes[1]: vertices[2]: ...".
template <class T>
RawScene<T> parse_scene(std::string_view text);

extern template RawScene<float> parse_scene(std::string_view text);
extern template RawScene<double> parse_scene(std::string_view text);

}  // namespace satchel::cli
