// The texts about outlines that the library refuses, in the words of the input file.
#pragma once

#include <string>

#include <satchel/error.hpp>

#include "cli/raw_scene/raw_scene.hpp"

namespace satchel::cli {

/// The fault, with both edges and the place in the coordinates of the file: "ring 0: the edge from point 1 to 2 and the
/// edge from point 3 to 0 meet at (1, 1): the edges cross".
/// @param status  an error of `add_outlines` about this shape
template <class T>
std::string outline_message(const RawScene<T>& raw, const RawShape<T>& shape, const Status& status);

extern template std::string outline_message(const RawScene<float>&, const RawShape<float>&, const Status&);
extern template std::string outline_message(const RawScene<double>&, const RawShape<double>&, const Status&);

}  // namespace satchel::cli
