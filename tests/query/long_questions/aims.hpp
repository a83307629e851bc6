// Families of hard pairs that aim at what manifolds and moving bodies choose between.
#pragma once

#include "support/rounded_families.hpp"

namespace satchel::test {

template <class T>
std::span<const BasicRoundFamily<T>> aimed_families();

}  // namespace satchel::test
