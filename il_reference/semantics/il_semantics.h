/* The effect of IL's instructions on one slot, bit for bit. The interpreter includes this text
 * as C++, a strict translation as OpenCL C 1.2, so the two agree.
 *
 * A slot is 32 untyped bits (il_u32). A double or long integer is the 64 bits of a pair (il_u64,
 * the low half from the first slot). Instruction `name` is il_name, with `_ieee` il_name_ieee.
 * If the instruction takes _zeroop, that is the last argument, an IL_ZEROOP_* constant.
 *
 * Choices, because AMD's documents are silent:
 *   - a NaN from arithmetic is 0x7FC00000 (0x7FF8000000000000 as a double), because processors
 *     differ in the NaN that they make. Moves, abs and neg keep a NaN's bits.
 *   - denormals are kept.
 *   - division and square root follow IEEE; rsq is 1 / sqrt with both rounded.
 *   - sin, cos, exp, exn, log and ln are the polynomials below, in this order of operations. The
 *     reduction of sin and cos is exact for every float.
 *
 * Compile it without contraction of a*b + c and without any fast-math option. In OpenCL C,
 * IL_DOUBLE means that the device has doubles. IL_DIVIDE_IN_DOUBLE means that its float division
 * and square root are not correctly rounded; they are then computed in double, which rounds to
 * the same result.
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
