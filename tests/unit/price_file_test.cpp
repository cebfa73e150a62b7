#include "app/results/price_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"

namespace gputest::price_file_test {
namespace {

/// A file with that text; the destructor removes it.
class TextFile {
 public:
  explicit TextFile(const std::string& text) { std::ofstream(path()) << text; }
  std::string path() const { return folder_.path("prices"); }

 private:
  ScratchFolder folder_;
};

DeviceInfo device_of(const std::string& id, const std::string& name) {
  DeviceInfo device;
  device.id = id;
  device.name = name;
  return device;
}

TEST(PriceFile, TheFirstMatchingPatternIsTheDevicesPrice) {
  const TextFile file(
      "# what was paid\n\ncurrency = EUR\nNVIDIA H100* = 30000  # with tax\n* = 1.5\n");
  const PriceList list = read_price_file(file.path());
  EXPECT_EQ(list.currency, "EUR");
  EXPECT_EQ(list.of(device_of("cuda:0", "NVIDIA H100 80GB HBM3")), 30000);
  EXPECT_EQ(list.of(device_of("cpu:0", "a processor")), 1.5);
  const TextFile by_id("cpu:0 = 2000\n");
  EXPECT_EQ(read_price_file(by_id.path()).of(device_of("cpu:0", "a processor")), 2000);
  EXPECT_FALSE(read_price_file(by_id.path()).of(device_of("cuda:0", "a GPU")));
  EXPECT_EQ(read_price_file(by_id.path()).currency, "price");
}

TEST(PriceFile, ABadLineIsReportedWithFileAndLine) {
  const auto complaint = [](const std::string& text) {
    const TextFile file(text);
    try {
      read_price_file(file.path());
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::bad_input);
      return std::string(error.what()).substr(file.path().size());
    }
    return std::string("taken");
  };
  EXPECT_EQ(complaint("a = 1\nH100 30000\n"), ":2: 'H100 30000' is not 'device = price'");
  EXPECT_EQ(complaint("= 1\n"), ":1: '= 1' is not 'device = price'");
  EXPECT_EQ(complaint("H100 = much\n"), ":1: the price must be a number above 0, not 'much'");
  EXPECT_EQ(complaint("H100 = -1\n"), ":1: the price must be a number above 0, not '-1'");
  EXPECT_EQ(complaint("H100 = 0\n"), ":1: the price must be a number above 0, not '0'");
  EXPECT_EQ(complaint("H100 = inf\n"), ":1: the price must be a number above 0, not 'inf'");
  EXPECT_EQ(complaint("a = 1\na = 2\n"), ":2: 'a' has two prices; give one");
  EXPECT_EQ(complaint("currency = US dollars\n"),
            ":1: the currency must be one word, not 'US dollars'");
  EXPECT_EQ(complaint("# nothing\n"), " has no price; write lines 'device = price'");
}

}  // namespace
}  // namespace gputest::price_file_test
