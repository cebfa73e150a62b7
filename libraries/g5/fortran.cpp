// The Fortran calls of gp5util.h: lower-case names that end in _; every argument is a reference.
#include "libraries/g5/gp5util.h"

extern "C" {

void g5_open_() { g5_open(); }
void g5_close_() { g5_close(); }
int g5_get_number_of_pipelines_() { return g5_get_number_of_pipelines(); }
int g5_get_jmemsize_() { return g5_get_jmemsize(); }
int g5_get_number_of_boards_() { return g5_get_number_of_boards(); }
int g5_get_firstcluster_() { return g5_get_firstcluster(); }
void g5_set_range_(const double* xmin, const double* xmax, const double* mmin) {
  g5_set_range(*xmin, *xmax, *mmin);
}
void g5_set_eta_(const double* eta) { g5_set_eta(*eta); }
void g5_set_n_(const int* n) { g5_set_n(*n); }
void g5_set_mj_(const int* adr, const int* nj, double* mj) { g5_set_mj(*adr, *nj, mj); }
void g5_set_xj_(const int* adr, const int* nj, double (*xj)[3]) { g5_set_xj(*adr, *nj, xj); }
void g5_set_xmj_(const int* adr, const int* nj, double (*xj)[3], double* mj) {
  g5_set_xmj(*adr, *nj, xj, mj);
}
void g5_set_jp_(const int* adr, const int* nj, double* mj, double (*xj)[3]) {
  g5_set_jp(*adr, *nj, mj, xj);
}
void g5_set_eps_to_all_(const double* eps) { g5_set_eps_to_all(*eps); }
void g5_set_eps2_to_all_(const double* eps2) { g5_set_eps2_to_all(*eps2); }
void g5_set_xi_(const int* ni, double (*xi)[3]) { g5_set_xi(*ni, xi); }
void g5_run_() { g5_run(); }
void g5_get_force_(const int* ni, double (*a)[3], double* p) { g5_get_force(*ni, a, p); }
void g5_calculate_force_on_x_(double (*x)[3], double (*a)[3], double* p, const int* ni) {
  g5_calculate_force_on_x(x, a, p, *ni);
}
void g5_set_rangemc_(const int* devid, const double* xmin, const double* xmax, const double* mmin) {
  g5_set_rangeMC(*devid, *xmin, *xmax, *mmin);
}
void g5_set_nmc_(const int* devid, const int* n) { g5_set_nMC(*devid, *n); }
void g5_set_mjmc_(const int* devid, const int* adr, const int* nj, double* mj) {
  g5_set_mjMC(*devid, *adr, *nj, mj);
}
void g5_set_xjmc_(const int* devid, const int* adr, const int* nj, double (*xj)[3]) {
  g5_set_xjMC(*devid, *adr, *nj, xj);
}
void g5_set_xmjmc_(const int* devid, const int* adr, const int* nj, double (*xj)[3], double* mj) {
  g5_set_xmjMC(*devid, *adr, *nj, xj, mj);
}
void g5_set_jpmc_(const int* devid, const int* adr, const int* nj, double* mj, double (*xj)[3]) {
  g5_set_jpMC(*devid, *adr, *nj, mj, xj);
}
void g5_set_eps_to_allmc_(const int* devid, const double* eps) {
  g5_set_eps_to_allMC(*devid, *eps);
}
void g5_set_eps2_to_allmc_(const int* devid, const double* eps2) {
  g5_set_eps2_to_allMC(*devid, *eps2);
}
void g5_set_ximc_(const int* devid, const int* ni, double (*xi)[3]) {
  g5_set_xiMC(*devid, *ni, xi);
}
void g5_runmc_(const int* devid) { g5_runMC(*devid); }
void g5_get_forcemc_(const int* devid, const int* ni, double (*a)[3], double* p) {
  g5_get_forceMC(*devid, *ni, a, p);
}
void g5_calculate_force_on_xmc_(const int* devid, double (*x)[3], double (*a)[3], double* p,
                                const int* ni) {
  g5_calculate_force_on_xMC(*devid, x, a, p, *ni);
}

}  // extern "C"
