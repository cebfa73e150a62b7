/* The terms that a body and a cell of a tree add to the sums of another body: the same text for
 * g++, nvcc, hipcc and OpenCL C, with `gt_real` in scope. The sums are separate numbers, so that
 * compilers can vectorise them: the acceleration, and aw for m/r. The distance is (dx, dy, dz) =
 * x_j - x_i, and u = (r^2 + eps2)^(-1/2). */
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

/* A cell with the moments p (m Qxx Qyy Qzz) and q (Qxy Qxz Qyz) about its centre. Q = 3 S - T 1,
 * with its second moments S, their trace T, and te = T eps2. It is the Taylor series of (r^2 +
 * eps2)^(-1/2) to the second order; the first order vanishes. With k = r.Q.r - T eps2:
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

/* A cell with third moments as well: o (Oxxy Oxxz Oxyy Oxzz), v (Oyyz Oyzz Oxyz) and e = (tx ty
 * tz T) eps2 (octupole.h). Let s = u r; no component of it is above 1, so that no power of u is
 * above the quadrupole's. With P_a = O_abc s_b s_c - u^2 e_a and K = s.P - 2 u^2 e.s the series
 * continues:
 *   aw -= u^4 K / 2,   a += u^5 (3 P - 7 K s) / 2 */
#define GT_ADD_OCTUPOLE(ax, ay, az, aw, dx, dy, dz, p, q, o, v, e, u)                       \
  do {                                                                                      \
    const gt_real u2_ = (u) * (u), u3_ = (u)*u2_, u4_ = u2_ * u2_, c_ = (gt_real)1.5 * (u); \
    const gt_real sx_ = (u) * (dx), sy_ = (u) * (dy), sz_ = (u) * (dz);                     \
    const gt_real qx_ = (p).y * sx_ + ((q).x * sy_ + (q).y * sz_);                          \
    const gt_real qy_ = (q).x * sx_ + ((p).z * sy_ + (q).z * sz_);                          \
    const gt_real qz_ = (q).y * sx_ + ((q).z * sy_ + (p).w * sz_);                          \
    const gt_real xx_ = sx_ * sx_, yx_ = sy_ * sy_ - xx_, zx_ = sz_ * sz_ - xx_;            \
    const gt_real zy_ = zx_ - yx_, x2_ = sx_ + sx_;                                         \
    const gt_real xy_ = x2_ * sy_, xz_ = x2_ * sz_, yz_ = (sy_ + sy_) * sz_;                \
    const gt_real ex_ = u2_ * (e).x, ey_ = u2_ * (e).y, ez_ = u2_ * (e).z;                  \
    const gt_real px_ =                                                                     \
        (o).z * yx_ + ((o).w * zx_ + ((o).x * xy_ + ((o).y * xz_ + ((v).z * yz_ - ex_))));  \
    const gt_real py_ =                                                                     \
        (v).y * zy_ - ((o).x * yx_ - ((o).z * xy_ + ((v).z * xz_ + ((v).x * yz_ - ey_))));  \
    const gt_real pz_ =                                                                     \
        (v).z * xy_ - ((o).y * zx_ + ((v).x * zy_ - ((o).w * xz_ + ((v).y * yz_ - ez_))));  \
    const gt_real k_ = u2_ * (sx_ * qx_ + (sy_ * qy_ + (sz_ * qz_ - u2_ * (e).w)));         \
    const gt_real trace_ = sx_ * ex_ + (sy_ * ey_ + sz_ * ez_);                             \
    const gt_real third_ = u3_ * (sx_ * px_ + (sy_ * py_ + (sz_ * pz_ - 2 * trace_)));      \
    const gt_real radial_ = u2_ * ((p).x + ((gt_real)2.5 * k_ - (gt_real)3.5 * third_));    \
    (ax) += radial_ * sx_ - u4_ * (qx_ - c_ * px_);                                         \
    (ay) += radial_ * sy_ - u4_ * (qy_ - c_ * py_);                                         \
    (az) += radial_ * sz_ - u4_ * (qz_ - c_ * pz_);                                         \
    (aw) += (u) * ((p).x + (gt_real)0.5 * (k_ - third_));                                   \
  } while (0)

#endif
