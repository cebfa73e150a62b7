/* A tree in the form of step_essential and step_graft, in the precision of forces. */
#include "opencl/kernels/simulate/step.h"

typedef gt_force_real gt_real;
typedef gt_force4 gt_real4;

#include "common/octree/octree.h"

/* This needs gt_real. */
#include "common/octree/cell.h"
/* These need it. */
#include "common/octree/essential.h"

#if GT_OCTUPOLE
#define GT_IF_OCTUPOLE(parameter) parameter,
#define GT_OCTUPOLES octupoles
#else
#define GT_IF_OCTUPOLE(parameter)
#define GT_OCTUPOLES ((__global gt_real4*)0)
#endif
