/* What of a tree bodies in a box elsewhere need, its essential tree, as a message (J. K. Salmon,
 * PhD thesis, Caltech, 1991, chapter 4), and how it is grafted upon a tree there: the same text for
 * g++, nvcc, hipcc and OpenCL C. Included after cell.h, as that is.
 *
 * A cell is sent if all those above it are opened by some point of the box, and it is cut there if
 * it is not opened itself. So no group of bodies in the box opens a cell that is cut. Of leaves
 * that are not, the bodies are sent.
 *
 * A message has vectors: one whose first two words say how many cells and bodies it has or, of a
 * capacity that is too small, would have; the cells, at most so many; and the bodies, likewise. Of
 * a cell there are its entry of `centres`, whose opening is -1 if it is cut; its moments; its third
 * ones, if there are such; and its link, to cells or bodies of the message. The root is the first.
 *
 * Any work-item may claim the places of any cell's children, so that they are not the same in every
 * run; children follow each other in their order, and what walks meet is the same. */
#include "common/portable/portable.h"

#define GT_NO_PARENT 0xffffffffu
#define GT_CUT_AWAY GT_LEAF_MARK /* the link's upper word of a leaf without bodies */

/* Vectors of a cell. */
GT_FN gt_uint gt_essential_cell(int has_third) { return has_third ? 7u : 4u; }

/* 1: says of a cell's children that it is their parent. Of the root, counts what is sent: itself.
 */
GT_FN void gt_name_parent(GT_GLOBAL const gt_ulong* links, GT_GLOBAL gt_uint* parents,
                          GT_GLOBAL gt_real4* message, gt_uint cell) {
  const gt_ulong link = links[cell];
  gt_uint child;
  if (!gt_is_leaf(link))
    for (child = 0; child < gt_link_count(link); ++child)
      parents[gt_link_first(link) + child] = cell;
  if (cell == 0) {
    parents[0] = GT_NO_PARENT;
    ((GT_GLOBAL gt_uint*)message)[0] = 1;
    ((GT_GLOBAL gt_uint*)message)[1] = 0;
  }
}

/* Whether a cell is sent to a box. */
GT_FN int gt_is_sent(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_uint* parents,
                     gt_real4 low, gt_real4 high, gt_uint cell) {
  gt_uint above = parents[cell];
  while (above != GT_NO_PARENT && !gt_is_beyond(centres[above], low, high)) above = parents[above];
  return above == GT_NO_PARENT;
}

/* 2: how many places a cell's children or bodies want. They are counted in the message's first
 * word, bodies in its second, and what the count was before is the cell's entry of `places`. */
GT_FN gt_uint gt_places_wanted(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_ulong* links,
                               GT_GLOBAL const gt_uint* parents, gt_real4 low, gt_real4 high,
                               gt_uint cell) {
  return gt_is_sent(centres, parents, low, high, cell) && !gt_is_beyond(centres[cell], low, high)
             ? gt_link_count(links[cell])
             : 0;
}

/* 3: writes a cell that is sent. `octupoles` are null where there are none. */
GT_FN void gt_pack_cell(GT_GLOBAL const gt_real4* sorted, GT_GLOBAL const gt_real4* centres,
                        GT_GLOBAL const gt_real4* moments, GT_GLOBAL const gt_real4* octupoles,
                        GT_GLOBAL const gt_ulong* links, GT_GLOBAL const gt_uint* parents,
                        GT_GLOBAL const gt_uint* places, gt_real4 low, gt_real4 high,
                        gt_uint most_cells, gt_uint most_bodies, gt_uint cell,
                        GT_GLOBAL gt_real4* message) {
  const gt_uint size = gt_essential_cell(octupoles != 0), parent = parents[cell];
  const gt_ulong link = links[cell];
  const gt_uint first = gt_link_first(link), count = gt_link_count(link), place = places[cell];
  gt_uint slot = 0, k;
  gt_real4 centre = centres[cell];
  GT_GLOBAL gt_real4* to;
  int is_cut;
  if (!gt_is_sent(centres, parents, low, high, cell)) return;
  if (parent != GT_NO_PARENT) slot = places[parent] + (cell - gt_link_first(links[parent]));
  if (slot >= most_cells) return;
  is_cut = gt_is_beyond(centre, low, high) ||
           place + count > (gt_is_leaf(link) ? most_bodies : most_cells);
  if (is_cut) centre.w = -1;
  to = message + 1 + (size_t)slot * size;
  to[0] = centre;
  to[1] = moments[2 * (size_t)cell];
  to[2] = moments[2 * (size_t)cell + 1];
  if (octupoles != 0)
    for (k = 0; k < 3; ++k) to[3 + k] = octupoles[3 * (size_t)cell + k];
  *(GT_GLOBAL gt_ulong*)(to + size - 1) =
      is_cut ? (gt_ulong)GT_CUT_AWAY << 32
             : gt_link(place, count, gt_is_leaf(link) ? GT_LEAF_MARK : 0);
  if (is_cut || !gt_is_leaf(link)) return;
  to = message + 1 + (size_t)most_cells * size + place;
  for (k = 0; k < count; ++k) to[k] = sorted[first + k];
}

/* Puts the item's cell or, of items after `most_cells`, body into a tree's arrays: the root as the
 * cell `at_root`, the others where the message's first cell would be `at_cells`, and the bodies
 * from `at_bodies` on. A cell of which the message says what cannot be has a mass that is no
 * number, and walks take it as a whole. */
GT_FN void gt_graft(GT_GLOBAL const gt_real4* message, gt_uint most_cells, gt_uint most_bodies,
                    gt_uint at_root, gt_uint at_cells, gt_uint at_bodies,
                    GT_GLOBAL gt_real4* sorted, GT_GLOBAL gt_real4* centres,
                    GT_GLOBAL gt_real4* moments, GT_GLOBAL gt_real4* octupoles,
                    GT_GLOBAL gt_ulong* links, gt_uint item) {
  const gt_uint size = gt_essential_cell(octupoles != 0);
  const gt_uint cells = ((GT_GLOBAL const gt_uint*)message)[0],
                bodies = ((GT_GLOBAL const gt_uint*)message)[1];
  if (item >= most_cells) {
    const gt_uint body = item - most_cells;
    if (body < bodies && body < most_bodies)
      sorted[(size_t)at_bodies + body] = message[1 + (size_t)most_cells * size + body];
  } else if (item < cells) {
    GT_GLOBAL const gt_real4* const from = message + 1 + (size_t)item * size;
    const gt_ulong link = *(GT_GLOBAL const gt_ulong*)(from + size - 1);
    const size_t to = item == 0 ? at_root : (size_t)at_cells + item;
    const gt_uint first = gt_link_first(link), count = gt_link_count(link);
    const gt_uint most = gt_is_leaf(link) ? most_bodies : most_cells;
    const int is_right =
        first <= most && count <= most - first && (gt_is_leaf(link) || count <= GT_CHILDREN);
    gt_real4 centre = from[0], p = from[1];
    gt_uint k;
    if (!is_right) {
      centre.w = -1;
      p.x = (gt_real)NAN;
    }
    centres[to] = centre;
    moments[2 * to] = p;
    moments[2 * to + 1] = from[2];
    if (octupoles != 0)
      for (k = 0; k < 3; ++k) octupoles[3 * to + k] = from[3 + k];
    links[to] = !is_right          ? (gt_ulong)GT_CUT_AWAY << 32
                : gt_is_leaf(link) ? gt_link(at_bodies + first, count, GT_LEAF_MARK)
                                   : gt_link(at_cells + first, count, 0);
  }
}

/* Copies the tree's own root to where the roots of all trees follow each other. */
GT_FN void gt_graft_own(GT_GLOBAL gt_real4* centres, GT_GLOBAL gt_real4* moments,
                        GT_GLOBAL gt_real4* octupoles, GT_GLOBAL gt_ulong* links, gt_uint root) {
  gt_uint k;
  centres[root] = centres[0];
  for (k = 0; k < 2; ++k) moments[2 * (size_t)root + k] = moments[k];
  if (octupoles != 0)
    for (k = 0; k < 3; ++k) octupoles[3 * (size_t)root + k] = octupoles[k];
  links[root] = links[0];
}
