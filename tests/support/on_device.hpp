// Device memory of hip:host, for tests that launch kernels directly.
#pragma once

#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <cstddef>
#include <vector>

namespace gputest::test {

/// Device memory with a copy of an array.
class OnDevice {
 public:
  explicit OnDevice(const std::vector<std::byte>& data) : bytes_(data.size()) {
    EXPECT_EQ(hipMalloc(&memory_, bytes_), hipSuccess);
    EXPECT_EQ(hipMemcpy(memory_, data.data(), bytes_, hipMemcpyHostToDevice), hipSuccess);
  }
  ~OnDevice() { static_cast<void>(hipFree(memory_)); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  void* get() const { return memory_; }
  std::vector<std::byte> read() const {
    std::vector<std::byte> data(bytes_);
    EXPECT_EQ(hipMemcpy(data.data(), memory_, bytes_, hipMemcpyDeviceToHost), hipSuccess);
    return data;
  }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_;
};

}  // namespace gputest::test
