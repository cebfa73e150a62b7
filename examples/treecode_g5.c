/* A Barnes-Hut code with the grouping of J. E. Barnes (J. Comput. Phys. 87, 161, 1990). The host
 * walks the tree once for a group of neighbours, and a GRAPE-5 library sums the list for each body
 * of the group.
 *
 *   treecode [bodies [steps]]
 *
 * prints the error of the tree, the energy at both ends and the first bodies. Units: G = M = 1.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gp5util.h"

enum { kLeaf = 8, kGroup = 64 };
static const double kTheta = 0.6, kEps = 1.0 / 32, kStep = 1.0 / 128;

typedef struct {
  double x[3], m;         /* centre of mass */
  double centre[3], half; /* the cube */
  int first, count;       /* bodies, in the order of the tree */
  int child[8];           /* 0: none; the root is no cell's child */
  int is_leaf;
} Cell;

static int n;
static double (*x)[3], (*v)[3], (*a)[3], *m, *p;
static int* order;
static Cell* cells;
static int cell_count, cell_room;

static double uniform(void) {
  static unsigned long long state = 19900501;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(state >> 11) / 9007199254740992.0;
}

static void on_sphere(double radius, double* at) {
  const double z = 2 * uniform() - 1, angle = 2 * acos(-1.0) * uniform();
  at[0] = radius * sqrt(1 - z * z) * cos(angle);
  at[1] = radius * sqrt(1 - z * z) * sin(angle);
  at[2] = radius * z;
}

static void* room_for(size_t count, size_t size) {
  void* memory = calloc(count, size);
  if (memory == NULL) exit(5);
  return memory;
}

static void make(void) {
  for (int i = 0; i < n; ++i) {
    double radius, q;
    do radius = 1 / sqrt(pow(uniform(), -2.0 / 3) - 1);
    while (radius > 5);
    do q = uniform();
    while (0.1 * uniform() > q * q * pow(1 - q * q, 3.5));
    m[i] = 1.0 / n;
    on_sphere(radius, x[i]);
    on_sphere(q * sqrt(2) * pow(1 + radius * radius, -0.25), v[i]);
  }
}

/* Makes the cell of the bodies order[first] ... in a cube; returns its number. */
static int make_cell(int first, int count, const double* centre, double half) {
  if (cell_count == cell_room) {
    cell_room = 2 * cell_room + 64;
    cells = realloc(cells, (size_t)cell_room * sizeof *cells);
    if (cells == NULL) exit(5);
  }
  const int own = cell_count++;
  Cell cell;
  memset(&cell, 0, sizeof cell);
  memcpy(cell.centre, centre, sizeof cell.centre);
  cell.half = half;
  cell.first = first;
  cell.count = count;
  for (int k = first; k < first + count; ++k) {
    cell.m += m[order[k]];
    for (int c = 0; c < 3; ++c) cell.x[c] += m[order[k]] * x[order[k]][c];
  }
  for (int c = 0; c < 3; ++c) cell.x[c] /= cell.m;
  cell.is_leaf = count <= kLeaf || half < 1e-9;
  if (!cell.is_leaf) {
    int begin = first;
    int* sorted = room_for((size_t)count, sizeof *sorted);
    for (int octant = 0; octant < 8; ++octant) {
      const int from = begin;
      for (int k = first; k < first + count; ++k) {
        const double* at = x[order[k]];
        const int its = (at[0] >= centre[0]) + 2 * (at[1] >= centre[1]) + 4 * (at[2] >= centre[2]);
        if (its == octant) sorted[begin++ - first] = order[k];
      }
      cell.child[octant] = begin - from; /* the number of bodies, for now */
    }
    memcpy(order + first, sorted, (size_t)count * sizeof *sorted);
    free(sorted);
    begin = first;
    for (int octant = 0; octant < 8; ++octant) {
      const int many = cell.child[octant];
      double of_child[3];
      for (int c = 0; c < 3; ++c) of_child[c] = centre[c] + ((octant >> c) & 1 ? half : -half) / 2;
      cell.child[octant] = many == 0 ? 0 : make_cell(begin, many, of_child, half / 2);
      begin += many;
    }
  }
  cells[own] = cell;
  return own;
}

static int make_tree(void) {
  double half = 1;
  const double centre[3] = {0, 0, 0};
  for (int i = 0; i < n; ++i) {
    order[i] = i;
    for (int c = 0; c < 3; ++c)
      while (fabs(x[i][c]) > half) half *= 2;
  }
  cell_count = 0;
  return make_cell(0, n, centre, half);
}

/* The bodies and cells that act on a group. */
static double (*list_x)[3], *list_m;
static int list_count;

static void add(const double* at, double mass) {
  memcpy(list_x[list_count], at, sizeof *list_x);
  list_m[list_count++] = mass;
}

/* A cell counts as one body if it looks small from everywhere in the group's cube. */
static void walk(int number, const Cell* group) {
  const Cell* cell = &cells[number];
  double gap2 = 0;
  for (int c = 0; c < 3; ++c) {
    const double gap = fabs(cell->x[c] - group->centre[c]) - group->half;
    if (gap > 0) gap2 += gap * gap;
  }
  if (4 * cell->half * cell->half < kTheta * kTheta * gap2) {
    add(cell->x, cell->m);
  } else if (cell->is_leaf) {
    for (int k = cell->first; k < cell->first + cell->count; ++k) add(x[order[k]], m[order[k]]);
  } else {
    for (int octant = 0; octant < 8; ++octant)
      if (cell->child[octant] != 0) walk(cell->child[octant], group);
  }
}

/* The forces on the bodies of every group below a cell. */
static void groups(int number, int root) {
  if (cells[number].count > kGroup && !cells[number].is_leaf) {
    for (int octant = 0; octant < 8; ++octant)
      if (cells[number].child[octant] != 0) groups(cells[number].child[octant], root);
    return;
  }
  const Cell group = cells[number];
  list_count = 0;
  walk(root, &group);
  double(*at)[3] = room_for((size_t)group.count, sizeof *at);
  double(*pull)[3] = room_for((size_t)group.count, sizeof *pull);
  double* potential = room_for((size_t)group.count, sizeof *potential);
  for (int k = 0; k < group.count; ++k) memcpy(at[k], x[order[group.first + k]], sizeof *at);
  g5_set_xmj(0, list_count, list_x, list_m);
  g5_set_n(list_count);
  g5_calculate_force_on_x(at, pull, potential, group.count);
  for (int k = 0; k < group.count; ++k) {
    const int i = order[group.first + k];
    memcpy(a[i], pull[k], sizeof *a);
    p[i] = m[i] / kEps - potential[k]; /* the library counts the body itself */
  }
  free(potential);
  free(pull);
  free(at);
}

static void forces(void) {
  const int root = make_tree();
  groups(root, root);
}

static double energy(void) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    total +=
        m[i] * (0.5 * (v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]) + 0.5 * p[i]);
  return total;
}

/* The root mean square difference of the tree's accelerations from the direct sum's. */
static double error_of_tree(void) {
  double(*exact)[3] = room_for((size_t)n, sizeof *exact), *potential = room_for((size_t)n, 8);
  double difference = 0, all = 0;
  g5_set_xmj(0, n, x, m);
  g5_set_n(n);
  g5_calculate_force_on_x(x, exact, potential, n);
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < 3; ++c) {
      difference += (a[i][c] - exact[i][c]) * (a[i][c] - exact[i][c]);
      all += exact[i][c] * exact[i][c];
    }
  free(potential);
  free(exact);
  return sqrt(difference / all);
}

int main(int count, char** arguments) {
  n = count > 1 ? atoi(arguments[1]) : 2048;
  const int steps = count > 2 ? atoi(arguments[2]) : 16;
  if (n < 1) {
    fprintf(stderr, "treecode: needs at least one body\n");
    return 2;
  }
  x = room_for((size_t)n, sizeof *x);
  v = room_for((size_t)n, sizeof *v);
  a = room_for((size_t)n, sizeof *a);
  m = room_for((size_t)n, sizeof *m);
  p = room_for((size_t)n, sizeof *p);
  order = room_for((size_t)n, sizeof *order);
  list_x = room_for((size_t)(2 * n + 64), sizeof *list_x);
  list_m = room_for((size_t)(2 * n + 64), sizeof *list_m);
  make();
  g5_open();
  g5_set_range(-64, 64, m[0]);
  g5_set_eps_to_all(kEps);
  forces();
  const double before = energy();
  printf("error of the tree %.2e\n", error_of_tree());
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < 3; ++c) {
        v[i][c] += kStep / 2 * a[i][c];
        x[i][c] += kStep * v[i][c];
      }
    forces();
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < 3; ++c) v[i][c] += kStep / 2 * a[i][c];
  }
  printf("energy %.7f %.7f\n", before, energy());
  for (int i = 0; i < 8 && i < n; ++i)
    printf("body %d %.9f %.9f %.9f\n", i, x[i][0], x[i][1], x[i][2]);
  g5_close();
  return 0;
}
