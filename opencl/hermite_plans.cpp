#include <fmt/format.h>

#include <string>
#include <variant>

#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

/// The signature's scalar of that name. Throws Error(bad_input) if the family has none.
std::uint64_t whole_scalar(const Source& source, const KernelSignature& signature,
                           const std::string& name) {
  for (const Scalar& scalar : signature.scalars)
    if (scalar.name == name) return std::get<std::uint32_t>(scalar.value);
  throw Error(Status::bad_input,
              fmt::format("{} has launch = hermite_splits, and its family has no scalar {}",
                          source.path, name));
}

}  // namespace

Plan plan_hermite_splits(const Source& source, const Configuration& configuration,
                         const KernelSignature& signature, const DeviceInfo&) {
  const std::uint64_t block = configuration.block;
  const std::uint32_t per_item = source.numbers.at("bodies_per_item");
  const std::uint64_t splits = ceil_div(whole_scalar(source, signature, "n"),
                                        whole_scalar(source, signature, "bodies_per_split"));
  Plan plan;
  plan.options = fmt::format("{} -DGT_PER_ITEM={}", source.options, per_item);
  plan.passes = {{source.entry, {ceil_div(signature.items, block * per_item), splits}},
                 {source.entry + "_total", {ceil_div(signature.items, block), 1}}};
  plan.parameters = {{"bodies_per_item", per_item}, {"splits", splits}};
  return plan;
}

}  // namespace gputest::opencl
