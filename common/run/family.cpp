#include "common/run/family.hpp"

#include <limits>

namespace gputest {

double number_option(const ProblemRequest& request, const std::string& name) {
  return parse_number_option(name, request.options.at(name), Sign::any);
}

std::uint64_t count_option(const ProblemRequest& request, const std::string& name) {
  return parse_count_option(name, request.options.at(name),
                            std::numeric_limits<std::uint64_t>::max());
}

bool switch_option(const ProblemRequest& request, const std::string& name) {
  return parse_toggle_option(name, request.options.at(name));
}

}  // namespace gputest
