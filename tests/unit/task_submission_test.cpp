#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/judge/submission.hpp"
#include "common/core/error.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/owncode/confinement.hpp"

namespace gputest::task_submission_test {
namespace {

using Names = std::vector<std::string>;

TEST(Submissions, KernelFunctionsAreFound) {
  EXPECT_EQ(kernel_functions("// __global__ void no();\n__global__ void one(int n) {}", ".cu"),
            Names{"one"});
  EXPECT_EQ(kernel_functions("__global__ void __launch_bounds__(256, 2) one(int n) {}\n"
                             "__device__ int two() { return 1; }",
                             ".hip"),
            Names{"one"});
  EXPECT_EQ(kernel_functions("kernel __attribute__((reqd_work_group_size(8, 1, 1))) void f(int n);",
                             ".cl"),
            Names{"f"});
  EXPECT_EQ(
      kernel_functions("__global__ void a(); __global__ void b() {} __global__ void a() {}", ".cu"),
      (Names{"a", "b"}));
  EXPECT_EQ(kernel_functions("static void h() {} void f(int n) { h(); }", ".cpp"), Names{"f"});
  EXPECT_EQ(kernel_functions("extern \"C\" void g() {} void f() {}", ".cpp"), Names{"g"});
  EXPECT_EQ(kernel_functions("int f() { return 1; }", ".cpp"), Names{});
}

/// What require_confined() says about a file with that text in a folder with h.h; outside is
/// secret.h.
std::string complaint(const std::string& text) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("in"));
  std::ofstream(folder.path("in/h.h")) << "int h;\n";
  std::ofstream(folder.path("secret.h")) << "int s;\n";
  std::filesystem::create_symlink("../secret.h", folder.path("in/link.h"));
  std::ofstream(folder.path("in/k.cu")) << text;
  try {
    owncode::require_confined(folder.path("in/k.cu"));
  } catch (const Error& error) {
    const std::string sentence = error.what();
    return sentence.substr(sentence.find("k.cu") + 4);
  }
  return "none";
}

TEST(Submissions, IncludeOnlyWhatLiesBesideThem) {
  EXPECT_EQ(complaint("#include \"h.h\"\n#include <cmath>\n"), "none");
  EXPECT_EQ(complaint("// #include \"/etc/passwd\"\n"), "none");
  const std::string only = ": a submission includes only files in its folder or below, ";
  EXPECT_EQ(complaint("\n#include \"/etc/passwd\"\n"), ":2" + only + "not /etc/passwd");
  EXPECT_EQ(complaint("# include </etc/passwd>\n"), ":1" + only + "not /etc/passwd");
  EXPECT_EQ(complaint("#include \"../secret.h\"\n"), ":1" + only + "not ../secret.h");
  EXPECT_EQ(complaint("#include \"link.h\"\n"), ":1" + only + "but link.h leads out of it");
  EXPECT_EQ(complaint("/* */ #include /* */ \"/etc/passwd\"\n"), ":1" + only + "not /etc/passwd");
  EXPECT_EQ(complaint("#inc\\\nlude \"/etc/passwd\"\n"), ":1" + only + "not /etc/passwd");
  EXPECT_EQ(complaint("#define F \"/etc/passwd\"\n#include F\n"),
            ":2: #include must name its file directly");
  EXPECT_NE(complaint("asm(\".incbin \\\"/etc/passwd\\\"\");\n"), "none");
  EXPECT_EQ(complaint("/* *\\\n/\n#include \"/etc/passwd\"\n/* */\n"),
            ":3" + only + "not /etc/passwd");
  EXPECT_EQ(complaint("int a = L'/*';\n#include \"/etc/passwd\"\n/**/\n"),
            ":2" + only + "not /etc/passwd");
  EXPECT_NE(complaint("auto s = R\"(\" /*)\";\n#include \"/etc/passwd\"\n// */\n"), "none");
  EXPECT_EQ(complaint("int n = 1'000; /*'*/\n"), "none");
  EXPECT_NE(complaint("%:include \"/etc/passwd\"\n"), "none");
  EXPECT_NE(complaint("#if __has_include(\"/etc/passwd\")\n#endif\n"), "none");
}

TEST(Submissions, HaveALimitedLength) {
  EXPECT_EQ(complaint(std::string(100000, '\n')), "none");
  EXPECT_EQ(complaint(std::string(100001, '\n')), ": a submission has at most 100000 lines");
  EXPECT_EQ(complaint(std::string((1 << 20) + 1, ' ')), ": a submission has at most 1048576 bytes");
}

}  // namespace
}  // namespace gputest::task_submission_test
