// Messages between two processes of this program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace gputest {

/// One end of a connection that carries whole messages in both directions.
class Channel {
 public:
  /// The two ends of one connection. Programs started by this process inherit neither. Throws
  /// Error(unavailable) if the system refuses.
  static std::pair<Channel, Channel> make_pair();

  /// Takes ownership of the descriptor of an end.
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

  /// False if the other end is closed. Never raises SIGPIPE.
  bool send(std::string_view message) const;

  enum class Received { message, closed, late, interrupted };
  /// Waits for a message until interrupted(), and for at most `seconds` if given.
  Received receive(std::string& message, std::optional<double> seconds = std::nullopt);

  /// The other end then reads Received::closed.
  void close();

 private:
  int descriptor_;
  std::string read_;  ///< bytes of incomplete or later messages
};

}  // namespace gputest
