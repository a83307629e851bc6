// What `satchel collide` says on standard output.
#pragma once

#include <cstddef>

#include "collide_scene.hpp"

namespace satchel::cli {

template <class T>
void print_summary(std::size_t bodies, const CollideResults<T>& results, unsigned threads);

}  // namespace satchel::cli
