#include "common/simt/nvidia_driver.hpp"

#include <cuda_runtime_api.h>

#include "common/core/rehearsal.hpp"

namespace gputest::simt {

const std::string& fault_of_nvidia_driver() {
  static const std::string fault = fault_in_rehearsal([] {
    int count = 0;
    static_cast<void>(cudaGetDeviceCount(&count));
  });
  return fault;
}

}  // namespace gputest::simt
