#include "common/codeobject/kernel_instance.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace gputest {
namespace {

constexpr std::string_view kProject = "gputest::";
constexpr std::string_view kForces = "gputest::pair::";  // "lj" of "gputest::pair::lj"

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : "";
}

/// The arguments of a template argument list that begins after its '<', as text.
std::vector<std::string_view> template_arguments(std::string_view list) {
  std::vector<std::string_view> arguments;
  unsigned depth = 0;
  std::size_t start = 0;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k] == '<') ++depth;
    const bool ends = list[k] == '>' && depth == 0;
    if (ends || (list[k] == ',' && depth == 0)) {
      arguments.push_back(list.substr(start, k - start));
      start = k + 2;  // after ", "
    }
    if (ends) break;
    if (list[k] == '>') --depth;
  }
  return arguments;
}

/// Of "gputest::hip_amd::AmdSimt<64u>" it is "hip:amd".
std::string platform_of(std::string_view traits) {
  const std::string_view name = traits.substr(std::min(kProject.size(), traits.size()));
  std::string platform(name.substr(0, name.find(':')));
  std::replace(platform.begin(), platform.end(), '_', ':');
  return platform;
}

/// "64u" is 64.
std::string without_suffix(std::string_view number) {
  const auto end = number.find_last_not_of("ul");
  const bool is_number = !number.empty() && number[0] >= '0' && number[0] <= '9';
  return std::string(is_number ? number.substr(0, end + 1) : number);
}

}  // namespace

std::optional<KernelInstance> kernel_instance(const std::string& symbol) {
  constexpr std::string_view kScope = "gputest::simt::";
  constexpr std::string_view kView = "Bodies<";
  const std::string text = demangled(symbol);
  const auto scope = text.find(kScope);
  if (scope == text.npos) return std::nullopt;
  const std::string_view name = std::string_view(text).substr(scope + kScope.size());
  const auto open = name.find('<');
  if (open == name.npos || name.substr(0, open).find('(') != name.npos) return std::nullopt;

  KernelInstance instance;
  instance.kernel = name.substr(0, open);
  instance.precision = "fp32";
  const auto arguments = template_arguments(name.substr(open + 1));
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string_view argument = arguments[k];
    const auto inner = argument.find('<');
    if (k == 0) {
      instance.platform = platform_of(argument);
      if (inner != argument.npos)
        instance.wavefront = static_cast<std::uint32_t>(
            std::strtoul(std::string(argument.substr(inner + 1)).c_str(), nullptr, 10));
    } else if (const auto view = argument.find(kView); view != argument.npos) {
      const auto start = argument.rfind(':', view);
      instance.layout = argument.substr(start + 1, view - start - 1);
      instance.layout[0] = static_cast<char>(instance.layout[0] - 'A' + 'a');
      instance.precision = argument.find("<double>") != argument.npos ? "fp64" : "fp32";
    } else {
      if (argument.find("double") != argument.npos) instance.precision = "fp64";
      const auto force = argument.substr(0, kForces.size()) == kForces ? kForces.size() : 0;
      instance.arguments.push_back(without_suffix(argument.substr(force)));
    }
  }
  return instance;
}

}  // namespace gputest
