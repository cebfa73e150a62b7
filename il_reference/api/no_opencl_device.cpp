#include "common/core/error.hpp"
#include "il_reference/api/devices.hpp"
#include "il_reference/api/run_on_device.hpp"

namespace gputest::il {

std::vector<ListedDevice> opencl_devices(std::vector<Unavailable>& unavailable) {
  unavailable.push_back({"il:opencl", "this build has no OpenCL"});
  return {};
}

RunReport run_on_opencl(const std::string&, Mode, const Bindings&, const cal::Module&,
                        const Extent&, const RunOptions&, const Notice&) {
  throw Error(Status::unavailable, "this build has no OpenCL");
}

}  // namespace gputest::il
