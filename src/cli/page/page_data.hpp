// The data of a page: a JSON object with the scene and the results. src/page/README.md lists its members.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "cli/page/page_results.hpp"
#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

/// @param parts   by pair; empty without compounds
/// @param module  the JavaScript module of the kernel for a live page; else empty
template <class T>
std::string page_data(const SceneFile<T>& file, std::span<const Pair> pairs, std::span<const BasicContact<T>> contacts,
                      std::span<const PartPair> parts, const PageResults<T>& results, std::string_view module);

extern template std::string page_data(const SceneFile<float>&, std::span<const Pair>, std::span<const Contact>,
                                      std::span<const PartPair>, const PageResults<float>&, std::string_view);
extern template std::string page_data(const SceneFile<double>&, std::span<const Pair>, std::span<const Contactd>,
                                      std::span<const PartPair>, const PageResults<double>&, std::string_view);

}  // namespace satchel::cli
