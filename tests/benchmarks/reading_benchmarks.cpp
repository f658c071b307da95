// SPDX-License-Identifier: GPL-3.0-or-later
// From a file (in the page cache) to checked predictions, next to a reference kernel: reading the
// bytes alone.
#include <atomic>
#include <benchmark/benchmark.h>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "core/reading/prediction_reader.h"
#include "tests/benchmarks/synthetic_predictions.h"

namespace diagonal::benchmarks {
namespace {

/// Appends a number as text.
using Spelling = void (*)(float, std::string&);

void shortest(float value, std::string& out) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out.append(text.data(), end);
}

/// Appends a number in the default format of np.savetxt.
void savetxt(float value, std::string& out) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.18e", static_cast<double>(value));
    out += text.data();
}

void asDouble(float value, std::string& out) {
    std::array<char, 40> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), 1 / (1 + std::abs(double{value})))
            .ptr;
    out.append(text.data(), end);
}

/// Returns a table of rows x classes logits, the label last.
std::string table(std::size_t rows, std::size_t classes, char delimiter, Spelling spell) {
    const auto predictions = syntheticLogits(rows, classes);
    std::string out;
    for (std::size_t k = 0; k < classes; ++k)
        out += "logit_" + std::to_string(k) + delimiter;
    out += "label\n";
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < classes; ++k) {
            spell(static_cast<float>(predictions->scores().at(row, k)), out);
            out += delimiter;
        }
        out += std::to_string(predictions->label(row)) + "\n";
    }
    return out;
}

std::string wideCsv() {
    return table(5000, 1000, ',', shortest);
}
std::string doubleCsv() {
    return table(5000, 1000, ',', asDouble);
}
std::string savetxtTable() {
    return table(2500, 1000, ' ', savetxt);
}

std::string tallCsv() {
    const auto predictions = syntheticLogits(2'000'000, 2);
    std::string out = "prob,label\n";
    for (std::size_t row = 0; row < predictions->rows(); ++row) {
        shortest(static_cast<float>(1 / (1 + std::exp(-predictions->scores().at(row, 0)))), out);
        out += predictions->label(row) == 0 ? ",1\n" : ",0\n";
    }
    return out;
}

std::string jsonLines() {
    const auto predictions = syntheticLogits(5000, 1000);
    std::string out;
    for (std::size_t row = 0; row < predictions->rows(); ++row) {
        out += R"({"label": )" + std::to_string(predictions->label(row)) + R"(, "logits": [)";
        for (std::size_t k = 0; k < 1000; ++k) {
            if (k > 0) out += ", ";
            shortest(static_cast<float>(predictions->scores().at(row, k)), out);
        }
        out += "]}\n";
    }
    return out;
}

/// Returns an array in the format of numpy.save.
std::string npy(const std::string& type, const std::string& shape, std::string_view values) {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    header.resize(117, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + std::string(values);
}

template <typename T>
std::string_view bytesOf(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// 200 MB of logits; their labels are in labels.npy beside it.
std::string logitsNpy() {
    const auto predictions = syntheticLogits(50'000, 1000);
    return npy(
        "<f4", "50000, 1000",
        bytesOf(std::get<std::vector<float>>(ScoreMatrix(predictions->scores()).takeValues())));
}

std::string labelsNpy() {
    const auto predictions = syntheticLogits(50'000, 1000);
    std::vector<std::int64_t> labels;
    for (std::size_t row = 0; row < predictions->rows(); ++row)
        labels.push_back(static_cast<std::int64_t>(predictions->label(row)));
    return npy("<i8", "50000,", bytesOf(labels));
}

struct File {
    const char* name;
    std::string (*content)();
    std::size_t numbers;
};

constexpr File kFiles[] = {
    {"wide.csv", wideCsv, 5'005'000},         {"double.csv", doubleCsv, 5'005'000},
    {"savetxt.txt", savetxtTable, 2'502'500}, {"tall.csv", tallCsv, 4'000'000},
    {"wide.jsonl", jsonLines, 5'005'000},     {"logits.npy", logitsNpy, 50'000'000}};

/// Returns the path of a benchmark file; writes it if it does not exist.
std::string written(const std::string& name, std::string (*content)()) {
    const auto folder = std::filesystem::temp_directory_path() / "diagonal_benchmarks";
    std::filesystem::create_directories(folder);
    const auto path = folder / name;
    if (!std::filesystem::exists(path)) {
        std::ofstream out(path, std::ios::binary);
        out << content();
    }
    return path.string();
}

void setRates(benchmark::State& state, const std::string& path, std::size_t numbers) {
    const auto runs = static_cast<std::int64_t>(state.iterations());
    state.SetBytesProcessed(runs * static_cast<std::int64_t>(std::filesystem::file_size(path)));
    state.SetItemsProcessed(runs * static_cast<std::int64_t>(numbers));
}

/// A ParallelFor with one thread per hardware thread.
void threadedFor(std::size_t count, const std::function<void(std::size_t)>& body) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < std::min<std::size_t>(count, std::thread::hardware_concurrency());
         ++t) {
        threads.emplace_back([&] {
            for (std::size_t i = next++; i < count; i = next++)
                body(i);
        });
    }
}

void readOn(benchmark::State& state, const File& file, const ParallelFor& parallelFor) {
    const std::string path = written(file.name, file.content);
    if (file.content == logitsNpy) written("labels.npy", labelsNpy);
    for (auto _ : state) {
        auto read = readPredictions(PredictionFiles{path, {}}, {}, {.parallelFor = parallelFor});
        if (!read) {
            state.SkipWithError(describe(read.error()).c_str());
            break;
        }
        benchmark::DoNotOptimize(read);
    }
    setRates(state, path, file.numbers);
}

void readFile(benchmark::State& state, const File& file) {
    readOn(state, file, serialFor);
}
void readFileThreaded(benchmark::State& state, const File& file) {
    readOn(state, file, threadedFor);
}

/// Reads the bytes into memory: a lower bound for any reader that keeps them.
void readBytes(benchmark::State& state, const File& file) {
    const std::string path = written(file.name, file.content);
    for (auto _ : state) {
        auto bytes = std::make_unique_for_overwrite<char[]>(std::filesystem::file_size(path));
        std::ifstream in(path, std::ios::binary);
        in.rdbuf()->pubsetbuf(nullptr, 0);
        in.read(bytes.get(), static_cast<std::streamsize>(std::filesystem::file_size(path)));
        benchmark::DoNotOptimize(bytes);
    }
    setRates(state, path, file.numbers);
}

}  // namespace
}  // namespace diagonal::benchmarks

int main(int argc, char** argv) {
    using namespace diagonal::benchmarks;
    for (const File& file : kFiles) {
        for (const auto& [verb, run] :
             {std::pair("readFile/", &readFile), std::pair("readFileThreaded/", &readFileThreaded),
              std::pair("readBytes/", &readBytes)}) {
            benchmark::RegisterBenchmark((std::string(verb) + file.name).c_str(), run, file)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime();
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
