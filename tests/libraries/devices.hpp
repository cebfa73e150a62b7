// The devices that the libraries are tested on.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

#include "libraries/support/backends.hpp"

namespace library_tests {

/// An API, a precision, and the largest relative error of one interaction.
struct Where {
  std::string api, device, precision;
  double epsilon;
};

inline void PrintTo(const Where& where, std::ostream* out) {
  *out << where.api << ' ' << where.precision;
}

/// Whether this machine has a device of that API.
inline bool is_there(const std::string& api) {
  gputest::Backend* const backend = gputest::libraries::backends().find_backend(api);
  return backend != nullptr && !backend->devices().devices.empty();
}

inline void choose(const Where& where) {
  setenv("GPUTEST_API", where.api.c_str(), 1);
  setenv("GPUTEST_DEVICE", where.device.c_str(), 1);
  setenv("GPUTEST_PRECISION", where.precision.c_str(), 1);
}

inline std::vector<Where> everywhere() {
  constexpr double kSingle = 1.2e-7, kDouble = 2.3e-16;
  return {{"cpu", "", "fp32", kSingle},
          {"cpu", "", "double-single", kDouble},
          {"cpu", "", "fp64", kDouble},
          {"opencl", "", "fp32", kSingle},
          {"opencl", "", "fp64", kDouble},
          {"hip", "hip:host", "fp32", kSingle},
          {"hip", "hip:host", "double-single", kSingle},
          {"hip", "hip:host", "fp64", kDouble},
          {"cuda", "", "fp32", kSingle},
          {"cuda", "", "double-single", kSingle},
          {"cuda", "", "fp64", kDouble}};
}

inline std::string name_of(const testing::TestParamInfo<Where>& info) {
  std::string name = info.param.api + "_" + info.param.precision;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

}  // namespace library_tests
