#include "app/results/result_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/core/host.hpp"
#include "common/measure/sampling.hpp"
#include "common/run/result.hpp"

namespace gputest {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Parses a file. A result nests eight deep; JSON without a limit of depth would exhaust the stack.
OrderedJson parse_bounded(const std::string& path) {
  constexpr int kDeepest = 32;
  try {
    return OrderedJson::parse(
        read_file(path), [&](int depth, OrderedJson::parse_event_t, OrderedJson&) {
          if (depth > kDeepest)
            throw no_result(path, fmt::format("it nests more than {} deep", kDeepest));
          return true;
        });
  } catch (const OrderedJson::parse_error& error) {
    throw no_result(path,
                    fmt::format("it is not JSON from byte {} on; write results with --format=json",
                                error.byte));
  }
}

}  // namespace

Error no_result(const std::string& path, const std::string& why) {
  return Error(Status::bad_input, fmt::format("{} is not a result of gputest: {}", path, why));
}

std::string ResultFile::why_short() const {
  return interruption ? fmt::format("; it was {}", sentence(*interruption)) : "";
}

ResultFile read_result_file(const std::string& path) {
  return reading(path, [&] {
    ResultFile file{path, parse_bounded(path), std::nullopt};
    const OrderedJson& version = file.json.at("schema_version");
    if (version != 1 && version != 2)  // the members that are read are the same
      throw Error(Status::bad_input,
                  fmt::format("{} has schema version {}; this program reads 1 and 2", path,
                              version.dump()));
    if (file.json.contains("interrupted") && !file.json.at("interrupted").is_null()) {
      const OrderedJson& interrupted = file.json.at("interrupted");
      file.interruption = {interrupted.at("finished").get<std::size_t>(),
                           interrupted.at("cases").get<std::size_t>()};
    }
    if (!file.rows().is_array()) throw no_result(path, "it has no list of results");
    return file;
  });
}

bool ResultEntry::doubtful() const {
  return status == name(RowStatus::noisy) || status == name(RowStatus::disturbed) ||
         status == name(RowStatus::throttled) || status == name(RowStatus::undefended);
}

bool ResultEntry::passed() const { return status == name(RowStatus::ok) || doubtful(); }

void ResultReader::require(bool right, const char* what, const OrderedJson& value) const {
  if (!right)
    throw no_result(path_,
                    fmt::format("row {} has a wrong {}: {}", place_ + 1, what, value.dump()));
}

std::string ResultReader::word(const OrderedJson& row, const char* what, bool may_be_null) const {
  const OrderedJson& value = row.at(what);
  if (may_be_null && value.is_null()) return "";
  require(value.is_string() && !value.get_ref<const std::string&>().empty(), what, value);
  return value.get<std::string>();
}

std::string ResultReader::count(const OrderedJson& row, const char* what, bool may_be_null) const {
  const OrderedJson& value = row.at(what);
  if (may_be_null && value.is_null()) return "";
  require(value.is_number_unsigned() && value > 0, what, value);
  return value.dump();
}

std::string ResultReader::choice(const OrderedJson& value, const char* what,
                                 const std::vector<std::string_view>& names) const {
  require(value.is_string() && std::find(names.begin(), names.end(),
                                         value.get_ref<const std::string&>()) != names.end(),
          what, value);
  return value.get<std::string>();
}

ResultEntry ResultReader::entry(const OrderedJson& row) const {
  ResultEntry entry;
  entry.status =
      choice(row.at("status"), "status",
             {name(RowStatus::ok), name(RowStatus::noisy), name(RowStatus::disturbed),
              name(RowStatus::throttled), name(RowStatus::undefended), name(RowStatus::failed),
              name(RowStatus::skipped), name(RowStatus::error)});
  const OrderedJson& emulated = row.at("device").at("emulated");
  require(emulated.is_boolean(), "device's emulated", emulated);
  const OrderedJson& time = row.at("time");
  const bool timed = entry.passed() && !emulated.get<bool>();
  require(timed ? time.is_object() : time.is_null(), "time", time);
  if (timed) read_time(time, entry);
  if (row.contains("text") && !row.at("text").is_null())
    entry.text = word(row.at("text"), "checksum", false);
  return entry;
}

void ResultReader::read_time(const OrderedJson& time, ResultEntry& entry) const {
  const OrderedJson& median = time.at("median_s");
  require(median.is_number() && median > 0, "median_s", median);
  entry.median = median.get<double>();
  const OrderedJson& samples = time.at("samples_s");
  require(samples.is_array() && !samples.empty(), "samples_s", samples);
  for (const OrderedJson& sample : samples) {
    require(sample.is_number() && sample >= 0, "sample", sample);
    entry.samples.push_back(sample.get<double>());
  }
  if (time.contains("strategy"))
    entry.strategy = choice(time.at("strategy"), "strategy",
                            {name(Strategy::hot), name(Strategy::cold), name(Strategy::single)});
}

}  // namespace gputest
