// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <QByteArray>
#include <QImage>
#include <QString>

#include "app/diagram/figure_subject.h"
#include "core/base/result.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Returns the format that the ending of a file's name stands for, or that of isStandardOutput().
std::optional<FigureFormat> figureFormat(const QString& path);

/// Returns true for "-", a PNG on standard output, and "svg:-", another format there.
bool isStandardOutput(const QString& path);

// These functions render the figure from scratch, independent of the window. Text keeps its size in
// points at any dpi. They require a QApplication and its thread, but no display.

/// The text of a PNG that holds FigureOptions::session. SVG and PDF hold it in base64, between
/// marks.
inline constexpr const char* kSessionKey = "diagonal-session";
inline constexpr const char* kSessionBegin = "diagonal-session\">";
inline constexpr const char* kSessionEnd = "</";
/// The member of a session that holds the command for people to read, which pages show.
inline constexpr const char* kSessionCommand = "command";

/// Returns the figure as pixels: equal subjects and options give equal ones everywhere.
QImage renderedFigure(const FigureSubject& subject, const FigureOptions& options);

/// Returns the figure as a vector graphic whose text is text.
QByteArray vectorFigure(const FigureSubject& subject, const FigureOptions& options,
                        FigureFormat format);

/// Returns what an exported figure shows of a report: small ones leave out the counts.
ShownParts shownParts(const std::shared_ptr<const Report>& report, const FigureOptions& options,
                      FigureFormat format);

/// True if a file of this name is to hold the session.
bool holdsSession(const FigureParts& parts, const QString& path);

/// Why FigureFormat::Session needs FigureOptions::session.
Error withoutSession();

/// Renders the figure and saves it in the format that the ending of `path` stands for. Errors:
/// those of saveBytes(); WrongOption for a font that is not installed; those of
/// FigureSubject::check().
Result<void> saveFigure(const FigureSubject& subject, const FigureOptions& options,
                        const QString& path);

// These functions write a file in one step: either the whole file is there or the old one. Errors:
// CannotRead. Any thread.

Result<void> savePng(const QImage& image, const QString& path);
Result<void> saveBytes(std::string_view bytes, const QString& path);

}  // namespace diagonal
