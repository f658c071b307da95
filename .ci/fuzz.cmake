# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -S . -B build/fuzz -C .ci/fuzz.cmake && cmake --build build/fuzz
# build/fuzz/tests/fuzz/fuzz_table -max_total_time=3600 /tmp/found tests/fuzz/corpus/table
set(CMAKE_CXX_COMPILER clang++ CACHE STRING "")
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "")
set(CMAKE_CXX_FLAGS
    "-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -fno-omit-frame-pointer -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
    CACHE STRING "")
set(BUILD_APP OFF CACHE BOOL "")
set(FUZZING ON CACHE BOOL "")
