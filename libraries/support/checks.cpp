#include "libraries/support/checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "common/core/error.hpp"

namespace gputest::libraries {

void require_finite(const char* what, const double* numbers, int count, int components,
                    Precision precision, int first) {
  require_array(what, numbers, count);
  const std::size_t all = static_cast<std::size_t>(count) * static_cast<std::size_t>(components);
  // Infinity less itself and NaN are no numbers, and neither becomes one by an addition.
  double sum = 0;
  for (std::size_t k = 0; k < all; ++k)
    sum +=
        precision == Precision::fp32
            ? static_cast<double>(static_cast<float>(numbers[k]) - static_cast<float>(numbers[k]))
            : numbers[k] - numbers[k];
  if (sum == 0) return;
  for (std::size_t k = 0; k < all; ++k) {
    const auto particle = first + static_cast<int>(k / static_cast<std::size_t>(components));
    if (!std::isfinite(numbers[k]))
      throw Error(Status::bad_input,
                  fmt::format("{} of particle {} is not finite", what, particle));
    if (precision == Precision::fp32 && !std::isfinite(static_cast<float>(numbers[k])))
      throw Error(Status::bad_input,
                  fmt::format("{} of particle {} is {:g}, beyond single precision", what, particle,
                              numbers[k]));
  }
}

void require_between(const char* what, int number, int least, int most) {
  if (number < least || number > most)
    throw Error(Status::bad_input,
                fmt::format("{} is {}, which is not between {} and {}", what, number, least, most));
}

void require_array(const char* what, const void* array, int count) {
  if (array == nullptr && count > 0)
    throw Error(Status::bad_input, fmt::format("{} is a null pointer", what));
}

void require_softening(double eps2) {
  if (!(eps2 >= 0) || !std::isfinite(eps2))
    throw Error(
        Status::bad_input,
        fmt::format("the softening length squared is {}, which is not a number from 0 on", eps2));
}

}  // namespace gputest::libraries
