// Handing pixels to Rust.
#pragma once

#include "abi.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QImage>

#include <cstring>

namespace qtmcp {

inline bool give(const QImage &picture, const QtmcpImage *to) {
    if (picture.isNull())
        return false;
    const bool hasAlpha = picture.hasAlphaChannel();
    const QImage plain = picture.convertToFormat(hasAlpha ? QImage::Format_ARGB32 : QImage::Format_RGB32);
    const size_t bytes = size_t(plain.width()) * 4;
    uint8_t *memory = to->allocate(to->context, uint32_t(plain.width()), uint32_t(plain.height()),
                                   plain.devicePixelRatioF(), hasAlpha);
    for (int y = 0; memory && y < plain.height(); ++y)
        std::memcpy(memory + size_t(y) * bytes, plain.constScanLine(y), bytes);
    return memory;
}

// A part of a picture, given in the logical pixels it shows.
inline QImage cropped(const QImage &picture, const QRectF &part) {
    const qreal ratio = picture.devicePixelRatioF();
    const QRectF scaled(part.topLeft() * ratio, part.size() * ratio);
    QImage copy = picture.copy(scaled.toAlignedRect().intersected(picture.rect()));
    copy.setDevicePixelRatio(ratio);
    return copy;
}

// Whether what QScreen shows at a window's place is that window and nothing of anybody else: so it is only where there
// is no screen at all.
inline bool isAlone() { return QGuiApplication::platformName() == QLatin1String("offscreen"); }

}  // namespace qtmcp
