// Parses scene JSON, version 1.
#pragma once

#include <string_view>

#include "cli/raw_scene/raw_scene.hpp"

namespace satchel::cli {

/// Checks names, types, lengths of arrays and the range of numbers; read_scene checks indices and geometry. Throws
/// `Failure` (bad input) with field, index and reason: "shapes[1]: vertices[2]: ...".
template <class T>
RawScene<T> parse_scene(std::string_view text);

extern template RawScene<float> parse_scene(std::string_view text);
extern template RawScene<double> parse_scene(std::string_view text);

}  // namespace satchel::cli
