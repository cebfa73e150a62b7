// Counts the planted faults that are found, over a number of salts, and the faults that a sample
// misses:
//
//   gputest_count_faults [--quick] [--only=TEXT] [SALTS [TRIALS]]
//
// --only counts the faults with the text in the kernel's name or the description, and no misses.
// The status is 1 if a fault was not found or a stated probability does not hold, 2 for a wrong
// argument.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string_view>

#include "app/registry.hpp"
#include "tests/faults/counted/fault.hpp"
#include "tests/faults/counted/trials.hpp"

namespace gputest::counted {
namespace {

constexpr double kLevel = 0.001;

struct Arguments {
  bool quick = false;
  std::string only;
  std::uint64_t salts = 50, trials = 1000;
};

/// Reads the arguments; false if they are wrong.
bool read(int count, char** words, Arguments& arguments) {
  std::uint64_t* const numbers[] = {&arguments.salts, &arguments.trials};
  std::size_t given = 0;
  for (int k = 1; k < count; ++k) {
    const std::string_view word = words[k];
    if (word == "--quick") {
      arguments.quick = true;
      continue;
    }
    if (word.starts_with("--only=")) {
      arguments.only = word.substr(std::string_view("--only=").size());
      continue;
    }
    if (given == std::size(numbers)) return false;
    const auto [end, error] =
        std::from_chars(word.data(), word.data() + word.size(), *numbers[given++]);
    if (error != std::errc() || end != word.data() + word.size()) return false;
  }
  return arguments.salts > 0 && arguments.trials > 0;
}

/// Prints the counts of found faults; returns whether all were found.
bool count_faults(const Registry& registry, const Arguments& arguments) {
  std::vector<Fault> faults = faults_of_answers();
  for (const auto& more : {faults_of_launches(), faults_of_steps()})
    faults.insert(faults.end(), more.begin(), more.end());
  fmt::print(
      "| kernel | what is wrong | *n* | salts | found |\n| --- | --- | ---: | ---: | ---: |\n");
  bool all_found = true;
  for (const Fault& fault : faults) {
    if ((fault.kernel + " " + fault.what).find(arguments.only) == std::string::npos) continue;
    const std::uint64_t n = arguments.quick ? fault.quick_n : fault.n;
    const Planting planted_and_found = fault.prepare(registry, n);
    std::uint64_t found = 0;
    for (std::uint64_t salt = 1; salt <= arguments.salts; ++salt) found += planted_and_found(salt);
    all_found = all_found && found == arguments.salts;
    fmt::print("| `{}` | {} | {} | {} | {} |\n", fault.kernel, fault.what, n, arguments.salts,
               found);
    std::fflush(stdout);
  }
  return all_found;
}

/// Prints the counts of missed faults; returns whether they agree with the stated probabilities.
bool count_misses(const Registry& registry, const Arguments& arguments) {
  fmt::print("\n| what is wrong | trials | missed | stated |\n| --- | ---: | ---: | ---: |\n");
  bool all_hold = true;
  for (const Missed& missed : plant_beside_samples(registry, arguments.trials)) {
    const bool holds = is_consistent(missed, kLevel);
    all_hold = all_hold && holds;
    fmt::print("| {} | {} | {} | {:.3f}{} |\n", missed.what, missed.trials, missed.missed,
               missed.stated, holds ? "" : ": refuted");
  }
  return all_hold;
}

int run(int count, char** words) {
  Arguments arguments;
  if (!read(count, words, arguments)) {
    fmt::print(stderr,
               "gputest_count_faults: takes [--quick] [--only=TEXT] [SALTS [TRIALS]], whole "
               "numbers from 1\n");
    return 2;
  }
  const Registry registry = make_registry();
  const bool all_found = count_faults(registry, arguments);
  const bool all_hold = !arguments.only.empty() || count_misses(registry, arguments);
  return all_found && all_hold ? 0 : 1;
}

}  // namespace
}  // namespace gputest::counted

int main(int count, char** words) {
  try {
    return gputest::counted::run(count, words);
  } catch (const std::exception& error) {
    fmt::print(stderr, "gputest_count_faults: {}\n", error.what());
    return 1;
  }
}
