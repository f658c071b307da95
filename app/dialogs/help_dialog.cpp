// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/help_dialog.h"

#include <QFile>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

namespace diagonal {
namespace {

const QString kContents = QStringLiteral("README.md");

/// Reads the pages from the program's resources; QTextBrowser itself knows only their names.
class PageBrowser : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;

protected:
    void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override {
        if (url.scheme().startsWith(QLatin1String("http"))) return;
        QTextBrowser::doSetSource(url, type);
    }
    QVariant loadResource(int type, const QUrl& name) override {
        QFile page(QStringLiteral(":/help/") + name.fileName());
        if (!page.open(QIODevice::ReadOnly)) return QTextBrowser::loadResource(type, name);
        return page.readAll();
    }
};

}  // namespace

HelpDialog::HelpDialog(QWidget* parent) : QDialog(parent), m_browser(new PageBrowser(this)) {
    setWindowTitle(tr("Help"));
    resize(760, 640);
    auto* contents = new QPushButton(tr("&Contents"), this);
    auto* back = new QPushButton(tr("&Back"), this);
    back->setEnabled(false);
    auto* close = new QPushButton(tr("Close"), this);
    for (QPushButton* button : {contents, back, close})
        button->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(contents);
    buttons->addWidget(back);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_browser, 1);
    layout->addLayout(buttons);
    m_browser->setAccessibleName(tr("Help"));
    m_browser->document()->setDocumentMargin(12);
    connect(contents, &QPushButton::clicked, this, [this] { showPage(kContents); });
    connect(back, &QPushButton::clicked, m_browser, &QTextBrowser::backward);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    showPage(kContents);
}

QString HelpDialog::page() const {
    return m_browser->source().fileName();
}

void HelpDialog::showPage(const QString& name) {
    m_browser->setSource(QUrl(name), QTextDocument::MarkdownResource);
}

}  // namespace diagonal
