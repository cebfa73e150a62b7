#include "app/run/turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/command/messages.hpp"
#include "app/command/progress.hpp"
#include "app/results/problems.hpp"
#include "common/core/stopwatch.hpp"

namespace gputest {
namespace {

/// The seconds of a turn of the row: of its launches, and of what precedes them.
double seconds_of_turn(const ResultRow& row) {
  constexpr double kBeforeLaunches = 0.2, kLaunches = 6;
  return kBeforeLaunches + kLaunches * row.timing->median + sampling_of_turn().min_time;
}

/// Rows of one problem.
using Group = std::vector<std::size_t>;

/// The groups without their slowest rows, so that all turns take at most that long. The baseline
/// remains.
std::vector<Group> within(std::vector<Group> groups, const Report& report, double longest) {
  const auto is_quicker = [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t row) {
      return std::pair(!is_baseline_row(report, report.rows[row]),
                       seconds_of_turn(report.rows[row]));
    };
    return key(a) < key(b);
  };
  while (true) {
    std::erase_if(groups, [](const Group& group) { return group.size() < 2; });
    double seconds = 0;
    Group* of = nullptr;
    for (Group& group : groups) {
      std::stable_sort(group.begin(), group.end(), is_quicker);
      for (const std::size_t row : group) seconds += seconds_of_turn(report.rows[row]);
      if (of == nullptr || is_quicker(of->back(), group.back())) of = &group;
    }
    if (seconds <= longest) break;
    of->pop_back();
  }
  return groups;
}

/// The numbers of the rows to measure, in their order.
Group rows_to_measure(const Report& report, const TurnsWish& wish) {
  if (wish.count == 0) return {};
  std::vector<Group> groups = rows_by_problem(report);
  std::erase_if(groups, [&](const Group& group) {
    return wish.if_doubtful && std::none_of(group.begin(), group.end(), [&](std::size_t row) {
             return is_doubtful(report.rows[row].status);
           });
  });
  Group all;
  for (const Group& group : within(std::move(groups), report, wish.longest / wish.count))
    all.insert(all.end(), group.begin(), group.end());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

SamplingOptions sampling_of_turn() {
  SamplingOptions sampling;
  sampling.samples = 5;
  sampling.min_time = 0.05;
  sampling.max_time = 0.1;
  return sampling;
}

bool take_turns(Report& report, const TurnsWish& wish, const TakeTurn& take, bool quiet) {
  const Group rows = rows_to_measure(report, wish);
  Progress progress(rows.size() * wish.count, {}, quiet);
  std::size_t taken = 0;
  const Stopwatch watch;
  for (unsigned turn = 0; turn < wish.count; ++turn) {
    if (turn == 1 && watch.seconds() * wish.count > 2 * wish.longest) {
      for (const std::size_t number : rows) report.rows[number].turns.clear();
      say("no turns: they would take {}; --turns={} takes them",
          rough_time(watch.seconds() * wish.count), wish.count);
      return true;
    }
    for (const std::size_t number : rows) {
      ResultRow& row = report.rows[number];
      if (!row.timing) continue;  // failed in an earlier turn
      progress.show(++taken, fmt::format("turn {} of {}: {} {}", turn + 1, wish.count,
                                         row.device.id, row.kernel.name()));
      ResultRow now;
      try {
        now = take(number);
      } catch (const Error& error) {
        if (error.status() != Status::interrupted) throw;
        for (ResultRow& other : report.rows) other.turns.clear();
        return false;
      }
      if (now.timing) {
        const std::vector<double>& seconds = now.timing->samples.seconds;
        row.turns.push_back(*std::min_element(seconds.begin(), seconds.end()));
        continue;
      }
      progress.clear();
      say("{} {} did not pass in turn {}: {}", row.device.id, row.kernel.name(), turn + 1,
          now.reason);
      row = std::move(now);
    }
  }
  return true;
}

}  // namespace gputest
