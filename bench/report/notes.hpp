// What the engines of this build compute, in a few words, for the tables.
#pragma once

#include "report/table.hpp"

namespace satchel_bench {

/// The notes of all registered engines.
Notes engine_notes();

}  // namespace satchel_bench
