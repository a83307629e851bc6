// The families of hard pairs by subject, a file each.
#pragma once

#include "generators.hpp"

namespace satchel::test {

template <class T>
std::span<const BasicFamily<T>> contact_families();  ///< exact contacts, and those that are off by an ulp
template <class T>
std::span<const BasicFamily<T>> shape_families();  ///< thin, long, small in large, many vertices
template <class T>
std::span<const BasicFamily<T>> range_families();  ///< very small, very large and very distant numbers
template <class T>
std::span<const BasicFamily<T>> turned_families();  ///< rounded by rotation
template <class T>
std::span<const BasicFamily<T>> stretched_families();  ///< placed by rotations that are too long or too short

}  // namespace satchel::test
