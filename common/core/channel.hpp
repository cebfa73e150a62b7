// Messages between two processes of this program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace gputest {

/// One end of a line for whole messages in both directions.
class Channel {
 public:
  /// Two ends of one line, neither of which a program started from this process inherits. Throws
  /// Error(unavailable) where the system has none to give.
  static std::pair<Channel, Channel> make_pair();

  /// Takes the descriptor of an end.
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  ~Channel();
  Channel(Channel&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), read_(std::move(other.read_)) {}
  Channel& operator=(Channel&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(read_, other.read_);
    return *this;
  }

  int descriptor() const { return descriptor_; }

  /// False where the other end is closed. Never raises SIGPIPE.
  bool send(std::string_view message) const;

  enum class Received { message, closed, late, interrupted };
  /// Waits for a message, at most `seconds` long where that is given, and until interrupted().
  Received receive(std::string& message, std::optional<double> seconds = std::nullopt);

  /// The other end then finds the line closed.
  void close();

 private:
  int descriptor_;
  std::string read_;  ///< of a message that is not whole yet, or of later ones
};

}  // namespace gputest
