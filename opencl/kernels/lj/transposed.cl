/* gputest kernel: lj_transposed
 *   summary    = the list stored so that neighbouring work-items read neighbours
 *   source     = LJ article, tuning 2
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_particle
 *   lanes      = 1
 *   entry      = lj_register
 *   newton3    = off on
 *   list       = ell
 *
 * lj_register over an ell list. */
#include "opencl/kernels/lj/register.cl"
