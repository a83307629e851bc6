// Which kernel table runs.
#pragma once

#include <satchel/error.hpp>

#include "format/kernel_table.hpp"

namespace satchel::dispatch {

/// The table that a call starting now uses, or null with the reason in `status` where SATCHEL_ISA names none.
/// Resolved once per call, never per pair.
const kernels::KernelTable* active(Status& status) noexcept;

/// The same; throws `Error`.
const kernels::KernelTable& active();

}  // namespace satchel::dispatch
