/* What a body and a cell of a tree add to the sums of another body: the same text for g++, nvcc,
 * hipcc and OpenCL C, which has `gt_real` in scope. The sums are numbers by themselves, of which
 * compilers for processors make vectors: the acceleration, and aw of m/r. The distance is
 * (dx, dy, dz) = x_j - x_i, and u = (r^2 + eps2)^(-1/2). */
#ifndef GPUTEST_TREE_PULL_H
#define GPUTEST_TREE_PULL_H

#define GT_SOFTENED(dx, dy, dz, eps2) ((dx) * (dx) + ((dy) * (dy) + ((dz) * (dz) + (eps2))))

/* A body of mass m. */
#define GT_ADD_BODY(ax, ay, az, aw, dx, dy, dz, m, u) \
  do {                                                \
    const gt_real over_r_ = (m) * (u);                \
    const gt_real over_r3_ = over_r_ * ((u) * (u));   \
    (ax) += over_r3_ * (dx);                          \
    (ay) += over_r3_ * (dy);                          \
    (az) += over_r3_ * (dz);                          \
    (aw) += over_r_;                                  \
  } while (0)

/* A cell with the moments p (m Sxx Syy Szz) and q (Sxy Sxz Syz and 3/2 of the trace of S) about its
 * centre: the Taylor series of (r^2 + eps2)^(-1/2) to the second order, whose first vanishes. With
 * k = r.S.r and T the trace of S:
 *   aw += u (m + u^2 (3 u^2 k - T) / 2),   a += r u^3 (m + u^2 (15 u^2 k - 3 T) / 2) - 3 u^5 S r */
#define GT_ADD_CELL(ax, ay, az, aw, dx, dy, dz, p, q, u)                           \
  do {                                                                             \
    const gt_real u2_ = (u) * (u);                                                 \
    const gt_real u3_ = (u)*u2_;                                                   \
    const gt_real sx_ = (p).y * (dx) + ((q).x * (dy) + (q).y * (dz));              \
    const gt_real sy_ = (q).x * (dx) + ((p).z * (dy) + (q).z * (dz));              \
    const gt_real sz_ = (q).y * (dx) + ((q).z * (dy) + (p).w * (dz));              \
    const gt_real along_ = u2_ * ((dx)*sx_ + ((dy)*sy_ + (dz)*sz_));               \
    const gt_real radial_ = u3_ * ((p).x + u2_ * ((gt_real)7.5 * along_ - (q).w)); \
    const gt_real across_ = (gt_real)-3 * (u2_ * u3_);                             \
    (ax) += radial_ * (dx) + across_ * sx_;                                        \
    (ay) += radial_ * (dy) + across_ * sy_;                                        \
    (az) += radial_ * (dz) + across_ * sz_;                                        \
    (aw) += (u) * ((p).x + u2_ * ((gt_real)1.5 * along_ - (q).w / 3));             \
  } while (0)

#endif
