/* Which cells and bodies act on a cell, in lists: the same text for g++, nvcc, hipcc and OpenCL C.
 * Included after cell.h, as that is.
 *
 * A cell has candidates: those that were too near for its parent, and of the root the root. Each
 * candidate acts as a whole if it is far; else it is opened, and its children are looked at. What
 * a cell with children finds too near are candidates of these. A leaf opens on until all is far, or
 * is near: bodies that are summed one by one. So each pair of a body and another is met once, on
 * one level, and what a cell looks at does not depend on how many bodies there are.
 *
 * Lists lie in a pool, whose first number says how much of it is used and whose second is the root.
 * A list is counted before it is written. A cell whose lists find no room has none: its children
 * take its candidates as theirs, and the bodies of a leaf meet all of the candidates' one by one.
 */
#ifndef GPUTEST_FMM_LISTS_ONCE
#define GPUTEST_FMM_LISTS_ONCE
#define GT_POOL_USED 2u /* of an empty pool */
/* Of each cell in `lists`: */
#define GT_LISTS 6u
#define GT_FAR_BEGIN 0   /* where in the pool the cells begin that act on its local expansion */
#define GT_FAR_COUNT 1   /* and how many they are */
#define GT_WHOLE_BEGIN 2 /* those of a leaf that act on each body */
#define GT_WHOLE_COUNT 3
#define GT_NEAR_BEGIN 4 /* candidates of its children or, of a leaf, cells whose bodies act */
#define GT_NEAR_COUNT 5
#endif

/* What one item finds: counted and, where `pool` is not null, written. */
typedef struct {
  gt_uint fars, wholes, nears;       /* how many */
  gt_uint far_at, whole_at, near_at; /* where the next one is written */
} gt_found;

/* What all else pulls a cell's bodies by, about: what is usual, or less where
 * its bodies are far from the centre of all.
 */
GT_FN gt_real gt_pull_at(gt_real4 centre, gt_real radius, gt_real4 root, gt_real mass,
                         gt_real usual) {
  const gt_real dx = centre.x - root.x, dy = centre.y - root.y, dz = centre.z - root.z;
  const gt_real d = gt_sqrt(dx * dx + dy * dy + dz * dz) + radius, d2 = d * d;
  return mass < usual * d2 ? mass / d2 : usual;
}

/* Whether a cell is so far that it acts as a whole on all within a radius about a place. With r its
 * own radius and d the distance, what its multipoles leave out is about m / d^2 (r / d)^degree of
 * acceleration (W. Dehnen, Comput. Astrophys. Cosmol. 1, 1, 2014, section 3.1). That is to be less
 * than the tolerance. The degree is even. Expansions converge for r < d, and are taken for
 * r < 0.7 d. */
GT_FN int gt_acts_whole(gt_real d2, gt_real radius, gt_real mass, gt_real tolerance,
                        gt_uint degree) {
  const gt_real ratio = radius * radius / d2;
  gt_real left_out = mass;
  gt_uint k;
  for (k = 0; k < degree; k += 2) left_out *= ratio;
  return ratio < (gt_real)0.49 && left_out < tolerance * d2;
}

/* What of a candidate and of the cells within acts on a cell. So few pairs of bodies as an
 * expansion has terms are summed one by one, which costs less; all are for a share of 0. The
 * tolerance is a share, theta^degree / 32, of the cell's pull. A cell's own expansion leaves out
 * about (R / d)^degree of what another does, R its radius, which is alike for all that are on one
 * side: R is to be less than theta d. A leaf for which it is not, since few bodies are far apart,
 * meets cells one body after the other. */
GT_FN void gt_look_at(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_real* radii,
                      GT_GLOBAL const gt_ulong* links, GT_GLOBAL const gt_uint* ranges,
                      GT_GLOBAL const gt_real* multipoles, GT_GLOBAL gt_uint* pool, gt_uint cell,
                      gt_uint candidate, gt_real usual, gt_real theta, gt_real share,
                      gt_uint degree, gt_found* found) {
  const gt_real4 centre = centres[cell];
  const gt_real radius = radii[cell];
  const int is_leaf = gt_is_leaf(links[cell]);
  const gt_real tolerance = share * gt_pull_at(centre, radius, centres[0], multipoles[0], usual);
  const gt_uint terms = GT_TERMS(degree), few = terms / ranges[2 * (size_t)cell + 1];
  gt_uint stack[GT_CHILDREN * GT_LEVELS]; /* seven brothers a level wait at most */
  gt_uint top = 0, k;
  stack[top++] = candidate;
  while (top > 0) {
    const gt_uint other = stack[--top];
    const gt_ulong link = links[other];
    const gt_real4 at = centres[other];
    const gt_real dx = centre.x - at.x, dy = centre.y - at.y, dz = centre.z - at.z;
    const gt_real d2 = dx * dx + dy * dy + dz * dz, mass = multipoles[(size_t)other * terms];
    const gt_uint bodies = ranges[2 * (size_t)other + 1];
    if (share == 0 || (is_leaf && bodies <= few)) {
      if (pool != 0) pool[found->near_at++] = other;
      ++found->nears;
    } else if (radius * radius < theta * theta * d2 &&
               gt_acts_whole(d2, radius + radii[other], mass, tolerance, degree)) {
      if (pool != 0) pool[found->far_at++] = other;
      ++found->fars;
    } else {
      const gt_real least = is_leaf ? gt_sqrt(d2) - radius : (gt_real)0;
      if (is_leaf && least > 0 && 2 * bodies > terms &&
          gt_acts_whole(least * least, radii[other], mass, tolerance, degree)) {
        if (pool != 0) pool[found->whole_at++] = other;
        ++found->wholes;
      } else if (gt_is_leaf(link) || (!is_leaf && other != candidate)) {
        if (pool != 0) pool[found->near_at++] = other;
        ++found->nears;
      } else {
        const gt_uint first = gt_link_first(link);
        for (k = gt_link_count(link); k > 0; --k) stack[top++] = first + k - 1;
      }
    }
  }
}
