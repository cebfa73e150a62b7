#include "app/run/device_choice.hpp"

#include <gtest/gtest.h>

#include "common/core/error.hpp"

namespace gputest::device_choice_test {
namespace {

DeviceInfo device(const std::string& id, const std::string& name, const std::string& driver = "") {
  DeviceInfo info;
  info.id = id;
  info.name = name;
  info.driver = driver;
  return info;
}

/// Two H200s by CUDA and OpenCL, the host's processor by two APIs, two emulated GPUs.
std::vector<ApiDevices> machine() {
  std::vector<DeviceInfo> cuda, opencl;
  for (const std::string number : {"0", "1"}) {
    cuda.push_back(device("cuda:" + number, "NVIDIA H200", "CUDA, driver 13000"));
    cuda.back().uuid = "GPU-" + number + "dfa2c7d-60e9";
    cuda.back().pci_address = "0000:0" + number + ":06.0";
    opencl.push_back(device("opencl:" + number, "NVIDIA H200", "NVIDIA CUDA 580.1"));
    opencl.back().pci_address = cuda.back().pci_address;
    opencl.back().properties = {{"platform", "OpenCL 3.0 CUDA 13.0.1"}};
  }
  opencl.push_back(device("opencl:2", "skylake-avx512", "Portable Computing Language 3.1"));
  opencl.back().on_host = true;
  opencl.back().properties = {{"platform", "OpenCL 3.0 PoCL 3.1+debian  Linux, LLVM 15"}};
  DeviceInfo cpu = device("cpu:0", "Xeon 6601 P");
  cpu.on_host = true;
  return {{"cpu", {cpu}},
          {"cuda", cuda},
          {"opencl", opencl},
          {"hip", {device("hip:gfx906", "gfx906"), device("hip:gfx90a", "gfx90a")}}};
}

std::vector<ApiDevices> only(const std::string& api) {
  for (const ApiDevices& of : machine())
    if (of.api == api) return {of};
  return {};
}

using Ids = std::vector<std::string>;

Ids chosen(const std::string& list, const std::vector<ApiDevices>& apis = machine()) {
  Ids ids;
  for (const ApiDevices& of : DeviceChoice(list).among(apis, false))
    for (const DeviceInfo& one : of.devices) ids.push_back(one.id);
  return ids;
}

/// The status and the message of a refused choice.
std::pair<Status, std::string> refusal(const std::string& list,
                                       const std::vector<ApiDevices>& apis = machine()) {
  try {
    chosen(list, apis);
  } catch (const Error& error) {
    return {error.status(), error.what()};
  }
  return {Status::ok, ""};
}

TEST(DeviceChoice, ANumberIsAPlaceInTheApisListAndNoPartOfAName) {
  EXPECT_EQ(chosen("1", only("cuda")), Ids{"cuda:1"});
  EXPECT_EQ(chosen("0", only("hip")), Ids{"hip:gfx906"});
  EXPECT_EQ(refusal("1", only("cpu")).first, Status::unavailable) << "the name has a 1";
  EXPECT_NE(refusal("906", only("hip")).second.find("hip has 2"), std::string::npos);
}

TEST(DeviceChoice, ANumberInSeveralApisMustBeOneDevice) {
  const std::vector<ApiDevices> gpus{only("cuda").front(), only("opencl").front()};
  EXPECT_EQ(chosen("1", gpus), (Ids{"cuda:1", "opencl:1"}));
  const auto [status, message] = refusal("0");
  EXPECT_EQ(status, Status::usage);
  EXPECT_NE(message.find("cpu:0 (Xeon 6601 P); cuda:0 (NVIDIA H200)"), std::string::npos)
      << message;
  EXPECT_NE(message.find("--api"), std::string::npos) << message;
}

TEST(DeviceChoice, ANameOfDifferentDevicesIsRefusedWithAList) {
  const auto [status, message] = refusal("gfx");
  EXPECT_EQ(status, Status::usage);
  EXPECT_EQ(message,
            "--device=gfx fits 2 devices: hip:gfx906 (gfx906); hip:gfx90a (gfx90a); give an id, or "
            "a pattern with * for all of them");
  EXPECT_EQ(refusal("H200").first, Status::usage);
}

TEST(DeviceChoice, ANameOfOneDeviceChoosesItInEveryApi) {
  std::vector<ApiDevices> one = machine();
  one[1].devices.pop_back();
  one[2].devices.erase(one[2].devices.begin() + 1);
  EXPECT_EQ(chosen("h200", one), (Ids{"cuda:0", "opencl:0"}));
}

TEST(DeviceChoice, APatternAndAllChooseSeveralDevices) {
  EXPECT_EQ(chosen("gfx*"), (Ids{"hip:gfx906", "hip:gfx90a"}));
  EXPECT_EQ(chosen("hip:gfx90?"), (Ids{"hip:gfx906", "hip:gfx90a"}));
  EXPECT_EQ(chosen("*h200").size(), 4u);
  EXPECT_EQ(chosen("all").size(), 8u);
}

TEST(DeviceChoice, PlatformUuidAndPciAddressChoose) {
  EXPECT_EQ(chosen("pocl"), Ids{"opencl:2"});
  EXPECT_EQ(chosen("portable computing"), Ids{"opencl:2"});
  EXPECT_EQ(chosen("gpu-1DFA"), (Ids{"cuda:1", "opencl:1"}));
  for (const char* address : {"0000:01:06.0", "00000000:01:06.0", "01:06.0"})
    EXPECT_EQ(chosen(address), (Ids{"cuda:1", "opencl:1"})) << address;
}

TEST(DeviceChoice, VersionsAreNoNames) {
  DeviceChoice choice("3.1+debian");
  choice.among(machine(), false);
  EXPECT_EQ(choice.missing(), "3.1+debian");
}

TEST(DeviceChoice, SeveralEntriesChooseInTheOrderOfTheList) {
  EXPECT_EQ(chosen("hip:gfx90a, cpu:0"), (Ids{"cpu:0", "hip:gfx90a"}));
}

TEST(DeviceChoice, WithoutEntriesTheFirstOfEachApiIsChosen) {
  EXPECT_EQ(chosen(""), (Ids{"cpu:0", "cuda:0", "opencl:0", "hip:gfx906"}));
}

TEST(IsSameDevice, ComparesAddressesBeforeNames) {
  const std::vector<ApiDevices> all = machine();
  const std::vector<DeviceInfo>&cuda = all[1].devices, &opencl = all[2].devices;
  EXPECT_TRUE(is_same_device(cuda[0], opencl[0]));
  EXPECT_FALSE(is_same_device(cuda[0], opencl[1]));
  EXPECT_TRUE(is_same_device(all[0].devices[0], opencl[2])) << "both are the host's processor";
  EXPECT_FALSE(is_same_device(all[3].devices[0], all[3].devices[1]));
}

}  // namespace
}  // namespace gputest::device_choice_test
