// What becomes of CUDA's words: declarations, memory spaces, attributes, atomics, inline PTX.
#include <catch2/catch.hpp>

#include "front_support.hpp"

using front_test::rewritten;
using front_test::Row;

TEST_CASE("functions lose their side, and kernels keep a symbol of their own") {
  const Row row = GENERATE(
      Row{"__device__ int f();", "int f();"}, Row{"__host__ __device__ inline int f() { return 1; }", "inline int f() { return 1; }"},
      Row{"static __device__ int f(int);", "static int f(int);"},
      Row{"__device__ __forceinline__ int f();", "inline __attribute__((always_inline)) int f();"},
      Row{"__forceinline__ __device__ int f();", "inline __attribute__((always_inline)) int f();"},
      Row{"static inline __device__ __forceinline__ int f();", "static inline __attribute__((always_inline)) int f();"},
      Row{"__device__ __noinline__ int f();", "__attribute__((noinline)) int f();"},
      Row{"__attribute__((__noinline__)) int f();", "__attribute__((__noinline__)) int f();"},
      Row{"struct S { __device__ S() : x(0) {} __device__ operator int*() const; int x; };",
          "struct S { S() : x(0) {} operator int*() const; int x; };"},
      Row{"struct S { __device__ bool operator()(int a) const { return a; } };",
          "struct S { bool operator()(int a) const { return a; } };"},
      Row{"template <class T> __device__ T f(T a) { return a; }", "template <class T> T f(T a) { return a; }"},
      Row{"void g() { auto f = [=] __device__ (int i) { return i; }; }", "void g() { auto f = [=] (int i) { return i; }; }"},
      Row{"void g() { h([=] __host__ __device__ (int i) { return i; }); }", "void g() { h([=] (int i) { return i; }); }"},
      Row{"__global__ void k();", "__attribute__((noipa)) void k();"}, Row{"void __global__ k();", "void __attribute__((noipa)) k();"},
      Row{"__global__ void __launch_bounds__(256) k();", "__attribute__((noipa)) void k();"},
      Row{"__launch_bounds__(N / 2, 1) __global__ void k();", "__attribute__((noipa)) void k();"},
      Row{"extern \"C\" __global__ void k(int) {}", "extern \"C\" __attribute__((noipa)) void k(int) {}"},
      Row{"template <int N> __global__ void k(const __grid_constant__ P p);",
          "template <int N> __attribute__((noipa)) void k(const P p);"});
  CAPTURE(row.source);
  CHECK(rewritten(row.source) == row.text);
}

TEST_CASE("memory functions of device code are the headers', those of the host stay") {
  const Row row = GENERATE(
      Row{"__device__ void f(int* p, int n) { memcpy(p, p + n, n); }", "void f(int* p, int n) { ::warpmem_memcpy(p, p + n, n); }"},
      Row{"__global__ void k(int* p) { std::memset(p, 0, 4); }", "__attribute__((noipa)) void k(int* p) { ::warpmem_memset(p, 0, 4); }"},
      Row{"__device__ void f(char* p) { if (p) ::memmove(p, p + 1, 3); }", "void f(char* p) { if (p) ::warpmem_memmove(p, p + 1, 3); }"},
      Row{"__device__ void f(S s) { s.memcpy(1); my::memset(2); }", "void f(S s) { s.memcpy(1); my::memset(2); }"},
      Row{"void f(int* p, int n) { memcpy(p, p + n, n); }", "void f(int* p, int n) { memcpy(p, p + n, n); }"});
  CAPTURE(row.source);
  CHECK(rewritten(row.source) == row.text);
}

TEST_CASE("device and constant variables get a section of their own") {
  const std::string device = "__attribute__((section(\"warpmem_device\")))";
  const std::string constant = "__attribute__((section(\"warpmem_constant\")))";
  CHECK(rewritten("__device__ int a;") == "static " + device + " int a;");
  CHECK(rewritten("static __device__ float a[4] = {1, 2, 3, 4}, b;") == "static " + device + " float a[4] = {1, 2, 3, 4}, b;");
  CHECK(rewritten("__device__ __managed__ int a;") == "static " + device + " int a;");
  CHECK(rewritten("__device__ S s{1, 2};") == "static " + device + " S s{1, 2};");
  CHECK(rewritten("__device__ float (*op)(float) = f;") == "static " + device + " float (*op)(float) = f;");
  CHECK(rewritten("__device__ const float* p;") == "static " + device + " const float* p;");
  CHECK(rewritten("__constant__ float a[4];") == "static " + constant + " float a[4];");
  CHECK(rewritten("__device__ __constant__ float a[4];") == "static " + constant + " float a[4];");
  CHECK(rewritten("void f() { static __device__ int a; }") == "void f() { static " + device + " int a; }");

  SECTION("a file's own unless files share theirs") {
    CHECK(rewritten("extern __device__ int a; __device__ int a;") == "extern " + device + " int a; " + device + " int a;");
    const auto shared = warpmem::front::rewrite("__device__ int a;", {"", true});
    REQUIRE(shared);
    CHECK(shared->text == device + " int a;");
  }
  SECTION("a const array is made a variable, or its reads would go unseen; a const scalar is a number") {
    CHECK(rewritten("__device__ const int a[3] = {1, 2, 3};") == "static " + device + " int a[3] = {1, 2, 3};");
    CHECK(rewritten("__constant__ const int a[1] = {1};") == "static " + constant + " int a[1] = {1};");
    CHECK(rewritten("extern __device__ const int a[3]; __device__ const int a[3] = {1};") ==
          "extern " + device + " int a[3]; " + device + " int a[3] = {1};");
    CHECK(rewritten("__device__ const char* const a[] = {0};") == "static " + device + " const char* a[] = {0};");
    CHECK(rewritten("__device__ const int a = 3;") == "const int a = 3;");
    CHECK(rewritten("__device__ constexpr int a[2] = {1, 2};") == "constexpr int a[2] = {1, 2};");
  }
  SECTION("what several files may define has none") {
    CHECK(rewritten("template <class T> __device__ T a[3];") == "template <class T> T a[3];");
    CHECK(rewritten("inline __device__ int a;") == "inline int a;");
  }
}

namespace {

// A kernel's body before and after.
std::string body(const std::string& source) {
  const std::string text = rewritten("template <class A> void f() { " + source + " }");
  const std::string head = "template <class A> void f() { ";
  return text.starts_with(head) ? text.substr(head.size(), text.size() - head.size() - 2) : text;
}
std::string registered(const std::string& name) {
  return " ::warpmem_shared_variable((const void*)__builtin_addressof(" + name + "), sizeof(" + name + "), __alignof__(" + name + "), \"" +
         name + "\");";
}

}  // namespace

TEST_CASE("a shared variable is static and made known to the block") {
  const auto [source, text, names] = GENERATE(table<std::string, std::string, std::vector<std::string>>({
      {"__shared__ float a[32][33];", "static float a[32][33];", {"a"}},
      {"__shared__ int n;", "static int n;", {"n"}},
      {"__shared__ float a[N], b[N], c;", "static float a[N], b[N], c;", {"a", "b", "c"}},
      {"static __shared__ int n;", "static int n;", {"n"}},
      {"__shared__ static int n;", "static int n;", {"n"}},
      {"float __shared__ a[3];", "float static a[3];", {"a"}},
      {"volatile __shared__ int a[3];", "volatile static int a[3];", {"a"}},
      {"__shared__ volatile int a[3];", "static volatile int a[3];", {"a"}},
      {"__shared__ alignas(16) float a[4];", "alignas(16) static float a[4];", {"a"}},
      {"__shared__ __attribute__((aligned(8))) char a[4];", "static __attribute__((aligned(8))) char a[4];", {"a"}},
      {"__shared__ char a[4] __attribute__((aligned(8)));", "static char a[4] __attribute__((aligned(8)));", {"a"}},
      {"__shared__ struct { int a, b; } s[3];", "static struct { int a, b; } s[3];", {"s"}},
      {"__shared__ union U u;", "static union U u;", {"u"}},
      {"__shared__ typename P<T, 3>::Q t;", "static typename P<T, 3>::Q t;", {"t"}},
      {"__shared__ float *p[3], (*q)[4];", "static float *p[3], (*q)[4];", {"p", "q"}},
      {"case 1: __shared__ int n;", "case 1: static int n;", {"n"}},
  }));
  std::string expected = text;
  for (const std::string& name : names) expected += registered(name);
  CAPTURE(source);
  CHECK(body(source) == expected);
}

TEST_CASE("dynamic shared memory is a pointer to the block's") {
  const Row row = GENERATE(Row{"extern __shared__ float s[];", "float *s = (decltype(s))::warpmem_dynamic_shared;"},
                           Row{"extern __shared__ T s[];", "T *s = (decltype(s))::warpmem_dynamic_shared;"},
                           Row{"extern __shared__ float s[][K];", "float (*s)[K] = (decltype(s))::warpmem_dynamic_shared;"},
                           Row{"extern volatile __shared__ int s[];", "volatile int *s = (decltype(s))::warpmem_dynamic_shared;"},
                           Row{"__shared__ extern int s[];", "int *s = (decltype(s))::warpmem_dynamic_shared;"},
                           Row{"extern __shared__ alignas(16) char s[];", "char *s = (decltype(s))::warpmem_dynamic_shared;"},
                           Row{"extern __shared__ float s[], t[];",
                               "float *s = (decltype(s))::warpmem_dynamic_shared, *t = (decltype(t))::warpmem_dynamic_shared;"},
                           Row{"extern __shared__ S s;", "S &s = (decltype(s))*::warpmem_dynamic_shared;"});
  CAPTURE(row.source);
  CHECK(body(row.source) == row.text);
  CHECK(rewritten("extern __shared__ int s[]; extern __shared__ int s[];") ==
        "static int *const s = (decltype(s))::warpmem_dynamic_shared;");
  CHECK(rewritten("struct M { __device__ int* get() { extern __shared__ int s[]; return s; } };") ==
        "struct M { int* get() { int *s = (decltype(s))::warpmem_dynamic_shared; return s; } };");
}

TEST_CASE("a function's only shared variable has a symbol, by which it is registered: nobody takes its address") {
  const auto named = [](const std::string& name, const std::string& declared) {
    const std::string symbol = "__asm__(\"warpmem_shared_" + name + "\")";
    return declared + " " + symbol;
  };
  const auto by_symbol = [](const std::string& name, const std::string& expression) {
    return " extern unsigned char warpmem_at_" + name + "[] __asm__(\"warpmem_shared_" + name +
           "\") __attribute__((weak)); ::warpmem_shared_variable((const void*)warpmem_at_" + name + ", sizeof(" + expression +
           "), __alignof__(" + expression + "), \"a\");";
  };
  SECTION("in a kernel or another function that exists once") {
    CHECK(rewritten("void f() { __shared__ float a[4][5]; }") ==
          "void f() { " + named("7_a", "static float a[4][5]") + ";" + by_symbol("7_a", "a") + " }");
    CHECK(rewritten("void f() { __shared__ int a = 3; }") ==
          "void f() { " + named("7_a", "static int a") + " = 3;" + by_symbol("7_a", "a") + " }");
    CHECK(rewritten("void f() { __shared__ char a[4] __attribute__((aligned(8))); }") ==
          "void f() { " + named("7_a", "static char a[4]") + " __attribute__((aligned(8)));" + by_symbol("7_a", "a") + " }");
  }
  SECTION("not where there may be several of it") {
    for (const std::string head : {"template <int N> void f()", "inline void f()", "constexpr int f()"}) {
      CAPTURE(head);
      CHECK(rewritten(head + " { __shared__ int a; }").find("__asm__") == std::string::npos);
    }
    CHECK(rewritten("struct S { void f() { __shared__ int a; } };").find("__asm__") == std::string::npos);
    CHECK(rewritten("void f() { auto g = [](auto x) { __shared__ int a; }; }").find("__asm__") == std::string::npos);
  }
  SECTION("outside functions it is registered by each device function that names it") {
    CHECK(rewritten("__shared__ float a[4]; __global__ void k() { a[0] = 1; } __global__ void l() {} void h(int a);") ==
          named("2_a", "static float a[4]") + "; __attribute__((noipa)) void k() {" + by_symbol("2_a", "a") +
              " a[0] = 1; } __attribute__((noipa)) void l() {} void h(int a);");
    CHECK(rewritten("namespace n { __shared__ int a; } __device__ void f() { n::a = 1; }") ==
          "namespace n { " + named("5_a", "static int a") + "; } void f() {" + by_symbol("5_a", "n::a") + " n::a = 1; }");
  }
}

TEST_CASE("an atomic whose value is not used is a reduction") {
  const Row row = GENERATE(
      Row{"atomicAdd(p, 1);", "::warpmem_red_atomicAdd(p, 1);"}, Row{"x = atomicAdd(p, 1);", "x = atomicAdd(p, 1);"},
      Row{"if (c) atomicMax(p, 1); else atomicMin(p, 1);", "if (c) ::warpmem_red_atomicMax(p, 1); else ::warpmem_red_atomicMin(p, 1);"},
      Row{"for (;;) { atomicOr(p, 1); }", "for (;;) { ::warpmem_red_atomicOr(p, 1); }"},
      Row{"(void)atomicAdd(p, 1);", "(void)::warpmem_red_atomicAdd(p, 1);"}, Row{"x = (int)atomicAdd(p, 1);", "x = (int)atomicAdd(p, 1);"},
      Row{"return c ? 0 : atomicAdd(p, 1);", "return c ? 0 : atomicAdd(p, 1);"},
      Row{"case 1: atomicAdd(p, 1);", "case 1: ::warpmem_red_atomicAdd(p, 1);"}, Row{"f(atomicAdd(p, 1));", "f(atomicAdd(p, 1));"},
      Row{"atomicAdd_block(p, 1);", "::warpmem_red_atomicAdd_block(p, 1);"}, Row{"::atomicAdd(p, 1);", "::warpmem_red_atomicAdd(p, 1);"},
      Row{"atomicExch(p, 1);", "atomicExch(p, 1);"}, Row{"atomicCAS(p, 1, 2);", "atomicCAS(p, 1, 2);"});
  CAPTURE(row.source);
  CHECK(body(row.source) == row.text);
  CHECK(rewritten("__device__ float atomicMax(float* p, float v); void f() { atomicMax(p, v); }") ==
        "float atomicMax(float* p, float v); void f() { atomicMax(p, v); }");
}

TEST_CASE("inline PTX that C++ can say is said in C++") {
  const auto device = [](const std::string& source) {
    const std::string text = rewritten("__global__ void k() { " + source + " }");
    const std::string head = "__attribute__((noipa)) void k() { ";
    return text.substr(head.size(), text.size() - head.size() - 2);
  };
  CHECK(device("asm volatile(\"bar.sync 0;\");") == "::warpmem_barrier();");
  CHECK(device("asm volatile(\"\" ::: \"memory\");") == "((void)0);");
  CHECK(device("asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));") == "((x) = ::warpmem_lane());");
  CHECK(device("asm(\"ld.global.cg.f32 %0, [%1];\" : \"=f\"(x) : \"l\"(p) : \"memory\");") == "((x) = ::__ldcg((const float*)(p)));");
  CHECK(device("asm(\"ld.global.nc.L1::no_allocate.f32 %0, [%1];\" : \"=f\"(x) : \"l\"(p));") == "((x) = ::__ldg((const float*)(p)));");
  CHECK(device("asm(\"st.global.cs.u32 [%0], %1;\" :: \"l\"(p), \"r\"(x));") == "::__stcs((unsigned int*)(p), (unsigned int)(x));");
  CHECK(device("asm(\"ld.global.v2.f32 {%0, %1}, [%2];\" : \"=f\"(x), \"=f\"(y) : \"l\"(p));") ==
        "({ ::float2 warpmem_v = ::__ldca((const ::float2*)(p)); (x) = warpmem_v.x; (y) = warpmem_v.y; });");
  SECTION("any other stops the program when it gets there") {
    CHECK(device("asm(\"vote.uni %0;\" : \"=r\"(x));") ==
          "::warpmem_fail(\":1: inline PTX is not modelled: vote.uni %0; (write it in CUDA C++)\");");
  }
  SECTION("the host's assembly is the host's") { CHECK(body("asm(\"rdtsc\");") == "asm(\"rdtsc\");"); }
}

TEST_CASE("an atomic on one address for all threads is told from others: its warp adds up first") {
  const auto becomes = [](const std::string& call, const std::string& before = "") {
    const std::string text = rewritten("__device__ int count; __global__ void k(int *p, unsigned n) { " + before + call + "; }");
    return text.find("warpmem_joined_") != std::string::npos ? "joined" : text.find("warpmem_red_") != std::string::npos ? "red" : "none";
  };
  CHECK(becomes("atomicAdd(p, 1)") == std::string("joined"));
  CHECK(becomes("atomicMax(&p[3], x)") == std::string("joined"));
  CHECK(becomes("atomicOr(p + blockIdx.x * 4, x)") == std::string("joined"));
  CHECK(becomes("atomicAdd(&count, 1)") == std::string("joined"));
  CHECK(becomes("atomicAdd(&p[i], 1)") == std::string("red"));
  CHECK(becomes("atomicAdd(p + threadIdx.x, 1)") == std::string("red"));
  CHECK(becomes("atomicAdd(p, 1)", "p += threadIdx.x; ") == std::string("red"));
  CHECK(becomes("atomicAdd(p, 1)", "int *p = q; ") == std::string("red"));
  CHECK(becomes("atomicInc(p, 7)") == std::string("red"));
  CHECK(becomes("x = atomicAdd(p, 1)") == std::string("none"));
  CHECK(rewritten("__device__ void f(int *p) { atomicAdd(p, 1); }") == "void f(int *p) { ::warpmem_red_atomicAdd(p, 1); }");
}

TEST_CASE("a component that is read from a vector in memory loads the vector, and time is the device's") {
  const Row row =
      GENERATE(Row{"s = a[i].x + a[i + 1].y;", "s = ::warpmem::whole(a[i]).x + ::warpmem::whole(a[i + 1]).y;"},
               Row{"f(a[i][j].z);", "f(::warpmem::whole(a[i][j]).z);"}, Row{"s = v.x * w.y;", "s = ::warpmem::whole(v).x * w.y;"},
               Row{"s = b & a[i].x;", "s = b & ::warpmem::whole(a[i]).x;"}, Row{"a[i].x = a[j].x;", "a[i].x = ::warpmem::whole(a[j]).x;"},
               Row{"a[i].x += 1;", "a[i].x += 1;"}, Row{"++a[i].x;", "++a[i].x;"}, Row{"a[i].x <<= 1;", "a[i].x <<= 1;"},
               Row{"p = &a[i].x;", "p = &a[i].x;"}, Row{"f(g, &a[i].x);", "f(g, &a[i].x);"}, Row{"s = a[i].length;", "s = a[i].length;"},
               Row{"s = a[i].x[2];", "s = a[i].x[2];"}, Row{"s = b.a[i].x;", "s = b.a[i].x;"},
               Row{"t = clock() - u.clock();", "t = ::warpmem_clock() - u.clock();"});
  const std::string before = "__device__ void f(const float4& v, float4 w) { ", after = " }";
  CAPTURE(row.source);
  CHECK(rewritten(before + row.source + after) == "void f(const float4& v, float4 w) { " + std::string(row.text) + after);
  const std::string host = "void f(const float4& v) { " + std::string(row.source) + " }";
  CHECK(rewritten(host) == host);
}
