// The calls of mr3.h that clients make to try the arithmetic of MDGRAPE's emulator.
#include <cmath>
#include <cstdlib>

#include "common/core/error.hpp"
#include "libraries/mr3/calls.hpp"
#include "libraries/mr3/mr3.h"
#include "libraries/support/checks.hpp"

using namespace gputest::libraries;

namespace {

/// Sets each `to` to f of the number at its place.
template <class F>
void apply(const char* call, int n, const float* from, float* to, const F& f) {
  mr3_failures.guarded(call, [&] {
    require_array("the array of arguments", from, n);
    require_array("the array of results", to, n);
    for (int k = 0; k < n; ++k) to[k] = f(k);
  });
}

}  // namespace

extern "C" {

void vg_exit(int status) { std::exit(status); }
void vg_initialize_emu(void) {}
float vg_r1emu(float x) { return 1 / x; }
float vg_rsqrtemu(float x) { return 1 / std::sqrt(x); }
void vg_get_r1result(int n, float r[], float r1[]) {
  apply("vg_get_r1result", n, r, r1, [&](int k) { return vg_r1emu(r[k]); });
}
void vg_get_rsqrtresult(int n, float r[], float r1[]) {
  apply("vg_get_rsqrtresult", n, r, r1, [&](int k) { return vg_rsqrtemu(r[k]); });
}
void vg_get_mulresult(int n, float r[], float q[], float rq[]) {
  mr3_failures.guarded("vg_get_mulresult", [&] { require_array("the array of factors", q, n); });
  if (q != nullptr) apply("vg_get_mulresult", n, r, rq, [&](int k) { return r[k] * q[k]; });
}
int vg_write_emufile(int) {
  return mr3_failures.guarded("vg_write_emufile", -1, []() -> int {
    throw gputest::Error(gputest::Status::bad_input,
                         "there are no files of the emulator, because the processor's arithmetic "
                         "is exact to half a unit in the last place");
  });
}

}  // extern "C"
