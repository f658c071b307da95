// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <gtest/gtest.h>

namespace diagonal::testing {

/// A line of text that was painted, and the box of its letters in device units.
struct PaintedText {
    QString text;
    QRectF box;
};

/// Records the texts that a painter draws on it, and nothing else.
class TextRecorder : public QPaintDevice {
public:
    explicit TextRecorder(const QSize& size) : m_size(size) {}
    QPaintEngine* paintEngine() const override { return &m_engine; }
    const std::vector<PaintedText>& texts() const { return m_engine.texts; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        constexpr int dpi = 96;
        switch (metric) {
            case PdmWidth: return m_size.width();
            case PdmHeight: return m_size.height();
            case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
            case PdmDevicePixelRatio: return 1;
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY: return dpi;
            default: return QPaintDevice::metric(metric);
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        Engine() : QPaintEngine(AllFeatures) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        Type type() const override { return User; }
        void updateState(const QPaintEngineState&) override {}
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            const QFontMetricsF metrics(item.font());
            const QRectF letters(at.x(), at.y() - metrics.capHeight(), item.width(),
                                 metrics.capHeight());
            texts.push_back({item.text(), painter()->combinedTransform().mapRect(letters)});
        }
        std::vector<PaintedText> texts;
    };

    QSize m_size;
    mutable Engine m_engine;
};

/// Expects that no text of a picture overlaps another or leaves it.
inline void expectApart(const std::vector<PaintedText>& texts, const QSizeF& size,
                        const std::string& picture, std::size_t fewest = 10) {
    EXPECT_GE(texts.size(), fewest) << picture;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto where = [&] {
            return texts[i].text.toStdString() + " at " + std::to_string(size.width()) + " x " +
                   std::to_string(size.height()) + " of " + picture;
        };
        const QRectF& box = texts[i].box;
        EXPECT_TRUE(QRectF(QPointF(0, 0), size).contains(box)) << where();
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(box.intersects(texts[j].box))
                << where() << " and " << texts[j].text.toStdString();
        }
    }
}

}  // namespace diagonal::testing
