// The systems of a library's calls by device number, each opened when it is first used.
#pragma once

#include <fmt/format.h>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "common/core/error.hpp"
#include "libraries/support/own_process.hpp"
#include "libraries/support/settings.hpp"

namespace gputest::libraries {

/// The systems that a client has opened, by the client's device numbers.
template <class System>
class Clients {
 public:
  static constexpr int kMost = 64;  // device numbers

  /// Reads the environment and makes system `number`, so this call reports any error.
  void open(int number) { open(number, number); }
  /// The same on the device of another number.
  void open(int number, int device) {
    use_in_this_process();
    const std::lock_guard<std::mutex> guard(mutex_);
    require_number(number);
    require_number(device);
    const bool is_first = !settings_;
    if (is_first) settings_ = settings_of_environment();
    try {
      make(number, device);
    } catch (...) {
      if (is_first) settings_.reset();
      throw;
    }
  }
  /// Calls f with every system, including those that are opened later. It replaces an earlier f
  /// that set the same thing, which `what` names.
  void set_all(const std::string& what, const std::function<void(System&)>& f) {
    require_not_forked();
    const std::lock_guard<std::mutex> guard(mutex_);
    require_open();
    for (const auto& system : systems_)
      if (system != nullptr) f(*system);
    of_each_[what] = f;
  }
  /// Releases all memory. Calls before another open() are refused.
  void close() {
    require_not_forked();
    const std::lock_guard<std::mutex> guard(mutex_);
    settings_.reset();
    of_each_.clear();
    for (auto& system : systems_) system.reset();
  }
  /// Releases system `number`.
  void close(int number) {
    require_not_forked();
    const std::lock_guard<std::mutex> guard(mutex_);
    require_number(number);
    systems_[static_cast<std::size_t>(number)].reset();
    for (const auto& system : systems_)
      if (system != nullptr) return;
    settings_.reset();
  }
  bool is_open(int number) {
    const std::lock_guard<std::mutex> guard(mutex_);
    return 0 <= number && number < kMost && systems_[static_cast<std::size_t>(number)] != nullptr;
  }
  /// The system of that number. Throws Error(bad_input) before open().
  std::shared_ptr<System> at(int number) {
    require_not_forked();
    const std::lock_guard<std::mutex> guard(mutex_);
    require_open();
    require_number(number);
    return make(number);
  }
  /// The open system of the lowest number, or system 0.
  std::shared_ptr<System> first() {
    require_not_forked();
    const std::lock_guard<std::mutex> guard(mutex_);
    require_open();
    for (const auto& system : systems_)
      if (system != nullptr) return system;
    return make(0);
  }

 private:
  void require_open() const {
    if (!settings_) throw Error(Status::bad_input, "the library has not been opened");
  }
  static void require_number(int number) {
    if (number < 0 || number >= kMost)
      throw Error(
          Status::bad_input,
          fmt::format("the device number is {}, which is not between 0 and {}", number, kMost - 1));
  }
  std::shared_ptr<System> make(int number) { return make(number, number); }
  std::shared_ptr<System> make(int number, int device) {
    std::shared_ptr<System>& system = systems_[static_cast<std::size_t>(number)];
    if (system == nullptr) {
      auto made = std::make_shared<System>(*settings_, static_cast<unsigned>(device));
      for (const auto& [what, set] : of_each_) set(*made);
      system = std::move(made);
    }
    return system;
  }

  std::mutex mutex_;
  std::optional<Settings> settings_;
  std::map<std::string, std::function<void(System&)>> of_each_;
  std::array<std::shared_ptr<System>, kMost> systems_;
};

}  // namespace gputest::libraries
