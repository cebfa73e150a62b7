/* How a kernel reads body j from the layout in force: for OpenCL C, where the layout is chosen when
 * the kernel is built (-DGT_LAYOUT_<NAME>). C++ kernels use bodies.hpp, made of the same headers.
 *
 *   GT_BODIES           the kernel parameters that hold the bodies
 *   GT_LOAD(body, j)    sets body.x, .y, .z, .m to those of body j
 */
#if defined(GT_LAYOUT_AOS)
#include "common/layout/load_aos.h"
#define GT_PARAMETERS GT_AOS_ARRAYS
#define GT_LOAD GT_AOS_LOAD
#elif defined(GT_LAYOUT_AOS3)
#include "common/layout/load_aos3.h"
#define GT_PARAMETERS GT_AOS3_ARRAYS
#define GT_LOAD GT_AOS3_LOAD
#elif defined(GT_LAYOUT_FLOAT4)
#include "common/layout/load_float4.h"
#define GT_PARAMETERS GT_FLOAT4_ARRAYS
#define GT_LOAD GT_FLOAT4_LOAD
#elif defined(GT_LAYOUT_SOA)
#include "common/layout/load_soa.h"
#define GT_PARAMETERS GT_SOA_ARRAYS
#define GT_LOAD GT_SOA_LOAD
#elif defined(GT_LAYOUT_AOSOA)
#include "common/layout/load_aosoa.h"
#define GT_PARAMETERS GT_AOSOA_ARRAYS
#define GT_LOAD GT_AOSOA_LOAD
#endif
