/* What IL's instructions do to one slot, bit for bit: the same text for C++, where the interpreter
 * includes it, and OpenCL C 1.2, where a strict translation does, so that the two agree.
 *
 * A slot is 32 untyped bits (il_u32), a double or long integer the 64 bits of a pair (il_u64, the
 * low half from the first slot). Instruction `name` is il_name, with `_ieee` il_name_ieee; where
 * the instruction takes _zeroop that is the last argument, an IL_ZEROOP_* constant.
 *
 * Choices, where AMD's documents are silent:
 *   - a NaN that arithmetic makes is 0x7FC00000 (0x7FF8000000000000 as a double), since processors
 *     differ in the NaN they make. Moves, abs and neg keep a NaN's bits.
 *   - denormals are kept.
 *   - division and square root are IEEE's; rsq is 1 / sqrt with both rounded.
 *   - sin, cos, exp, exn, log and ln are the polynomials below, in this order of operations. The
 * reduction of sin and cos is exact for every float.
 *
 * To be compiled without contraction of a*b + c and without any fast-math option. In OpenCL C,
 * IL_DOUBLE says that the device has doubles; IL_DIVIDE_IN_DOUBLE that its float division and
 * square root are not correctly rounded, and then they are computed in double, which rounds the
 * same.
 */
#ifndef GPUTEST_IL_SEMANTICS_H
#define GPUTEST_IL_SEMANTICS_H

#include "il_reference/semantics/dialect.h"
/* After the dialect. */
#include "il_reference/semantics/arithmetic.h"
#include "il_reference/semantics/integers64.h"
#include "il_reference/semantics/raw.h"
/* After the pairs. */
#include "il_reference/semantics/doubles.h"
#include "il_reference/semantics/transcendental.h"

#endif
