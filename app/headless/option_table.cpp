// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/option_table.h"

#include <array>

#include "core/reading/file_formats.h"

namespace diagonal {
namespace {

constexpr std::string_view kReadingSection = "How files are read";
constexpr std::string_view kMeasuringSection = "What is measured";
constexpr std::string_view kUncertaintySection = "Uncertainty";
constexpr std::string_view kRecalibrationSection = "Recalibration";
constexpr std::string_view kOutputSection = "Output";
constexpr std::string_view kDatabaseSection = "Databases";

constexpr auto kOptions = std::to_array<OptionDefinition>({
    {"report", "FORMAT",
     "Print the numbers: json, csv (bins only), markdown, text or latex (scores and bins).",
     kOutputSection},
    {"table", "TABLE",
     "With --report csv, markdown or latex, print one table: bins, scores, classes, groups, maps "
     "(calibration maps, cross-validated), ece-by-bins or temperature (the numbers of these "
     "diagrams).",
     kOutputSection},
    {"caption", "WORDING",
     "Print a caption, a sentence on methods and an alternative text in the words of ml, clinical "
     "(TRIPOD+AI) or forecasting.",
     kOutputSection},
    {"only", "LIST",
     "What the report holds: scores, bins, consistency, classes, groups or conventions, e.g. "
     "ece,nll,bins. Nothing else is computed. Default: everything.",
     kOutputSection},
    {"export", "FILE",
     "Draw the diagram into FILE: .png, .svg, .pdf, or .tex (TikZ, for the package pgfplots).",
     kOutputSection},
    {"size", "SIZE",
     "Size of the drawing: 1600x1800 (pixels), 9x10cm, 90x100mm, 3.5x4in, or a column of ieee, "
     "icml, neurips, nature, nature-double, whose text sizes apply (default: 800x900 at 96 dpi, "
     "900x600 for ece-by-bins or temperature).",
     kOutputSection},
    {"text-size", "POINTS", "Size of tick labels and legend on paper (default: 9).",
     kOutputSection},
    {"standalone", "", "Write the .tex drawing as a complete document.", kOutputSection},
    {"zoom", "FROM,TO", "Draw a part of the horizontal axis, widened to round numbers, e.g. 0.9,1.",
     kOutputSection},
    {"without", "PARTS",
     "Leave out parts of the drawing: title, legend, scores, counts, intervals.", kOutputSection},
    {"title", "TEXT", "Title of the drawing.", kOutputSection},
    {"x-title", "TEXT", "Title of the horizontal axis.", kOutputSection},
    {"y-title", "TEXT", "Title of the vertical axis.", kOutputSection},
    {"log-counts", "", "Draw the counts on a logarithmic axis.", kOutputSection},
    {"font", "FAMILY", "Font of the drawing, e.g. \"Nimbus Roman\" (default: Inter).",
     kOutputSection},
    {"dpi", "N", "Resolution of the drawing (default: 96; 300 for a size on paper).",
     kOutputSection},
    {"reset-settings", "", "Forget the window's size, theme and recent files.", kOutputSection},
    {"theme", "THEME", "light or dark (default of the drawing: light).", kOutputSection},
    {"fail-above", "SCORE=LIMIT",
     "Exit with status 3 if a score exceeds a limit or is undefined: ece.lower=0.05 judges the "
     "lower "
     "end of its interval, ece=0.05 the value, which chance raises. Repeatable.",
     kOutputSection},
    {"compare", "",
     "Compare the models of several files, or of one, with the first: paired differences of scores "
     "with intervals, and the rows that moved most.",
     kOutputSection},
    {"fail-if-worse", "SCORE",
     "Exit with status 3 if a model is shown to be worse than the first: the interval of the "
     "difference of SCORE, e.g. brier, lies on the worse side. Passing does not show that it is "
     "not "
     "worse. Repeatable.",
     kOutputSection},
    {"fail-unless-not-worse", "SCORE=MARGIN",
     "Exit with status 3 unless each model is shown to be at most MARGIN worse than the first, at "
     "a "
     "one-sided level of 95 %, e.g. brier=0.002. Repeatable.",
     kOutputSection},
    {"fail-unless-within", "SCORE=MARGIN",
     "Exit with status 3 unless each model is equivalent to the first: the 90 % interval of the "
     "difference of SCORE lies within MARGIN of 0, e.g. brier=0.002. Repeatable.",
     kOutputSection},
    {"bins", "N", "Number of bins (default: 15; 10 for one probability column).",
     kMeasuringSection},
    {"binning", "SCHEME",
     "width: edges i/N. mass: equal numbers of rows per bin. isotonic: blocks of isotonic "
     "regression (CORP). values: one for each stated confidence, 200 at most.",
     kMeasuringSection},
    {"edges-at", "EDGES", "Custom bin edges from 0 to 1, e.g. 0,0.5,0.9,1.", kMeasuringSection},
    {"edges", "RULE", "right: (lower, upper], the default. left: [lower, upper).",
     kMeasuringSection},
    {"preset", "NAME", "The bins of another program, e.g. netcal, hle or helm.", kMeasuringSection},
    {"bin-confidence", "RULE",
     "Confidence of a bin: mean of its rows (default) or midpoint of its edges.",
     kMeasuringSection},
    {"diagram", "KIND",
     "What --export draws: bars (default), gaps, isotonic, smooth, cumulative, ece-by-bins (ECE by "
     "number of bins, with its range by chance) or temperature (NLL and ECE by T). Of several "
     "models: "
     "overlay, overlay-isotonic, overlay-smooth, multiples, mcb-dsc (miscalibration and "
     "discrimination), murphy or forest (differences to the reference).",
     kMeasuringSection},
    {"map-axes", "X,Y",
     "The scores that --diagram mcb-dsc shows, e.g. ece,accuracy (default: brier_mcb,brier_dsc).",
     kMeasuringSection},
    {"forest-score", "SCORE",
     "The score that --diagram forest shows, e.g. nll (default: the Brier score).",
     kMeasuringSection},
    {"temperature", "T",
     "Divide the logits by T (default: 1). fit: use the T that minimises the NLL.",
     kMeasuringSection},
    {"fit-without-zeros", "",
     "Fit T without the rows whose true class has probability 0, and report their number.",
     kMeasuringSection},
    {"view", "VIEW",
     "top-label, positive or class=NAME (default: positive for one probability column, else "
     "top-label).",
     kMeasuringSection},
    {"group", "COLUMN=VALUE", "Measure the rows of one group only, e.g. split=test.",
     kMeasuringSection},
    {"scores", "KIND", "auto (default), probabilities, logits, log-probabilities or percent.",
     kReadingSection},
    {"labels", "FILE", "The labels, if a second file holds them.", kReadingSection},
    {"column", "ROLE=NAME",
     "What a column or array holds: label, predicted, confidence, probability, score, correct, "
     "weight, group or cluster (rows that are not independent) = its name or number. Several score "
     "columns are the classes in order; several label columns are one-hot. Repeatable.",
     kReadingSection},
    {"positive", "NAME",
     "The positive class of two, or the class whose probability the single column holds.",
     kReadingSection},
    {"weights", "KIND",
     "counts: a row of weight 5 is five rows, and correct may be the number of correct ones. "
     "importance: weights of single rows. Default: counts if all weights are whole numbers.",
     kReadingSection},
    {"label-base", "N", "The integer label of the first class, e.g. 1.", kReadingSection},
    {"undo-softmax", "", "Undo the second of two softmaxes.", kReadingSection},
    {"level", "LEVEL", "Level of all intervals (default: 0.95).", kUncertaintySection},
    {"interval", "KIND",
     "Uncertainty of a bin: wilson (default), clopper-pearson or jeffreys intervals of its "
     "accuracy, or the consistency band, where a calibrated model's accuracy would lie.",
     kUncertaintySection},
    {"band", "KIND",
     "pointwise (default): the level holds for each bin by itself. simultaneous: for all bins "
     "together (Bonferroni); with --diagram isotonic the band contains the whole true curve.",
     kUncertaintySection},
    {"seed", "N", "Seed of all resampling, a whole number (default: 1).", kUncertaintySection},
    {"recalibrate", "MAP",
     "Fit a calibration map and evaluate it: temperature, platt, beta, beta-am, beta-ab, "
     "isotonic, histogram or vector. Cross-validated in 5 folds by default.",
     kRecalibrationSection},
    {"fit-on", "FILE", "Fit the map on another file of predictions.", kRecalibrationSection},
    {"fit-rows", "ROWS",
     "Fit on folds (cross-validated, the default), half (a random half) or same rows.",
     kRecalibrationSection},
    {"folds", "N", "Number of folds (default: 5).", kRecalibrationSection},
    {"apply", "MAP.json", "Apply a map that --save-map wrote.", kRecalibrationSection},
    {"save-map", "FILE", "Write the map: .json, or .py (needs only NumPy).", kRecalibrationSection},
    {"write", "FILE", "Write the calibrated predictions: .csv or .npz.", kRecalibrationSection},
    {"print-sql", "ENGINE",
     "Print a SELECT that lets a database count the rows, for ENGINE sqlite, postgresql, duckdb, "
     "mysql, clickhouse, trino, spark, bigquery or snowflake. Its result, as CSV or JSON, opens "
     "like a file: ... | sqlite3 -csv -header my.db | diagonal -",
     kDatabaseSection},
    {"from", "TABLE", "With --print-sql, the table with the predictions, or a SELECT.",
     kDatabaseSection},
    {"temperatures", "",
     "With --print-sql and scores of several classes, count the rows at 41 temperatures from 0.2 "
     "to "
     "5, for the temperature slider and --temperature fit.",
     kDatabaseSection},
    {"or-sample", "FILE",
     "Open FILE if no other is named; without a display print the report and draw diagram.png. "
     "app/run passes this.",
     kOutputSection, true},
    {"print-page", "PAGE", "Print a page of the documentation: man, command-line or scores.",
     kOutputSection, true},
});

}  // namespace

std::string filesText() {
    std::string compressed;
    for (const std::string_view extension : compressionExtensions())
        compressed += (compressed.empty() ? "" : " and ") + std::string(extension);
    return "Files of predictions: " + formatNames() + ", also " + compressed +
           ". A file with only labels is paired with the file before it; - reads standard input.";
}

std::span<const OptionDefinition> optionDefinitions() {
    return kOptions;
}

}  // namespace diagonal
