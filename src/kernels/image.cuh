// Images and tensors: channels side by side or in planes.
#pragma once

// Grey value of a pixel whose three bytes lie side by side.
__global__ void grey_interleaved(const unsigned char* rgb, float* grey, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) grey[i] = (rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) * (1.f / 3);
}

// Grey value of a pixel from three planes.
__global__ void grey_planar(const unsigned char* rgb, float* grey, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) grey[i] = (rgb[i] + rgb[pixels + i] + rgb[2 * pixels + i]) * (1.f / 3);
}

// Less the mean, over the deviation, a thread a pixel: bytes and floats both interleaved.
__global__ void normalise_interleaved(const unsigned char* rgb, float* out, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  out[3 * i] = (rgb[3 * i] - 124) * (1.f / 64);
  out[3 * i + 1] = (rgb[3 * i + 1] - 116) * (1.f / 64);
  out[3 * i + 2] = (rgb[3 * i + 2] - 104) * (1.f / 64);
}

// The same in planes: every load and store of a warp is one run of addresses.
__global__ void normalise_planar(const unsigned char* rgb, float* out, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  out[i] = (rgb[i] - 124) * (1.f / 64);
  out[pixels + i] = (rgb[pixels + i] - 116) * (1.f / 64);
  out[2 * pixels + i] = (rgb[2 * pixels + i] - 104) * (1.f / 64);
}

// Sum over the channels at each place of an NCHW tensor: neighbours read neighbours, channel after channel.
__global__ void channel_sum_nchw(const float* in, float* out, int places, int channels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= places) return;
  const float* image = in + static_cast<long long>(blockIdx.y) * channels * places;
  float sum = 0.0f;
#pragma unroll 1
  for (int c = 0; c < channels; c++) sum += image[c * places + i];
  out[blockIdx.y * places + i] = sum;
}

// The same of an NHWC tensor: neighbours read `channels` elements apart.
__global__ void channel_sum_nhwc(const float* in, float* out, int places, int channels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= places) return;
  const float* image = in + static_cast<long long>(blockIdx.y) * channels * places;
  float sum = 0.0f;
#pragma unroll 1
  for (int c = 0; c < channels; c++) sum += image[i * channels + c];
  out[blockIdx.y * places + i] = sum;
}

// A bias for each channel of NCHW, a thread an element in memory order: a warp lies within one plane and needs one bias.
__global__ void add_bias_nchw(const float* in, const float* bias, float* out, int n, int places, int channels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + bias[i / places % channels];
}

// The same of NHWC: a warp needs a run of biases.
__global__ void add_bias_nhwc(const float* in, const float* bias, float* out, int n, int channels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + bias[i % channels];
}

// NCHW to NHWC, a thread an element of the result: stores in order, loads a plane apart.
__global__ void nchw_to_nhwc(const float* in, float* out, int n, int places, int channels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int channel = i % channels, place = i / channels % places, image = i / channels / places;
  out[i] = in[(image * channels + channel) * places + place];
}
