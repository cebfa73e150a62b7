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

/* A cell with the moments p (m Qxx Qyy Qzz) and q (Qxy Qxz Qyz) about its centre, Q = 3 S - T 1 of
 * its second moments S, T their trace, and te = T eps2: the Taylor series of (r^2 + eps2)^(-1/2) to
 * the second order, whose first vanishes. With k = r.Q.r - T eps2:
 *   aw += u (m + u^4 k / 2),   a += u^3 r (m + 5 u^4 k / 2) - u^5 Q r */
#define GT_ADD_CELL(ax, ay, az, aw, dx, dy, dz, p, q, te, u)                        \
  do {                                                                              \
    const gt_real u2_ = (u) * (u), u3_ = (u)*u2_, u4_ = u2_ * u2_, u5_ = u2_ * u3_; \
    const gt_real qx_ = (p).y * (dx) + ((q).x * (dy) + (q).y * (dz));               \
    const gt_real qy_ = (q).x * (dx) + ((p).z * (dy) + (q).z * (dz));               \
    const gt_real qz_ = (q).y * (dx) + ((q).z * (dy) + (p).w * (dz));               \
    const gt_real k_ = u4_ * ((dx)*qx_ + ((dy)*qy_ + ((dz)*qz_ - (te))));           \
    const gt_real radial_ = u3_ * ((p).x + (gt_real)2.5 * k_);                      \
    (ax) += radial_ * (dx)-u5_ * qx_;                                               \
    (ay) += radial_ * (dy)-u5_ * qy_;                                               \
    (az) += radial_ * (dz)-u5_ * qz_;                                               \
    (aw) += (u) * ((p).x + (gt_real)0.5 * k_);                                      \
  } while (0)

#endif
