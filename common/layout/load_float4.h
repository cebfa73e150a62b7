/* float4: x y z m in one element of four numbers: one vector load. PoCL's compiler processes
 * several work-items at once only if the code has no vectors, so it gets four loads. */
#define GT_FLOAT4_ARRAYS(A) A(gt_real4, xyzm)
#if defined(POCL_DEVICE_ADDRESS_BITS)
#define GT_FLOAT4_LOAD(body, j)                                               \
  do {                                                                        \
    __global const gt_real* element_ = (__global const gt_real*)(xyzm + (j)); \
    (body).x = element_[0];                                                   \
    (body).y = element_[1];                                                   \
    (body).z = element_[2];                                                   \
    (body).m = element_[3];                                                   \
  } while (0)
#else
#define GT_FLOAT4_LOAD(body, j)        \
  do {                                 \
    const gt_real4 element_ = xyzm[j]; \
    (body).x = element_.x;             \
    (body).y = element_.y;             \
    (body).z = element_.z;             \
    (body).m = element_.w;             \
  } while (0)
#endif
