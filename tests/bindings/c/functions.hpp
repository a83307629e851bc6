// The functions of C for one precision, under one name.
#pragma once

#include <satchel/satchel.h>

#include <tuple>

/// SATCHEL_C_OF(T, collide) is satchel_collide for float, satchel_collide_d for double.
#define SATCHEL_C_OF(T, name) (std::get<sizeof(T) / sizeof(double)>(std::tuple(&satchel_##name, &satchel_##name##_d)))
