/* How a kernel reads body j from the layout in use: for OpenCL C, which chooses the layout when
 * the kernel is built. C++ kernels use bodies.hpp, made from the same headers.
 *
 *   GT_PARAMETERS(A)    A(type, name) for each array that holds the bodies
 *   GT_LOAD(body, j)    sets body.x, .y, .z, .m to those of body j
 *
 * Both are macros of load_<layout>.h, which the build options name; an image has neither. */
#include "common/layout/load_{layout=float4}.h"
