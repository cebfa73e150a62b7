#include "libraries/support/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "common/core/error.hpp"
#include "libraries/support/in_parts.hpp"
#include "libraries/support/references.hpp"

namespace gputest::libraries {

void require_finite(const char* what, const double* numbers, int count, int components,
                    Precision precision, int first) {
  require_array(what, numbers, count);
  const std::size_t all = static_cast<std::size_t>(count) * static_cast<std::size_t>(components);
  // The least number that is rounded to infinity. Comparisons with NaN are false.
  const double beyond =
      precision == Precision::fp32 ? 0x1.ffffffp127 : std::numeric_limits<double>::infinity();
  std::atomic<bool> is_sound = true;
  in_parts(all, [&](std::size_t begin, std::size_t end) {
    std::uint64_t bad = 0;  // OR of integers: a sum of numbers could not be vectorised
    for (std::size_t k = begin; k < end; ++k) bad |= std::abs(numbers[k]) < beyond ? 0u : 1u;
    if (bad != 0) is_sound = false;
  });
  if (is_sound) return;
  for (std::size_t k = 0; k < all; ++k) {
    const auto particle = first + static_cast<int>(k / static_cast<std::size_t>(components));
    if (!std::isfinite(numbers[k]))
      throw Error(Status::bad_input,
                  fmt::format("{} of particle {} is not finite", what, particle));
    if (!(std::abs(numbers[k]) < beyond))
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

void require_references(const char* names, std::initializer_list<const void*> references) {
  std::string_view rest(names);
  for (const void* reference : references) {
    const auto name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), name.size() + 2));  // a comma and a blank
    if (reference == nullptr)
      throw Error(Status::bad_input, fmt::format("the argument {} is a null pointer", name));
  }
}

void require_softening(double eps2, Precision precision) {
  if (!(eps2 >= 0) || !std::isfinite(eps2))
    throw Error(
        Status::bad_input,
        fmt::format("the softening length squared is {}, which is not a finite number >= 0", eps2));
  if (!std::isfinite(round_to(precision, eps2)))
    throw Error(Status::bad_input,
                fmt::format("the softening length squared is {}, beyond the range of {}; use other "
                            "units",
                            eps2, name(precision)));
}

}  // namespace gputest::libraries
