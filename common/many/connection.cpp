#include "common/many/connection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "common/core/json_text.hpp"
#include "common/device/queue.hpp"
#include "common/device/staging.hpp"
#include "common/many/mpi_communicators.hpp"
#include "common/many/nccl_communicators.hpp"
#include "common/many/ranks.hpp"

namespace gputest::many {
namespace {

using Json = nlohmann::ordered_json;

/// Identifies a GPU across hosts; empty for an emulated device.
std::string identity_of(const DeviceInfo& info) {
  if (info.emulated) return "";
  const std::string& known = info.uuid.empty() ? info.pci_address : info.uuid;
  return host_name() + " " + (known.empty() ? info.id : known);
}

/// Why this rank's devices cannot be connected, a sentence without a full stop; empty if `nccl` can
/// connect them.
std::string absence_of(const ManyDevices& devices, std::shared_ptr<const Nccl>& nccl) {
  std::string file;
  for (const auto& device : devices.devices()) {
    const std::string takes_it = device->queue()->collectives();
    if (takes_it.empty()) return device->info().id + " is no GPU that NCCL takes";
    if (!file.empty() && takes_it != file)
      return fmt::format("{} and {} do not take each other's GPUs", file, takes_it);
    file = takes_it;
  }
  nccl = std::make_shared<const Nccl>(file);
  if (!nccl->absence().empty() || nccl->takes_host_memory()) return nccl->absence();
  for (const auto& device : devices.devices())
    if (device->info().emulated) return device->info().id + " is no GPU that NCCL takes";
  return "";
}

/// Whether MPI can send this device's memory: as MPI says, or as the user says in its place.
bool is_taken_by_mpi(const ManyDevices& devices) {
  const Messages* const mpi = devices.ranks().messages();
  if (mpi == nullptr || devices.devices().size() != 1) return false;
  const auto& device = devices.devices().front();
  if (!device->info().has_collectives) return false;
  if (const auto said = said_of_mpi()) return *said;
  return !device->info().emulated &&
         (device->queue()->collectives() == "librccl.so.1" ? mpi->takes_memory_of_rocm()
                                                           : mpi->takes_memory_of_cuda());
}

/// A rank's report to rank 0.
Json offer_of(const ManyDevices& devices, std::shared_ptr<const Nccl>& nccl) {
  const auto& kept = devices.communicators();
  Json offer{{"absence", absence_of(devices, nccl)},
             {"name", nccl == nullptr ? "" : nccl->name()},
             {"by_mpi", is_taken_by_mpi(devices)},
             {"pins", devices.pinning_queue() != nullptr},
             {"is_connected", kept != nullptr && !kept->is_aborted()},
             {"devices", Json::array()}};
  for (const auto& device : devices.devices())
    offer["devices"].push_back({{"id", device->info().id}, {"is", identity_of(device->info())}});
  return offer;
}

/// Why ranks with these offers cannot be connected; empty if they can.
std::string absence_among(const std::vector<Json>& offers) {
  std::set<std::string> seen;
  for (std::size_t rank = 0; rank < offers.size(); ++rank) {
    const Json& offer = offers[rank];
    if (const std::string absence = offer.at("absence"); !absence.empty())
      return offers.size() == 1 ? absence : fmt::format("on rank {}, {}", rank, absence);
    if (offer.at("name") != offers.front().at("name"))
      return fmt::format("rank {} has {} and rank 0 {}", rank, offer.at("name").get<std::string>(),
                         offers.front().at("name").get<std::string>());
    for (const Json& device : offer.at("devices"))
      if (const std::string is = device.at("is"); !is.empty() && !seen.insert(is).second)
        return fmt::format("{} takes a GPU once, and {} is there twice",
                           offer.at("name").get<std::string>(), device.at("id").get<std::string>());
  }
  return "";
}

/// Rank 0's decision for all ranks: the library that sends, by its name, or the reason why the host
/// copies.
Json decision_on(const std::vector<std::string>& texts, const Ranks& ranks) {
  std::vector<Json> offers;
  for (const std::string& text : texts) offers.push_back(parse_json(text));
  const auto all_say = [&](const char* what) {
    return std::all_of(offers.begin(), offers.end(),
                       [&](const Json& offer) { return offer.at(what).get<bool>(); });
  };
  const std::string absence = absence_among(offers);
  const bool several = ranks.size() > 1;
  const bool by_mpi = !absence.empty() && all_say("by_mpi");
  Json decision{{"by_mpi", by_mpi}, {"by_host", !absence.empty() && !by_mpi}};
  if (by_mpi)
    decision["name"] = fmt::format("GPU-aware MPI ({})", ranks.messages()->name());
  else if (absence.empty())
    decision["name"] = offers.front().at("name");
  else
    decision["name"] =
        fmt::format("through the host{}{} memory{}: {}", several ? "s'" : "'s",
                    all_say("pins") ? " pinned" : "", several ? " and MPI" : "", absence);
  decision["keeps"] = all_say("is_connected");
  decision["counts"] = Json::array();
  for (const Json& offer : offers) decision["counts"].push_back(offer.at("devices").size());
  return decision;
}

}  // namespace

Connection connect(const ManyDevices& devices) {
  Ranks& ranks = devices.ranks();
  if (ranks.size() == 1 && devices.devices().size() == 1) return {};
  std::shared_ptr<const Nccl> nccl;
  const auto offers = ranks.gather(offer_of(devices, nccl).dump());
  const Json decision =
      parse_json(ranks.broadcast(ranks.rank() == 0 ? decision_on(offers, ranks).dump() : ""));
  const auto counts = decision.at("counts").get<std::vector<std::size_t>>();
  const std::string name = decision.at("name");
  std::shared_ptr<Communicators>& kept = devices.communicators();
  if (decision.at("by_host").get<bool>()) return {nullptr, name};
  if (decision.at("keeps").get<bool>()) return {kept, name};
  if (kept) kept->abort();  // another rank has aborted too; destroying them needs all ranks
  kept.reset();
  if (decision.at("by_mpi").get<bool>()) {
    kept = std::make_shared<MpiCommunicators>(ranks, name, devices.devices().front()->queue());
    return {kept, name};
  }
  NcclId id;
  int code = ranks.rank() == 0 ? nccl->make_id(&id) : 0;
  ranks.broadcast(id.bytes.data(), id.bytes.size());
  ranks.broadcast(&code, sizeof code);
  ranks.together([&] {
    nccl->check(code, "ncclGetUniqueId");
    const auto before = counts.begin() + ranks.rank();
    std::vector<Queue*> queues;
    for (const auto& device : devices.devices()) queues.push_back(device->queue());
    kept = std::make_shared<NcclCommunicators>(
        nccl, id, std::accumulate(counts.begin(), counts.end(), std::size_t{0}),
        std::accumulate(counts.begin(), before, std::size_t{0}), queues);
  });
  return {kept, name};
}

void disconnect(const ManyDevices& devices) {
  std::shared_ptr<Communicators>& kept = devices.communicators();
  const bool is_aborted = kept != nullptr && kept->is_aborted();
  const auto aborted = devices.ranks().gather(is_aborted ? "aborted" : "");
  if (!devices.ranks().broadcast(fmt::format("{}", fmt::join(aborted, ""))).empty() && kept)
    kept->abort();
  kept.reset();
}

}  // namespace gputest::many
