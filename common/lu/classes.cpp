#include "common/lu/classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/core/error.hpp"

namespace gputest::lu {

double BenchmarkClass::operations() const {
  const double n = edge;
  return 1984.77 * n * n * n - 10923.3 * n * n + 27770.9 * n - 144010;
}

const std::vector<BenchmarkClass>& classes() {
  static const std::vector<BenchmarkClass> all{
      {"S",
       12,
       50,
       0.5,
       {1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03,
        1.5029584435994323e-03, 3.4264073155896461e-02},
       {6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05,
        5.8474222595157350e-05, 1.3103347914111294e-03},
       7.8418928865937083e+00},
      {"W",
       33,
       300,
       1.5e-3,
       {0.1236511638192e+02, 0.1317228477799e+01, 0.2550120713095e+01, 0.2326187750252e+01,
        0.2826799444189e+02},
       {0.4867877144216e+00, 0.5064652880982e-01, 0.9281818101960e-01, 0.8570126542733e-01,
        0.1084277417792e+01},
       0.1161399311023e+02},
      {"A",
       64,
       250,
       2.0,
       {0.7790210760669e+03, 0.6340276525969e+02, 0.1949924972729e+03, 0.1784530116042e+03,
        0.1838476034946e+04},
       {0.2996408568547e+02, 0.2819457636500e+01, 0.7347341269877e+01, 0.6713922568777e+01,
        0.7071531568839e+02},
       0.2603092560489e+02},
      {"B",
       102,
       250,
       2.0,
       {0.3553267296998e+04, 0.2621475079531e+03, 0.8833372185095e+03, 0.7781277473943e+03,
        0.7308796959255e+04},
       {0.1140117638042e+03, 0.8109896365542e+01, 0.2848059731770e+02, 0.2590539456783e+02,
        0.2605490750486e+03},
       0.4788716270331e+02},
      {"C",
       162,
       250,
       2.0,
       {0.1037669803235e+05, 0.8922124588010e+03, 0.2562388145827e+04, 0.2191943438578e+04,
        0.1780780572611e+05},
       {0.2159863997169e+03, 0.1557895592399e+02, 0.5413188630772e+02, 0.4822626431540e+02,
        0.4559029100433e+03},
       0.6664045535722e+02},
  };
  return all;
}

const BenchmarkClass& class_of(std::string_view name) {
  const auto& all = classes();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const BenchmarkClass& one) { return one.name == name; });
  if (found != all.end()) return *found;
  std::string names;
  for (const BenchmarkClass& one : all) names += fmt::format(" {}", one.name);
  throw Error(Status::bad_input, fmt::format("--class takes one of{}, not '{}'", names, name));
}

Deviation deviation(const BenchmarkClass& of, const Five& residual, const Five& error,
                    double surface) {
  Deviation result;
  const auto consider = [&](double is, double published, const std::string& what) {
    double off = std::abs(is - published) / std::abs(published);
    if (!std::isfinite(off)) off = std::numeric_limits<double>::infinity();
    if (off > result.largest || result.where.empty())
      result = {off, fmt::format("{} is {:.13e}, but the published value is {:.13e}", what, is,
                                 published)};
  };
  for (std::size_t c = 0; c < 5; ++c) {
    consider(residual[c], of.residual[c],
             fmt::format("component {} of the residual's norm", c + 1));
    consider(error[c], of.error[c], fmt::format("component {} of the error's norm", c + 1));
  }
  consider(surface, of.surface, "the surface integral");
  return result;
}

}  // namespace gputest::lu
