#include "common/texts/instance.hpp"

namespace gputest::texts {

std::string Instance::kernel() const {
  const std::string path = name.substr(0, name.find('<'));
  const auto at = path.rfind("::");
  return at == path.npos ? path : path.substr(at + 2);
}

}  // namespace gputest::texts
