// The Fortran calls of gp5util.h: lower-case names that end in _; every argument is a reference.
#include "libraries/g5/calls.hpp"
#include "libraries/g5/gp5util.h"
#include "libraries/support/references.hpp"

using namespace gputest::libraries;

/// A call by the values of references, whose names follow. If one is null, the call fails.
#define G5_VOID(call, action, ...) \
  with_references(g5_failures, #call, #__VA_ARGS__, {__VA_ARGS__}, [&] { action; })
#define G5_INT(call, action, ...) \
  return with_references(g5_failures, #call, 0, #__VA_ARGS__, {__VA_ARGS__}, [&] { return action; })

namespace {

/// A Fortran function of one number; empty if it is a null pointer.
using FortranFunction = double (*)(const double*);
G5Function of_fortran(FortranFunction f) {
  if (f == nullptr) return nullptr;
  return [=](double r) { return f(&r); };
}

}  // namespace

extern "C" {

void g5_open_() { g5_open(); }
void g5_close_() { g5_close(); }
int g5_get_number_of_pipelines_() { return g5_get_number_of_pipelines(); }
int g5_get_number_of_pipelines_per_board_() { return g5_get_number_of_pipelines_per_board(); }
int g5_get_jmemsize_() { return g5_get_jmemsize(); }
int g5_get_number_of_boards_() { return g5_get_number_of_boards(); }
int g5_get_firstcluster_() { return g5_get_firstcluster(); }
void g5_set_range_(const double*, const double*, const double*) { g5_set_range(0, 0, 0); }
void g5_set_eta_(const double* eta) { G5_VOID(g5_set_eta_, g5_set_eta(*eta), eta); }
void g5_set_cutoff_table_(FortranFunction ffunc, const double* fcut, const double* fcor,
                          FortranFunction pfunc, const double* pcut, const double* pcor) {
  G5_VOID(g5_set_cutoff_table_,
          set_g5_shares("g5_set_cutoff_table_", {}, of_fortran(ffunc), *fcut, *fcor,
                        of_fortran(pfunc), *pcut, *pcor),
          fcut, fcor, pcut, pcor);
}
void pg5_gen_force_table_(FortranFunction force_func, const double* rcut) {
  G5_VOID(pg5_gen_force_table_, set_g5_force("pg5_gen_force_table_", of_fortran(force_func), *rcut),
          rcut);
}
void pg5_gen_s2_force_table_(const double* sft_for_PP, const double* sft_for_PM) {
  G5_VOID(pg5_gen_s2_force_table_, pg5_gen_s2_force_table(*sft_for_PP, *sft_for_PM), sft_for_PP,
          sft_for_PM);
}
void g5_set_n_(const int* n) { G5_VOID(g5_set_n_, g5_set_n(*n), n); }
void g5_set_mj_(const int* adr, const int* nj, double* mj) {
  G5_VOID(g5_set_mj_, g5_set_mj(*adr, *nj, mj), adr, nj);
}
void g5_set_xj_(const int* adr, const int* nj, double (*xj)[3]) {
  G5_VOID(g5_set_xj_, g5_set_xj(*adr, *nj, xj), adr, nj);
}
void g5_set_xmj_(const int* adr, const int* nj, double (*xj)[3], double* mj) {
  G5_VOID(g5_set_xmj_, g5_set_xmj(*adr, *nj, xj, mj), adr, nj);
}
void g5_set_jp_(const int* adr, const int* nj, double* mj, double (*xj)[3]) {
  G5_VOID(g5_set_jp_, g5_set_jp(*adr, *nj, mj, xj), adr, nj);
}
void g5_set_eps_to_all_(const double* eps) {
  G5_VOID(g5_set_eps_to_all_, g5_set_eps_to_all(*eps), eps);
}
void g5_set_eps2_to_all_(const double* eps2) {
  G5_VOID(g5_set_eps2_to_all_, g5_set_eps2_to_all(*eps2), eps2);
}
void g5_set_xi_(const int* ni, double (*xi)[3]) { G5_VOID(g5_set_xi_, g5_set_xi(*ni, xi), ni); }
void g5_set_xei_(const int* ni, double (*xi)[3], double* eps2) {
  G5_VOID(g5_set_xei_, g5_set_xei(*ni, xi, eps2), ni);
}
void g5_set_eps_(const int* ni, double* eps) { G5_VOID(g5_set_eps_, g5_set_eps(*ni, eps), ni); }
void g5_set_xmj0_(const int* adr, const int* nj, double (*xj)[3], double* mj, double* epsj2) {
  G5_VOID(g5_set_xmj0_, g5_set_xmj0(*adr, *nj, xj, mj, epsj2), adr, nj);
}
void g5_run_() { g5_run(); }
void g5_get_force_(const int* ni, double (*a)[3], double* p) {
  G5_VOID(g5_get_force_, g5_get_force(*ni, a, p), ni);
}
void g5_calculate_force_on_x_(double (*x)[3], double (*a)[3], double* p, const int* ni) {
  G5_VOID(g5_calculate_force_on_x_, g5_calculate_force_on_x(x, a, p, *ni), ni);
}
void g5_calculate_force_on_xe_(double (*x)[3], double* eps2, double (*a)[3], double* p,
                               const int* ni) {
  G5_VOID(g5_calculate_force_on_xe_, g5_calculate_force_on_xe(x, eps2, a, p, *ni), ni);
}
void g5_calculate_force_on_x0_(double (*x)[3], double (*a)[3], double* p, const int* ni,
                               double* eps2) {
  G5_VOID(g5_calculate_force_on_x0_, g5_calculate_force_on_x0(x, a, p, *ni, eps2), ni);
}
void g5_openmc_(const int* devid) { G5_VOID(g5_openmc_, g5_openMC(*devid), devid); }
void g5_closemc_(const int* devid) { G5_VOID(g5_closemc_, g5_closeMC(*devid), devid); }
int g5_get_number_of_pipelinesmc_(const int* devid) {
  G5_INT(g5_get_number_of_pipelinesmc_, g5_get_number_of_pipelinesMC(*devid), devid);
}
int g5_get_jmemsizemc_(const int* devid) {
  G5_INT(g5_get_jmemsizemc_, g5_get_jmemsizeMC(*devid), devid);
}
void g5_set_etamc_(const int* devid, const double* eta) {
  G5_VOID(g5_set_etamc_, g5_set_etaMC(*devid, *eta), devid, eta);
}
void g5_set_cutoff_tablemc_(const int* devid, FortranFunction ffunc, const double* fcut,
                            const double* fcor, FortranFunction pfunc, const double* pcut,
                            const double* pcor) {
  G5_VOID(g5_set_cutoff_tablemc_,
          set_g5_shares("g5_set_cutoff_tablemc_", *devid, of_fortran(ffunc), *fcut, *fcor,
                        of_fortran(pfunc), *pcut, *pcor),
          devid, fcut, fcor, pcut, pcor);
}
void g5_set_rangemc_(const int* devid, const double*, const double*, const double*) {
  G5_VOID(g5_set_rangemc_, g5_set_rangeMC(*devid, 0, 0, 0), devid);
}
void g5_set_nmc_(const int* devid, const int* n) {
  G5_VOID(g5_set_nmc_, g5_set_nMC(*devid, *n), devid, n);
}
void g5_set_mjmc_(const int* devid, const int* adr, const int* nj, double* mj) {
  G5_VOID(g5_set_mjmc_, g5_set_mjMC(*devid, *adr, *nj, mj), devid, adr, nj);
}
void g5_set_xjmc_(const int* devid, const int* adr, const int* nj, double (*xj)[3]) {
  G5_VOID(g5_set_xjmc_, g5_set_xjMC(*devid, *adr, *nj, xj), devid, adr, nj);
}
void g5_set_xmjmc_(const int* devid, const int* adr, const int* nj, double (*xj)[3], double* mj) {
  G5_VOID(g5_set_xmjmc_, g5_set_xmjMC(*devid, *adr, *nj, xj, mj), devid, adr, nj);
}
void g5_set_jpmc_(const int* devid, const int* adr, const int* nj, double* mj, double (*xj)[3]) {
  G5_VOID(g5_set_jpmc_, g5_set_jpMC(*devid, *adr, *nj, mj, xj), devid, adr, nj);
}
void g5_set_eps_to_allmc_(const int* devid, const double* eps) {
  G5_VOID(g5_set_eps_to_allmc_, g5_set_eps_to_allMC(*devid, *eps), devid, eps);
}
void g5_set_eps2_to_allmc_(const int* devid, const double* eps2) {
  G5_VOID(g5_set_eps2_to_allmc_, g5_set_eps2_to_allMC(*devid, *eps2), devid, eps2);
}
void g5_set_ximc_(const int* devid, const int* ni, double (*xi)[3]) {
  G5_VOID(g5_set_ximc_, g5_set_xiMC(*devid, *ni, xi), devid, ni);
}
void g5_set_xeimc_(const int* devid, const int* ni, double (*xi)[3], double* eps2) {
  G5_VOID(g5_set_xeimc_, g5_set_xeiMC(*devid, *ni, xi, eps2), devid, ni);
}
void g5_set_epsmc_(const int* devid, const int* ni, double* eps) {
  G5_VOID(g5_set_epsmc_, g5_set_epsMC(*devid, *ni, eps), devid, ni);
}
void g5_set_xmjmc0_(const int* devid, const int* adr, const int* nj, double (*xj)[3], double* mj,
                    double* epsj2) {
  G5_VOID(g5_set_xmjmc0_, g5_set_xmjMC0(*devid, *adr, *nj, xj, mj, epsj2), devid, adr, nj);
}
void g5_set_ximc0_(const int* devid, const int* ni, double (*xi)[3], double* eps2) {
  G5_VOID(g5_set_ximc0_, g5_set_xiMC0(*devid, *ni, xi, eps2), devid, ni);
}
void g5_runmc0_(const int* devid) { G5_VOID(g5_runmc0_, g5_runMC0(*devid), devid); }
void g5_runmc_(const int* devid) { G5_VOID(g5_runmc_, g5_runMC(*devid), devid); }
void g5_get_forcemc_(const int* devid, const int* ni, double (*a)[3], double* p) {
  G5_VOID(g5_get_forcemc_, g5_get_forceMC(*devid, *ni, a, p), devid, ni);
}
void g5_calculate_force_on_xmc_(const int* devid, double (*x)[3], double (*a)[3], double* p,
                                const int* ni) {
  G5_VOID(g5_calculate_force_on_xmc_, g5_calculate_force_on_xMC(*devid, x, a, p, *ni), devid, ni);
}
void g5_calculate_force_on_xemc_(const int* devid, double (*x)[3], double* eps2, double (*a)[3],
                                 double* p, const int* ni) {
  G5_VOID(g5_calculate_force_on_xemc_, g5_calculate_force_on_xeMC(*devid, x, eps2, a, p, *ni),
          devid, ni);
}
void g5_calculate_force_on_xmc0_(const int* devid, double (*x)[3], double (*a)[3], double* p,
                                 const int* ni, double* eps2) {
  G5_VOID(g5_calculate_force_on_xmc0_, g5_calculate_force_on_xMC0(*devid, x, a, p, *ni, eps2),
          devid, ni);
}

}  // extern "C"
