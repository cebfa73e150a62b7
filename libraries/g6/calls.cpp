// The C calls of gp6util.h.
#include <algorithm>
#include <limits>
#include <utility>

#include "common/core/error.hpp"
#include "libraries/g6/calls.hpp"
#include "libraries/g6/gp6util.h"
#include "libraries/g6/system.hpp"
#include "libraries/support/checks.hpp"
#include "libraries/support/clients.hpp"
#include "libraries/support/failure.hpp"

namespace gputest::libraries {

Failures g6_failures("libgputest-g6");

namespace {

constexpr int kFailed = -1;

/// Never destroyed: threads may outlive main().
Clients<G6System>& g6_clients() {
  static auto* const clients = new Clients<G6System>;
  return *clients;
}

/// 0, or -1 if f threw.
template <class F>
int with_g6(const char* call, int cluster, const F& f) {
  return g6_failures.guarded(call, kFailed, [&] {
    f(*g6_clients().at(cluster));
    return 0;
  });
}

/// Opens cluster 0 on the first device of a list, or as g6_open() does if it is empty.
int open_first(int count, const int* devices) {
  require_array("the list of devices", devices, count);
  g6_clients().open(0, count > 0 ? devices[0] : 0);
  return 0;
}

std::vector<double> numbers_of(const char* what, const double (*rows)[3], int count) {
  require_array(what, rows, count);
  if (count == 0) return {};
  const double* const numbers = rows[0];
  require_finite(what, numbers, count, 3, Precision::fp64);
  return {numbers, numbers + 3 * static_cast<std::size_t>(count)};
}

/// The client's arrays for the results of a call; nnbindex and rnnb may be null.
struct G6Results {
  double (*acc)[3];
  double (*jerk)[3];
  double* pot;
  int* nnbindex = nullptr;
  float* rnnb = nullptr;
};

/// With `needs_lists` h2 must not be null.
int end_forces(const char* call, int cluster, int ni, const double* h2, const G6Results& to,
               bool needs_lists) {
  return with_g6(call, cluster, [&](G6System& system) {
    require_array("the array of accelerations", to.acc, ni);
    require_array("the array of jerks", to.jerk, ni);
    require_array("the array of potentials", to.pot, ni);
    if (needs_lists) require_array("the array h2", h2, ni);
    const std::vector<G6Force> forces = system.end(ni);
    for (std::size_t k = 0; k < forces.size(); ++k) {
      const G6Force& force = forces[k];
      std::copy(force.acceleration.begin(), force.acceleration.end(), to.acc[k]);
      std::copy(force.jerk.begin(), force.jerk.end(), to.jerk[k]);
      to.pot[k] = force.potential;
      if (to.nnbindex != nullptr) to.nnbindex[k] = force.nearest;
      if (to.rnnb != nullptr) to.rnnb[k] = static_cast<float>(force.nearest_r2);
    }
    if (h2 != nullptr) system.want_lists({h2, h2 + ni});
  });
}

}  // namespace
}  // namespace gputest::libraries

using namespace gputest::libraries;

extern "C" {

void g6_set_error_handler(g6_error_handler handler) { g6_failures.install(handler); }

int g6_open(int clusterid) {
  return g6_failures.guarded("g6_open", kFailed, [&] {
    g6_clients().open(clusterid);
    return 0;
  });
}
int g6_open_special(int ngpu, int* list) {
  return g6_failures.guarded("g6_open_special", kFailed, [&] { return open_first(ngpu, list); });
}
int g6_open_special2(int ngpu, int* list, int nmax) {
  return g6_failures.guarded("g6_open_special2", kFailed, [&] {
    open_first(ngpu, list);
    try {
      require_between("the number of particles", nmax, 0, g6_clients().at(0)->memory_size());
    } catch (const gputest::Error&) {
      g6_clients().close(0);
      throw;
    }
    return 0;
  });
}
int g6_close(int clusterid) {
  return g6_failures.guarded("g6_close", kFailed, [&] {
    g6_clients().close(clusterid);
    return 0;
  });
}
int g6_npipes(void) {
  return g6_failures.guarded("g6_npipes", kFailed,
                             [] { return g6_clients().first()->pipelines(); });
}
int g6_set_tunit(int) { return 0; }
int g6_set_xunit(int) { return 0; }
int g6_reset(int clusterid) {
  return with_g6("g6_reset", clusterid, [](G6System&) {});
}
int g6_reset_fofpga(int clusterid) {
  return with_g6("g6_reset_fofpga", clusterid, [](G6System&) {});
}
int g6_setup_njdata(int clusterid, int) {
  return with_g6("g6_setup_njdata", clusterid, [](G6System&) {});
}
int g6_initialize_jp_buffer(int clusterid, int) {
  return with_g6("g6_initialize_jp_buffer", clusterid, [](G6System&) {});
}
int g6_flush_jp_buffer(int clusterid) {
  return with_g6("g6_flush_jp_buffer", clusterid, [](G6System&) {});
}
void g6_set_neighbour_list_sort_mode(int) {}
int g6_set_overflow_flag_test_mode(int, int, int) { return 0; }
int g6_get_jmemsize(int clusterid) {
  return g6_failures.guarded("g6_get_jmemsize", kFailed,
                             [&] { return g6_clients().at(clusterid)->memory_size(); });
}

int g6_set_j_particle(int clusterid, int address, int index, double tj, double, double mass,
                      double a2by18[3], double a1by6[3], double aby2[3], double v[3], double x[3]) {
  return with_g6("g6_set_j_particle", clusterid, [&](G6System& system) {
    std::array<double, GT_KNOWN_NUMBERS> known{tj, mass};
    auto to = known.begin() + 2;
    const std::pair<const char*, const double*> vectors[] = {{"the position", x},
                                                             {"the velocity", v},
                                                             {"the acceleration", aby2},
                                                             {"the jerk", a1by6},
                                                             {"the snap", a2by18}};
    for (const auto& [what, vector] : vectors) {
      require_array(what, vector, 1);
      to = std::copy(vector, vector + 3, to);
    }
    system.set_particle(address, index, known);
  });
}
int g6_set_ti(int clusterid, double ti) {
  return with_g6("g6_set_ti", clusterid, [&](G6System& system) { system.set_time(ti); });
}

void g6calc_firsthalf(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double[][3], double[][3], double[], double eps2, double[]) {
  with_g6("g6calc_firsthalf", clusterid, [&](G6System& system) {
    require_between("the number of particles i", ni, 0, system.pipelines());
    require_array("the array of indices", index, ni);
    G6Targets targets;
    targets.x = numbers_of("the position", xi, ni);
    targets.v = numbers_of("the velocity", vi, ni);
    targets.index.assign(index, index + ni);
    system.begin(nj, eps2, std::move(targets));
  });
}

int g6calc_lasthalf(int clusterid, int, int ni, int[], double[][3], double[][3], double,
                    double h2[], double acc[][3], double jerk[][3], double pot[]) {
  return end_forces("g6calc_lasthalf", clusterid, ni, h2, {acc, jerk, pot}, false);
}
int g6calc_lasthalf2(int clusterid, int, int ni, int[], double[][3], double[][3], double,
                     double h2[], double acc[][3], double jerk[][3], double pot[], int nnbindex[]) {
  return end_forces("g6calc_lasthalf2", clusterid, ni, h2, {acc, jerk, pot, nnbindex}, false);
}
int g6calc_lasthalf2p(int clusterid, int, int ni, int[], double[][3], double[][3], double,
                      double h2[], double acc[][3], double jerk[][3], double pot[], int nnbindex[],
                      float rnnb[]) {
  return end_forces("g6calc_lasthalf2p", clusterid, ni, h2, {acc, jerk, pot, nnbindex, rnnb},
                    false);
}
int g6calc_lasthalfn(int clusterid, int, int ni, int[], double[][3], double[][3], double,
                     double h2[], double acc[][3], double jerk[][3], double pot[]) {
  return end_forces("g6calc_lasthalfn", clusterid, ni, h2, {acc, jerk, pot}, true);
}
int g6calc_lasthalf2n(int clusterid, int, int ni, int[], double[][3], double[][3], double,
                      double h2[], double acc[][3], double jerk[][3], double pot[],
                      int nnbindex[]) {
  return end_forces("g6calc_lasthalf2n", clusterid, ni, h2, {acc, jerk, pot, nnbindex}, true);
}
int g6calc_lasthalf2np(int clusterid, int, int ni, int[], double[][3], double[][3], double,
                       double h2[], double acc[][3], double jerk[][3], double pot[], int nnbindex[],
                       float rnnb[]) {
  return end_forces("g6calc_lasthalf2np", clusterid, ni, h2, {acc, jerk, pot, nnbindex, rnnb},
                    true);
}

int g6_read_neighbour_list(int clusterid) {
  return with_g6("g6_read_neighbour_list", clusterid,
                 [](G6System& system) { system.make_lists(); });
}
int g6_read_neighbour_list_old(int clusterid) {
  return with_g6("g6_read_neighbour_list_old", clusterid,
                 [](G6System& system) { system.make_lists(); });
}
int g6_get_neighbour_list(int clusterid, int ipipe, int maxlength, int* n, int list[]) {
  bool has_more = false;
  const int status = with_g6("g6_get_neighbour_list", clusterid, [&](G6System& system) {
    require_between("the length of the list", maxlength, 0, std::numeric_limits<int>::max());
    require_array("the number of neighbours", n, 1);
    require_array("the list", list, maxlength);
    const std::vector<int>& near = system.list(ipipe);
    const std::size_t many = std::min(near.size(), static_cast<std::size_t>(maxlength));
    std::copy_n(near.begin(), many, list);
    *n = static_cast<int>(many);
    has_more = many < near.size();
  });
  return status != 0 ? status : has_more ? 1 : 0;
}

}  // extern "C"
