/* aos: one packed record per particle, x y z vx vy vz m: 28 bytes in fp32. A strided load. */
#define GT_AOS_STRIDE 7
#define GT_AOS_ARRAYS(A) A(gt_real, particles)
#define GT_AOS_LOAD(body, j)                       \
  do {                                             \
    (body).x = particles[GT_AOS_STRIDE * (j)];     \
    (body).y = particles[GT_AOS_STRIDE * (j) + 1]; \
    (body).z = particles[GT_AOS_STRIDE * (j) + 2]; \
    (body).m = particles[GT_AOS_STRIDE * (j) + 6]; \
  } while (0)
