// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/compact_svg.h"

#include <QLatin1String>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace diagonal {
namespace {

/// Returns the attributes that change something. Texts have fonts of their own, so groups need
/// none.
QXmlStreamAttributes neededOf(const QXmlStreamAttributes& all, bool isGroup) {
    QXmlStreamAttributes needed;
    for (const QXmlStreamAttribute& attribute : all) {
        const auto name = attribute.qualifiedName();
        const auto is = [&](const char* usual) {
            return attribute.value() == QLatin1String(usual);
        };
        const bool isUsual = (name.endsWith(QLatin1String("-opacity")) && is("1")) ||
                             (name == QLatin1String("font-style") && is("normal")) ||
                             (name == QLatin1String("font-weight") && is("400")) ||
                             (name == QLatin1String("vector-effect") && is("none")) ||
                             (isGroup && name.startsWith(QLatin1String("font-")));
        if (!isUsual) needed.append(attribute);
    }
    return needed;
}

/// Writes the groups of a picture as late as possible, and ends them as late.
class GroupWriter {
public:
    explicit GroupWriter(QXmlStreamWriter& out) : m_out(out) {}

    void begin(const QXmlStreamAttributes& attributes) { m_wanted = neededOf(attributes, true); }
    /// Ends the open group unless the next element belongs in it.
    void beforeElement() {
        if (m_isOpen && m_open == m_wanted) return;
        end();
        m_out.writeStartElement(QStringLiteral("g"));
        m_out.writeAttributes(m_wanted);
        m_open = m_wanted;
        m_isOpen = true;
    }
    void end() {
        if (m_isOpen) m_out.writeEndElement();
        m_isOpen = false;
    }

private:
    QXmlStreamWriter& m_out;
    QXmlStreamAttributes m_wanted, m_open;
    bool m_isOpen = false;
};

}  // namespace

QByteArray compactSvg(const QByteArray& svg) {
    constexpr int ofRoot = 2;  // svg and the group around all others
    QByteArray bytes;
    QXmlStreamReader in(svg);
    in.setNamespaceProcessing(false);
    QXmlStreamWriter out(&bytes);
    out.setAutoFormatting(false);
    GroupWriter groups(out);
    int depth = 0;
    bool isInGroup = false;
    while (!in.atEnd()) {
        switch (in.readNext()) {
            case QXmlStreamReader::StartElement: {
                ++depth;
                const bool isGroup = in.name() == QLatin1String("g");
                if (isGroup && isInGroup) return svg;
                if (isGroup && depth == ofRoot + 1) {
                    isInGroup = true;
                    groups.begin(in.attributes());
                    break;
                }
                if (isInGroup && depth == ofRoot + 2) groups.beforeElement();
                out.writeStartElement(in.qualifiedName().toString());
                out.writeAttributes(isInGroup ? neededOf(in.attributes(), false) : in.attributes());
                break;
            }
            case QXmlStreamReader::EndElement:
                if (depth == ofRoot) groups.end();
                if (isInGroup && depth == ofRoot + 1) {
                    isInGroup = false;
                } else {
                    out.writeEndElement();
                }
                --depth;
                break;
            case QXmlStreamReader::Characters:
                if (!in.isWhitespace()) out.writeCharacters(in.text().toString());
                break;
            case QXmlStreamReader::StartDocument: out.writeStartDocument(); break;
            default: break;
        }
    }
    if (in.hasError()) return svg;
    out.writeEndDocument();
    return bytes;
}

}  // namespace diagonal
