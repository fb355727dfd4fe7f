// Host side of image.cuh.
#include "kernels/image.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

unsigned char colour(std::size_t pixel, unsigned channel) {
  return static_cast<unsigned char>((static_cast<std::uint32_t>(3 * pixel + channel) * 2654435761U) >> 24);
}
constexpr int means[] = {124, 116, 104};

// Pixels as bytes, in one layout or the other.
Array<unsigned char> picture(Run& run, std::size_t pixels, bool interleaved) {
  return run.input<unsigned char>("rgb", 3 * pixels, [=](std::size_t i) {
    return interleaved ? colour(i / 3, i % 3) : colour(i % pixels, static_cast<unsigned>(i / pixels));
  });
}

using Pixels = void (*)(const unsigned char*, float*, int);

void host_grey(Run& run, Pixels grey, bool interleaved) {
  const unsigned pixels = run["width"] * run["height"], block = run["block"];
  const auto rgb = picture(run, pixels, interleaved);
  const auto out = run.output<float>("grey", pixels);
  run.launch([&] { grey<<<blocks_for(pixels, block), block>>>(rgb.data, out.data, static_cast<int>(pixels)); });
  run.expect(
      out, [](std::size_t i) { return (colour(i, 0) + colour(i, 1) + colour(i, 2)) * (1.f / 3); }, 1e-6);
}

void host_normalise(Run& run, Pixels normalise, bool interleaved) {
  const unsigned pixels = run["width"] * run["height"], block = run["block"];
  const auto rgb = picture(run, pixels, interleaved);
  const auto out = run.output<float>("out", std::size_t{3} * pixels);
  run.launch([&] { normalise<<<blocks_for(pixels, block), block>>>(rgb.data, out.data, static_cast<int>(pixels)); });
  run.expect(out, [=](std::size_t i) {
    const auto channel = static_cast<unsigned>(interleaved ? i % 3 : i / pixels);
    return (colour(interleaved ? i / 3 : i % pixels, channel) - means[channel]) * (1.f / 64);
  });
}

struct Shape {
  unsigned images, channels, places, block;
  explicit Shape(const Run& run)
      : images(run["images"]), channels(run["channels"]), places(run["height"] * run["width"]), block(run["block"]) {}
  std::size_t elements() const { return std::size_t{images} * channels * places; }
};

void host_channel_sum(Run& run, void (*kernel)(const float*, float*, int, int), bool nchw) {
  const Shape s(run);
  const auto in = run.input<float>("in", s.elements(), small_number);
  const auto out = run.output<float>("out", std::size_t{s.images} * s.places);
  const dim3 grid(blocks_for(s.places, s.block), s.images);
  run.launch([&] { kernel<<<grid, s.block>>>(in.data, out.data, static_cast<int>(s.places), static_cast<int>(s.channels)); });
  run.expect(out, [=](std::size_t i) {
    const std::size_t image = i / s.places * s.channels * s.places, place = i % s.places;
    int sum = 0;
    for (unsigned c = 0; c < s.channels; ++c) sum += small_number(image + (nchw ? c * s.places + place : place * s.channels + c));
    return sum;
  });
}

void host_bias(Run& run, bool nchw) {
  const Shape s(run);
  const int n = static_cast<int>(s.elements()), places = static_cast<int>(s.places), channels = static_cast<int>(s.channels);
  const unsigned blocks = blocks_for(static_cast<unsigned>(n), s.block);
  const auto in = run.input<float>("in", s.elements(), small_number);
  const auto bias = run.input<float>("bias", s.channels, small_number);
  const auto out = run.output<float>("out", s.elements());
  run.launch([&] {
    if (nchw)
      add_bias_nchw<<<blocks, s.block>>>(in.data, bias.data, out.data, n, places, channels);
    else
      add_bias_nhwc<<<blocks, s.block>>>(in.data, bias.data, out.data, n, channels);
  });
  run.expect(out, [=](std::size_t i) { return small_number(i) + small_number((nchw ? i / s.places : i) % s.channels); });
}

void host_nchw_to_nhwc(Run& run) {
  const Shape s(run);
  const int n = static_cast<int>(s.elements());
  const auto in = run.input<float>("in", s.elements(), small_number);
  const auto out = run.output<float>("out", s.elements());
  run.launch([&] {
    nchw_to_nhwc<<<blocks_for(static_cast<unsigned>(n), s.block), s.block>>>(in.data, out.data, n, static_cast<int>(s.places),
                                                                             static_cast<int>(s.channels));
  });
  run.expect(out, [=](std::size_t i) {
    const std::size_t channel = i % s.channels, place = i / s.channels % s.places, image = i / s.channels / s.places;
    return small_number((image * s.channels + channel) * s.places + place);
  });
}

}  // namespace

std::vector<Kernel> image_kernels() {
  const Key block{"block", 256, 1, 1024, "threads a block"};
  const std::vector<Key> frame{{"width", 1920, 1, 8192, "pixels"}, {"height", 1080, 1, 8192, "pixels"}, block};
  const std::vector<Key> tensor{
      {"images", 4, 1, 1024, "N"}, {"channels", 16, 1, 4096, "C"}, {"height", 64, 1, 1024, "H"}, {"width", 64, 1, 1024, "W"}, block};
  return {
      {"rgb-grey-interleaved", "Grey values of interleaved RGB: three loads of the same 3 or 4 sectors, two of them from L1.", "image.cuh",
       "grey_interleaved", frame, [](Run& run) { host_grey(run, grey_interleaved, true); }},
      {"rgb-grey-planar", "Grey values of planar RGB: 1 sector a load.", "image.cuh", "grey_planar", frame,
       [](Run& run) { host_grey(run, grey_planar, false); }},
      {"rgb-normalise-interleaved", "Mean and deviation of interleaved RGB: each store touches 12 sectors and fills a third of each.",
       "image.cuh", "normalise_interleaved", frame, [](Run& run) { host_normalise(run, normalise_interleaved, true); }},
      {"rgb-normalise-planar", "Mean and deviation of planar RGB: every load and store in order.", "image.cuh", "normalise_planar", frame,
       [](Run& run) { host_normalise(run, normalise_planar, false); }, 20},
      {"channel-sum-nchw", "A loop over the channels of NCHW: a warp reads along a plane.", "image.cuh", "channel_sum_nchw", tensor,
       [](Run& run) { host_channel_sum(run, channel_sum_nchw, true); }, 18},
      {"channel-sum-nhwc", "A loop over the channels of NHWC: a warp reads `channels` floats apart, and L1 serves the next turns.",
       "image.cuh", "channel_sum_nhwc", tensor, [](Run& run) { host_channel_sum(run, channel_sum_nhwc, false); }},
      {"add-bias-nchw", "A bias a channel, NCHW: in order, and one bias serves a warp.", "image.cuh", "add_bias_nchw", tensor,
       [](Run& run) { host_bias(run, true); }},
      {"add-bias-nhwc", "A bias a channel, NHWC: in order, and a run of biases serves a warp.", "image.cuh", "add_bias_nhwc", tensor,
       [](Run& run) { host_bias(run, false); }},
      {"nchw-to-nhwc", "From planes to channels side by side: stores in order, loads a plane apart.", "image.cuh", "nchw_to_nhwc", tensor,
       host_nchw_to_nhwc},
  };
}

}  // namespace warpmem::kernels
