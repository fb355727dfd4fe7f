// Kernel launches: <<<...>>> in all the ways people write it.
#include <algorithm>
#include <catch2/catch.hpp>

#include "front_support.hpp"

using front_test::rewritten;

namespace {

const std::string declared =
    "__global__ void k(float*, int); __global__ void none(); template <class T, int N> __global__ void t(T*);"
    "template <class T> __global__ void over(T*); template <class T> __global__ void over(T*, int);";

// The text of one statement in a host function; what is the same in all launches is cut short.
std::string launched(const std::string& statement) {
  static const std::string before = rewritten(declared + " int main() { ");
  std::string text = rewritten(declared + " int main() { " + statement + " }");
  static const std::string unseen = " __attribute__((no_sanitize(\"thread\"), no_sanitize_coverage))";
  for (std::size_t at = text.find(unseen); at != text.npos; at = text.find(unseen)) text.erase(at, unseen.size());
  return text.starts_with(before) ? text.substr(before.size() + 1, text.size() - before.size() - 3) : text;
}

std::string launch(const std::string& geometry, const std::string& callee, const std::string& pointer, const std::string& rest) {
  return "::warpmem::launch(::warpmem::Geometry(" + geometry + "), \"" + callee + "\", \"\", 1, " + pointer +
         ", [&](auto&... warpmem_a) { " + callee + "(warpmem_a...); }" + rest + ");";
}
// The same for what is no kernel's name but holds one.
std::string launch_value(const std::string& geometry, const std::string& callee, const std::string& rest) {
  return "::warpmem::launch(::warpmem::Geometry(" + geometry + "), \"" + callee + "\", \"\", 1, (const void*)(" + callee +
         "), [&, warpmem_k = " + callee + "](auto&... warpmem_a) { warpmem_k(warpmem_a...); }" + rest + ");";
}
std::string pointer(const std::string& callee) { return "(const void*)(" + callee + ")"; }

}  // namespace

TEST_CASE("a launch calls the kernel in a lambda") {
  CHECK(launched("k<<<1, 2>>>(p, n);") == launch("1, 2", "k", pointer("k"), ", p, n"));
  CHECK(launched("none<<<1, 2>>>();") == launch("1, 2", "none", pointer("none"), ""));
  CHECK(launched("k<<<dim3(2, 3), b, 4 * sizeof(int), stream>>>(p, n);") ==
        launch("dim3(2, 3), b, 4 * sizeof(int), stream", "k", pointer("k"), ", p, n"));
  CHECK(launched("k<<<n >> 8, max<int>(a, b)>>>(p, f<int, 2>(n));") ==
        launch("n >> 8, max<int>(a, b)", "k", pointer("k"), ", p, f<int, 2>(n)"));
  CHECK(launched("if (n) k<<<1, 2>>>(p, n); else none<<<1, 2>>>();") ==
        "if (n) " + launch("1, 2", "k", pointer("k"), ", p, n") + " else " + launch("1, 2", "none", pointer("none"), ""));
}

TEST_CASE("spaces and lines within a launch do not matter, and lines stay where they are") {
  CHECK(launched("k << <1, 2 >> > (p, n);") == launch("1, 2", "k", pointer("k"), ", p, n"));
  const auto result = warpmem::front::rewrite(declared + "int main() { k<<<1,\n2>>>(p,\n\nn); }\n");
  REQUIRE(result);
  CHECK(std::count(result->text.begin(), result->text.end(), '\n') == 4);
  CHECK(result->launches == 1);
}

TEST_CASE("a template's kernel has an address when all its arguments are given") {
  CHECK(launched("t<float, 3><<<1, 2>>>(p);") == launch("1, 2", "t<float, 3>", pointer("t<float, 3>"), ", p"));
  CHECK(launched("t<A<B<int>>, (3 > 2)><<<1, 2>>>(p);") == launch("1, 2", "t<A<B<int>>, (3>2)>", pointer("t<A<B<int>>, (3>2)>"), ", p"));
  CHECK(launched("t<float><<<1, 2>>>(p);") == launch("1, 2", "t<float>", "nullptr", ", p"));
  CHECK(launched("over<<<1, 2>>>(p);") == launch("1, 2", "over", "nullptr", ", p"));
  CHECK(launched("over<int><<<1, 2>>>(p);") == launch("1, 2", "over<int>", "nullptr", ", p"));
}

TEST_CASE("what is launched may be any expression") {
  for (const std::string callee : {"f", "table[i]", "table[i][j+1]", "a.b", "p->f", "(*f)", "pick(3)", "a.pick(3)"}) {
    CAPTURE(callee);
    CHECK(launched(callee + "<<<1, 2>>>(n);") == launch_value("1, 2", callee, ", n"));
  }
  CHECK(launched("ns::k<<<1, 2>>>(n);") == launch("1, 2", "ns::k", pointer("ns::k"), ", n"));
  CHECK(launched("if (n) (*f)<<<1, 2>>>(n);") == "if (n) " + launch_value("1, 2", "(*f)", ", n"));
  CHECK(launched("return ::k<<<1, 2>>>(n);") == "return " + launch("1, 2", "::k", pointer("::k"), ", n"));
}

TEST_CASE("a literal that may stand for a pointer is written in the call itself") {
  const std::string head = "::warpmem::launch(::warpmem::Geometry(1, 2), \"k\", \"\", 1, (const void*)(k), [&](";
  CHECK(launched("k<<<1, 2>>>(0, n);") == head + "auto& warpmem_a1) { k(0, warpmem_a1); }, n);");
  CHECK(launched("k<<<1, 2>>>(p, 0);") == head + "auto& warpmem_a0) { k(warpmem_a0, 0); }, p);");
  CHECK(launched("k<<<1, 2>>>(NULL, 0);") == head + ") { k(NULL, 0); });");
  CHECK(launched("k<<<1, 2>>>(f<a, b>(1), __null);") == head + "auto& warpmem_a0) { k(warpmem_a0, __null); }, f<a, b>(1));");
  CHECK(launched("k<<<1, 2>>>({1, 2}, n);") == head + "auto& warpmem_a1) { k({1, 2}, warpmem_a1); }, n);");
}

TEST_CASE("what hands a kernel its arguments has no hooks") {
  CHECK(rewritten("__global__ void k(int); int main() { k<<<1, 2>>>(n); }")
            .find("[&](auto&... warpmem_a) __attribute__((no_sanitize(\"thread\"), no_sanitize_coverage)) { k(warpmem_a...); }") !=
        std::string::npos);
}

TEST_CASE("what looks like a launch and is none stays") {
  for (const std::string text : {"const char* s = \"k<<<1, 2>>>()\";", "char c = '<'; x = R\"(k<<<1, 2>>>())\";", "a = b << c >> d;",
                                 "operator<< <int>(a, b);", "bool b = x < y && z > (w);"}) {
    CAPTURE(text);
    CHECK(launched(text) == text);
  }
  CHECK(launched("// k<<<1, 2>>>()\n/* k<<<1, 2>>>() */ f();") == "// k<<<1, 2>>>() /* k<<<1, 2>>>() */ f();");
}

TEST_CASE("the kernel's type is seen where its address is taken for a launch") {
  CHECK(launched("cudaLaunchCooperativeKernel((void*)k, g, b, args);") == "cudaLaunchCooperativeKernel(k, g, b, args);");
  CHECK(launched("cudaLaunchKernel((const void *)&t<int, 2>, g, b, args);") == "cudaLaunchKernel(&t<int, 2>, g, b, args);");
  CHECK(launched("cudaLaunchKernel(reinterpret_cast<void*>(k), g, b, args);") == "cudaLaunchKernel((k), g, b, args);");
  CHECK(rewritten("__global__ void k(int) { } void f() { cudaLaunchKernel(p, g, b, args); }") ==
        "__attribute__((noipa)) void k(int) { } static const int warpmem_registered_k = ::warpmem::register_kernel(k, \"k\");"
        " void f() { cudaLaunchKernel(p, g, b, args); }");
}

TEST_CASE("kernels are known by name, each once") {
  const auto result = warpmem::front::rewrite(declared);
  REQUIRE(result);
  CHECK(result->kernels == std::vector<std::string>{"k", "none", "t", "over"});
}
