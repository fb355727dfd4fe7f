#pragma once
__global__ void fill(float *p, float value);
void twice(float *p);
float umin(float a, float b);  // a name that CUDA has, too
extern "C" int plain_c(int);
