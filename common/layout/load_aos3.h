/* aos3: packed x y z, 12 bytes in fp32, and the masses in another array. */
#define GT_AOS3_ARRAYS(A) A(gt_real, xyz) A(gt_real, mass)
#define GT_AOS3_LOAD(body, j)    \
  do {                           \
    (body).x = xyz[3 * (j)];     \
    (body).y = xyz[3 * (j) + 1]; \
    (body).z = xyz[3 * (j) + 2]; \
    (body).m = mass[j];          \
  } while (0)
