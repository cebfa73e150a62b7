// Declarations in users' kernels that a host program would complete.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/owncode/declarations.hpp"

namespace gputest::own_declarations_test {
namespace {

using owncode::with_complete_declarations;

std::string refusal(const std::string& text, const std::string& shared = "64") {
  try {
    with_complete_declarations("x.cu", text, shared);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

TEST(OwnDeclarations, GiveDynamicSharedMemoryItsSize) {
  const std::string begin = "__attribute__((aligned(16))) __shared__ ";
  for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
           {"extern __shared__ float4 a[];", "float4 a[(64) / sizeof(float4)];"},
           {"{\n  extern __shared__ float a [ ] ;}", "float a[(64) / sizeof(float)];}"},
           {"extern __shared__ __align__(16) unsigned char a[];",
            "unsigned char a[(64) / sizeof(unsigned char)];"},
           {"__shared__ extern volatile int a[] __attribute__((aligned(16)));",
            "volatile int a[(64) / sizeof(volatile int)];"},
           {"HIP_DYNAMIC_SHARED(int2, a);", "int2 a[(64) / sizeof(int2)];"}}) {
    const std::string made = without_blanks(with_complete_declarations("x.cu", text, "64"));
    EXPECT_NE(made.find(without_blanks(begin + wanted)), std::string::npos) << made;
  }
}

TEST(OwnDeclarations, KeepTheNumbersOfLines) {
  const std::string made =
      with_complete_declarations("x.cu", "extern __shared__\n  float\n  a[];\nint b;\n", "64");
  EXPECT_EQ(std::count(made.begin(), made.end(), '\n'), 4);
  EXPECT_NE(made.find("\nint b;\n"), std::string::npos);
}

TEST(OwnDeclarations, LeaveOtherTextAlone) {
  for (const std::string text :
       {"// extern __shared__ int a[];\n", "/* __constant__ int a; */", "extern \"C\" void f();",
        "__shared__ float a[64];", "const char* s = \"extern __shared__ int a[];\";",
        "__constant__ int a[2] = {1, 2};", "__constant__ int a{1};",
        "#define K __constant__\ntypedef float real;",
        "#define S(t, v) \\\n  extern __shared__ t v[];\n", "int my__constant__;"})
    EXPECT_EQ(with_complete_declarations("x.cu", text, ""), text);
}

TEST(OwnDeclarations, RefuseWhatOnlyAHostProgramGives) {
  EXPECT_EQ(refusal("\nextern __shared__ int a[];", "")
                .find("x.cu:2: the dynamic shared memory a has no size"),
            0u);
  EXPECT_EQ(refusal("extern __shared__ int a[];\n\nextern __shared__ int b[];"),
            "x.cu:3: the file declares dynamic shared memory twice, a and b; declare it once");
  EXPECT_EQ(refusal("__constant__ float a[3][4];"),
            "x.cu:1: nothing sets the __constant__ a; give it its values where it is declared");
}

}  // namespace
}  // namespace gputest::own_declarations_test
