// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/row_pictures.h"

#include <algorithm>

#include <QDir>
#include <QFileInfo>
#include <QImageReader>

#include "app/text/number_text.h"
#include "core/base/within_memory.h"
#include "core/selecting/row_columns.h"

namespace diagonal {
namespace {

constexpr int kMostCached = 64 << 20;               ///< bytes of decoded pictures
constexpr qint64 kMostFileBytes = 64LL << 20;       ///< of a picture
constexpr qint64 kMostPicturePixels = 100'000'000;  ///< of a picture
constexpr std::size_t kBatch = 16;                  ///< pictures that are decoded at a time
constexpr qsizetype kMostShown = 200;               ///< characters of a name
constexpr std::size_t kMostWaiting = 256;

constexpr const char* kEndings[] = {".png", ".jpg", ".jpeg", ".webp", ".bmp"};

bool namesPicture(const std::string& text) {
    const QString name = toQString(text).toLower();
    return std::ranges::any_of(
        kEndings, [&](const char* ending) { return name.endsWith(QLatin1String(ending)); });
}

/// Returns the first column whose texts name pictures; null if there is none.
const ListedColumn* pathColumn(const std::vector<ListedColumn>& columns) {
    const auto found = std::ranges::find_if(columns, [](const ListedColumn& column) {
        constexpr std::size_t sampled = 20;
        if (!column.values || column.values->empty()) return false;
        const auto end = column.values->begin() +
                         static_cast<std::ptrdiff_t>(std::min(sampled, column.values->size()));
        return 2 * std::count_if(column.values->begin(), end, namesPicture) >
               end - column.values->begin();
    });
    return found == columns.end() ? nullptr : &*found;
}

QImage within(const QImage& image, int side) {
    const bool isSmall = image.width() < side && image.height() < side;
    // Small pictures, such as digits of 8 x 8, keep their pixels.
    return image.scaled(side, side, Qt::KeepAspectRatio,
                        isSmall ? Qt::FastTransformation : Qt::SmoothTransformation);
}

QImage imageOf(const Picture& picture, int side) {
    const auto width = static_cast<int>(picture.width);
    const auto height = static_cast<int>(picture.height);
    const QImage::Format format = picture.channels == 1   ? QImage::Format_Grayscale8
                                  : picture.channels == 3 ? QImage::Format_RGB888
                                                          : QImage::Format_RGBA8888;
    const QImage image(picture.pixels.data(), width, height,
                       static_cast<qsizetype>(picture.width * picture.channels), format);
    return within(image, side).copy();  // a picture of this size would be that of `picture`
}

}  // namespace

std::optional<QString> picturePath(const QString& name, const QString& folder, bool& isOutside) {
    // A colon first would name a resource of the program, two slashes a server of a network.
    const bool isElsewhere =
        name.startsWith(QLatin1Char(':')) || name.startsWith(QStringLiteral("//")) ||
        name.startsWith(QStringLiteral("\\\\")) || name.contains(QStringLiteral("://"));
    if (name.isEmpty() || isElsewhere || name.contains(QChar(0))) return std::nullopt;
    const QDir place(folder);
    const QString path = QDir::cleanPath(place.absoluteFilePath(name));
    const QString whole = QFileInfo(path).canonicalFilePath();
    const QString root = place.canonicalPath();
    // A link must not lead out of the folder either.
    isOutside = !(whole.isEmpty() ? path : whole)
                     .startsWith(root.endsWith(QLatin1Char('/')) ? root : root + QLatin1Char('/'));
    return path;
}

QImage decodedPicture(const QString& path, int side, QString& problem) {
    const QFileInfo file(path);
    if (!file.isFile()) {
        problem = QObject::tr("%1 is no file").arg(file.fileName());
        return {};
    }
    QImageReader reader(path);
    reader.setDecideFormatFromContent(true);
    reader.setAutoTransform(true);
    static const QByteArrayList formats = {"png", "jpeg", "webp", "bmp"};
    const bool isKnown = formats.contains(reader.format());
    const QSize size = reader.size();
    const bool isWebP = path.endsWith(QLatin1String(".webp"), Qt::CaseInsensitive);
    if (isWebP && !QImageReader::supportedImageFormats().contains("webp")) {
        problem = QObject::tr(
                      "%1 is not shown: Qt's plugin for WebP is not installed "
                      "(qt6-image-formats-plugins)")
                      .arg(file.fileName());
        return {};
    }
    if (!isKnown || !size.isValid()) {
        problem = QObject::tr("%1 is no picture (PNG, JPEG, WebP or BMP)").arg(file.fileName());
        return {};
    }
    if (file.size() > kMostFileBytes || qint64{size.width()} * size.height() > kMostPicturePixels) {
        problem = QObject::tr("%1 is too large: %2 x %3 pixels, %4 MB")
                      .arg(file.fileName())
                      .arg(size.width())
                      .arg(size.height())
                      .arg(file.size() >> 20);
        return {};
    }
    if (size.width() > side || size.height() > side)
        reader.setScaledSize(size.scaled(side, side, Qt::KeepAspectRatio));
    const QImage image = reader.read();
    if (image.isNull()) problem = QObject::tr("%1: %2").arg(file.fileName(), reader.errorString());
    return image.isNull() ? image : within(image, side);
}

RowPictures::RowPictures(QObject* parent)
    : QObject(parent),
      m_images(kMostCached),
      m_job([this](const Batch& batch) { take(batch); }, Urgency::Later) {}

void RowPictures::setRows(std::shared_ptr<const RowList> list, const QString& file) {
    const bool isOtherFile = file != m_file || !m_list || !list || m_list->dataset != list->dataset;
    m_list = std::move(list);
    if (m_list && !isOtherFile) return;
    m_job.cancel();
    m_file = file;
    m_array = nullptr;
    m_paths.reset();
    m_images.clear();
    m_problems.clear();
    m_problem.clear();
    m_wanted.clear();
    m_decoding.clear();
    m_asksForOutside = false;
    if (m_list) {
        const auto columns = std::make_shared<std::vector<ListedColumn>>(columnsOf(*m_list));
        if (const ListedColumn* column = pathColumn(*columns)) {
            m_paths = PathColumn{QFileInfo(file).absolutePath(),
                                 [columns, column, keeps = m_list](std::uint32_t row) {
                                     return toQString(std::get<std::string>(column->cell(row)));
                                 }};
        } else if (QFileInfo(file).isFile()) {
            decodeNext();  // looks for an array; of a pipe, this would take the data
        }
    }
    Q_EMIT changed();
}

std::optional<RowPictures::Wanted> RowPictures::wanted(const Key& key) {
    if (!m_paths) return Wanted{key, m_list->dataset->places.of(key.first) - 1};
    bool isOutside = false;
    const auto path = picturePath(m_paths->of(key.first), m_paths->folder, isOutside);
    if (m_paths->of(key.first).trimmed().isEmpty()) {
        m_problems[key.first] = tr("The row names no picture");
        return std::nullopt;
    }
    if (!path) {
        m_problems[key.first] = tr("%1 is no path of a file; nothing is fetched from a network")
                                    .arg(m_paths->of(key.first).left(kMostShown));
        return std::nullopt;
    }
    if (isOutside && !m_allowedFolders.contains(m_paths->folder)) {
        m_problems[key.first] = tr("%1 lies outside the folder of the predictions").arg(*path);
        m_asksForOutside = true;
        return std::nullopt;
    }
    return Wanted{key, 0, *path};
}

QImage RowPictures::of(std::uint32_t row, int side) {
    const Key key{row, side};
    if (const QImage* image = m_images.object(key)) return *image;
    const bool isRow = m_list && row < m_list->dataset->predictions.rows();
    if (!isRow || !areThere() || m_problems.contains(row)) return {};
    if (m_decoding.contains(key)) return {};
    if (std::ranges::find(m_wanted, key) == m_wanted.end()) m_wanted.push_back(key);
    if (m_wanted.size() > kMostWaiting) m_wanted.erase(m_wanted.begin());
    if (!m_job.isBusy()) decodeNext();
    return {};
}

QString RowPictures::problemOf(std::uint32_t row) const {
    const auto found = m_problems.find(row);
    return found == m_problems.end() ? m_problem : found->second;
}

void RowPictures::allowOutside() {
    if (m_paths) m_allowedFolders.insert(m_paths->folder);
    m_asksForOutside = false;
    m_problems.clear();
    Q_EMIT changed();
}

void RowPictures::decodeNext() {
    std::vector<Wanted> pictures;
    const bool asked = m_asksForOutside;
    const std::size_t problems = m_problems.size();
    while (!m_wanted.empty() && pictures.size() < kBatch) {
        const Key key = m_wanted.back();
        m_wanted.pop_back();
        if (auto picture = wanted(key)) pictures.push_back(std::move(*picture));
    }
    if (!pictures.empty() || !areThere()) decode(std::move(pictures));
    if (m_asksForOutside != asked) Q_EMIT changed();
    if (m_problems.size() != problems) Q_EMIT decoded();
}

/// Decodes pictures in the background; looks for an array of them if it is not known yet.
void RowPictures::decode(std::vector<Wanted> pictures) {
    for (const Wanted& picture : pictures)
        m_decoding.insert(picture.key);
    m_job.request([pictures = std::move(pictures), array = m_array, isArray = !m_paths,
                   file = m_file](const StopFlag&) {
        Batch batch{file, array};
        if (isArray && !array) {
            auto opened = withinMemory([&] { return PictureArray::open(file.toStdString()); });
            if (opened) {
                batch.array = std::move(opened).value();
            } else {
                batch.problem = toQString(opened.error().detail);
            }
        }
        for (const Wanted& picture : pictures) {
            Decoded decoded{picture.key, {}};
            const int side = picture.key.second;
            if (!isArray) {
                decoded.image = decodedPicture(picture.path, side, decoded.problem);
            } else {
                const auto found = withinMemory([&] { return batch.array->at(picture.index); });
                if (found) decoded.image = imageOf(found.value(), side);
                if (!found) decoded.problem = toQString(found.error().detail);
            }
            batch.pictures.push_back(std::move(decoded));
        }
        return batch;
    });
}

void RowPictures::take(const Batch& batch) {
    if (batch.file != m_file) return;
    const bool isFound = !m_paths && !m_array && batch.array;
    m_problem = batch.problem;
    if (isFound) {
        const Dataset& rows = *m_list->dataset;
        const std::size_t last = rows.places.of(rows.predictions.rows() - 1);
        const bool areAllRows = rows.summary.group.empty() && rows.summary.skipped == 0;
        const std::size_t images = batch.array->count();
        if (images < last || (areAllRows && images != last))
            m_problem = tr("The file has images of %1 rows, and %2 rows%3: which is whose is "
                           "unknown")
                            .arg(countText(images), countText(last),
                                 areAllRows ? QString() : tr(" or more"));
        if (m_problem.isEmpty()) m_array = batch.array;
    }
    for (const Decoded& picture : batch.pictures) {
        m_decoding.erase(picture.key);
        if (picture.image.isNull()) {
            m_problems[picture.key.first] = picture.problem;
        } else {
            m_images.insert(picture.key, new QImage(picture.image),
                            static_cast<qsizetype>(picture.image.sizeInBytes()));
        }
    }
    if (isFound) Q_EMIT changed();
    if (!batch.pictures.empty()) Q_EMIT decoded();
    if (!m_wanted.empty()) decodeNext();
}

}  // namespace diagonal
