#include "common/many/ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "common/core/checksum.hpp"
#include "common/core/host.hpp"
#include "common/core/shared_library.hpp"
#include "common/core/standard_streams.hpp"
#include "common/core/stopwatch.hpp"

namespace gputest::many {
namespace {

/// Set by Open MPI's mpirun; by PMIx, as in Slurm's srun --mpi=pmix; by MPICH's Hydra and srun
/// --mpi=pmi2.
constexpr const char* kRankVariables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};

const char* rank_variable() {
  for (const char* name : kRankVariables)
    if (const char* value = std::getenv(name)) return value;
  return nullptr;
}

/// Looks next to the program, as built, and where it is installed.
std::unique_ptr<Messages> open_messages() {
  const std::string absence = GT_NO_MPI;
  if (!absence.empty())
    throw Error(
        Status::unavailable,
        "this program was started as one of several ranks, which need MPI, and MPI is" + absence);
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const SharedLibrary module(
      {folder / "gputest-mpi.so", folder / GT_MPI_FOLDER / "gputest-mpi.so"});
  JoinFunction join = nullptr;
  if (!module.find(join, kJoinFunction))
    throw Error(Status::unavailable,
                fmt::format("this program was started as one of several ranks, and its module for "
                            "MPI does not open: {}",
                            module.absence()));
  return std::unique_ptr<Messages>(join());
}

/// The ranks with a text other than rank 0's.
std::vector<std::size_t> that_differ(const std::vector<std::string>& texts) {
  std::vector<std::size_t> ranks;
  for (std::size_t k = 0; k < texts.size(); ++k)
    if (texts[k] != texts.front()) ranks.push_back(k);
  return ranks;
}

/// On rank 0: the sentence that refuses ranks that differ; empty if they agree.
std::string difference(const std::vector<std::string>& programs,
                       const std::vector<std::string>& commands) {
  const auto name = [](const std::vector<std::size_t>& ranks) {
    return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
  };
  if (const auto ranks = that_differ(programs); !ranks.empty())
    return fmt::format("every rank must run the same program, and the file of {} is not rank 0's",
                       name(ranks));
  if (const auto ranks = that_differ(commands); !ranks.empty())
    return fmt::format("every rank must have the same command line, and that of {} is not rank 0's",
                       name(ranks));
  return "";
}

/// A rank's result: its text after a plus, or nothing if it is empty; "-5 the sentence" if it
/// failed.
std::string made(const std::function<std::string()>& make) {
  const auto failed = [](Status status, const char* sentence) {
    return fmt::format("-{} {}", static_cast<int>(status), sentence);
  };
  try {
    const std::string text = make();
    return text.empty() ? "" : "+" + text;
  } catch (const Error& error) {
    return failed(error.status(), error.what());
  } catch (const std::bad_alloc&) {
    return failed(Status::out_of_memory, "host memory is exhausted");
  } catch (const std::exception& error) {
    return failed(Status::bad_input, error.what());
  }
}

constexpr std::uint32_t kNothingMore = 0;

}  // namespace

bool started_as_rank() { return rank_variable() != nullptr; }

bool is_silent_rank() {
  const char* rank = rank_variable();
  return rank != nullptr && std::string(rank) != "0";
}

void Ranks::wait_for(const std::function<bool()>& is_over) {
  constexpr double kEager =
      0.02;  // seconds; a rank that waits longer leaves the processor to others
  constexpr double kMostAtOnce = 0.1;  // if this process itself was stopped
  double waited = 0;
  for (Stopwatch watch; !is_over(); watch = Stopwatch()) {
    if (waited < kEager)
      sched_yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    waited += std::min(watch.seconds(), kMostAtOnce);
    if (!messages_ || waited < patience_ + rank()) continue;
    write_message(fmt::format("gputest: rank {} has waited {:.3g} s for another, which hangs, and "
                              "ends all (--timeout)\n",
                              rank(), waited)
                      .c_str());
    messages_->end_all(static_cast<int>(Status::timeout));
  }
}

void Ranks::broadcast(void* data, std::uint64_t bytes) {
  if (!messages_) return;
  messages_->begin_broadcast(data, bytes);
  wait();
}

std::string Ranks::broadcast(const std::string& text) {
  std::uint64_t bytes = text.size();
  broadcast(&bytes, sizeof bytes);
  std::string all = text;
  all.resize(bytes);
  broadcast(all.data(), bytes);
  return all;
}

std::vector<std::string> Ranks::gather(const std::string& mine) {
  if (!messages_) return {mine};
  const std::uint64_t bytes = mine.size();
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(size()));
  messages_->begin_gather(&bytes, sizeof bytes, sizes.data());
  wait();
  if (rank() != 0) {
    messages_->begin_send(0, mine.data(), bytes);
    wait();
    return {};
  }
  std::vector<std::string> all(sizes.size());
  all.front() = mine;
  for (std::size_t k = 1; k < all.size(); ++k) {
    all[k].resize(sizes[k]);
    messages_->begin_receive(static_cast<int>(k), all[k].data(), sizes[k]);
  }
  wait();
  return all;
}

std::vector<std::string> Ranks::gather_made(const std::function<std::string()>& make) {
  if (!messages_) return {make()};
  std::vector<std::string> all = gather(made(make));
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::string& text = all[k];
    if (!text.empty() && text.front() == '-')
      throw Error(static_cast<Status>(std::stoi(text.substr(1))),
                  fmt::format("rank {}: {}", k, text.substr(text.find(' ') + 1)));
    if (!text.empty()) text.erase(0, 1);
  }
  return all;
}

void Ranks::together(const std::function<void()>& work) {
  gather_made([&] {
    work();
    return std::string();
  });
}

void Ranks::give_order(std::uint32_t order) { broadcast(&order, sizeof order); }

std::uint32_t Ranks::next_order() {
  std::uint32_t order = kNothingMore;
  broadcast(&order, sizeof order);
  over_ = order == kNothingMore;
  return order;
}

Ranks::~Ranks() {
  if (!messages_ || over_) return;
  if (rank() == 0)
    give_order(kNothingMore);
  else if (next_order() != kNothingMore)  // this rank has failed by itself
    messages_->end_all(static_cast<int>(Status::device_lost));
}

std::unique_ptr<Ranks> join_ranks(const std::vector<std::string>& argv) {
  if (!started_as_rank()) return std::make_unique<Ranks>();
  auto ranks = std::make_unique<Ranks>(open_messages());
  const auto programs = ranks->gather(checksum(read_file("/proc/self/exe")));
  const auto commands = ranks->gather(checksum(
      fmt::format("{}", fmt::join(argv.begin() + (argv.empty() ? 0 : 1), argv.end(), "\n"))));
  const std::string refusal =
      ranks->broadcast(ranks->rank() == 0 ? difference(programs, commands) : "");
  constexpr double kHour = 3600;
  ranks->set_patience(kHour);
  if (!refusal.empty()) throw Error(Status::usage, refusal);  // all ranks must end after this
  return ranks;
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace gputest::many
