// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <QCache>
#include <QImage>
#include <QObject>
#include <QString>

#include "app/platform/background_job.h"
#include "core/reading/arrays/picture_array.h"
#include "core/selecting/row_list.h"

namespace diagonal {

/// The pictures that the rows of a list are about: an array of images in the file, or files that a
/// column names. They are decoded in the background, at most kMostPixels of each. Nothing is
/// fetched from a network; files outside the folder of the predictions are read once the user
/// agreed.
class RowPictures : public QObject {
    Q_OBJECT

public:
    /// Sides of pictures in pixels: in a grid, and beside one row.
    static constexpr int kSmall = 96;
    static constexpr int kLarge = 160;

    explicit RowPictures(QObject* parent = nullptr);
    /// Takes the rows of a file of predictions; null forgets the pictures.
    void setRows(std::shared_ptr<const RowList> list, const QString& file);
    /// True if rows have pictures.
    bool areThere() const { return m_array || m_paths; }
    /// Returns the picture of a row, within `side`; null as long as it is not decoded, which this
    /// asks for, or if it cannot be.
    QImage of(std::uint32_t row, int side);
    /// Returns why the picture of a row cannot be shown; empty if it can.
    QString problemOf(std::uint32_t row) const;
    /// True if a picture was not read because it lies outside the folder of the predictions.
    bool asksForOutside() const { return m_asksForOutside; }
    void allowOutside();

Q_SIGNALS:
    /// areThere() or asksForOutside() may have changed.
    void changed();
    /// Pictures were decoded, or cannot be.
    void decoded();

private:
    using Key = std::pair<std::uint32_t, int>;  ///< row and side
    /// A picture to decode, by its index in the array or by its path.
    struct Wanted {
        Key key;
        std::size_t index = 0;
        QString path = {};
    };
    struct Decoded {
        Key key;
        QImage image;
        QString problem = {};
    };
    struct Batch {
        QString file;  ///< whose array was opened
        std::shared_ptr<const PictureArray> array = nullptr;
        QString problem = {};  ///< why there is none
        std::vector<Decoded> pictures = {};
    };
    /// A column of paths: the name of a row's picture as the file gives it.
    struct PathColumn {
        QString folder;
        std::function<QString(std::uint32_t row)> of;
    };
    void decodeNext();
    void decode(std::vector<Wanted> pictures);
    void take(const Batch& batch);
    std::optional<Wanted> wanted(const Key& key);

    std::shared_ptr<const RowList> m_list;
    QString m_file;
    std::shared_ptr<const PictureArray> m_array;
    std::optional<PathColumn> m_paths;
    QCache<Key, QImage> m_images;
    std::map<std::uint32_t, QString> m_problems;
    QString m_problem;          ///< why the file's array cannot be shown
    std::vector<Key> m_wanted;  ///< the newest last
    std::set<Key> m_decoding;
    std::set<QString> m_allowedFolders;  ///< of predictions whose pictures may lie elsewhere
    bool m_asksForOutside = false;
    BackgroundJob<Batch> m_job;
};

/// Returns the path of a picture that predictions in `folder` name; none for an address on a
/// network and for names of other things. `isOutside` tells whether it lies outside the folder.
std::optional<QString> picturePath(const QString& name, const QString& folder, bool& isOutside);

/// Decodes a picture file, PNG, JPEG, WebP or BMP, within `side`. Returns null and says why if it
/// is no such file, or too large.
QImage decodedPicture(const QString& path, int side, QString& problem);

}  // namespace diagonal
