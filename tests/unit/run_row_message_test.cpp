#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "common/run/row_message.hpp"

namespace gputest::run_row_message_test {
namespace {

/// A row with a value in every field of a message.
ResultRow whole_row() {
  ResultRow row;
  row.problem = {{"eps", 0.1}, {"seed", 7}};
  row.status = RowStatus::throttled;
  row.reason = "a sentence with \xff, which is no UTF-8";
  row.exit_status = Status::timeout;
  row.api_failure = {"opencl", "clBuildProgram", -11, "line 1\nline 2"};
  row.text = {"0123456789abcdef", {"folder/tiled.cl"}};
  row.verification = {
      true, std::numeric_limits<double>::infinity(), 1e-300, 0.1, 3, 200, 42, "gravity_blocked",
      "why"};
  Timing timing;
  timing.asked = {Strategy::cold, 7, 0.3, 1.1};
  timing.samples = {1ull << 40, {0.1, 1.0 / 3, 4.9e-324}, true,       {2.0 / 3},
                    {0.1, 0.2}, Convergence::noisy,       {{1e-3, 2}}};
  timing.median = 0.1 + 0.2;
  timing.min = 0.1;
  timing.relative_stdev = 1.0 / 7;
  timing.event_median = 2.0 / 3;
  timing.upload = 1.0 / 9;
  timing.download = 1.0 / 11;
  timing.host = {1.5, 0.25, 0.125, 12, 2};
  row.timing = timing;
  row.monitor = {"board, NVML", "", {1980, std::nullopt, 700.5, 60, 1e9, {"power cap"}}};
  row.energy = {"board, NVML", "", {5.0, 1234, 0.7}};
  row.work = {1e12, 2e13, 3e9};
  row.parts = {{"build", 1.0 / 3}, {"walk", 0.1}};
  row.plan = {{{"gravity_tiled", {2, 1, 1}, {128, 1, 1}, 2048}, {"clear sums"}},
              {{"splits", 4}, {"bodies", 12}},
              1ull << 33};
  row.counts.emplace();
  row.counts->wavefront = 64;
  row.counts->line = 128;
  row.counts->instructions = 1ull << 60;
  row.counts->units = {{"VALU", 7, 448, 28}};
  row.counts->memory = {{"global load", 3, 192, 768, 24, 12, 6}};
  row.counts->banks = {{"LDS read", 2, 512, 64, 4, 32}};
  row.counts->atomics = {9, 3, 5};
  row.counts->kernels = {{"gravity", 2, 24, 16, 1024, 8, 0.8}};
  return row;
}

ResultRow sent(const ResultRow& row) {
  ResultRow received;
  from_message(to_message(row), received);
  return received;
}

std::string printed(const ResultRow& row) {
  return to_json(row).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

TEST(RowMessage, EveryNumberAndTextIsKept) {
  const ResultRow row = whole_row();
  const ResultRow received = sent(row);
  EXPECT_EQ(printed(received), printed(row));
  EXPECT_EQ(received.reason, row.reason);
  EXPECT_EQ(received.exit_status, row.exit_status);
  EXPECT_EQ(received.verification->reason, "why");
  EXPECT_TRUE(std::isinf(received.verification->max_error));
  EXPECT_EQ(received.timing->samples.seconds, row.timing->samples.seconds);
  EXPECT_EQ(received.timing->samples.event_seconds, row.timing->samples.event_seconds);
  EXPECT_EQ(received.timing->samples.left_out, row.timing->samples.left_out);
  EXPECT_EQ(received.timing->asked.max_time, row.timing->asked.max_time);
  EXPECT_EQ(received.timing->host.processors, row.timing->host.processors);
  EXPECT_EQ(received.monitor->reading.joules, row.monitor->reading.joules);
  EXPECT_EQ(received.energy->energy.joules, row.energy->energy.joules);
}

TEST(RowMessage, AbsentValuesStayAbsent) {
  ResultRow row;
  row.reason = "why";
  ResultRow received = whole_row();
  from_message(to_message(row), received);
  EXPECT_EQ(printed(received), printed(row));
  EXPECT_FALSE(received.timing || received.verification || received.plan || received.work ||
               received.counts);
}

TEST(RowMessage, TheReceiversDeviceStays) {
  ResultRow received;
  received.device.id = "cpu:0";
  received.n = 5;
  ResultRow sent = whole_row();
  sent.n = 60;  // set by the problem, for instance from the option --shape
  from_message(to_message(sent), received);
  EXPECT_EQ(received.device.id, "cpu:0");
  EXPECT_EQ(received.n, 60u);
}

TEST(RowJson, ASourceTextHasOptionsAndCodeIfACompilerIsNamed) {
  ResultRow row;
  row.text = {"0123456789abcdef", {}};
  EXPECT_EQ(to_json(row)["text"].size(), 2u);
  row.text->compiler = "NVRTC 13.0";
  const nlohmann::ordered_json text = to_json(row)["text"];
  EXPECT_EQ(text.at("options"), nlohmann::ordered_json::array());
  EXPECT_EQ(text.at("code"), "");
}

TEST(RowMessage, AnInvalidMessageThrows) {
  ResultRow row;
  const std::string message = to_message(whole_row());
  EXPECT_ANY_THROW(from_message("", row));
  EXPECT_ANY_THROW(from_message(message.substr(0, message.size() / 2), row));
  EXPECT_ANY_THROW(from_message("\x80", row));
}

}  // namespace
}  // namespace gputest::run_row_message_test
