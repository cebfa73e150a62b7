// The files of ceilings: a kept file is read again, unless it is damaged or of another device,
// driver or version.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/run/roof_file.hpp"
#include "common/core/scratch_folder.hpp"

namespace gputest::app_roof_file_test {
namespace {

namespace fs = std::filesystem;

/// Sets an environment variable; the destructor restores its value.
class Variable {
 public:
  explicit Variable(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) before_ = value;
  }
  ~Variable() {
    if (before_)
      set(*before_);
    else
      unset();
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  void set(const std::string& value) const { setenv(name_, value.c_str(), 1); }
  void unset() const { unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// Each test has its own cache folder.
class RoofFile : public testing::Test {
 protected:
  void SetUp() override {
    cache_.set(folder_.path());
    device_.id = "cpu:0";
    device_.name = "a processor";
    device_.driver = "OpenMP, 2 threads";
    roofs_.streams = {{65536, 5e10}, {262144, 2e10}};
    roofs_.multiply_adds = {{Precision::fp32, 4e10}, {Precision::fp64, 2e10}};
    roofs_.roots = {{Precision::fp32, 1e10}, {Precision::fp64, 3e9}};
    roofs_.shared_bytes_per_s = 7e10;
    roofs_.launches_per_s = 1e6;
  }

  fs::path file() const {
    for (const auto& entry : fs::directory_iterator(folder_.path("gputest"))) return entry.path();
    return {};
  }
  void write(const std::string& text) const { std::ofstream(file()) << text; }
  nlohmann::json read() const { return nlohmann::json::parse(std::ifstream(file())); }

  ScratchFolder folder_;
  Variable cache_{"XDG_CACHE_HOME"};
  DeviceInfo device_;
  DeviceRoofs roofs_;
};

TEST_F(RoofFile, AKeptFileIsReadAgain) {
  EXPECT_FALSE(read_roofs(device_));
  keep_roofs(device_, roofs_);
  const auto kept = read_roofs(device_);
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->streams.size(), 2u);
  EXPECT_EQ(kept->streams[1].bytes, 262144);
  EXPECT_EQ(kept->streams[1].bytes_per_s, 2e10);
  EXPECT_EQ(kept->multiply_adds, roofs_.multiply_adds);
  EXPECT_EQ(kept->roots, roofs_.roots);
  EXPECT_EQ(kept->shared_bytes_per_s, 7e10);
  EXPECT_EQ(kept->launches_per_s, 1e6);
}

TEST_F(RoofFile, AFileOfAnotherDriverOrVersionIsNotRead) {
  keep_roofs(device_, roofs_);
  DeviceInfo later = device_;
  later.driver = "OpenMP, 4 threads";
  EXPECT_FALSE(read_roofs(later));
  EXPECT_TRUE(read_roofs(device_));
  nlohmann::json json = read();
  json["program"] = "gputest 0.0.1";
  write(json.dump());
  EXPECT_FALSE(read_roofs(device_));
}

TEST_F(RoofFile, EachDeviceHasItsOwnFile) {
  keep_roofs(device_, roofs_);
  DeviceInfo other = device_;
  other.id = "cuda:0";
  other.name = "a GPU";
  EXPECT_FALSE(read_roofs(other));
  keep_roofs(other, {});
  EXPECT_TRUE(read_roofs(other));
  EXPECT_EQ(read_roofs(device_)->launches_per_s, 1e6);
}

TEST_F(RoofFile, ADamagedFileIsNotRead) {
  keep_roofs(device_, roofs_);
  const nlohmann::json sound = read();
  for (const char* text : {"", "{", "[]", "null", "7", R"({"roofline": 1})", "\xff\xfe"}) {
    write(text);
    EXPECT_FALSE(read_roofs(device_)) << text;
  }
  const auto changed = [&](const char* path, const nlohmann::json& value) {
    nlohmann::json json = sound;
    json[nlohmann::json::json_pointer(path)] = value;
    write(json.dump());
    return read_roofs(device_).has_value();
  };
  EXPECT_TRUE(changed("/launches_per_s", 2e6));
  EXPECT_FALSE(changed("/launches_per_s", -1));
  EXPECT_FALSE(changed("/launches_per_s", "fast"));
  EXPECT_FALSE(changed("/memory/0/bytes_per_s", nullptr));
  EXPECT_FALSE(changed("/memory/1/bytes", 65536));  // sizes must increase
  EXPECT_FALSE(changed("/multiply_adds_per_s/fp64", -2));
  EXPECT_FALSE(changed("/roots_per_s/fp32", "fast"));
  std::string cut = sound.dump();
  cut.resize(cut.size() / 2);
  write(cut);
  EXPECT_FALSE(read_roofs(device_));
}

TEST_F(RoofFile, ForgettingDeletesOnlyTheseFiles) {
  keep_roofs(device_, roofs_);
  std::ofstream(folder_.path("gputest/roofline-of-mine.txt")) << "mine";
  EXPECT_EQ(forget_roofs(), 1u);
  EXPECT_EQ(forget_roofs(), 0u);
  EXPECT_FALSE(read_roofs(device_));
  EXPECT_TRUE(fs::exists(folder_.path("gputest/roofline-of-mine.txt")));
}

TEST_F(RoofFile, ARelativeFolderIsReplacedByHome) {
  cache_.set("relative");
  const Variable home("HOME");
  home.set(folder_.path("home"));
  EXPECT_EQ(roof_folder(), folder_.path("home") + "/.cache/gputest");
  home.unset();
  EXPECT_EQ(roof_folder(), "");
  keep_roofs(device_, roofs_);  // prints why it cannot
}

}  // namespace
}  // namespace gputest::app_roof_file_test
