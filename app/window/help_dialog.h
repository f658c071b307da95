// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTextBrowser;

namespace diagonal {

/// The pages of resources/help in a window of their own, which stays beside the main window.
class HelpDialog : public QDialog {
    Q_OBJECT

public:
    explicit HelpDialog(QWidget* parent = nullptr);

    /// The name of the page that is shown: "scores.md".
    QString page() const;
    /// Shows a page of resources/help.
    void showPage(const QString& name);

private:
    QTextBrowser* m_browser;
};

}  // namespace diagonal
