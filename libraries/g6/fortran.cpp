// The Fortran calls of gp6util.h: lower-case names that end in _; every argument is a reference.
#include "libraries/g6/calls.hpp"
#include "libraries/g6/gp6util.h"
#include "libraries/support/references.hpp"

using namespace gputest::libraries;

/// A call by the values of references, whose names follow. If one is null, the call fails.
#define G6_INT(call, action, ...)                                             \
  return with_references(g6_failures, #call, -1, #__VA_ARGS__, {__VA_ARGS__}, \
                         [&] { return action; })
#define G6_VOID(call, action, ...) \
  with_references(g6_failures, #call, #__VA_ARGS__, {__VA_ARGS__}, [&] { action; })

extern "C" {

int g6_open_(int* clusterid) { return g6_open(clusterid == nullptr ? 0 : *clusterid); }
int g6_open_special_(int* ngpu, int* list) {
  G6_INT(g6_open_special_, g6_open_special(*ngpu, list), ngpu);
}
int g6_open_special2_(int* ngpu, int* list, int* nmax) {
  G6_INT(g6_open_special2_, g6_open_special2(*ngpu, list, *nmax), ngpu, nmax);
}
int g6_close_(int* clusterid) { return g6_close(clusterid == nullptr ? 0 : *clusterid); }
int g6_npipes_() { return g6_npipes(); }
int g6_set_tunit_(int*) { return g6_set_tunit(0); }
int g6_set_xunit_(int*) { return g6_set_xunit(0); }
int g6_reset_(int* clusterid) { G6_INT(g6_reset_, g6_reset(*clusterid), clusterid); }
int g6_reset_fofpga_(int* clusterid) {
  G6_INT(g6_reset_fofpga_, g6_reset_fofpga(*clusterid), clusterid);
}
int g6_setup_njdata_(int* clusterid, int*) {
  G6_INT(g6_setup_njdata_, g6_setup_njdata(*clusterid, 0), clusterid);
}
int g6_initialize_jp_buffer_(int* clusterid, int*) {
  G6_INT(g6_initialize_jp_buffer_, g6_initialize_jp_buffer(*clusterid, 0), clusterid);
}
int g6_flush_jp_buffer_(int* clusterid) {
  G6_INT(g6_flush_jp_buffer_, g6_flush_jp_buffer(*clusterid), clusterid);
}
void g6_set_neighbour_list_sort_mode_(int*) { g6_set_neighbour_list_sort_mode(0); }
int g6_set_overflow_flag_test_mode_(int*, int*, int*) {
  return g6_set_overflow_flag_test_mode(0, 0, 0);
}
int g6_get_jmemsize_(int* clusterid) {
  G6_INT(g6_get_jmemsize_, g6_get_jmemsize(*clusterid), clusterid);
}
int g6_set_j_particle_(int* clusterid, int* address, int* index, double* tj, double*, double* mass,
                       double a2by18[3], double a1by6[3], double aby2[3], double v[3],
                       double x[3]) {
  G6_INT(g6_set_j_particle_,
         g6_set_j_particle(*clusterid, *address, *index, *tj, 0, *mass, a2by18, a1by6, aby2, v, x),
         clusterid, address, index, tj, mass);
}
int g6_set_ti_(int* clusterid, double* ti) {
  G6_INT(g6_set_ti_, g6_set_ti(*clusterid, *ti), clusterid, ti);
}
void g6calc_firsthalf_(int* clusterid, int* nj, int* ni, int index[], double xi[][3],
                       double vi[][3], double fold[][3], double jold[][3], double phiold[],
                       double* eps2, double h2[]) {
  G6_VOID(g6calc_firsthalf_,
          g6calc_firsthalf(*clusterid, *nj, *ni, index, xi, vi, fold, jold, phiold, *eps2, h2),
          clusterid, nj, ni, eps2);
}
int g6calc_lasthalf_(int* clusterid, int*, int* ni, int index[], double xi[][3], double vi[][3],
                     double*, double h2[], double acc[][3], double jerk[][3], double pot[]) {
  G6_INT(g6calc_lasthalf_,
         g6calc_lasthalf(*clusterid, 0, *ni, index, xi, vi, 0, h2, acc, jerk, pot), clusterid, ni);
}
int g6calc_lasthalf2_(int* clusterid, int*, int* ni, int index[], double xi[][3], double vi[][3],
                      double*, double h2[], double acc[][3], double jerk[][3], double pot[],
                      int nnbindex[]) {
  G6_INT(g6calc_lasthalf2_,
         g6calc_lasthalf2(*clusterid, 0, *ni, index, xi, vi, 0, h2, acc, jerk, pot, nnbindex),
         clusterid, ni);
}
int g6calc_lasthalf2p_(int* clusterid, int*, int* ni, int index[], double xi[][3], double vi[][3],
                       double*, double h2[], double acc[][3], double jerk[][3], double pot[],
                       int nnbindex[], float rnnb[]) {
  G6_INT(
      g6calc_lasthalf2p_,
      g6calc_lasthalf2p(*clusterid, 0, *ni, index, xi, vi, 0, h2, acc, jerk, pot, nnbindex, rnnb),
      clusterid, ni);
}
int g6calc_lasthalfn_(int* clusterid, int*, int* ni, int index[], double xi[][3], double vi[][3],
                      double*, double h2[], double acc[][3], double jerk[][3], double pot[]) {
  G6_INT(g6calc_lasthalfn_,
         g6calc_lasthalfn(*clusterid, 0, *ni, index, xi, vi, 0, h2, acc, jerk, pot), clusterid, ni);
}
int g6calc_lasthalf2n_(int* clusterid, int*, int* ni, int index[], double xi[][3], double vi[][3],
                       double*, double h2[], double acc[][3], double jerk[][3], double pot[],
                       int nnbindex[]) {
  G6_INT(g6calc_lasthalf2n_,
         g6calc_lasthalf2n(*clusterid, 0, *ni, index, xi, vi, 0, h2, acc, jerk, pot, nnbindex),
         clusterid, ni);
}
int g6calc_lasthalf2np_(int* clusterid, int*, int* ni, int index[], double xi[][3], double vi[][3],
                        double*, double h2[], double acc[][3], double jerk[][3], double pot[],
                        int nnbindex[], float rnnb[]) {
  G6_INT(
      g6calc_lasthalf2np_,
      g6calc_lasthalf2np(*clusterid, 0, *ni, index, xi, vi, 0, h2, acc, jerk, pot, nnbindex, rnnb),
      clusterid, ni);
}
int g6_read_neighbour_list_(int* clusterid) {
  G6_INT(g6_read_neighbour_list_, g6_read_neighbour_list(*clusterid), clusterid);
}
int g6_read_neighbour_list_old_(int* clusterid) {
  G6_INT(g6_read_neighbour_list_old_, g6_read_neighbour_list_old(*clusterid), clusterid);
}
int g6_get_neighbour_list_(int* clusterid, int* ipipe, int* maxlength, int* n, int list[]) {
  G6_INT(g6_get_neighbour_list_, g6_get_neighbour_list(*clusterid, *ipipe, *maxlength, n, list),
         clusterid, ipipe, maxlength);
}

}  // extern "C"
