/* The instruction set. The best one that the machine has is the default; results have the same bits on all. */
#ifndef SATCHEL_C_ISA_H
#define SATCHEL_C_ISA_H

#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The instruction set of the next call. `name`: one string, written, of static lifetime.
 * Errors: SATCHEL_UNKNOWN_ISA, SATCHEL_UNAVAILABLE_ISA, if the environment's SATCHEL_ISA names none that is here. */
SATCHEL_C satchel_status satchel_active_isa(const char** name);

/* The names of the instruction sets that this build contains and this machine has, by number from 0 on, the slowest
 * first; of static lifetime. NULL for a number that none has. */
SATCHEL_C const char* satchel_isa_name(size_t number);

/* Makes later calls of the whole process use this instruction set; "" restores the automatic choice. Atomic.
 * Errors: SATCHEL_UNKNOWN_ISA, SATCHEL_UNAVAILABLE_ISA. */
SATCHEL_C satchel_status satchel_force_isa(const char* name);

#ifdef __cplusplus
}
#endif
#endif
