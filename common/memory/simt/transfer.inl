// memory_transfer: the run-time API's copy between the host's memory, pageable or pinned, and the
// device's.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_transfer_kernel {
  static constexpr const char* summary =
      "c = a, one in the host's memory and one in the device's: the API's copy";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using axes =
      AxisList<AxisValues<"access", "transfer">, AxisValues<"copied">, AxisValues<"host_memory">>;

  static void bind(const KernelCall& call, Binding& binding) {
    const bool to_device = call.configuration.on_axis("copied") == "to_device";
    binding.add_copy(to_device ? "copy to the device" : "copy from the device", call.outputs[0],
                     call.inputs[0], sizeof(float) * call.items, to_device);
  }
};
#endif

}  // namespace simt
}  // namespace gputest
