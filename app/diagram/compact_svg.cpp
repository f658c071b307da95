// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/compact_svg.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <QLatin1String>
#include <QPointF>
#include <QStringList>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace diagonal {
namespace {

/// Returns how far a point is from the straight way between two others.
qreal distanceTo(const QPointF& from, const QPointF& to, const QPointF& point) {
    const QPointF way = to - from;
    const QPointF offset = point - from;
    const qreal square = QPointF::dotProduct(way, way);
    const qreal share =
        square > 0 ? std::clamp(QPointF::dotProduct(offset, way) / square, 0., 1.) : 0;
    const QPointF left = offset - share * way;
    return std::hypot(left.x(), left.y());
}

/// Marks which points of a line are needed so that no other one is further from it than can be
/// seen. (Douglas and Peucker 1973)
std::vector<bool> neededPoints(const std::vector<QPointF>& points) {
    constexpr qreal seen = 0.05;
    std::vector<bool> isNeeded(points.size());
    isNeeded.front() = isNeeded.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open = {{0, points.size() - 1}};
    while (!open.empty()) {
        const auto [first, last] = open.back();
        open.pop_back();
        std::size_t furthest = first;
        qreal most = seen;
        for (std::size_t i = first + 1; i < last; ++i) {
            const qreal distance = distanceTo(points[first], points[last], points[i]);
            if (distance <= most) continue;
            most = distance;
            furthest = i;
        }
        if (furthest == first) continue;
        isNeeded[furthest] = true;
        open.emplace_back(first, furthest);
        open.emplace_back(furthest, last);
    }
    return isNeeded;
}

/// Appends a number of hundredths, apart from the one before it: "1.5", " .25", "-3".
void append(qint64 hundredths, QByteArray& path) {
    constexpr qint64 hundred = 100;
    const qint64 size = std::abs(hundredths);
    const bool isAfterNumber = path.back() != 'M' && path.back() != 'l';
    if (hundredths < 0)
        path += '-';
    else if (isAfterNumber)
        path += ' ';
    if (size >= hundred || size == 0) path += QByteArray::number(size / hundred);
    if (const qint64 rest = size % hundred; rest > 0) {
        path += '.';
        path += static_cast<char>('0' + rest / 10);
        if (rest % 10 > 0) path += static_cast<char>('0' + rest % 10);
    }
}

/// Returns a line, "1,2 3,4" or "M1,2 L3,4", as a path of steps in hundredths without the points
/// that are not needed; none if it is short, or no such line.
std::optional<QString> shortPath(const QString& line) {
    constexpr int fewest = 16;
    const QStringList words = line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.size() < fewest) return std::nullopt;
    std::vector<QPointF> points;
    points.reserve(static_cast<std::size_t>(words.size()));
    for (const QString& word : words) {
        const bool isMove = word.startsWith(QLatin1Char('M'));
        const bool isLetter = isMove || word.startsWith(QLatin1Char('L'));
        const QStringList pair = word.mid(isLetter ? 1 : 0).split(QLatin1Char(','));
        bool isX = false;
        bool isY = false;
        if (pair.size() == 2) points.emplace_back(pair[0].toDouble(&isX), pair[1].toDouble(&isY));
        if (!isX || !isY || (isMove && points.size() > 1)) return std::nullopt;
    }
    const std::vector<bool> isNeeded = neededPoints(points);
    QByteArray path = "M";
    qint64 lastX = 0;
    qint64 lastY = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!isNeeded[i]) continue;
        // Steps between rounded points: errors do not add up.
        constexpr qreal hundred = 100;
        const qint64 x = std::llround(hundred * points[i].x());
        const qint64 y = std::llround(hundred * points[i].y());
        append(x - lastX, path);
        append(y - lastY, path);
        if (i == 0) path += 'l';
        lastX = x;
        lastY = y;
    }
    return QString::fromLatin1(path);
}

/// Returns the value of an attribute that the last of some elements around set; empty if none did.
QStringView inherited(const QXmlStreamAttributes& around, QStringView name) {
    const auto sets = [name](const QXmlStreamAttribute& attribute) {
        return attribute.qualifiedName() == name;
    };
    const auto last = std::find_if(around.rbegin(), around.rend(), sets);
    return last == around.rend() ? QStringView() : QStringView(last->value());
}

/// Returns the attributes of an element that change something, of which `around` are inherited.
/// Texts have fonts of their own, so groups need none. A long line becomes the path "d".
QXmlStreamAttributes neededOf(const QXmlStreamAttributes& all, const QXmlStreamAttributes& around,
                              bool isGroup) {
    QXmlStreamAttributes needed;
    for (const QXmlStreamAttribute& attribute : all) {
        const auto name = attribute.qualifiedName();
        if (name == QLatin1String("points") || name == QLatin1String("d")) {
            const auto path = shortPath(attribute.value().toString());
            if (path)
                needed.append(QStringLiteral("d"), *path);
            else
                needed.append(attribute);
            continue;
        }
        const auto is = [&](const char* usual) {
            return attribute.value() == QLatin1String(usual);
        };
        const bool isUsual =
            (name.endsWith(QLatin1String("-opacity")) && is("1")) ||
            (name == QLatin1String("font-style") && is("normal")) ||
            (name == QLatin1String("font-weight") && is("400")) ||
            (name == QLatin1String("vector-effect") && is("none")) ||
            (isGroup && name.startsWith(QLatin1String("font-"))) ||
            ((name.startsWith(QLatin1String("fill")) || name.startsWith(QLatin1String("stroke"))) &&
             inherited(around, name) == attribute.value());
        if (!isUsual) needed.append(attribute);
    }
    return needed;
}

/// Writes the groups of a picture as late as possible, and ends them as late. Around those with the
/// same transform stands one with what all have in common.
class GroupWriter {
public:
    explicit GroupWriter(QXmlStreamWriter& out) : m_out(out) {}

    void setCommon(const QXmlStreamAttributes& attributes) { m_common = attributes; }
    void begin(const QXmlStreamAttributes& attributes) {
        m_wanted.clear();
        m_transform.clear();
        for (const QXmlStreamAttribute& attribute : neededOf(attributes, m_common, true)) {
            const bool isTransform = attribute.qualifiedName() == QLatin1String("transform");
            (isTransform ? m_transform : m_wanted).append(attribute);
        }
    }
    /// Returns what the elements of the group have around them.
    QXmlStreamAttributes around() const { return joined(m_common, m_wanted); }
    /// Ends the open group unless the next element belongs in it.
    void beforeElement() {
        const bool isWithin = m_isOpen && m_openTransform == m_transform;
        if (isWithin && m_open == m_wanted) return;
        if (isWithin) {
            m_out.writeEndElement();
        } else {
            end();
            start(joined(m_common, m_transform));
        }
        start(m_wanted);
        m_open = m_wanted;
        m_openTransform = m_transform;
        m_isOpen = true;
    }
    void end() {
        for (int i = 0; m_isOpen && i < 2; ++i)
            m_out.writeEndElement();
        m_isOpen = false;
    }

private:
    static QXmlStreamAttributes joined(QXmlStreamAttributes first,
                                       const QXmlStreamAttributes& second) {
        first += second;
        return first;
    }
    void start(const QXmlStreamAttributes& attributes) {
        m_out.writeStartElement(QStringLiteral("g"));
        m_out.writeAttributes(attributes);
    }

    QXmlStreamWriter& m_out;
    QXmlStreamAttributes m_common, m_transform, m_openTransform, m_wanted, m_open;
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
    bool isInRoot = false;
    bool isInGroup = false;
    while (!in.atEnd()) {
        switch (in.readNext()) {
            case QXmlStreamReader::StartElement: {
                ++depth;
                const bool isGroup = in.name() == QLatin1String("g");
                if (isGroup && isInGroup) return svg;
                if (isGroup && depth == ofRoot) {
                    groups.setCommon(in.attributes());
                    isInRoot = true;
                    break;
                }
                if (isGroup && depth == ofRoot + 1) {
                    isInGroup = true;
                    groups.begin(in.attributes());
                    break;
                }
                if (isInGroup && depth == ofRoot + 2) groups.beforeElement();
                // A closed polygon is no line.
                const bool isLine = in.name() != QLatin1String("polygon");
                const QXmlStreamAttributes attributes =
                    isInGroup && isLine ? neededOf(in.attributes(), groups.around(), false)
                                        : in.attributes();
                const bool isPath = attributes.hasAttribute(QLatin1String("d"));
                out.writeStartElement(isPath ? QStringLiteral("path")
                                             : in.qualifiedName().toString());
                out.writeAttributes(attributes);
                break;
            }
            case QXmlStreamReader::EndElement:
                if (isInGroup && depth == ofRoot + 1) {
                    isInGroup = false;
                } else if (isInRoot && depth == ofRoot) {
                    groups.end();
                    isInRoot = false;
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
