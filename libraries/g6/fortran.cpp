// The Fortran calls of gp6util.h: lower-case names that end in _; every argument is a reference.
#include "libraries/g6/gp6util.h"

extern "C" {

int g6_open_(const int* clusterid) { return g6_open(*clusterid); }
int g6_close_(const int* clusterid) { return g6_close(*clusterid); }
int g6_npipes_() { return g6_npipes(); }
int g6_set_tunit_(const int* newtunit) { return g6_set_tunit(*newtunit); }
int g6_set_xunit_(const int* newxunit) { return g6_set_xunit(*newxunit); }
int g6_reset_(const int* clusterid) { return g6_reset(*clusterid); }
int g6_reset_fofpga_(const int* clusterid) { return g6_reset_fofpga(*clusterid); }
int g6_setup_njdata_(const int* clusterid, const int* nj) {
  return g6_setup_njdata(*clusterid, *nj);
}
int g6_initialize_jp_buffer_(const int* clusterid, const int* size) {
  return g6_initialize_jp_buffer(*clusterid, *size);
}
int g6_flush_jp_buffer_(const int* clusterid) { return g6_flush_jp_buffer(*clusterid); }
void g6_set_neighbour_list_sort_mode_(const int* mode) { g6_set_neighbour_list_sort_mode(*mode); }
int g6_set_overflow_flag_test_mode_(const int* aflag, const int* jflag, const int* pflag) {
  return g6_set_overflow_flag_test_mode(*aflag, *jflag, *pflag);
}
int g6_get_jmemsize_(const int* clusterid) { return g6_get_jmemsize(*clusterid); }
int g6_set_j_particle_(const int* clusterid, const int* address, const int* index, const double* tj,
                       const double* dtj, const double* mass, double a2by18[3], double a1by6[3],
                       double aby2[3], double v[3], double x[3]) {
  return g6_set_j_particle(*clusterid, *address, *index, *tj, *dtj, *mass, a2by18, a1by6, aby2, v,
                           x);
}
int g6_set_ti_(const int* clusterid, const double* ti) { return g6_set_ti(*clusterid, *ti); }
void g6calc_firsthalf_(const int* clusterid, const int* nj, const int* ni, int index[],
                       double xi[][3], double vi[][3], double fold[][3], double jold[][3],
                       double phiold[], const double* eps2, double h2[]) {
  g6calc_firsthalf(*clusterid, *nj, *ni, index, xi, vi, fold, jold, phiold, *eps2, h2);
}
int g6calc_lasthalf_(const int* clusterid, const int* nj, const int* ni, int index[],
                     double xi[][3], double vi[][3], const double* eps2, double h2[],
                     double acc[][3], double jerk[][3], double pot[]) {
  return g6calc_lasthalf(*clusterid, *nj, *ni, index, xi, vi, *eps2, h2, acc, jerk, pot);
}
int g6calc_lasthalf2_(const int* clusterid, const int* nj, const int* ni, int index[],
                      double xi[][3], double vi[][3], const double* eps2, double h2[],
                      double acc[][3], double jerk[][3], double pot[], int nnbindex[]) {
  return g6calc_lasthalf2(*clusterid, *nj, *ni, index, xi, vi, *eps2, h2, acc, jerk, pot, nnbindex);
}
int g6calc_lasthalf2p_(const int* clusterid, const int* nj, const int* ni, int index[],
                       double xi[][3], double vi[][3], const double* eps2, double h2[],
                       double acc[][3], double jerk[][3], double pot[], int nnbindex[],
                       float rnnb[]) {
  return g6calc_lasthalf2p(*clusterid, *nj, *ni, index, xi, vi, *eps2, h2, acc, jerk, pot, nnbindex,
                           rnnb);
}
int g6calc_lasthalfn_(const int* clusterid, const int* nj, const int* ni, int index[],
                      double xi[][3], double vi[][3], const double* eps2, double h2[],
                      double acc[][3], double jerk[][3], double pot[]) {
  return g6calc_lasthalfn(*clusterid, *nj, *ni, index, xi, vi, *eps2, h2, acc, jerk, pot);
}
int g6calc_lasthalf2n_(const int* clusterid, const int* nj, const int* ni, int index[],
                       double xi[][3], double vi[][3], const double* eps2, double h2[],
                       double acc[][3], double jerk[][3], double pot[], int nnbindex[]) {
  return g6calc_lasthalf2n(*clusterid, *nj, *ni, index, xi, vi, *eps2, h2, acc, jerk, pot,
                           nnbindex);
}
int g6calc_lasthalf2np_(const int* clusterid, const int* nj, const int* ni, int index[],
                        double xi[][3], double vi[][3], const double* eps2, double h2[],
                        double acc[][3], double jerk[][3], double pot[], int nnbindex[],
                        float rnnb[]) {
  return g6calc_lasthalf2np(*clusterid, *nj, *ni, index, xi, vi, *eps2, h2, acc, jerk, pot,
                            nnbindex, rnnb);
}
int g6_read_neighbour_list_(const int* clusterid) { return g6_read_neighbour_list(*clusterid); }
int g6_get_neighbour_list_(const int* clusterid, const int* ipipe, const int* maxlength, int* n,
                           int list[]) {
  return g6_get_neighbour_list(*clusterid, *ipipe, *maxlength, n, list);
}

}  // extern "C"
