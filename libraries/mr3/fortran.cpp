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

}  // extern "C"
