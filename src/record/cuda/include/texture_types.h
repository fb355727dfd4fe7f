// Textures and channel formats.
#pragma once
#include "warpmem_cuda/types/texture_types.h"
