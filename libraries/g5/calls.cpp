// The C calls of gp5util.h. A call of device 0 and its form by device number are written once.
#include <cmath>

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

}  // namespace
}  // namespace gputest::libraries

using namespace gputest::libraries;

/// A call and its form by device number. Both do `action` with a G5System& `system`.
#define G5_CALL(name, action, ...)                                 \
  void name(__VA_ARGS__) {                                         \
    with_g5(#name, 0, [&](G5System& system) { action; });          \
  }                                                                \
  void name##MC(int devid, __VA_ARGS__) {                          \
    with_g5(#name "MC", devid, [&](G5System& system) { action; }); \
  }

extern "C" {

void g5_set_error_handler(g5_error_handler handler) { g5_failures.install(handler); }

void g5_open(void) {
  g5_failures.guarded("g5_open", [] { g5_clients().open(0); });
}
void g5_close(void) {
  g5_failures.guarded("g5_close", [] { g5_clients().close(); });
}

int g5_get_number_of_pipelines(void) {
  return g5_failures.guarded("g5_get_number_of_pipelines", 0,
                             [] { return g5_clients().at(0)->pipelines(); });
}
int g5_get_jmemsize(void) {
  return g5_failures.guarded("g5_get_jmemsize", 0,
                             [] { return g5_clients().at(0)->memory_size(); });
}
int g5_get_number_of_boards(void) { return 1; }
int g5_get_firstcluster(void) { return 0; }

void g5_set_range(double, double, double) {
  with_g5("g5_set_range", 0, [](G5System&) {});
}
void g5_set_rangeMC(int devid, double, double, double) {
  with_g5("g5_set_rangeMC", devid, [](G5System&) {});
}
void g5_set_eta(double) {
  with_g5("g5_set_eta", 0, [](G5System&) {});
}

void g5_set_eps2_to_all(double eps2) {
  g5_failures.guarded("g5_set_eps2_to_all", [&] {
    g5_clients().set_all([=](G5System& system) { system.set_softening(eps2); });
  });
}
void g5_set_eps_to_all(double eps) {
  g5_failures.guarded("g5_set_eps_to_all", [&] {
    g5_clients().set_all([eps2 = squared(eps)](G5System& system) { system.set_softening(eps2); });
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
G5_CALL(g5_set_xi, system.set_targets(ni, xi), int ni, double (*xi)[3])
G5_CALL(g5_get_force, system.forces(ni, a, p), int ni, double (*a)[3], double* p)
G5_CALL(g5_calculate_force_on_x, system.forces_at(ni, x, a, p), double (*x)[3], double (*a)[3],
        double* p, int ni)

void g5_run(void) {
  with_g5("g5_run", 0, [](G5System& system) { system.run(); });
}
void g5_runMC(int devid) {
  with_g5("g5_runMC", devid, [](G5System& system) { system.run(); });
}

}  // extern "C"
