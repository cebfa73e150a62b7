// The C calls of gp5util.h. A call of device 0 and its form by device number are written once.
#include <cmath>
#include <vector>

#include "libraries/g5/calls.hpp"
#include "libraries/g5/gp5util.h"
#include "libraries/g5/system.hpp"
#include "libraries/support/checks.hpp"
#include "libraries/support/clients.hpp"
#include "libraries/support/failure.hpp"

namespace gputest::libraries {

Failures g5_failures("libgputest-g5");

namespace {

/// Never destroyed: threads may outlive main().
Clients<G5System>& g5_clients() {
  static auto* const clients = new Clients<G5System>;
  return *clients;
}

template <class F>
void with_g5(const char* call, int device, const F& f) {
  g5_failures.guarded(call, [&] { f(*g5_clients().at(device)); });
}

double squared(double eps) {
  if (!(eps >= 0)) throw Error(Status::bad_input, "the softening length is not a number >= 0");
  return eps * eps;
}

const double* first_of(const double (*x)[3]) { return x == nullptr ? nullptr : &x[0][0]; }

void set_g5_bodies(G5System& system, int adr, int nj, const double (*xj)[3], const double* mj) {
  require_array("the array of positions", xj, nj);
  require_array("the array of masses", mj, nj);
  system.set_bodies(adr, nj, first_of(xj), mj);
}

void set_g5_softened(G5System& system, int adr, int nj, const double (*xj)[3], const double* mj,
                     const double* epsj2) {
  require_array("the array of positions", xj, nj);
  system.set_softened_bodies(adr, nj, first_of(xj), mj, epsj2);
}

/// The squared softening lengths of points, which must not be missing.
const double* lengths_of(const double* eps2, int ni) {
  require_array("the array of softening lengths", eps2, ni);
  return eps2;
}

void set_g5_eps(G5System& system, int ni, const double* eps) {
  require_between("the number of softening lengths", ni, 0, system.pipelines());
  require_array("the array of softening lengths", eps, ni);
  std::vector<double> eps2;
  for (int k = 0; k < ni; ++k) eps2.push_back(squared(eps[k]));
  system.set_target_softening(ni, eps2.data());
}

void set_g5_law(const char* call, const std::function<G5Law()>& law) {
  g5_failures.guarded(call, [&] {
    if (!g5_clients().is_open(0)) g5_clients().open(0);
    g5_clients().set_all("cutoff", [law = law()](G5System& system) { system.set_law(law); });
  });
}

}  // namespace

void set_g5_shares(const char* call, std::optional<int> device, const G5Function& force,
                   double fcut, double fcor, const G5Function& potential, double pcut,
                   double pcor) {
  g5_failures.guarded(call, [&] {
    if (!force) throw Error(Status::bad_input, "the function of the force is a null pointer");
    if (fcor != 1 || pcor != 1)
      throw Error(Status::bad_input,
                  "a correction factor is not 1; multiply the function by it instead");
    const auto set = [=](G5System& system) { system.set_shares(force, fcut, potential, pcut); };
    device ? set(*g5_clients().at(*device)) : g5_clients().set_all("shares", set);
  });
}

void set_g5_force(const char* call, const G5Function& force, double rcut) {
  set_g5_law(call, [&]() -> G5Law {
    if (!force) throw Error(Status::bad_input, "the function of the force is a null pointer");
    return {force, rcut, nullptr, rcut, false};
  });
}

}  // namespace gputest::libraries

using namespace gputest::libraries;

/// A call and its form by device number. Both do `action` with a G5System& `system`.
#define G5_CALL(name, action, ...) G5_CALLS(name, name##MC, action, __VA_ARGS__)
#define G5_CALLS(name, by_device, action, ...)                     \
  void name(__VA_ARGS__) {                                         \
    with_g5(#name, 0, [&](G5System& system) { action; });          \
  }                                                                \
  void by_device(int devid, __VA_ARGS__) {                         \
    with_g5(#by_device, devid, [&](G5System& system) { action; }); \
  }

extern "C" {

void g5_set_error_handler(g5_error_handler handler) { g5_failures.install(handler); }

void g5_open(void) {
  g5_failures.guarded("g5_open", [] { g5_clients().open(0); });
}
void g5_close(void) {
  g5_failures.guarded("g5_close", [] { g5_clients().close(); });
}

void g5_openMC(int devid) {
  g5_failures.guarded("g5_openMC", [&] { g5_clients().open(devid); });
}
void g5_closeMC(int devid) {
  g5_failures.guarded("g5_closeMC", [&] { g5_clients().close(devid); });
}

int g5_get_number_of_pipelines(void) {
  return g5_failures.guarded("g5_get_number_of_pipelines", 0,
                             [] { return g5_clients().at(0)->pipelines(); });
}
int g5_get_number_of_pipelines_per_board(void) {
  return g5_failures.guarded("g5_get_number_of_pipelines_per_board", 0,
                             [] { return g5_clients().at(0)->pipelines(); });
}
int g5_get_number_of_pipelinesMC(int devid) {
  return g5_failures.guarded("g5_get_number_of_pipelinesMC", 0,
                             [&] { return g5_clients().at(devid)->pipelines(); });
}
int g5_get_jmemsize(void) {
  return g5_failures.guarded("g5_get_jmemsize", 0,
                             [] { return g5_clients().at(0)->memory_size(); });
}
int g5_get_jmemsizeMC(int devid) {
  return g5_failures.guarded("g5_get_jmemsizeMC", 0,
                             [&] { return g5_clients().at(devid)->memory_size(); });
}
int g5_get_number_of_boards(void) { return 1; }
int g5_get_firstcluster(void) { return 0; }

void g5_set_range(double, double, double) {
  with_g5("g5_set_range", 0, [](G5System&) {});
}
void g5_set_rangeMC(int devid, double, double, double) {
  with_g5("g5_set_rangeMC", devid, [](G5System&) {});
}

void g5_set_eta(double eta) {
  g5_failures.guarded("g5_set_eta", [&] {
    g5_clients().set_all("cutoff", [=](G5System& system) { system.set_eta(eta); });
  });
}
void g5_set_etaMC(int devid, double eta) {
  with_g5("g5_set_etaMC", devid, [&](G5System& system) { system.set_eta(eta); });
}
void g5_set_cutoff_table(double (*ffunc)(double), double fcut, double fcor, double (*pfunc)(double),
                         double pcut, double pcor) {
  set_g5_shares("g5_set_cutoff_table", {}, ffunc, fcut, fcor, pfunc, pcut, pcor);
}
void g5_set_cutoff_tableMC(int devid, double (*ffunc)(double), double fcut, double fcor,
                           double (*pfunc)(double), double pcut, double pcor) {
  set_g5_shares("g5_set_cutoff_tableMC", devid, ffunc, fcut, fcor, pfunc, pcut, pcor);
}
void pg5_gen_force_table(double (*force_func)(double), double rcut) {
  set_g5_force("pg5_gen_force_table", force_func, rcut);
}
void pg5_gen_s2_force_table(double sft_for_PP, double sft_for_PM) {
  set_g5_law("pg5_gen_s2_force_table", [&] {
    if (!(sft_for_PP > 0 && sft_for_PP < sft_for_PM))
      throw gputest::Error(gputest::Status::bad_input,
                           "the first diameter is not between 0 and the second, the cutoff");
    return g5_s2_difference(sft_for_PP, sft_for_PM);
  });
}

void g5_set_eps2_to_all(double eps2) {
  g5_failures.guarded("g5_set_eps2_to_all", [&] {
    g5_clients().set_all("softening", [=](G5System& system) { system.set_softening(eps2); });
  });
}
void g5_set_eps_to_all(double eps) {
  g5_failures.guarded("g5_set_eps_to_all", [&] {
    g5_clients().set_all("softening",
                         [eps2 = squared(eps)](G5System& system) { system.set_softening(eps2); });
  });
}
void g5_set_eps2_to_allMC(int devid, double eps2) {
  with_g5("g5_set_eps2_to_allMC", devid, [&](G5System& system) { system.set_softening(eps2); });
}
void g5_set_eps_to_allMC(int devid, double eps) {
  with_g5("g5_set_eps_to_allMC", devid,
          [&](G5System& system) { system.set_softening(squared(eps)); });
}

G5_CALL(g5_set_n, system.set_count(n), int n)
G5_CALL(g5_set_mj, require_array("the array of masses", mj, nj);
        system.set_bodies(adr, nj, nullptr, mj), int adr, int nj, double* mj)
G5_CALL(g5_set_xj, require_array("the array of positions", xj, nj);
        system.set_bodies(adr, nj, first_of(xj), nullptr), int adr, int nj, double (*xj)[3])
G5_CALL(g5_set_xmj, set_g5_bodies(system, adr, nj, xj, mj), int adr, int nj, double (*xj)[3],
        double* mj)
G5_CALL(g5_set_jp, set_g5_bodies(system, adr, nj, xj, mj), int adr, int nj, double* mj,
        double (*xj)[3])
G5_CALLS(g5_set_xmj0, g5_set_xmjMC0, set_g5_softened(system, adr, nj, xj, mj, epsj2), int adr,
         int nj, double (*xj)[3], double* mj, double* epsj2)
G5_CALL(g5_set_xi, system.set_targets(ni, xi), int ni, double (*xi)[3])
G5_CALL(g5_set_xei, system.set_targets(ni, xi, lengths_of(eps2, ni)), int ni, double (*xi)[3],
        double* eps2)
G5_CALL(g5_set_eps, set_g5_eps(system, ni, eps), int ni, double* eps)
G5_CALL(g5_get_force, system.forces(ni, a, p), int ni, double (*a)[3], double* p)
G5_CALL(g5_calculate_force_on_x, system.forces_at(ni, x, a, p), double (*x)[3], double (*a)[3],
        double* p, int ni)
G5_CALL(g5_calculate_force_on_xe, system.forces_at(ni, x, a, p, lengths_of(eps2, ni)),
        double (*x)[3], double* eps2, double (*a)[3], double* p, int ni)
G5_CALLS(g5_calculate_force_on_x0, g5_calculate_force_on_xMC0,
         system.forces_at(ni, x, a, p, lengths_of(eps2, ni), G5Memory::softened), double (*x)[3],
         double (*a)[3], double* p, int ni, double* eps2)

void g5_set_xiMC0(int devid, int ni, double (*xi)[3], double* eps2) {
  with_g5("g5_set_xiMC0", devid,
          [&](G5System& system) { system.set_targets(ni, xi, lengths_of(eps2, ni)); });
}
void g5_runMC0(int devid) {
  with_g5("g5_runMC0", devid, [](G5System& system) { system.run(G5Memory::softened); });
}

void g5_run(void) {
  with_g5("g5_run", 0, [](G5System& system) { system.run(); });
}
void g5_runMC(int devid) {
  with_g5("g5_runMC", devid, [](G5System& system) { system.run(); });
}

}  // extern "C"
