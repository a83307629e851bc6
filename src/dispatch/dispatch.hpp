// Chooses the kernel table of a call.
#pragma once

#include <satchel/error.hpp>

#include "format/kernel_table.hpp"

namespace satchel::dispatch {

/// The kernel table for a call that starts now; null, with the reason in `status`, if SATCHEL_ISA names no available
/// instruction set. Resolved once per call, never per pair.
const kernels::KernelTable* active(Status& status) noexcept;

/// As above; throws `Error` instead of returning null.
const kernels::KernelTable& active();

}  // namespace satchel::dispatch
