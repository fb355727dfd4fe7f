// What advice promises of the shipped kernels, their mended forms keep: within 5 % of the cycles.
#include "advise_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

struct Promise {
  const char* kernel;
  FixKind fix;
  const char* mended;
};

}  // namespace

TEST_CASE("a mended kernel takes as long as advice on the other one said") {
  // Without the recorder, as in builds with sanitizers, there are no kernels to run.
  if (!open_trace("kernel:soa,n=32").has_value()) return;
  const MachineConfig machine = shipped("a100-sxm4-80gb");
  const Promise promise =
      GENERATE(Promise{"transpose-tiled,n=256", FixKind::pad_rows, "transpose-padded,n=256"},
               Promise{"transpose-naive,n=256", FixKind::shared_tile, "transpose-padded,n=256"},
               Promise{"matmul-column-walk,m=64,n=64,k=64", FixKind::pad_rows, "matmul-column-walk-padded,m=64,n=64,k=64"},
               Promise{"matmul-naive-columns,m=64,n=64,k=64", FixKind::swap_indices, "matmul-naive,m=64,n=64,k=64"},
               Promise{"aos12,n=65536", FixKind::planes, "soa,n=65536"}, Promise{"aos16,n=65536", FixKind::planes, "soa,n=65536"},
               Promise{"aos12-all,n=65536", FixKind::planes, "soa-all,n=65536"},
               Promise{"aos16-all,n=65536", FixKind::wide_fields, "aos16-vector,n=65536"},
               Promise{"aligned,n=65536", FixKind::wide_threads, "copy-float4,n=16384"},
               Promise{"misaligned,n=65536", FixKind::align, "aligned,n=65536"});
  CAPTURE(promise.kernel);
  const Advice advice = advice_on(std::string("kernel:") + promise.kernel, machine);
  const Trial* trial = tried(advice, promise.fix);
  REQUIRE(trial != nullptr);
  CHECK(trial->cost.useful_bytes == advice.cost.useful_bytes);
  const KernelResult mended = simulate_one(std::string("kernel:") + promise.mended, machine);
  CAPTURE(advice.cost.cycles);
  CAPTURE(mended.cycles);
  CHECK(trial->cost.cycles == Approx(mended.cycles).epsilon(0.05));
}
