// The Fortran calls of mr3.h: lower-case names that end in _ or __; every argument is a reference,
// and atom types and excluded particles count from 1.
#include <string>

#include "libraries/mr3/calls.hpp"
#include "libraries/mr3/mr3.h"
#include "libraries/support/references.hpp"

using namespace gputest::libraries;

/// A Fortran call. If one of the references, which are in parentheses, is null, the call fails.
#define MR3_ONE(name, references, action, ...)                                        \
  void name(__VA_ARGS__) {                                                            \
    with_references(mr3_failures, #name, MR3_REFERENCES references, [&] { action; }); \
  }
#define MR3_REFERENCES(...) \
#__VA_ARGS__, { __VA_ARGS__ }
/// Both Fortran names of a call that does `action`.
#define MR3_FORTRAN(name, references, action, ...)  \
  MR3_ONE(name##_, references, action, __VA_ARGS__) \
  MR3_ONE(name##__, references, action, __VA_ARGS__)
/// The same and its form on the host; the action can use `call` and `where`.
#define MR3_FORTRAN_CALL(name, c_name, references, action, ...)                      \
  MR3_FORTRAN(name, references, MR3_ON(Where::device, #c_name, action), __VA_ARGS__) \
  MR3_FORTRAN(name##_host, references, MR3_ON(Where::host, #c_name "_host", action), __VA_ARGS__)
#define MR3_ON(at, c_name, action) \
  const Where where = at;          \
  const char* const call = c_name; \
  action
/// A call and its form on the host in which nothing counts from 1.
#define MR3_FORTRAN_BOTH(name, c_name, references, arguments, ...) \
  MR3_FORTRAN(name, references, c_name arguments, __VA_ARGS__)     \
  MR3_FORTRAN(name##_host, references, c_name##_host arguments, __VA_ARGS__)

namespace {

/// The file's name has `length` letters, the last of which may be blanks.
void set_table(const char* file, int tblno, int flag, int length) {
  std::string path = file == nullptr || length < 0 ? "" : std::string(file, std::size_t(length));
  path.erase(path.find_last_not_of(' ') + 1);
  MR3SetTable(file == nullptr ? nullptr : path.data(), tblno, flag);
}

}  // namespace

extern "C" {

MR3_FORTRAN(mr3init, (), MR3init())
MR3_FORTRAN(mr3free, (), MR3free())
MR3_FORTRAN(mr3_set_coulomb_vdw_factor, (factor), MR3_set_coulomb_vdw_factor(*factor),
            const double* factor)
MR3_FORTRAN(mr3settable_nf, (tblno, flag, length), set_table(file, *tblno, *flag, *length),
            const char* file, const int* tblno, const int* flag, const int* length)

MR3_FORTRAN_BOTH(mr3calccoulomb, MR3calccoulomb, (n, rscale, tblno, xmax, periodicflag),
                 (x, *n, q, *rscale, *tblno, *xmax, *periodicflag, 0, force), double x[],
                 const int* n, double q[], const double* rscale, const int* tblno,
                 const double* xmax, const int* periodicflag, const int*, double force[])
MR3_FORTRAN_BOTH(mr3calccoulomb_ij, MR3calccoulomb_ij, (ni, nj, rscale, tblno, xmax, periodicflag),
                 (*ni, xi, qi, force, *nj, xj, qj, *rscale, *tblno, *xmax, *periodicflag),
                 const int* ni, double xi[], double qi[], double force[], const int* nj,
                 double xj[], double qj[], const double* rscale, const int* tblno,
                 const double* xmax, const int* periodicflag)
MR3_FORTRAN_BOTH(mr3calcewald, MR3calcewald, (knum, n, alpha, epsilon),
                 (k, *knum, x, *n, q, *alpha, *epsilon, cell, force, tpot, stress), int* k,
                 const int* knum, double* x, const int* n, double* q, const double* alpha,
                 const double* epsilon, double cell[3][3], double* force, double* tpot,
                 double stress[3][3])

MR3_FORTRAN_CALL(mr3calccoulomb_ij_exlist, MR3calccoulomb_ij_exlist,
                 (ni, nj, rscale, tblno, xmax, periodicflag),
                 const Mr3Lists lists = mr3_lists(numex, natex, 1);
                 mr3_coulomb(call, where, {*ni, xi, qi, nullptr}, {*nj, xj, qj, nullptr}, *rscale,
                             *tblno, *xmax, *periodicflag, force, &lists),
                 const int* ni, double xi[], double qi[], double force[], const int* nj,
                 double xj[], double qj[], const double* rscale, const int* tblno,
                 const double* xmax, const int* periodicflag, int numex[], int natex[])
MR3_FORTRAN_CALL(mr3calcvdw, MR3calcvdw, (n, nat, tblno, xmax, periodicflag),
                 mr3_vdw(call, where, {*n, x, nullptr, atype}, {*n, x, nullptr, atype},
                         {*nat, 1, gscale, rscale}, *tblno, *xmax, *periodicflag, force),
                 double x[], const int* n, int atype[], const int* nat, double gscale[],
                 double rscale[], const int* tblno, const double* xmax, const int* periodicflag,
                 const int*, double force[])
MR3_FORTRAN_CALL(mr3calcvdw_ij, MR3calcvdw_ij, (ni, nj, nat, tblno, xmax, periodicflag),
                 mr3_vdw(call, where, {*ni, xi, nullptr, atypei}, {*nj, xj, nullptr, atypej},
                         {*nat, 1, gscale, rscale}, *tblno, *xmax, *periodicflag, force),
                 const int* ni, double xi[], int atypei[], double force[], const int* nj,
                 double xj[], int atypej[], const int* nat, double gscale[], double rscale[],
                 const int* tblno, const double* xmax, const int* periodicflag)
MR3_FORTRAN_CALL(mr3calcvdw_ij_exlist, MR3calcvdw_ij_exlist,
                 (ni, nj, nat, tblno, xmax, periodicflag),
                 const Mr3Lists lists = mr3_lists(numex, natex, 1);
                 mr3_vdw(call, where, {*ni, xi, nullptr, atypei}, {*nj, xj, nullptr, atypej},
                         {*nat, 1, gscale, rscale}, *tblno, *xmax, *periodicflag, force, &lists),
                 const int* ni, double xi[], int atypei[], double force[], const int* nj,
                 double xj[], int atypej[], const int* nat, double gscale[], double rscale[],
                 const int* tblno, const double* xmax, const int* periodicflag, int numex[],
                 int natex[])
MR3_FORTRAN_CALL(mr3calcnacl, MR3calcnacl, (n, nat, xmax, periodicflag),
                 mr3_salt(call, where,
                          {{*n, x, nullptr, atype},
                           *nat,
                           1,
                           pol,
                           sigm,
                           ipotro,
                           pc,
                           pd,
                           zz,
                           *xmax,
                           (*periodicflag & 1) != 0,
                           force},
                          force),
                 double x[], const int* n, int atype[], const int* nat, double pol[], double sigm[],
                 double ipotro[], double pc[], double pd[], double zz[], const int*,
                 const double* xmax, const int* periodicflag, double force[])

MR3_FORTRAN(mr3calccoulomb_vdw_ij_exlist, (ni, nj, nat, rscale, tblno, xmax, periodicflag, potflag),
            mr3_both("MR3calccoulomb_vdw_ij_exlist", Where::device,
                     {Mr3Kind::both,
                      {*ni, xi, qi, atypei},
                      {*nj, xj, qj, atypej},
                      {*nat, 1, gscalesf, rscales},
                      *rscale,
                      *tblno,
                      gscalesp},
                     *xmax, *periodicflag, *potflag, force, potc, potv, mr3_lists(numex, natex, 1)),
            const int* ni, double xi[], double qi[], int atypei[], double force[], const int* nj,
            double xj[], double qj[], int atypej[], const int* nat, double gscalesf[],
            double gscalesp[], double rscales[], const double* rscale, const int* tblno,
            const double* xmax, double* potc, double* potv, const int* periodicflag,
            const int* potflag, const int*, int numex[], int natex[])
MR3_FORTRAN(mr3calccoulomb_vdw_ij_exlist_host,
            (ni, nj, nat, rscale, tblno, xmax, periodicflag, potflag),
            mr3_both("MR3calccoulomb_vdw_ij_exlist_host", Where::host,
                     {Mr3Kind::both,
                      {*ni, xi, qi, atypei},
                      {*nj, xj, qj, atypej},
                      {*nat, 1, gscalesf, rscales},
                      *rscale,
                      *tblno,
                      gscalesp},
                     *xmax, *periodicflag, *potflag, force, potc, potv, mr3_lists(numex, natex, 1)),
            const int* ni, double xi[], double qi[], int atypei[], double force[], const int* nj,
            double xj[], double qj[], int atypej[], const int* nat, double gscalesf[],
            double gscalesp[], double rscales[], const double* rscale, const int* tblno,
            const double* xmax, double* potc, double* potv, const int* periodicflag,
            const int* potflag, const int*, int numex[], int natex[])
MR3_FORTRAN(mr3calccoulomb_vdw_ij_exlist_host2,
            (ni, nj, nat, rscale, tblno, xmax, periodicflag, potflag),
            mr3_both("MR3calccoulomb_vdw_ij_exlist_host2", Where::host,
                     {Mr3Kind::both,
                      {*ni, xi, qi, atypei},
                      {*nj, xj, qj, atypej},
                      {*nat, 1, gscalesf, rscales},
                      *rscale,
                      *tblno,
                      gscalesp},
                     *xmax, *periodicflag, *potflag, force, potc, potv, mr3_lists(numex, natex, 1)),
            const int* ni, double xi[], double qi[], int atypei[], double force[], const int* nj,
            double xj[], double qj[], int atypej[], const int* nat, double gscalesf[],
            double gscalesp[], double rscales[], const double* rscale, const int* tblno,
            const double* xmax, double* potc, double* potv, const int* periodicflag,
            const int* potflag, const int*, int numex[], int natex[])
MR3_FORTRAN(mr3calccoulomb_vdw_exlist, (n, nat, rscale, tblno, volume1, potflag, flag),
            mr3_both("MR3calccoulomb_vdw_exlist", Where::device,
                     {Mr3Kind::both,
                      {*n, x, q, atype},
                      {*n, x, q, atype},
                      {*nat, 1, gscalesf, rscales},
                      *rscale,
                      *tblno,
                      gscalesp},
                     *volume1, *flag, *potflag, force, potc, potv, mr3_lists(numex, natex, 1)),
            const int* n, double x[], double q[], int atype[], const int* nat, double force[],
            const double* rscale, double gscalesf[], double gscalesp[], double rscales[],
            const int* tblno, int numex[], int natex[], const double* volume1, double* potc,
            double* potv, int*, const int* potflag, const int* flag)
MR3_FORTRAN(
    mr3calccoulomb_ci, (n, rscale, tblno, rcut),
    mr3_within("MR3calccoulomb_ci",
               {Mr3Kind::charges, {*n, x, q, nullptr}, {*n, x, q, nullptr}, {}, *rscale, *tblno},
               {*rcut, volume, 1}, force),
    const int* n, double x[], double q[], double force[], const double* rscale, const int* tblno,
    const double* rcut, const double*, double volume[3], int[3])
MR3_FORTRAN(
    mr3calccoulomb_ij_ci, (ni, nj, rscale, tblno, rcut),
    mr3_within(
        "MR3calccoulomb_ij_ci",
        {Mr3Kind::charges, {*ni, xi, qi, nullptr}, {*nj, xj, qj, nullptr}, {}, *rscale, *tblno},
        {*rcut, volume, 1}, force),
    const int* ni, double xi[], double qi[], double force[], const int* nj, double xj[],
    double qj[], const double* rscale, const int* tblno, const double* rcut, const double*,
    double volume[3], int[3])
MR3_FORTRAN(mr3calcvdw_ci, (n, nat, tblno, rcut),
            mr3_within("MR3calcvdw_ci",
                       {Mr3Kind::types,
                        {*n, x, nullptr, atype},
                        {*n, x, nullptr, atype},
                        {*nat, 1, gscales, rscales},
                        1,
                        *tblno},
                       {*rcut, volume, 1}, force),
            const int* n, double x[], int atype[], const int* nat, double force[], double gscales[],
            double rscales[], const int* tblno, const double* rcut, const double*, double volume[3],
            int[3])
MR3_FORTRAN(mr3calcvdw_ij_ci, (ni, nj, nat, tblno, rcut),
            mr3_within("MR3calcvdw_ij_ci",
                       {Mr3Kind::types,
                        {*ni, xi, nullptr, atypei},
                        {*nj, xj, nullptr, atypej},
                        {*nat, 1, gscale, rscale},
                        1,
                        *tblno},
                       {*rcut, volume, 1}, force),
            const int* ni, double xi[], int atypei[], double force[], const int* nj, double xj[],
            int atypej[], const int* nat, double gscale[], double rscale[], const int* tblno,
            const double* rcut, const double*, double volume[3], int[3])
MR3_FORTRAN(mr3calccoulomb_vdw_ij_ci, (ni, nj, nat, rscale, tblnoc, rcut),
            mr3_within("MR3calccoulomb_vdw_ij_ci",
                       {Mr3Kind::both,
                        {*ni, xi, qi, atypei},
                        {*nj, xj, qj, atypej},
                        {*nat, 1, gscales, rscales},
                        *rscale,
                        *tblnoc},
                       {*rcut, volume, 1}, force),
            const int* ni, double xi[], double qi[], int atypei[], double force[], const int* nj,
            double xj[], double qj[], int atypej[], const int* nat, double gscales[],
            double rscales[], const double* rscale, const int* tblnoc, const double* rcut,
            const double*, double volume[3], int[3])
MR3_FORTRAN(mr3calccoulomb_vdw_ij_ci_old_09, (ni, nj, nat, rscale, tblnoc, rcut),
            mr3_within("MR3calccoulomb_vdw_ij_ci_old_09",
                       {Mr3Kind::both,
                        {*ni, xi, qi, atypei},
                        {*nj, xj, qj, atypej},
                        {*nat, 1, gscales, rscales},
                        *rscale,
                        *tblnoc},
                       {*rcut, volume, 1}, force),
            const int* ni, double xi[], double qi[], int atypei[], double force[], const int* nj,
            double xj[], double qj[], int atypej[], const int* nat, double gscales[],
            double rscales[], const double* rscale, const int* tblnoc, const double* rcut,
            const double*, double volume[3], int[3])
MR3_FORTRAN(mr3calccoulomb_vdw_ij_ci_exlist, (ni, nj, nat, rscale, tblno, rcut, flag),
            const Mr3Lists lists = mr3_lists(numex, natex, 1);
            mr3_within("MR3calccoulomb_vdw_ij_ci_exlist",
                       {Mr3Kind::both,
                        {*ni, xi, qi, atypei},
                        {*nj, xj, qj, atypej},
                        {*nat, 1, gscales, rscales},
                        *rscale,
                        *tblno},
                       {*rcut, volume, *flag}, force, &lists),
            const int* ni, double xi[], double qi[], int atypei[], double force[], const int* nj,
            double xj[], double qj[], int atypej[], const int* nat, double gscales[],
            double rscales[], const double* rscale, const int* tblno, const double* rcut,
            const double*, double volume[3], int[3], int numex[], int natex[], const int* flag)
MR3_FORTRAN(
    mr3calccoulomb_nlist_ij_host, (ni, nj, rscale, tblno, xmax, periodicflag, factor),
    mr3_listed(
        "MR3calccoulomb_nlist_ij_host",
        {Mr3Kind::charges, {*ni, xi, qi, nullptr}, {*nj, xj, qj, nullptr}, {}, *rscale, *tblno},
        *xmax, nullptr, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
    const int* ni, double xi[], double qi[], double force[], const int* nj, double xj[],
    double qj[], const double* rscale, const int* tblno, const double* xmax,
    const int* periodicflag, int numex[], int natex[], const double* factor)
MR3_FORTRAN(
    mr3calccoulomb_nlist_ij_emu, (ni, nj, rscale, tblno, xmax, periodicflag, factor),
    mr3_listed(
        "MR3calccoulomb_nlist_ij_emu",
        {Mr3Kind::charges, {*ni, xi, qi, nullptr}, {*nj, xj, qj, nullptr}, {}, *rscale, *tblno},
        *xmax, nullptr, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
    const int* ni, double xi[], double qi[], double force[], const int* nj, double xj[],
    double qj[], const double* rscale, const int* tblno, const double* xmax,
    const int* periodicflag, int numex[], int natex[], const double* factor)
MR3_FORTRAN(
    mr3calccoulomb_nlist_host, (n, rscale, tblno, xmax, periodicflag, factor),
    mr3_listed("MR3calccoulomb_nlist_host",
               {Mr3Kind::charges, {*n, x, q, nullptr}, {*n, x, q, nullptr}, {}, *rscale, *tblno},
               *xmax, nullptr, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
    double x[], const int* n, double q[], const double* rscale, const int* tblno,
    const double* xmax, const int* periodicflag, int numex[], int natex[], const double* factor,
    double force[])
MR3_FORTRAN(
    mr3calccoulomb_nlist_emu, (n, rscale, tblno, xmax, periodicflag, factor),
    mr3_listed("MR3calccoulomb_nlist_emu",
               {Mr3Kind::charges, {*n, x, q, nullptr}, {*n, x, q, nullptr}, {}, *rscale, *tblno},
               *xmax, nullptr, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
    double x[], const int* n, double q[], const double* rscale, const int* tblno,
    const double* xmax, const int* periodicflag, int numex[], int natex[], const double* factor,
    double force[])
MR3_FORTRAN(mr3calcvdw_nlist_ij_host, (ni, nj, nat, tblno, xmax, periodicflag, factor),
            mr3_listed("MR3calcvdw_nlist_ij_host",
                       {Mr3Kind::types,
                        {*ni, xi, nullptr, atypei},
                        {*nj, xj, nullptr, atypej},
                        {*nat, 1, gscale, rscale},
                        1,
                        *tblno},
                       *xmax, nullptr, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
            const int* ni, double xi[], int atypei[], double force[], const int* nj, double xj[],
            int atypej[], const int* nat, double gscale[], double rscale[], const int* tblno,
            const double* xmax, const int* periodicflag, int numex[], int natex[],
            const double* factor)
MR3_FORTRAN(mr3calcvdw_nlist_ij_emu, (ni, nj, nat, tblno, xmax, periodicflag, factor),
            mr3_listed("MR3calcvdw_nlist_ij_emu",
                       {Mr3Kind::types,
                        {*ni, xi, nullptr, atypei},
                        {*nj, xj, nullptr, atypej},
                        {*nat, 1, gscale, rscale},
                        1,
                        *tblno},
                       *xmax, nullptr, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
            const int* ni, double xi[], int atypei[], double force[], const int* nj, double xj[],
            int atypej[], const int* nat, double gscale[], double rscale[], const int* tblno,
            const double* xmax, const int* periodicflag, int numex[], int natex[],
            const double* factor)
MR3_FORTRAN(mr3calcvdw_nlist_host2, (n, nat, tblno, xmax, periodicflag, factor),
            mr3_listed("MR3calcvdw_nlist_host2",
                       {Mr3Kind::types,
                        {*n, x, nullptr, atype},
                        {*n, x, nullptr, atype},
                        {*nat, 1, gscale, rscale},
                        1,
                        *tblno},
                       *xmax, nullptr, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
            double x[], const int* n, int atype[], const int* nat, double gscale[], double rscale[],
            const int* tblno, const double* xmax, const int* periodicflag, int numex[], int natex[],
            const double* factor, double force[])
MR3_FORTRAN(mr3calcvdw_nlist_emu2, (n, nat, tblno, xmax, periodicflag, factor),
            mr3_listed("MR3calcvdw_nlist_emu2",
                       {Mr3Kind::types,
                        {*n, x, nullptr, atype},
                        {*n, x, nullptr, atype},
                        {*nat, 1, gscale, rscale},
                        1,
                        *tblno},
                       *xmax, nullptr, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
            double x[], const int* n, int atype[], const int* nat, double gscale[], double rscale[],
            const int* tblno, const double* xmax, const int* periodicflag, int numex[], int natex[],
            const double* factor, double force[])
MR3_FORTRAN(mr3calccoulomb_vdw_nlist_ij_emu, (ni, nj, nat, rscale, tblno, periodicflag, factor),
            mr3_listed("MR3calccoulomb_vdw_nlist_ij_emu",
                       {Mr3Kind::both,
                        {*ni, xi, qi, atypei},
                        {*nj, xj, qj, atypej},
                        {*nat, 1, gscales, rscales},
                        *rscale,
                        *tblno},
                       0, volume, *periodicflag, *factor, force, mr3_lists(numex, natex, 1)),
            const int* ni, double xi[], double qi[], int atypei[], double force[], const int* nj,
            double xj[], double qj[], int atypej[], const int* nat, double gscales[],
            double rscales[], const double* rscale, const int* tblno, double volume[],
            const int* periodicflag, int numex[], int natex[], const double* factor)
MR3_FORTRAN(mr3calccoulomb_ij_emu, (ni, nj, rscale, tblno, xmax, periodicflag),
            mr3_coulomb("MR3calccoulomb_ij_emu", Where::host, {*ni, xi, qi, nullptr},
                        {*nj, xj, qj, nullptr}, *rscale, *tblno, *xmax, *periodicflag, force),
            const int* ni, double xi[], double qi[], double force[], const int* nj, double xj[],
            double qj[], const double* rscale, const int* tblno, const double* xmax,
            const int* periodicflag)
MR3_FORTRAN(mr3calcvdw_ij_emu, (ni, nj, nat, tblno, xmax, periodicflag),
            mr3_vdw("MR3calcvdw_ij_emu", Where::host, {*ni, xi, nullptr, atypei},
                    {*nj, xj, nullptr, atypej}, {*nat, 1, gscale, rscale}, *tblno, *xmax,
                    *periodicflag, force),
            const int* ni, double xi[], int atypei[], double force[], const int* nj, double xj[],
            int atypej[], const int* nat, double gscale[], double rscale[], const int* tblno,
            const double* xmax, const int* periodicflag)

MR3_FORTRAN(mr3_set_ldim, (), MR3_set_ldim(ldim), int ldim[3])
MR3_FORTRAN(mr3_setup_exlist, (), MR3_setup_exlist(0, nullptr), const int*, const int*)
MR3_FORTRAN(mr3_set_rcut2, (rcut2), MR3_set_rcut2(*rcut2), const double* rcut2)
MR3_FORTRAN(mr3_get_forces_overlap, (), MR3_get_forces_overlap(force), double force[])

}  // extern "C"
