#include "libraries/support/settings.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "common/core/error.hpp"

namespace gputest::libraries {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Arithmetic arithmetic_named(const std::string& name) {
  if (name == "fp32") return Arithmetic::fp32;
  if (name == "double-single") return Arithmetic::double_single;
  if (name == "fp64") return Arithmetic::fp64;
  throw Error(Status::bad_input,
              fmt::format("GPUTEST_PRECISION must be fp32, double-single or fp64, not {}", name));
}

std::uint32_t number_of(const char* variable, const std::string& text, std::uint32_t least,
                        std::uint32_t most) {
  std::uint32_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size() || number < least || number > most)
    throw Error(Status::bad_input, fmt::format("{} must be a number from {} to {}, not {}",
                                               variable, least, most, text));
  return number;
}

}  // namespace

unsigned vg_device_id() {
  constexpr std::uint32_t kMost = 63;
  const std::string number = variable("VG_DEVICEID");
  return number.empty() ? 0 : number_of("VG_DEVICEID", number, 0, kMost);
}

Settings settings_of_environment() {
  Settings settings;
  settings.api = variable("GPUTEST_API");
  settings.device = variable("GPUTEST_DEVICE");
  if (const std::string name = variable("GPUTEST_PRECISION"); !name.empty())
    settings.arithmetic = arithmetic_named(name);
  if (const std::string number = variable("GPUTEST_PIPELINES"); !number.empty())
    settings.pipelines = number_of("GPUTEST_PIPELINES", number, 1, 1 << 20);
  return settings;
}

}  // namespace gputest::libraries
