// Texture references.
#pragma once
#include "cuda_runtime.h"
