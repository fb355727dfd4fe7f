// What is not modelled is refused where it stands in the user's file, and text that is not the user's is let alone.
#include <catch2/catch.hpp>

#include "front_support.hpp"
#include "record/front/messages.hpp"
#include "temporary_folder.hpp"

namespace {

warpmem::Error refusal(const TemporaryFolder& folder, const std::string& source) {
  const std::string file = folder.write("a.cu", source);
  const auto result = warpmem::front::rewrite("# 1 \"" + file + "\"\n" + source);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == warpmem::ErrorKind::input);
  CHECK(result.error().file == file);
  return result.error();
}

}  // namespace

TEST_CASE("a construct that is not modelled is refused with its place and what to do") {
  const TemporaryFolder folder;
  struct Row {
    std::string source;
    unsigned line, column;
    std::string message;
  };
  const auto row = GENERATE(
      Row{"__global__ void c();\n__global__ void k() {\n  c<<<1, 2>>>();\n}\n", 3, 3, "dynamic parallelism"},
      Row{"void f() {\n\n    cudaGraph_t graph;\n}\n", 3, 5, "graphs"}, Row{"__cluster_dims__(2) __global__ void k();\n", 1, 1, "clusters"},
      Row{"using namespace nvcuda;\n", 1, 17, "matrix"}, Row{"struct S { static __shared__ int n; };\n", 1, 19, "class's member"},
      Row{"void f() { surf2Dread(&a, s, 1, 2); }\n", 1, 12, "surfaces"}, Row{"void f() { +<<<1, 2>>>(); }\n", 1, 12, "not understood"});
  CAPTURE(row.source);
  const auto error = refusal(folder, row.source);
  CHECK(error.line == row.line);
  CHECK(error.column == row.column);
  CHECK(error.message.find(row.message) != std::string::npos);
  CHECK(error.excerpt_column == error.column);
}

TEST_CASE("a name that only begins like one of CUDA's is the program's own") {
  for (const std::string name :
       {"cudaGraphX", "cudaGraphColouring", "cudaGraphicsMine", "surf2DreadAll", "cudaIpcLike", "cudaStreamBeginCaptureX"}) {
    CAPTURE(name);
    CHECK(warpmem::front::rewrite("void f() { " + name + "(1); }\n"));
  }
  const TemporaryFolder folder;
  CHECK(refusal(folder, "cudaGraphicsResource* resource;\n").message.find("OpenGL") != std::string::npos);
}

TEST_CASE("what g++ says of a launch is said without the way there") {
  const std::string own = "a.cu:5: error: too few arguments to function 'void k(int*, int)'\na.cu:1: note: declared here\n";
  CHECK(warpmem::front::users_messages("a.cu: In instantiation of 'main()::<lambda(auto:1& ...)> [with auto:1 = {int*}]':\n"
                                       "/own/launch.h:68:   required from 'void warpmem::launching::Packed<_Call>::run()'\n"
                                       "/own/launch.h:110:   required from 'void warpmem::launch(const Geometry&)'\n"
                                       "a.cu:5:   required from here\n" +
                                           own,
                                       "/own") == own);
  // An error in a kernel's template keeps the kernel's types and the launch's line.
  const std::string kernel = "a.cu: In instantiation of 'void w(T*) [with T = int]':\n";
  const std::string place = "a.cu:10:   required from here\na.cu:9: error: request for member 'x' in '* out'";
  CHECK(warpmem::front::users_messages(kernel +
                                           "a.cu:10:   required from 'f(int*)::<lambda(auto:4& ...)> [with auto:4 = {int*}]'\n"
                                           "/own/launch.h:68:   required from 'void warpmem::launching::Packed<_Call>::run()'\n" +
                                           place,
                                       "/own") == kernel + place);
  const std::string ours = "/own/launch.h:3: error: ours\n";
  CHECK(warpmem::front::users_messages(ours, "/own") == ours);
}

TEST_CASE("a place is that of the source, not of the text after macros") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.cu", "#define G(x) x\n\n  int a;   G(cudaGraph_t) g;\n");
  const auto result = warpmem::front::rewrite("# 1 \"" + file + "\"\n\n\n int a; cudaGraph_t g;\n");
  REQUIRE_FALSE(result);
  CHECK(result.error().line == 3);
  CHECK(result.error().column == 14);
}

TEST_CASE("system headers and the tool's own are passed over; a system macro within the user's text is the user's") {
  const std::string text =
      "# 1 \"a.cu\"\n# 1 \"/usr/include/x.h\" 1 3 4\n__device__ int a; cudaGraph_t g;\n# 2 \"a.cu\" 2\n__device__ int f();\n"
      "# 1 \"/opt/own/y.h\" 1\n__device__ int b;\n# 3 \"a.cu\" 2\nint c =\n# 3 \"a.cu\" 3 4\n__host__\n# 3 \"a.cu\"\n;\n";
  const auto result = warpmem::front::rewrite(text, {"/opt/own/"});
  REQUIRE(result);
  CHECK(result->text ==
        "# 1 \"a.cu\"\n# 1 \"/usr/include/x.h\" 1 3 4\n__device__ int a; cudaGraph_t g;\n# 2 \"a.cu\" 2\n int f();\n"
        "# 1 \"/opt/own/y.h\" 1\n__device__ int b;\n# 3 \"a.cu\" 2\nint c =\n# 3 \"a.cu\" 3 4\n\n# 3 \"a.cu\"\n;\n");
}

TEST_CASE("unfinished text is got through") {
  for (const std::string text : {"__global__", "__shared__", "k<<<", "k<<<1, 2>>>", "k<<<1, 2>>>(", "__device__ int a[", "\"abc", "R\"(",
                                 "/*", "asm(", "template <", "}}}", "<<<", "extern __shared__ int", "__device__", "__launch_bounds__("}) {
    CAPTURE(text);
    const auto in_function = warpmem::front::rewrite("__global__ void k() { " + text);
    const auto alone = warpmem::front::rewrite(text);
    CHECK((alone || !alone.error().message.empty()));
    CHECK((in_function || !in_function.error().message.empty()));
  }
}
