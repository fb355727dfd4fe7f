// Marks for a profiler.
#pragma once
#include "../nvToolsExt.h"
