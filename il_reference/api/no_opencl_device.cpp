#include "il_reference/api/devices.hpp"

namespace gputest::il {

std::vector<ListedDevice> opencl_devices(std::vector<Absence>& absences) {
  absences.push_back({"il:opencl", "this build has no OpenCL"});
  return {};
}

}  // namespace gputest::il
