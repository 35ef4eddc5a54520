#pragma once

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of the program.
///
/// (https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library".)
int LLVMFuzzerRunDriver(
    int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
    int (*_Nonnull test)(const uint8_t *_Nullable data, size_t size));
