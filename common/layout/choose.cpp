#include "common/layout/choose.hpp"

#include <stdexcept>

namespace gputest::choices {

void not_compiled(const char* what, std::string_view value) {
  throw std::logic_error(std::string("a kernel is not compiled for ") + what + " " +
                         std::string(value));
}

}  // namespace gputest::choices
