// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QList>
#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QToolButton;

namespace diagonal {

/// A view that was shown earlier.
struct ViewCard {
    QStringList files;
    QString text;  ///< "digits.csv\nECE 0.0703 · today 17:05"
    QImage picture;
};

/// The page shown while nothing is open: where to drop files, which files, views to go on with,
/// and samples to open.
class WelcomePage : public QWidget {
    Q_OBJECT

public:
    explicit WelcomePage(QWidget* parent = nullptr);
    void setGround(const QColor& colour);
    /// Shows views, the newest first: as many as fit beside each other.
    void showViews(const QList<ViewCard>& views);
    const QList<QToolButton*>& cards() const { return m_cards; }

Q_SIGNALS:
    void openRequested();
    void sampleRequested(const QString& file);
    void viewRequested(const QStringList& files);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitCards();

    QWidget* m_views;
    QHBoxLayout* m_row;
    QList<QToolButton*> m_cards;
};

}  // namespace diagonal
