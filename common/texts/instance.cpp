#include "common/texts/instance.hpp"

namespace gputest::texts {

Instance KernelWords::instance() const {
  Instance made{std::string(name), "", ""};
  if (name.starts_with('&')) made.name.erase(0, 1);  // written by clang
  for (std::size_t k = 0; k < count; ++k)
    made.parameters.append(k == 0 ? "" : ", ").append(parameters[k]);
  return made;
}

std::string Instance::kernel() const {
  const std::string path = name.substr(0, name.find('<'));
  const auto at = path.rfind("::");
  return at == path.npos ? path : path.substr(at + 2);
}

}  // namespace gputest::texts
