#include "app/run/roof_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/command/build_info.hpp"
#include "app/command/messages.hpp"
#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/core/output_file.hpp"

namespace gputest {
namespace {

namespace fs = std::filesystem;
using RoofJson = nlohmann::ordered_json;

constexpr const char* kPrefix = "roofline-";
constexpr int kFormat = 2;

/// The values that a file must share with the device to be valid for it.
RoofJson key_of(const DeviceInfo& device) {
  return {{"roofline", kFormat},
          {"program", version_line()},
          {"api", device.id.substr(0, device.id.find(':'))},
          {"device", device.name},
          {"driver", device.driver}};
}

/// The file of a device, for any driver and version of the program; empty if none is kept.
std::string path_of_roofs(const DeviceInfo& device) {
  const std::string folder = roof_folder();
  if (folder.empty()) return "";
  return fmt::format("{}/{}{}.json", folder, kPrefix, checksum(device.id + "\n" + device.name));
}

double positive(const RoofJson& json) {
  const double number = json.get<double>();
  if (!(number >= 0) || !std::isfinite(number)) throw std::range_error("a speed is not a number");
  return number;
}

std::map<Precision, double> by_precision(const RoofJson& json) {
  std::map<Precision, double> speeds;
  for (const Precision precision : {Precision::fp32, Precision::fp64})
    if (const auto found = json.find(std::string(name(precision))); found != json.end())
      speeds[precision] = positive(*found);
  return speeds;
}

RoofJson by_precision_as_json(const std::map<Precision, double>& speeds) {
  RoofJson json = RoofJson::object();
  for (const auto& [precision, most] : speeds) json[std::string(name(precision))] = most;
  return json;
}

DeviceRoofs from_json(const RoofJson& json) {
  DeviceRoofs roofs;
  for (const RoofJson& one : json.at("memory"))
    roofs.streams.push_back({positive(one.at("bytes")), positive(one.at("bytes_per_s"))});
  for (std::size_t k = 1; k < roofs.streams.size(); ++k)
    if (roofs.streams[k].bytes <= roofs.streams[k - 1].bytes)
      throw std::range_error("sizes do not increase");
  roofs.multiply_adds = by_precision(json.at("multiply_adds_per_s"));
  roofs.roots = by_precision(json.at("roots_per_s"));
  roofs.shared_bytes_per_s = positive(json.at("shared_bytes_per_s"));
  roofs.launches_per_s = positive(json.at("launches_per_s"));
  return roofs;
}

RoofJson roofs_as_json(const DeviceInfo& device, const DeviceRoofs& roofs) {
  RoofJson json = key_of(device);
  json["memory"] = RoofJson::array();
  for (const StreamRoof& one : roofs.streams)
    json["memory"].push_back({{"bytes", one.bytes}, {"bytes_per_s", one.bytes_per_s}});
  json["multiply_adds_per_s"] = by_precision_as_json(roofs.multiply_adds);
  json["roots_per_s"] = by_precision_as_json(roofs.roots);
  json["shared_bytes_per_s"] = roofs.shared_bytes_per_s;
  json["launches_per_s"] = roofs.launches_per_s;
  return json;
}

/// The first megabyte of a file, which is more than any has; empty if it cannot be read.
std::string text_of_roofs(const std::string& path) {
  constexpr std::size_t kMost = 1 << 20;
  std::ifstream in(path, std::ios::binary);
  std::string text(kMost, '\0');
  in.read(text.data(), kMost);
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

}  // namespace

std::string roof_folder() {
  const auto absolute = [](const char* variable) -> std::string {
    const char* value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : "";
  };
  if (const std::string cache = absolute("XDG_CACHE_HOME"); !cache.empty())
    return cache + "/gputest";
  const std::string home = absolute("HOME");
  return home.empty() ? "" : home + "/.cache/gputest";
}

std::optional<DeviceRoofs> read_roofs(const DeviceInfo& device) {
  const std::string path = path_of_roofs(device);
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored)) return std::nullopt;
  try {
    const RoofJson json = RoofJson::parse(text_of_roofs(path)), key = key_of(device);
    for (const auto& [name, value] : key.items())
      if (json.at(name) != value) {
        say("note: the ceilings of {} in {} were measured with another {}; they are measured again",
            device.id, path, name);
        return std::nullopt;
      }
    return from_json(json);
  } catch (const std::exception&) {
    say("note: {} is damaged; the ceilings of {} are measured again", path, device.id);
    return std::nullopt;
  }
}

void keep_roofs(const DeviceInfo& device, const DeviceRoofs& roofs) {
  const std::string path = path_of_roofs(device);
  if (path.empty()) {
    say("note: the ceilings of {} are not kept: neither XDG_CACHE_HOME nor HOME names a folder",
        device.id);
    return;
  }
  try {
    std::error_code failure;
    fs::create_directories(roof_folder(), failure);
    write_file_atomically(path, [&](std::ostream& out) {
      out << roofs_as_json(device, roofs).dump(2, ' ', false, RoofJson::error_handler_t::replace)
          << '\n';
    });
  } catch (const Error& error) {
    say("note: the ceilings of {} are not kept: {}", device.id, error.what());
  }
}

std::size_t forget_roofs() {
  std::size_t count = 0;
  std::error_code failure;
  for (fs::directory_iterator it(roof_folder(), failure), end; !failure && it != end;
       it.increment(failure)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(".json")) continue;
    std::error_code refused;
    count += fs::remove(it->path(), refused) ? 1 : 0;
    if (refused)
      throw Error(Status::bad_input,
                  fmt::format("cannot delete {}: {}", it->path().string(), refused.message()));
  }
  return count;
}

}  // namespace gputest
