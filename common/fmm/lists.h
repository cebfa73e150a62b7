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
/* What gt_judge() says. */
#define GT_IS_FAR 0u
#define GT_IS_WHOLE 1u
#define GT_IS_NEAR 2u
#define GT_IS_OPEN 3u
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

/* A cell, and what is far from it. */
typedef struct {
  gt_real4 centre;
  gt_real radius, theta, tolerance;
  gt_uint few; /* bodies of another cell that a leaf sums one by one */
  gt_uint degree;
  int is_leaf, all_pairs;
} gt_listed;

/* The cell that lists are made of. The tolerance is a share, theta^degree / 32, of its pull; all
 * pairs are summed for a share of 0. */
GT_FN gt_listed gt_listed_cell(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_real* radii,
                               GT_GLOBAL const gt_ulong* links, GT_GLOBAL const gt_uint* ranges,
                               GT_GLOBAL const gt_real* multipoles, gt_uint cell, gt_real usual,
                               gt_real theta, gt_real share, gt_uint degree) {
  gt_listed listed;
  listed.centre = centres[cell];
  listed.radius = radii[cell];
  listed.theta = theta;
  listed.tolerance =
      share * gt_pull_at(listed.centre, listed.radius, centres[0], multipoles[0], usual);
  listed.few = GT_TERMS(degree) / ranges[2 * (size_t)cell + 1];
  listed.degree = degree;
  listed.is_leaf = gt_is_leaf(links[cell]);
  listed.all_pairs = share == 0;
  return listed;
}

/* A cell that may act on the listed one. */
typedef struct {
  gt_real4 centre;
  gt_real radius, mass;
  gt_uint bodies;
  gt_ulong link;
} gt_acting;

GT_FN gt_acting gt_acting_cell(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_real* radii,
                               GT_GLOBAL const gt_ulong* links, GT_GLOBAL const gt_uint* ranges,
                               GT_GLOBAL const gt_real* multipoles, gt_uint cell, gt_uint degree) {
  gt_acting acting;
  acting.centre = centres[cell];
  acting.radius = radii[cell];
  acting.mass = multipoles[(size_t)cell * GT_TERMS(degree)];
  acting.bodies = ranges[2 * (size_t)cell + 1];
  acting.link = links[cell];
  return acting;
}

/* What is done with another cell: it acts on the local expansion, on each body, it is near, or it
 * is opened. Children of a candidate are opened for a leaf alone. So few pairs of bodies as an
 * expansion has terms are summed one by one, which costs less. A cell's own expansion leaves out
 * about (R / d)^degree of what another does, R its radius, which is alike for all that are on one
 * side: R is to be less than theta d. A leaf for which it is not, since few bodies are far apart,
 * meets cells one body after the other. */
GT_FN gt_uint gt_judge(gt_listed listed, gt_acting other, int is_candidate) {
  const gt_real dx = listed.centre.x - other.centre.x, dy = listed.centre.y - other.centre.y,
                dz = listed.centre.z - other.centre.z;
  const gt_real d2 = dx * dx + dy * dy + dz * dz;
  if (listed.all_pairs || (listed.is_leaf && other.bodies <= listed.few)) return GT_IS_NEAR;
  if (listed.radius * listed.radius < listed.theta * listed.theta * d2 &&
      gt_acts_whole(d2, listed.radius + other.radius, other.mass, listed.tolerance, listed.degree))
    return GT_IS_FAR;
  if (listed.is_leaf && 2 * other.bodies > GT_TERMS(listed.degree)) {
    const gt_real least = gt_sqrt(d2) - listed.radius;
    if (least > 0 &&
        gt_acts_whole(least * least, other.radius, other.mass, listed.tolerance, listed.degree))
      return GT_IS_WHOLE;
  }
  return gt_is_leaf(other.link) || !(listed.is_leaf || is_candidate) ? GT_IS_NEAR : GT_IS_OPEN;
}

/* What of a candidate and of the cells within acts on a cell. */
GT_FN void gt_look_at(gt_listed listed, GT_GLOBAL const gt_real4* centres,
                      GT_GLOBAL const gt_real* radii, GT_GLOBAL const gt_ulong* links,
                      GT_GLOBAL const gt_uint* ranges, GT_GLOBAL const gt_real* multipoles,
                      GT_GLOBAL gt_uint* pool, gt_uint candidate, gt_found* found) {
  gt_uint stack[GT_CHILDREN * GT_LEVELS]; /* seven brothers a level wait at most */
  gt_uint top = 0, k;
  stack[top++] = candidate;
  while (top > 0) {
    const gt_uint other = stack[--top];
    const gt_acting acting =
        gt_acting_cell(centres, radii, links, ranges, multipoles, other, listed.degree);
    const gt_uint kind = gt_judge(listed, acting, other == candidate);
    if (kind == GT_IS_FAR) {
      if (pool != 0) pool[found->far_at++] = other;
      ++found->fars;
    } else if (kind == GT_IS_WHOLE) {
      if (pool != 0) pool[found->whole_at++] = other;
      ++found->wholes;
    } else if (kind == GT_IS_NEAR) {
      if (pool != 0) pool[found->near_at++] = other;
      ++found->nears;
    } else {
      const gt_uint first = gt_link_first(acting.link);
      for (k = gt_link_count(acting.link); k > 0; --k) stack[top++] = first + k - 1;
    }
  }
}
