/* soa: one array per component. Neighbouring threads, or vector lanes, read neighbouring
 * numbers. */
#define GT_SOA_ARRAYS(A) A(gt_real, x) A(gt_real, y) A(gt_real, z) A(gt_real, m)
#define GT_SOA_LOAD(body, j) \
  do {                       \
    (body).x = x[j];         \
    (body).y = y[j];         \
    (body).z = z[j];         \
    (body).m = m[j];         \
  } while (0)
