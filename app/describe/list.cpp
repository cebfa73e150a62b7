#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/command/commands.hpp"
#include "app/command/table.hpp"
#include "app/command/text_style.hpp"
#include "app/command/wrap.hpp"
#include "app/sweep/suite.hpp"
#include "common/core/host.hpp"
#include "common/core/printable.hpp"
#include "common/measure/find_monitor.hpp"
#include "common/particles/formats.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

/// Each list is an array of objects; the table for people shows the same fields.
Json list_apis(const Registry& registry) {
  Json apis = Json::array();
  for (const auto& backend : registry.backends()) {
    const DeviceList devices = backend->devices();
    std::vector<std::string> reasons;
    for (const Unavailable& absence : devices.unavailable)
      reasons.push_back(fmt::format("{}: {}", absence.id, absence.reason));
    apis.push_back(
        {{"api", backend->name()}, {"devices", devices.devices.size()}, {"absent", reasons}});
  }
  return apis;
}

std::string limit(std::uint64_t bytes) { return bytes == 0 ? "" : format_bytes(bytes); }

/// The source of clocks, power and energy; else why there is none.
std::string monitor_of(const DeviceInfo& device) {
  if (device.emulated) return "";
  const MonitorSearch search = find_monitor(device);
  return search.monitor ? search.monitor->source() : "none: " + search.reason;
}

Json list_devices(const Registry& registry) {
  Json devices = Json::array();
  for (const auto& backend : registry.backends()) {
    const DeviceList list = backend->devices();
    for (const DeviceInfo& device : list.devices) {
      std::vector<std::string> properties;
      if (!device.pci_address.empty()) properties.push_back("PCI: " + device.pci_address);
      if (!device.uuid.empty()) properties.push_back("UUID: " + device.uuid);
      for (const auto& [key, value] : device.properties)
        properties.push_back(fmt::format("{}: {}", key, value));
      devices.push_back(
          {{"device", device.id},
           {"name", device.name},
           {"vendor", device.vendor},
           {"driver", device.driver},
           {"units", device.compute_units},
           {"memory", limit(device.memory_bytes)},
           {"images", device.max_image_width == 0 ? ""
                                                  : fmt::format("{} x {}", device.max_image_width,
                                                                device.max_image_height)},
           {"fp64", device.fp64 ? "yes" : "no"},
           {"monitor", monitor_of(device)},
           {"note", fmt::format("{}{}", device.emulated ? "emulated; " : "",
                                fmt::join(properties, "; "))}});
    }
    for (const Unavailable& absence : list.unavailable)
      devices.push_back({{"device", absence.id},
                         {"name", "absent"},
                         {"vendor", ""},
                         {"driver", ""},
                         {"units", 0},
                         {"memory", ""},
                         {"images", ""},
                         {"fp64", ""},
                         {"monitor", ""},
                         {"note", absence.reason}});
  }
  return devices;
}

Json list_kernels(const Registry& registry) {
  Json kernels = Json::array();
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    std::vector<std::string_view> precisions;
    for (const Precision precision : info.precisions) precisions.push_back(name(precision));
    kernels.push_back({{"api", info.api},
                       {"kernel", info.name()},
                       {"layouts", info.layouts},
                       {"precisions", precisions},
                       {"blocks", info.blocks},
                       {"axes", info.axes},
                       {"summary", info.fault.empty() ? info.summary : "error: " + info.fault}});
  }
  return kernels;
}

Json list_layouts(const Registry& registry) {
  Json layouts = Json::array();
  for (const Named& layout : registry.layouts()) {
    std::vector<std::string> families;
    for (const auto& family : registry.families()) {
      const std::vector<std::string> own = names_of(family->layouts());
      if (std::find(own.begin(), own.end(), layout.name) != own.end())
        families.push_back(family->name());
    }
    layouts.push_back(
        {{"layout", layout.name}, {"families", families}, {"summary", layout.summary}});
  }
  return layouts;
}

Json list_formats() {
  Json result = Json::array();
  for (const Format* format : formats())
    result.push_back({{"format", format->name},
                      {"extensions", format->extensions},
                      {"summary", format->summary}});
  return result;
}

Json list_suites(const Registry& registry) {
  Json result = Json::array();
  for (const std::string& name : suite_names()) {
    const Suite suite = read_suite(registry, name);
    result.push_back({{"suite", suite.name},
                      {"runs", suite.runs.size()},
                      {"published", suite.published.size()},
                      {"summary", suite.title}});
  }
  return result;
}

Json items(const Registry& registry, const std::string& what) {
  if (what == "apis") return list_apis(registry);
  if (what == "devices") return list_devices(registry);
  if (what == "kernels") return list_kernels(registry);
  if (what == "layouts") return list_layouts(registry);
  if (what == "formats") return list_formats();
  if (what == "suites") return list_suites(registry);
  const std::vector<std::string> known{"apis",    "devices", "kernels",
                                       "layouts", "formats", "suites"};
  throw Error(Status::usage, what.empty()
                                 ? fmt::format("list needs one of: {}", fmt::join(known, ", "))
                                 : no_such("list", what, known));
}

/// Joins a list's values with commas, sentences with semicolons; an object's are "name=value".
std::string cell(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_structured()) return value.dump();
  std::vector<std::string> parts;
  for (const auto& [key, part] : value.items())
    parts.push_back(value.is_object() ? fmt::format("{}={}", key, cell(part)) : cell(part));
  if (value.is_object()) return fmt::format("{}", fmt::join(parts, " "));
  const bool sentences = std::any_of(parts.begin(), parts.end(), [](const std::string& part) {
    return part.find(' ') != part.npos;
  });
  return fmt::format("{}", fmt::join(parts, sentences ? "; " : ","));
}

Table as_table(const Json& items, const std::set<std::string>& left_out) {
  Table table;
  if (items.empty()) return table;
  for (const auto& [key, value] : items.front().items())
    if (left_out.count(key) == 0)
      table.columns.push_back({key, value.is_number() ? Align::right : Align::left});
  for (const Json& item : items) {
    Table::Row row;
    for (const auto& [key, value] : item.items())
      if (left_out.count(key) == 0) row.cells.push_back(cell(value));
    table.rows.push_back(row);
  }
  return table;
}

/// The table with every value of every item, however wide it gets.
std::string as_wide_text(const Json& items) {
  return items.empty() ? "" : to_text(as_table(items, {}), false);
}

/// The table in lines of `width`. If it does not fit, columns that `describe` shows too are left
/// out, and sentences are wrapped.
std::string as_text(const Json& items, std::size_t width) {
  static const std::set<std::string> kDescribed{"layouts", "precisions", "blocks", "axes"};
  if (items.empty()) return "";
  Table table = as_table(items, {});
  if (text_width_of(table) > width) table = as_table(items, kDescribed);
  return to_text_within(table, width);
}

/// One paragraph per item; its first line has the first two values. Empty values and zeros are left
/// out. A table of so many long values would be wider than any terminal.
std::string as_paragraphs(const Json& items, std::size_t width) {
  constexpr std::size_t kIndent = 20, kKeyWidth = 10;
  std::string text;
  for (const Json& item : items) {
    std::size_t place = 0;
    for (const auto& [key, value] : item.items()) {
      const std::string written = value == 0 ? "" : printable(cell(value));
      std::string before(kIndent, ' ');
      if (++place == 1) {
        text += fmt::format("{:<{}}", written + " ", kIndent);
        continue;
      }
      if (place == 2)
        before.clear();  // the name follows the first value
      else if (written.empty())
        continue;
      else
        before += fmt::format("{:<{}}", key, kKeyWidth);
      const std::size_t indent = std::max(kIndent, before.size());
      for (const std::string& line : wrapped(written, width - indent)) {
        text += before + line + "\n";
        before.assign(indent, ' ');
      }
    }
  }
  return text;
}

class List : public Subcommand {
 public:
  explicit List(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "list"; }
  std::string summary() const override {
    return "list APIs, devices, kernels, layouts, file formats or suites";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest list devices", "the devices of this machine"},
            {"gputest list kernels --format=json", "every kernel, for other programs"}};
  }
  void declare(OptionList& options) override {
    options.word("what", what_, "apis, devices, kernels, layouts, formats or suites", false);
    options.value("--format", format_, "table or json [table]");
    options.flag("--wide", wide_, "every column, however wide [those that fit the terminal]");
  }
  Status run() override {
    if (format_ != "table" && format_ != "json")
      throw Error(Status::usage, fmt::format("--format takes table or json, not '{}'", format_));
    if (wide_ && format_ == "json")
      throw Error(Status::usage, "--wide applies only to tables; JSON always has every value");
    const Json found = items(registry_, what_);
    if (format_ == "json")
      fmt::print("{}\n", found.dump(2));
    else if (what_ == "devices")
      fmt::print("{}", as_paragraphs(found, wide_ ? kEndless : text_width(STDOUT_FILENO)));
    else
      fmt::print("{}", wide_ ? as_wide_text(found) : as_text(found, text_width(STDOUT_FILENO)));
    return Status::ok;
  }

 private:
  static constexpr std::size_t kEndless = 1'000'000;  // characters of a line

  const Registry& registry_;
  std::string what_, format_ = "table";
  bool wide_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_list(const Registry& registry) {
  return std::make_unique<List>(registry);
}

}  // namespace gputest
