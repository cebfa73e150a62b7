#include "common/core/channel.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "common/core/error.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/stopwatch.hpp"

namespace gputest {
namespace {

using Length = std::uint64_t;  // before each message
constexpr Length kLongestMessage = Length{1} << 30;

}  // namespace

std::pair<Channel, Channel> Channel::make_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error(
        Status::unavailable,
        fmt::format("cannot open a socket pair for a child process: {}", std::strerror(errno)));
  return {Channel(ends[0]), Channel(ends[1])};
}

Channel::~Channel() { close(); }

void Channel::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

bool Channel::send(std::string_view message) const {
  const Length length = message.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += message;
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t now = ::send(descriptor_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) {
      shutdown(descriptor_, SHUT_RDWR);  // part of a message is useless: close both ends
      return false;
    }
    sent += static_cast<std::size_t>(now);
  }
  return true;
}

Channel::Received Channel::receive(std::string& message, std::optional<double> seconds) {
  constexpr double kSlice = 0.2;  // seconds; a signal may come just before poll() is entered
  const Stopwatch watch;
  while (true) {
    Length length = 0;
    if (read_.size() >= sizeof length) {
      std::memcpy(&length, read_.data(), sizeof length);
      if (length > kLongestMessage) return Received::closed;  // not a message of this program
      if (read_.size() - sizeof length >= length) {
        message = read_.substr(sizeof length, length);
        read_.erase(0, sizeof length + length);
        return Received::message;
      }
    }
    if (interrupted()) return Received::interrupted;
    const double left = seconds ? *seconds - watch.seconds() : kSlice;
    if (left <= 0) return Received::late;
    pollfd waiting{descriptor_, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::min(left, kSlice) * 1000) + 1);
    if (ready < 0 && errno != EINTR) return Received::closed;
    if (ready <= 0) continue;
    char bytes[65536];
    const ssize_t now = read(descriptor_, bytes, sizeof bytes);
    if (now == 0 || (now < 0 && errno != EINTR)) return Received::closed;
    if (now > 0) read_.append(bytes, static_cast<std::size_t>(now));
  }
}

}  // namespace gputest
