// The C calls of mr3.h.
#include "libraries/mr3/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
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
std::atomic<double> cut2_of_both{0};  ///< 0 without a cutoff

/// The forces that a call holds until MR3_get_forces_overlap().
struct Held {
  std::mutex mutex;
  Mr3Sums sums;
};
Held& held_forces() {
  static auto* const held = new Held;
  return *held;
}

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
  if (where == Where::device && !pairs.box && std::isinf(pairs.cut2))
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

namespace {

Mr3Pairs coulomb_pairs(const Mr3Side& i, const Mr3Side& j, double rscale, int tblno, bool times_q) {
  Mr3Pairs pairs;
  pairs.table = &coulomb_table(tblno);
  pairs.i = i;
  pairs.j = j;
  pairs.rscale = rscale;
  pairs.times_q = pairs.table->is_ewald || times_q;
  pairs.factor = coulomb_factor;
  return pairs;
}

Mr3Pairs vdw_pairs(const Mr3Side& i, const Mr3Side& j, const Mr3Types& types, int tblno) {
  Mr3Pairs pairs;
  pairs.table = &vdw_table(tblno);
  pairs.i = i;
  pairs.j = j;
  pairs.types = types.count;
  pairs.first_type = types.first;
  pairs.gscale = types.gscale;
  pairs.rscales = types.rscale;
  return pairs;
}

/// The terms of a call for charges, atom types or both, with its box and its cutoff.
struct Terms {
  std::vector<Mr3Pairs> all;

  Terms(const Mr3Both& both, bool times_q, bool is_periodic, double* force) {
    if (both.kind != Mr3Kind::types)
      all.push_back(coulomb_pairs(both.i, both.j, both.rscale, both.tblno, times_q));
    if (both.kind != Mr3Kind::charges)
      all.push_back(vdw_pairs(both.i, both.j, both.types,
                              both.kind == Mr3Kind::types ? both.tblno : 2 + (both.tblno & 1)));
    for (Mr3Pairs& pairs : all) {
      pairs.is_periodic = is_periodic;
      pairs.force = force;
    }
  }
  void set_box(const double* edges) {
    require_array("the array of edges", edges, 3);
    for (Mr3Pairs& pairs : all) pairs.box = {edges[0], edges[1], edges[2]};
  }
};

/// The sums of the terms; the second potential is the second number of a particle.
Mr3Sums summed(const Terms& terms, const std::function<Mr3Sums(const Mr3Pairs&)>& sums_of_term) {
  Mr3Sums sums = sums_of_term(terms.all.front());
  if (terms.all.size() == 1) return sums;
  const Mr3Pairs& second = terms.all.back();
  const Mr3Sums others = sums_of_term(second);
  const std::size_t shift = second.table->is_potential ? 1 : 0;
  for (std::size_t k = 0; k + shift < sums.size(); ++k) sums[k + shift] += others[k];
  return sums;
}

double total(const Mr3Sums& sums) {
  double all = 0;
  for (std::size_t k = 0; k < sums.size(); k += 3) all += sums[k];
  return all;
}

/// Adds forces to the client's array, or holds them.
void add_or_hold(bool are_held, double* force, Mr3Sums sums) {
  if (!are_held) return add(force, sums);
  Held& held = held_forces();
  const std::lock_guard<std::mutex> guard(held.mutex);
  held.sums = std::move(sums);
}

constexpr int kOverlap = 1 << 6, kOverlapOfThread = 1 << 12;  // bits of flags

}  // namespace

void mr3_coulomb(const char* call, Where where, const Mr3Side& i, const Mr3Side& j, double rscale,
                 int tblno, double xmax, int periodicflag, double* force, const Mr3Lists* lists) {
  mr3_failures.guarded(call, [&] {
    Mr3Pairs pairs =
        coulomb_pairs(i, j, rscale, tblno, (periodicflag & (lists == nullptr ? 2 : 4)) != 0);
    pairs.xmax = xmax;
    pairs.is_periodic = (periodicflag & 1) != 0;
    pairs.force = force;
    add(force, sums_of(where, pairs, periodicflag, lists));
  });
}

void mr3_vdw(const char* call, Where where, const Mr3Side& i, const Mr3Side& j,
             const Mr3Types& types, int tblno, double xmax, int periodicflag, double* force,
             const Mr3Lists* lists) {
  mr3_failures.guarded(call, [&] {
    Mr3Pairs pairs = vdw_pairs(i, j, types, tblno);
    pairs.xmax = xmax;
    pairs.is_periodic = (periodicflag & 1) != 0;
    pairs.force = force;
    add(force, sums_of(where, pairs, periodicflag, lists));
  });
}

void mr3_both(const char* call, Where where, const Mr3Both& both, double xmax, int periodicflag,
              int potflag, double* force, double* potc, double* potv, const Mr3Lists& lists) {
  mr3_failures.guarded(call, [&] {
    if (both.tblno != 0 && both.tblno != 6 && both.tblno != 16)
      throw Error(Status::bad_input,
                  fmt::format("the table number is {}, which is not 0, 6 or 16", both.tblno));
    const auto sums_of_term = [&](Mr3Pairs pairs) {
      pairs.xmax = xmax;
      if (cut2_of_both > 0) pairs.cut2 = cut2_of_both;
      return sums_of(where, pairs, periodicflag, &lists);
    };
    const bool is_periodic = (periodicflag & 1) != 0;
    double charges = 0, types = 0;
    if ((potflag & 1) != 0) {
      require_array("potc", potc, 1);
      require_array("potv", potv, 1);
      Mr3Both potentials = both;
      potentials.tblno = both.tblno + 1;
      potentials.types.gscale = both.gscalesp;
      const Terms terms(potentials, true, is_periodic, force);
      charges = total(sums_of_term(terms.all[0]));
      types = total(sums_of_term(terms.all[1]));
    }
    Mr3Sums forces = summed(Terms(both, true, is_periodic, force), sums_of_term);
    add_or_hold((periodicflag & (potflag == 0 ? kOverlap | kOverlapOfThread : kOverlap)) != 0,
                force, std::move(forces));
    if ((potflag & 1) == 0) return;
    *potc += charges;
    *potv += types;
  });
}

void mr3_within(const char* call, const Mr3Both& both, const Mr3Within& within, double* force,
                const Mr3Lists* lists) {
  mr3_failures.guarded(call, [&] {
    Terms terms(both, true, (within.flag & 1) != 0, force);
    terms.set_box(within.volume);
    const auto sums_of_term = [&](Mr3Pairs pairs) {
      pairs.cut2 = within.rcut > 0 ? within.rcut * within.rcut : within.rcut;
      return sums_of(Where::host, pairs, within.flag, lists);
    };
    add_or_hold((within.flag & kOverlap) != 0, force, summed(terms, sums_of_term));
  });
}

void mr3_listed(const char* call, const Mr3Both& both, double xmax, const double* volume,
                int periodicflag, double factor, double* force, const Mr3Lists& lists) {
  mr3_failures.guarded(call, [&] {
    require_not_forked();
    Terms terms(both, (periodicflag & 4) == 0, (periodicflag & 1) != 0, force);
    if (volume != nullptr) terms.set_box(volume);
    const Mr3Exclusions listed{lists.numex, lists.natex, lists.first, (periodicflag & 2) != 0};
    Mr3Sums sums = summed(terms, [&](Mr3Pairs pairs) {
      pairs.xmax = xmax;
      require(pairs, Precision::fp64);
      return excluded_on_host(pairs, listed, nullptr, 0).sums;
    });
    for (double& sum : sums) sum *= factor;
    require_in_range(sums);
    add(force, sums);
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

void MR3calccoulomb_vdw_ij_exlist(int ni, double xi[], double qi[], int atypei[], double force[],
                                  int nj, double xj[], double qj[], int atypej[], int nat,
                                  double gscalesf[], double gscalesp[], double rscales[],
                                  double rscale, int tblno, double xmax, double* potc, double* potv,
                                  int periodicflag, int potflag, int, int numex[], int natex[]) {
  mr3_both("MR3calccoulomb_vdw_ij_exlist", Where::device,
           {Mr3Kind::both,
            {ni, xi, qi, atypei},
            {nj, xj, qj, atypej},
            {nat, 0, gscalesf, rscales},
            rscale,
            tblno,
            gscalesp},
           xmax, periodicflag, potflag, force, potc, potv, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_vdw_ij_exlist_host(int ni, double xi[], double qi[], int atypei[],
                                       double force[], int nj, double xj[], double qj[],
                                       int atypej[], int nat, double gscalesf[], double gscalesp[],
                                       double rscales[], double rscale, int tblno, double xmax,
                                       double* potc, double* potv, int periodicflag, int potflag,
                                       int, int numex[], int natex[]) {
  mr3_both("MR3calccoulomb_vdw_ij_exlist_host", Where::host,
           {Mr3Kind::both,
            {ni, xi, qi, atypei},
            {nj, xj, qj, atypej},
            {nat, 0, gscalesf, rscales},
            rscale,
            tblno,
            gscalesp},
           xmax, periodicflag, potflag, force, potc, potv, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_vdw_ij_exlist_host2(int ni, double xi[], double qi[], int atypei[],
                                        double force[], int nj, double xj[], double qj[],
                                        int atypej[], int nat, double gscalesf[], double gscalesp[],
                                        double rscales[], double rscale, int tblno, double xmax,
                                        double* potc, double* potv, int periodicflag, int potflag,
                                        int, int numex[], int natex[]) {
  mr3_both("MR3calccoulomb_vdw_ij_exlist_host2", Where::host,
           {Mr3Kind::both,
            {ni, xi, qi, atypei},
            {nj, xj, qj, atypej},
            {nat, 0, gscalesf, rscales},
            rscale,
            tblno,
            gscalesp},
           xmax, periodicflag, potflag, force, potc, potv, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_vdw_exlist(int n, double x[], double q[], int atype[], int nat, double force[],
                               double rscale, double gscalesf[], double gscalesp[],
                               double rscales[], int tblno, int numex[], int natex[],
                               double volume1, double* potc, double* potv, int*, int potflag,
                               int flag) {
  mr3_both("MR3calccoulomb_vdw_exlist", Where::device,
           {Mr3Kind::both,
            {n, x, q, atype},
            {n, x, q, atype},
            {nat, 0, gscalesf, rscales},
            rscale,
            tblno,
            gscalesp},
           volume1, flag, potflag, force, potc, potv, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_ci(int n, double x[], double q[], double force[], double rscale, int tblno,
                       double rcut, double, double volume[3], int[3]) {
  mr3_within("MR3calccoulomb_ci",
             {Mr3Kind::charges, {n, x, q, nullptr}, {n, x, q, nullptr}, {}, rscale, tblno},
             {rcut, volume, 1}, force);
}
void MR3calccoulomb_ij_ci(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                          double qj[], double rscale, int tblno, double rcut, double,
                          double volume[3], int[3]) {
  mr3_within("MR3calccoulomb_ij_ci",
             {Mr3Kind::charges, {ni, xi, qi, nullptr}, {nj, xj, qj, nullptr}, {}, rscale, tblno},
             {rcut, volume, 1}, force);
}
void MR3calcvdw_ci(int n, double x[], int atype[], int nat, double force[], double gscales[],
                   double rscales[], int tblno, double rcut, double, double volume[3], int[3]) {
  mr3_within("MR3calcvdw_ci",
             {Mr3Kind::types,
              {n, x, nullptr, atype},
              {n, x, nullptr, atype},
              {nat, 0, gscales, rscales},
              1,
              tblno},
             {rcut, volume, 1}, force);
}
void MR3calcvdw_ij_ci(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                      int atypej[], int nat, double gscale[], double rscale[], int tblno,
                      double rcut, double, double volume[3], int[3]) {
  mr3_within("MR3calcvdw_ij_ci",
             {Mr3Kind::types,
              {ni, xi, nullptr, atypei},
              {nj, xj, nullptr, atypej},
              {nat, 0, gscale, rscale},
              1,
              tblno},
             {rcut, volume, 1}, force);
}
void MR3calccoulomb_vdw_ij_ci(int ni, double xi[], double qi[], int atypei[], double force[],
                              int nj, double xj[], double qj[], int atypej[], int nat,
                              double gscales[], double rscales[], double rscale, int tblnoc,
                              double rcut, double, double volume[3], int[3]) {
  mr3_within("MR3calccoulomb_vdw_ij_ci",
             {Mr3Kind::both,
              {ni, xi, qi, atypei},
              {nj, xj, qj, atypej},
              {nat, 0, gscales, rscales},
              rscale,
              tblnoc},
             {rcut, volume, 1}, force);
}
void MR3calccoulomb_vdw_ij_ci_old_09(int ni, double xi[], double qi[], int atypei[], double force[],
                                     int nj, double xj[], double qj[], int atypej[], int nat,
                                     double gscales[], double rscales[], double rscale, int tblnoc,
                                     double rcut, double, double volume[3], int[3]) {
  mr3_within("MR3calccoulomb_vdw_ij_ci_old_09",
             {Mr3Kind::both,
              {ni, xi, qi, atypei},
              {nj, xj, qj, atypej},
              {nat, 0, gscales, rscales},
              rscale,
              tblnoc},
             {rcut, volume, 1}, force);
}
void MR3calccoulomb_vdw_ij_ci_exlist(int ni, double xi[], double qi[], int atypei[], double force[],
                                     int nj, double xj[], double qj[], int atypej[], int nat,
                                     double gscales[], double rscales[], double rscale, int tblno,
                                     double rcut, double, double volume[3], int[3], int numex[],
                                     int natex[], int flag) {
  const Mr3Lists lists = mr3_lists(numex, natex, 0);
  mr3_within("MR3calccoulomb_vdw_ij_ci_exlist",
             {Mr3Kind::both,
              {ni, xi, qi, atypei},
              {nj, xj, qj, atypej},
              {nat, 0, gscales, rscales},
              rscale,
              tblno},
             {rcut, volume, flag}, force, &lists);
}
void MR3calccoulomb_nlist_ij_host(int ni, double xi[], double qi[], double force[], int nj,
                                  double xj[], double qj[], double rscale, int tblno, double xmax,
                                  int periodicflag, int numex[], int natex[], double factor) {
  mr3_listed("MR3calccoulomb_nlist_ij_host",
             {Mr3Kind::charges, {ni, xi, qi, nullptr}, {nj, xj, qj, nullptr}, {}, rscale, tblno},
             xmax, nullptr, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_nlist_ij_emu(int ni, double xi[], double qi[], double force[], int nj,
                                 double xj[], double qj[], double rscale, int tblno, double xmax,
                                 int periodicflag, int numex[], int natex[], double factor) {
  mr3_listed("MR3calccoulomb_nlist_ij_emu",
             {Mr3Kind::charges, {ni, xi, qi, nullptr}, {nj, xj, qj, nullptr}, {}, rscale, tblno},
             xmax, nullptr, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_nlist_host(double x[], int n, double q[], double rscale, int tblno, double xmax,
                               int periodicflag, int numex[], int natex[], double factor,
                               double force[]) {
  mr3_listed("MR3calccoulomb_nlist_host",
             {Mr3Kind::charges, {n, x, q, nullptr}, {n, x, q, nullptr}, {}, rscale, tblno}, xmax,
             nullptr, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_nlist_emu(double x[], int n, double q[], double rscale, int tblno, double xmax,
                              int periodicflag, int numex[], int natex[], double factor,
                              double force[]) {
  mr3_listed("MR3calccoulomb_nlist_emu",
             {Mr3Kind::charges, {n, x, q, nullptr}, {n, x, q, nullptr}, {}, rscale, tblno}, xmax,
             nullptr, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calcvdw_nlist_ij_host(int ni, double xi[], int atypei[], double force[], int nj,
                              double xj[], int atypej[], int nat, double gscale[], double rscale[],
                              int tblno, double xmax, int periodicflag, int numex[], int natex[],
                              double factor) {
  mr3_listed("MR3calcvdw_nlist_ij_host",
             {Mr3Kind::types,
              {ni, xi, nullptr, atypei},
              {nj, xj, nullptr, atypej},
              {nat, 0, gscale, rscale},
              1,
              tblno},
             xmax, nullptr, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calcvdw_nlist_ij_emu(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                             int atypej[], int nat, double gscale[], double rscale[], int tblno,
                             double xmax, int periodicflag, int numex[], int natex[],
                             double factor) {
  mr3_listed("MR3calcvdw_nlist_ij_emu",
             {Mr3Kind::types,
              {ni, xi, nullptr, atypei},
              {nj, xj, nullptr, atypej},
              {nat, 0, gscale, rscale},
              1,
              tblno},
             xmax, nullptr, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calcvdw_nlist_host2(double x[], int n, int atype[], int nat, double gscale[],
                            double rscale[], int tblno, double xmax, int periodicflag, int numex[],
                            int natex[], double factor, double force[]) {
  mr3_listed("MR3calcvdw_nlist_host2",
             {Mr3Kind::types,
              {n, x, nullptr, atype},
              {n, x, nullptr, atype},
              {nat, 0, gscale, rscale},
              1,
              tblno},
             xmax, nullptr, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calcvdw_nlist_emu2(double x[], int n, int atype[], int nat, double gscale[],
                           double rscale[], int tblno, double xmax, int periodicflag, int numex[],
                           int natex[], double factor, double force[]) {
  mr3_listed("MR3calcvdw_nlist_emu2",
             {Mr3Kind::types,
              {n, x, nullptr, atype},
              {n, x, nullptr, atype},
              {nat, 0, gscale, rscale},
              1,
              tblno},
             xmax, nullptr, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_vdw_nlist_ij_emu(int ni, double xi[], double qi[], int atypei[], double force[],
                                     int nj, double xj[], double qj[], int atypej[], int nat,
                                     double gscales[], double rscales[], double rscale, int tblno,
                                     double volume[], int periodicflag, int numex[], int natex[],
                                     double factor) {
  mr3_listed("MR3calccoulomb_vdw_nlist_ij_emu",
             {Mr3Kind::both,
              {ni, xi, qi, atypei},
              {nj, xj, qj, atypej},
              {nat, 0, gscales, rscales},
              rscale,
              tblno},
             0, volume, periodicflag, factor, force, mr3_lists(numex, natex, 0));
}
void MR3calccoulomb_ij_emu(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                           double qj[], double rscale, int tblno, double xmax, int periodicflag) {
  mr3_coulomb("MR3calccoulomb_ij_emu", Where::host, {ni, xi, qi, nullptr}, {nj, xj, qj, nullptr},
              rscale, tblno, xmax, periodicflag, force);
}
void MR3calcvdw_ij_emu(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                       int atypej[], int nat, double gscale[], double rscale[], int tblno,
                       double xmax, int periodicflag) {
  mr3_vdw("MR3calcvdw_ij_emu", Where::host, {ni, xi, nullptr, atypei}, {nj, xj, nullptr, atypej},
          {nat, 0, gscale, rscale}, tblno, xmax, periodicflag, force);
}

void MR3_set_ldim(int ldim[3]) {
  mr3_failures.guarded("MR3_set_ldim", [&] { require_array("the array ldim", ldim, 3); });
}
void MR3_setup_exlist(int, int*) {}
void MR3_set_rcut2(double rcut2) {
  mr3_failures.guarded("MR3_set_rcut2", [&] {
    if (!(rcut2 >= 0) || !std::isfinite(rcut2))
      throw gputest::Error(gputest::Status::bad_input,
                           fmt::format("the square of the cutoff is {}, which is not a finite "
                                       "number >= 0",
                                       rcut2));
    cut2_of_both = rcut2;
  });
}
void MR3_get_forces_overlap(double force[]) {
  mr3_failures.guarded("MR3_get_forces_overlap", [&] {
    Held& held = held_forces();
    const std::lock_guard<std::mutex> guard(held.mutex);
    require_array("the array of forces", force, held.sums.empty() ? 0 : 1);
    add(force, held.sums);
    held.sums.clear();
  });
}

}  // extern "C"
