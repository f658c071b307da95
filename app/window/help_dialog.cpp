// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help_dialog.h"

#include <QFile>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
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
        QFile page(QStringLiteral(":/help/") + name.path());
        if (!page.open(QIODevice::ReadOnly)) return QTextBrowser::loadResource(type, name);
        return page.readAll();
    }
};

/// Gives paragraphs room and tables thin lines: Markdown brings neither.
void layOutPage(QTextDocument& page, const QColor& line) {
    for (QTextFrame* frame : page.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table) continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(line);
        format.setCellPadding(5);
        format.setCellSpacing(0);
        format.setBottomMargin(10);
        table->setFormat(format);
    }
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        if (cursor.currentTable()) continue;
        QTextBlockFormat format;
        format.setLineHeight(125, QTextBlockFormat::ProportionalHeight);
        if (!block.textList()) format.setBottomMargin(8);
        cursor.mergeBlockFormat(format);
    }
}

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
    m_browser->document()->setDocumentMargin(18);
    connect(m_browser, &QTextBrowser::sourceChanged, this,
            [this] { layOutPage(*m_browser->document(), palette().color(QPalette::Mid)); });
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
