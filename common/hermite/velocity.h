/* How a kernel reads the velocity of body j; the layout's own load header reads position and mass.
 * One text for g++, nvcc, hipcc and OpenCL C.
 *
 *   GT_<LAYOUT>_VELOCITIES(A)          A(type, name) for each array in addition to the layout's
 *   GT_<LAYOUT>_LOAD_VELOCITY(body, j) sets body.vx, .vy, .vz to those of body j */

/* aos: the record of a body contains it. */
#define GT_AOS_VELOCITIES(A)
#define GT_AOS_LOAD_VELOCITY(body, j)               \
  do {                                              \
    (body).vx = particles[GT_AOS_STRIDE * (j) + 3]; \
    (body).vy = particles[GT_AOS_STRIDE * (j) + 4]; \
    (body).vz = particles[GT_AOS_STRIDE * (j) + 5]; \
  } while (0)

/* soa: one array per component. */
#define GT_SOA_VELOCITIES(A) A(gt_real, vx) A(gt_real, vy) A(gt_real, vz)
#define GT_SOA_LOAD_VELOCITY(body, j) \
  do {                                \
    (body).vx = vx[j];                \
    (body).vy = vy[j];                \
    (body).vz = vz[j];                \
  } while (0)

/* float4: vx vy vz 0 in one element of four numbers, in a separate array. */
#define GT_FLOAT4_VELOCITIES(A) A(gt_real4, velocities)
#if defined(POCL_DEVICE_ADDRESS_BITS)
#define GT_FLOAT4_LOAD_VELOCITY(body, j)                                            \
  do {                                                                              \
    __global const gt_real* element_ = (__global const gt_real*)(velocities + (j)); \
    (body).vx = element_[0];                                                        \
    (body).vy = element_[1];                                                        \
    (body).vz = element_[2];                                                        \
  } while (0)
#else
#define GT_FLOAT4_LOAD_VELOCITY(body, j)     \
  do {                                       \
    const gt_real4 element_ = velocities[j]; \
    (body).vx = element_.x;                  \
    (body).vy = element_.y;                  \
    (body).vz = element_.z;                  \
  } while (0)
#endif
