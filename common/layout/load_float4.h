/* float4: x y z m in one element of four numbers: one vector load. */
#define GT_FLOAT4_ARRAYS(A) A(gt_real4, xyzm)
#define GT_FLOAT4_LOAD(body, j)        \
  do {                                 \
    const gt_real4 element_ = xyzm[j]; \
    (body).x = element_.x;             \
    (body).y = element_.y;             \
    (body).z = element_.z;             \
    (body).m = element_.w;             \
  } while (0)
