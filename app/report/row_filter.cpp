#include "app/report/row_filter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "app/command/counts.hpp"
#include "common/core/names.hpp"

namespace gputest {
namespace {

using FilteredJson = nlohmann::ordered_json;

/// A text, or a number in digits; empty for null and absent members.
std::string text_of_member(const FilteredJson& object, const std::string& what) {
  const auto found = object.find(what);
  if (found == object.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

/// Whether the device has that id, number, UUID, PCI address, or part of a name. A number is that
/// of an id, "1" of "cuda:1", and never a part of a name.
bool is_wanted_device(const FilteredJson& device, const std::string& wanted) {
  const std::string id = text_of_member(device, "id"), small = in_small_letters(wanted);
  if (wanted.find_first_not_of("0123456789") == wanted.npos) return id.ends_with(":" + wanted);
  if (id == wanted || in_small_letters(text_of_member(device, "uuid")) == small ||
      in_small_letters(text_of_member(device, "pci_address")) == small)
    return true;
  const auto has_part = [&](const char* what) {
    return in_small_letters(text_of_member(device, what)).find(small) != std::string::npos;
  };
  return has_part("name") || has_part("vendor") || has_part("driver");
}

}  // namespace

void RowFilter::declare(OptionList& options, const Registry& registry) {
  // Lists would take the files that follow them.
  options.group("Rows");
  const auto list = [&](const char* kind, const char* help, const char* type) {
    options.repeated(fmt::format("--{}", kind), given_[kind], help, type);
  };
  list("api", "rows of these APIs [all]", "LIST");
  list("kernel", "rows of these kernels [all]", "GLOB");
  list("device",
       "rows of these devices: id, its number, UUID, PCI address or a part of the name [all]",
       "LIST");
  list("layout", "rows of these layouts [all]", "LIST");
  list("precision", "rows of these precisions [all]", "LIST");
  list("block", "rows of these threads per block [all]", "LIST");
  options.value("-n", n_, "rows of these n: 16384, 16k, a list or a range [all]", "N");
  for (const auto& family : registry.families())
    for (const Axis& axis : family->axes())
      if (given_.count(axis.name) == 0)
        options.repeated(
            "--" + axis.name, given_[axis.name],
            fmt::format("rows of these values: {} [all]", fmt::join(axis.values, ", ")), "LIST");
}

void RowFilter::add(const std::string& kind, const std::vector<std::string>& lists) {
  std::vector<std::string> values;
  for (const std::string& list : lists) {
    std::istringstream parts(list + ",");
    for (std::string part; std::getline(parts, part, ',');) {
      if (part.empty())
        throw Error(Status::usage,
                    fmt::format("--{} has no value; see gputest compare --help", kind));
      values.push_back(part);
    }
  }
  if (values.empty() || std::find(values.begin(), values.end(), "all") != values.end()) return;
  wanted_.push_back({kind, values, {}, {}});
}

void RowFilter::read() {
  for (const auto& [kind, values] : given_) add(kind, values);
  if (n_.empty()) return;
  std::vector<std::string> counts;
  for (const std::uint64_t count : parse_counts(n_)) counts.push_back(std::to_string(count));
  add("n", counts);
}

bool RowFilter::fits(Wanted& wanted, const FilteredJson& row, const FilteredJson& problem) const {
  const bool is_of_device = wanted.kind == "device";
  const std::string own = is_of_device                ? text_of_member(row.at("device"), "id")
                          : row.contains(wanted.kind) ? text_of_member(row, wanted.kind)
                                                      : text_of_member(problem, wanted.kind);
  if (own.empty()) return false;
  wanted.known.insert(own);
  bool fits = false;
  for (const std::string& value : wanted.values) {
    const bool is_it = is_of_device              ? is_wanted_device(row.at("device"), value)
                       : wanted.kind == "kernel" ? matches_glob(value, own)
                                                 : value == own;
    if (is_it) wanted.found.insert(value);
    fits = fits || is_it;
  }
  return fits;
}

bool RowFilter::fits(const Registry& registry, const FilteredJson& row) {
  if (wanted_.empty()) return true;
  FilteredJson problem = row.at("problem");
  const Family* family = registry.find_family(text_of_member(row, "algorithm"));
  if (family != nullptr) family->update_parameters(problem);
  bool all = true;
  for (Wanted& wanted : wanted_) all = fits(wanted, row, problem) && all;
  return all;
}

void RowFilter::require_found() const {
  for (const Wanted& wanted : wanted_)
    for (const std::string& value : wanted.values) {
      if (wanted.found.count(value) > 0) continue;
      if (wanted.known.empty())
        throw Error(Status::usage,
                    fmt::format("no row has a {}; leave out --{}", wanted.kind, wanted.kind));
      throw Error(Status::usage,
                  no_such("row of " + wanted.kind, value,
                          std::vector<std::string>(wanted.known.begin(), wanted.known.end())));
    }
}

}  // namespace gputest
