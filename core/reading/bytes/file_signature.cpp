// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/file_signature.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/text.h"

namespace diagonal {
namespace {

using namespace std::string_view_literals;

struct Refusal {
    std::string_view magic;
    std::string_view what;
    std::string_view advice;
};

constexpr std::string_view kResave =
    "No code in it is run. Save plain arrays instead:\n"
    "    import numpy as np\n"
    "    # scores: N x K array, labels: N integers, taken from your own data\n"
    "    np.savez('predictions.npz', logits=scores, labels=labels)";
constexpr std::string_view kFromPandas =
    "Save it as CSV:\n"
    "    import pandas as pd\n"
    "    frame = pd.read_feather('FILE')  # or read_excel, read_hdf\n"
    "    frame.to_csv('predictions.csv', index=False)";
constexpr std::string_view kFromXarray =
    "Save it as CSV:\n"
    "    import xarray as xr\n"
    "    xr.open_dataset('FILE').to_dataframe().to_csv('predictions.csv')";
constexpr std::string_view kRawFile =
    "Download the file itself; on GitHub, that is the link called Raw.";
constexpr auto kRefusals = std::to_array<Refusal>({
    {"BZh"sv, "bzip2-compressed data", "Decompress it first: bunzip2 FILE"},
    {"\xFD\x37zXZ"sv, "xz-compressed data", "Decompress it first: unxz FILE"},
    {"\x80\x02"sv, "a Python pickle", kResave},
    {"\x80\x03"sv, "a Python pickle", kResave},
    {"\x80\x04"sv, "a Python pickle", kResave},
    {"\x80\x05"sv, "a Python pickle", kResave},
    {"\x89HDF"sv, "an HDF5 or NetCDF 4 file", kFromPandas},
    {"CDF\x01"sv, "a NetCDF file", kFromXarray},
    {"CDF\x02"sv, "a NetCDF file", kFromXarray},
    {"CDF\x05"sv, "a NetCDF file", kFromXarray},
    {"PARE"sv, "an encrypted Parquet file",
     "Decrypt it with the key that it was written with, and save it without encryption."},
    {"FEA1"sv, "a Feather file of version 1", kFromPandas},
    {"RDX"sv, "an R data file",
     "Save it in R: write.csv(frame, 'predictions.csv', row.names = FALSE)"},
    {"\x89PNG"sv, "a PNG picture",
     "Open the file of predictions that it was drawn from, or a figure of Diagonal by itself: it "
     "holds its view."},
    {"%PDF"sv, "a PDF document", "Open the file of predictions that it was made from."},
    {"\xFF\xD8\xFF"sv, "a JPEG picture", "Open the file of predictions that it was drawn from."},
    {"version https://git-lfs"sv, "a Git LFS pointer, not the data",
     "Fetch the data: git lfs pull"},
    {"X\n\0\0\0"sv, "an R data file",
     "Save it in R: write.csv(frame, 'predictions.csv', row.names = FALSE)"},
    {"\xD0\xCF\x11\xE0"sv, "an old Excel workbook", "Save the sheet as CSV and open that."},
    {"MATLAB 5.0"sv, "a MATLAB file",
     "Save it in MATLAB: writematrix([labels scores], 'predictions.csv')"},
    {"SQLite format 3"sv, "an SQLite database",
     "Let it count the rows: diagonal --print-sql sqlite --from TABLE --column ... | sqlite3 -csv "
     "-header FILE | diagonal -. Or save them: sqlite3 -csv -header FILE 'select * from TABLE' > "
     "predictions.csv"},
    {"Obj\x01"sv, "an Avro file", kFromPandas},
    {"ORC"sv, "an ORC file", kFromPandas},
    {"7z\xBC\xAF"sv, "a 7-Zip archive", "Unpack it and open the file in it."},
    {"Rar!"sv, "a RAR archive", "Unpack it and open the file in it."},
    {"GIF8"sv, "a GIF picture", "Open the file of predictions that it was drawn from."},
    {"<!doctype html"sv, "a web page, not the data", kRawFile},
    {"<html"sv, "a web page, not the data", kRawFile},
    {"<?xml"sv, "an XML document", "Save the predictions as CSV."},
});

/// Returns whether a skippable frame (RFC 8878, 3.1.2) begins. One may precede compressed frames,
/// and pzstd writes one.
bool beginsSkippableFrame(std::string_view head) {
    return head.size() >= 4 && (head[0] & 0xF0) == 0x50 && head.substr(1, 3) == "\x2A\x4D\x18"sv;
}

/// Returns whether `head` starts with the length of a JSON header, then the header.
bool beginsSafetensors(std::string_view head) {
    constexpr std::uint64_t longestHeader = 100000000;  // the format's own limit
    if (head.size() < kSafetensorsLengthBytes + 2) return false;
    const std::uint64_t length = safetensorsHeaderLength(head);
    return length >= 2 && length <= longestHeader &&
           head.substr(kSafetensorsLengthBytes, 2) == "{\"";
}

/// Returns whether `head` starts with the mark of an Arrow message and a length that a schema's
/// message can have.
bool beginsArrowStream(std::string_view head) {
    constexpr std::size_t prefix = 8;
    if (head.size() < prefix || !head.starts_with("\xFF\xFF\xFF\xFF"sv)) return false;
    return head[prefix - 1] == '\0' && static_cast<unsigned char>(head[4]) % prefix == 0;
}

}  // namespace

std::uint64_t safetensorsHeaderLength(std::string_view head) {
    std::uint64_t length = 0;
    for (std::size_t i = kSafetensorsLengthBytes; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(head[i]);
    return length;
}

Result<Container> recognised(std::string_view head) {
    if (head.empty()) return malformed("the file is empty");
    if (head.starts_with("\x1F\x8B"sv)) return Container::Gzip;
    if (head.starts_with("\x28\xB5\x2F\xFD"sv) || beginsSkippableFrame(head)) {
        return Container::Zstd;
    }
    if (head.starts_with("\xFF\xFE"sv) || head.starts_with("\xFE\xFF"sv)) return Container::Text;
    if (head.starts_with("\x93NUMPY"sv)) return Container::Npy;
    if (head.starts_with("ARROW1\0\0"sv) || beginsArrowStream(head)) return Container::Arrow;
    if (head.starts_with("PAR1"sv)) return Container::Parquet;
    if (head.starts_with("PK\x03\x04"sv) || head.starts_with("PK\x05\x06"sv)) {
        return Container::Zip;
    }
    if (beginsSafetensors(head)) return Container::Safetensors;
    std::string_view text = head;
    if (text.starts_with("\xEF\xBB\xBF"sv)) text.remove_prefix(3);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string lower = lowerCase(text.substr(0, 32));
    for (const Refusal& refusal : kRefusals) {
        if (!head.starts_with(refusal.magic) && !lower.starts_with(refusal.magic)) continue;
        return unsupported("this is " + std::string(refusal.what) + ". " +
                           std::string(refusal.advice));
    }
    if (head.find('\0') != std::string_view::npos) {
        return unsupported(
            "this is binary data of an unknown format. CSV, TSV, JSON Lines, Parquet, "
            ".npy and .npz are read, among others");
    }
    return text.starts_with('{') || text.starts_with('[') ? Container::Json : Container::Text;
}

}  // namespace diagonal
