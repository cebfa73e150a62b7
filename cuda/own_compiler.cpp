#include "cuda/own_compiler.hpp"

#include "common/owncode/state.hpp"
#include "common/texts/nvrtc.hpp"

namespace gputest::cuda {

std::shared_ptr<const OwnCompiler::Code> OwnCompiler::compile(const owncode::OwnCode& code,
                                                              const std::string& text,
                                                              const DeviceInfo& device) {
  const auto compiled = texts::compile_cuda(code.file.path, text, device.target,
                                            texts::own_cuda_options(code.options));
  owncode::require_stateless(code.file.path, compiled.machine_code, compiled.ptx);
  return std::make_shared<const Code>(Code{compiled.image, compiled.machine_code});
}

}  // namespace gputest::cuda
