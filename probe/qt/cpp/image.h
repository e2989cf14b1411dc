// Handing pixels to Rust.
#pragma once

#include "abi.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QImage>
#include <QtGui/QStyleHints>

namespace qtmcp {

inline bool give(const QImage &picture, const QtmcpImage *to) {
    if (picture.isNull())
        return false;
    const QImage plain = picture.convertToFormat(QImage::Format_RGBA8888);
    to->take(to->context, plain.constBits(), uint32_t(plain.width()), uint32_t(plain.height()),
             size_t(plain.bytesPerLine()), plain.devicePixelRatioF());
    return true;
}

// A part of a picture, given in the logical pixels it shows.
inline QImage cropped(const QImage &picture, const QRectF &part) {
    const qreal ratio = picture.devicePixelRatioF();
    const QRectF scaled(part.topLeft() * ratio, part.size() * ratio);
    QImage copy = picture.copy(scaled.toAlignedRect().intersected(picture.rect()));
    copy.setDevicePixelRatio(ratio);
    return copy;
}

// Carets do not blink while this is there: they are shown, in every picture alike.
class SteadyCaret {
public:
    SteadyCaret() : flashTime(QGuiApplication::styleHints()->cursorFlashTime()) { set(0); }
    ~SteadyCaret() { set(flashTime); }
    SteadyCaret(const SteadyCaret &) = delete;
    SteadyCaret &operator=(const SteadyCaret &) = delete;

private:
    static void set(int time) { QGuiApplication::styleHints()->setCursorFlashTime(time); }

    int flashTime;
};

}  // namespace qtmcp
