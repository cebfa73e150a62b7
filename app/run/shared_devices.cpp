#include "app/run/shared_devices.hpp"

#include "common/core/error.hpp"
#include "common/many/devices.hpp"
#include "common/many/shared_kernel.hpp"

namespace gputest {
namespace {

/// The devices of this rank.
std::string list_of_devices(const Registry& registry, const many::Ranks& ranks,
                            const RunCommand& command) {
  if (!command.devices.empty()) return command.devices;
  const bool every_api = command.apis == std::vector<std::string>{"all"};
  if (!every_api && command.apis.size() != 1)
    throw Error(Status::usage, "ranks share devices of one API; name it with --api");
  return many::device_of_rank(registry, every_api ? "" : command.apis.front(), command.device,
                              ranks.rank_on_host());
}

}  // namespace

bool share_devices(Registry& registry, many::Ranks& ranks, RunCommand& command) {
  if (command.devices.empty() && !many::started_as_rank()) return true;
  if (command.runner.timeout > 0) ranks.set_patience(command.runner.timeout);
  const auto devices = many::register_many(
      registry, [&] { return list_of_devices(registry, ranks, command); }, ranks);
  if (devices) many::serve_rank(*devices);
  if (ranks.rank() != 0) return false;
  command.apis = {many::kApi};
  command.device.clear();
  return true;
}

}  // namespace gputest
