// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/row_conditions.h"
#include "core/predictions/dataset.h"
#include "core/reading/import_choices.h"
#include "core/reading/prediction_reader.h"

namespace diagonal {

/// The read options of earlier files by headerSignature(), which files with the same columns share.
using RememberedOptions = std::map<std::string, ReadOptions>;

/// How to open a source.
struct OpeningRequest {
    PredictionFiles files;  ///< one of sourcesOf()
    ReadOptions options = {};
    std::string model = {};    ///< what the rows are of, if the file holds several models
    bool growing = false;      ///< still being written: its unfinished last line is left out
    RowConditions where = {};  ///< the columns that they are on are kept, whatever `options` keep
    bool hasPreview = true;    ///< false saves time: no preview, models, signature or `remembered`
    /// The options may name a column of clusters that the file lacks: that choice is left out then.
    bool isOfOther = false;
    /// Apply to a file that is opened without options; may be null.
    std::shared_ptr<const RememberedOptions> remembered = nullptr;
    /// Paths of the files that hold the data of pipes, by the name of the pipe.
    std::map<std::string, std::string> spooled = {};

    /// Returns the files that are read, apart from labels that are found beside them.
    std::vector<std::string> paths() const;
};

/// How a source was read, and what was detected in it.
struct SourceDetails {
    ReadOptions options;
    std::shared_ptr<const FilePreview> preview = nullptr;
    std::string signature = {};  ///< headerSignature() as detected; empty if options were given
    std::vector<ModelChoice> models = {};        ///< modelsIn() the preview
    std::vector<std::string> labelColumns = {};  ///< columns of the labels file
    std::vector<SuggestedFix> fixes = {};
};

/// A source that was read, or why it could not be.
struct OpenedSource : SourceDetails {
    Result<std::shared_ptr<const Dataset>> dataset = Error{};
};

/// Reads a source. A file without options whose columns are remembered is read with the remembered
/// options; if that fails, as detected. Errors: those of readPredictions(), in
/// OpenedSource::dataset; they name the pipe, not the file that holds its data.
OpenedSource opened(const OpeningRequest& request, const Execution& execution = {});

}  // namespace diagonal
