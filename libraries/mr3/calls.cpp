// The C calls of mr3.h.
#include "libraries/mr3/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "common/core/error.hpp"
#include "libraries/mr3/host_forces.hpp"
#include "libraries/mr3/mr3.h"
#include "libraries/mr3/system.hpp"
#include "libraries/support/checks.hpp"
#include "libraries/support/clients.hpp"
#include "libraries/support/failure.hpp"

namespace gputest::libraries {

Failures mr3_failures("libgputest-mr3");

namespace {

std::atomic<double> coulomb_factor{1};

/// Never destroyed: threads may outlive main().
Clients<Mr3System>& mr3_clients() {
  static auto* const clients = new Clients<Mr3System>;
  return *clients;
}

/// Throws Error(bad_input) if a sum of the host is not finite.
void require_in_range(const Mr3Sums& sums) {
  for (std::size_t k = 0; k < sums.size(); ++k)
    if (!std::isfinite(sums[k]))
      throw Error(Status::bad_input,
                  fmt::format("the force on particle {} is beyond the range of fp64", k / 3));
}

/// The sums that a call adds to the client's array of forces.
Mr3Sums sums_of(Where where, const Mr3Pairs& pairs, int periodicflag, const Mr3Lists* lists) {
  std::optional<Mr3Exclusions> excluded;
  if (lists != nullptr)
    excluded = Mr3Exclusions{lists->numex, lists->natex, lists->first, (periodicflag & 2) != 0};
  if (where == Where::device)
    return mr3_clients().first()->sums(pairs, excluded ? &*excluded : nullptr);
  require_not_forked();
  require(pairs, Precision::fp64);
  Mr3Sums sums = sums_on_host(pairs);
  if (excluded) {
    const Mr3Sums without = excluded_on_host(pairs, *excluded, nullptr, 0).sums;
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] -= without[k];
  }
  require_in_range(sums);
  return sums;
}

void add(double* force, const Mr3Sums& sums) {
  for (std::size_t k = 0; k < sums.size(); ++k) force[k] += sums[k];
}

}  // namespace

void mr3_coulomb(const char* call, Where where, const Mr3Side& i, const Mr3Side& j, double rscale,
                 int tblno, double xmax, int periodicflag, double* force, const Mr3Lists* lists) {
  mr3_failures.guarded(call, [&] {
    Mr3Pairs pairs;
    pairs.table = &coulomb_table(tblno);
    pairs.i = i;
    pairs.j = j;
    pairs.xmax = xmax;
    pairs.is_periodic = (periodicflag & 1) != 0;
    pairs.rscale = rscale;
    pairs.times_q = pairs.table->is_ewald || (periodicflag & (lists == nullptr ? 2 : 4)) != 0;
    pairs.factor = coulomb_factor;
    pairs.force = force;
    add(force, sums_of(where, pairs, periodicflag, lists));
  });
}

void mr3_vdw(const char* call, Where where, const Mr3Side& i, const Mr3Side& j,
             const Mr3Types& types, int tblno, double xmax, int periodicflag, double* force,
             const Mr3Lists* lists) {
  mr3_failures.guarded(call, [&] {
    Mr3Pairs pairs;
    pairs.table = &vdw_table(tblno);
    pairs.i = i;
    pairs.j = j;
    pairs.xmax = xmax;
    pairs.is_periodic = (periodicflag & 1) != 0;
    pairs.types = types.count;
    pairs.first_type = types.first;
    pairs.gscale = types.gscale;
    pairs.rscales = types.rscale;
    pairs.force = force;
    add(force, sums_of(where, pairs, periodicflag, lists));
  });
}

void mr3_salt(const char* call, Where where, const Mr3Salt& salt, double* force) {
  mr3_failures.guarded(call, [&] {
    Mr3Sums sums;
    if (where == Where::device) {
      sums = mr3_clients().first()->sums(salt);
    } else {
      require_not_forked();
      require(salt, Precision::fp64);
      sums = salt_on_host(salt);
      require_in_range(sums);
    }
    std::copy(sums.begin(), sums.end(), force);
  });
}

void mr3_waves(const char* call, Where where, const Mr3Waves& waves, double* force, double* tpot) {
  mr3_failures.guarded(call, [&] {
    Mr3WaveSums result;
    if (where == Where::device) {
      result = mr3_clients().first()->sums(waves);
    } else {
      require_not_forked();
      require(waves, Precision::fp64);
      result = waves_on_host(waves);
      require_in_range(result.sums);
    }
    std::copy(result.sums.begin(), result.sums.end(), force);
    *tpot = result.tpot;
  });
}

}  // namespace gputest::libraries

using namespace gputest::libraries;

/// A call and its form on the host. Both do `action` with the call's name `call` and `where`.
#define MR3_CALL(name, action, ...)         \
  void name(__VA_ARGS__) {                  \
    const char* const call = #name;         \
    const Where where = Where::device;      \
    action;                                 \
  }                                         \
  void name##_host(__VA_ARGS__) {           \
    const char* const call = #name "_host"; \
    const Where where = Where::host;        \
    action;                                 \
  }

extern "C" {

void MR3_set_error_handler(MR3_error_handler handler) { mr3_failures.install(handler); }

void MR3init(void) {
  mr3_failures.guarded("MR3init", [] {
    const auto number = static_cast<int>(vg_device_id());
    mr3_clients().close();
    mr3_clients().open(number);
  });
}
void MR3free(void) {
  mr3_failures.guarded("MR3free", [] { mr3_clients().close(); });
}

void MR3SetTable(char* file, int tblno, int flag) {
  mr3_failures.guarded("MR3SetTable", [&] {
    require_array("the name of the file", file, 1);
    require_between("flag", flag, 0, 1);
    mr3_clients().first()->set_table(file, tblno, flag == 1);
  });
}

void MR3_set_coulomb_vdw_factor(double factor) {
  mr3_failures.guarded("MR3_set_coulomb_vdw_factor", [&] {
    if (!std::isfinite(factor))
      throw gputest::Error(gputest::Status::bad_input, "the factor is not finite");
    coulomb_factor = factor;
  });
}

MR3_CALL(MR3calccoulomb,
         mr3_coulomb(call, where, {n, x, q, nullptr}, {n, x, q, nullptr}, rscale, tblno, xmax,
                     periodicflag, force),
         double x[], int n, double q[], double rscale, int tblno, double xmax, int periodicflag,
         int, double force[])
MR3_CALL(MR3calccoulomb_ij,
         mr3_coulomb(call, where, {ni, xi, qi, nullptr}, {nj, xj, qj, nullptr}, rscale, tblno, xmax,
                     periodicflag, force),
         int ni, double xi[], double qi[], double force[], int nj, double xj[], double qj[],
         double rscale, int tblno, double xmax, int periodicflag)

MR3_CALL(MR3calccoulomb_ij_exlist, const Mr3Lists lists = mr3_lists(numex, natex, 0);
         mr3_coulomb(call, where, {ni, xi, qi, nullptr}, {nj, xj, qj, nullptr}, rscale, tblno, xmax,
                     periodicflag, force, &lists),
         int ni, double xi[], double qi[], double force[], int nj, double xj[], double qj[],
         double rscale, int tblno, double xmax, int periodicflag, int numex[], int natex[])
MR3_CALL(MR3calcvdw,
         mr3_vdw(call, where, {n, x, nullptr, atype}, {n, x, nullptr, atype},
                 {nat, 0, gscale, rscale}, tblno, xmax, periodicflag, force),
         double x[], int n, int atype[], int nat, double gscale[], double rscale[], int tblno,
         double xmax, int periodicflag, int, double force[])
MR3_CALL(MR3calcvdw_ij,
         mr3_vdw(call, where, {ni, xi, nullptr, atypei}, {nj, xj, nullptr, atypej},
                 {nat, 0, gscale, rscale}, tblno, xmax, periodicflag, force),
         int ni, double xi[], int atypei[], double force[], int nj, double xj[], int atypej[],
         int nat, double gscale[], double rscale[], int tblno, double xmax, int periodicflag)
MR3_CALL(MR3calcvdw_ij_exlist, const Mr3Lists lists = mr3_lists(numex, natex, 0);
         mr3_vdw(call, where, {ni, xi, nullptr, atypei}, {nj, xj, nullptr, atypej},
                 {nat, 0, gscale, rscale}, tblno, xmax, periodicflag, force, &lists),
         int ni, double xi[], int atypei[], double force[], int nj, double xj[], int atypej[],
         int nat, double gscale[], double rscale[], int tblno, double xmax, int periodicflag,
         int numex[], int natex[])
MR3_CALL(MR3calcnacl,
         mr3_salt(call, where,
                  {{n, x, nullptr, atype},
                   nat,
                   0,
                   pol,
                   sigm,
                   ipotro,
                   pc,
                   pd,
                   zz,
                   xmax,
                   (periodicflag & 1) != 0,
                   force},
                  force),
         double x[], int n, int atype[], int nat, double pol[], double sigm[], double ipotro[],
         double pc[], double pd[], double zz[], int, double xmax, int periodicflag, double force[])
MR3_CALL(MR3calcewald,
         mr3_waves(call, where, {k, knum, {n, x, q, nullptr}, alpha, epsilon, cell, force, tpot},
                   force, tpot),
         int* k, int knum, double* x, int n, double* q, double alpha, double epsilon,
         double cell[3][3], double* force, double* tpot, double[3][3])

}  // extern "C"
