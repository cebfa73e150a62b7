// The two functions that Highway's run-time dispatch calls, for the portable program. Debian has
// them only in a shared library, which that program cannot use (cmake/portable.cmake). The
// processor features of each target are from Highway 1.0.3, hwy/targets.cc.
#include <hwy/targets.h>

namespace hwy {

int64_t SupportedTargets() {
  __builtin_cpu_init();
  int64_t targets = 0;
  const auto has = [&](bool features, int64_t target) {
    if (features) targets |= target;
    return features;
  };
  // Each target requires the one before.
  has(__builtin_cpu_supports("ssse3"), HWY_SSSE3) &&
      has(__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") &&
              __builtin_cpu_supports("pclmul"),
          HWY_SSE4) &&
      has(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
              __builtin_cpu_supports("f16c") && __builtin_cpu_supports("lzcnt") &&
              __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"),
          HWY_AVX2) &&
      has(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"),
          HWY_AVX3);
  return targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
