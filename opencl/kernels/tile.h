/* A tile of GT_BLOCK bodies in local memory; each work-item loads one. Places after the last body
 * hold it again, without mass, so that it pulls nothing. */
#define GT_LOAD_FOR_TILE(body, j, end) \
  do {                                 \
    GT_LOAD(body, min((j), n - 1));    \
    if ((j) >= (end)) (body).m = 0;    \
  } while (0)

/* A body in the tiles of the kernels that are limited by issue slots. For NVIDIA's compiler it
 * is one vector, m x y z. A struct of the same order costs 8 %. With the mass first, x, y and z
 * are in other register banks than those of x y z m (common/simt/simt.hpp). PoCL's compiler only
 * combines several work-items if no vector is in the way, which makes gravity_blocked five times
 * as fast. */
#ifdef __NV_CL_C_VERSION
typedef gt_real4 gt_staged;
#define GT_STAGED(body) ((gt_real4)((body).m, (body).x, (body).y, (body).z))
#define GT_FROM_STAGED(body, staged) \
  do {                               \
    const gt_real4 staged_ = staged; \
    (body).m = staged_.x;            \
    (body).x = staged_.y;            \
    (body).y = staged_.z;            \
    (body).z = staged_.w;            \
  } while (0)
#else
typedef gt_body gt_staged;
#define GT_STAGED(body) (body)
#define GT_FROM_STAGED(body, staged) (body) = (staged)
#endif
