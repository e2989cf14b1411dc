//! Frames as image files.

use crate::Frame;
use image::codecs::{jpeg::JpegEncoder, webp::WebPEncoder};
use image::{ExtendedColorType, ImageError};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// What an image file is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Exact and quick.
    #[default]
    Png,
    /// Not exact, and without transparency: what is transparent lies on white.
    Jpeg,
    /// Exact, and smaller than a PNG.
    WebP,
}

/// Text that is no format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

/// The frame's size and its bytes do not agree, or the encoder refused.
#[derive(Debug)]
pub struct EncodeError(String);

/// What photographs call good; letters have no visible halo.
const JPEG_QUALITY: u8 = 85;

impl Format {
    /// As HTTP and agents' protocols call it.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Jpeg => "image/jpeg",
            Format::WebP => "image/webp",
        }
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        match text.to_ascii_lowercase().as_str() {
            "png" => Ok(Format::Png),
            "jpeg" | "jpg" => Ok(Format::Jpeg),
            "webp" => Ok(Format::WebP),
            _ => Err(UnknownFormat(text.to_owned())),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Png => "png",
            Format::Jpeg => "jpeg",
            Format::WebP => "webp",
        })
    }
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no format `{}`; there are png, jpeg and webp", self.0)
    }
}

impl std::error::Error for UnknownFormat {}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the image could not be encoded: {}", self.0)
    }
}

impl std::error::Error for EncodeError {}

/// The frame as an image file, made for speed. Without transparency it is written as RGB, a quarter less to compress.
pub fn encode(frame: &Frame, format: Format) -> Result<Vec<u8>, EncodeError> {
    let pixels = u64::from(frame.width) * u64::from(frame.height);
    if pixels == 0 || pixels * 4 != frame.rgba.len() as u64 {
        let message = format!("{} pixels do not have {} bytes", frame.size(), frame.rgba.len());
        return Err(EncodeError(message));
    }
    // A screen of text and widgets shrinks to a twentieth and less.
    let mut bytes = Vec::with_capacity(frame.rgba.len() / 16 + 1024);
    let failed = |error: ImageError| EncodeError(error.to_string());
    let (width, height) = (frame.width, frame.height);
    match format {
        Format::Png => png_into(&mut bytes, frame).map_err(|error| EncodeError(error.to_string()))?,
        Format::Jpeg => JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)
            .encode(&rgb_on_white(frame), width, height, ExtendedColorType::Rgb8)
            .map_err(failed)?,
        Format::WebP => {
            let (pixels, transparent) = packed(frame);
            let colours = if transparent { ExtendedColorType::Rgba8 } else { ExtendedColorType::Rgb8 };
            WebPEncoder::new_lossless(&mut bytes).encode(&pixels, width, height, colours).map_err(failed)?;
        }
    }
    Ok(bytes)
}

fn png_into(bytes: &mut Vec<u8>, frame: &Frame) -> Result<(), png::EncodingError> {
    let (pixels, transparent) = packed(frame);
    let mut encoder = png::Encoder::new(bytes, frame.width, frame.height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    // Choosing a filter for each row takes longer than this one and gains nothing on text and widgets.
    encoder.set_filter(png::Filter::Paeth);
    encoder.set_color(if transparent { png::ColorType::Rgba } else { png::ColorType::Rgb });
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()
}

/// The pixels as RGB, or as they are where some are transparent.
fn packed(frame: &Frame) -> (Cow<'_, [u8]>, bool) {
    match frame.is_opaque() {
        true => (Cow::Owned(rgb(frame)), false),
        false => (Cow::Borrowed(&frame.rgba), true),
    }
}

fn rgb(frame: &Frame) -> Vec<u8> {
    let mut packed = vec![0; frame.rgba.len() / 4 * 3];
    for (rgb, rgba) in packed.as_chunks_mut::<3>().0.iter_mut().zip(frame.rgba.as_chunks::<4>().0) {
        rgb.copy_from_slice(&rgba[..3]);
    }
    packed
}

fn rgb_on_white(frame: &Frame) -> Vec<u8> {
    if frame.is_opaque() {
        return rgb(frame);
    }
    let on_white = |pixel: &[u8; 4]| {
        let [red, green, blue, alpha] = pixel.map(u16::from);
        [red, green, blue].map(|colour| ((colour * alpha + 255 * (255 - alpha) + 127) / 255) as u8)
    };
    frame.rgba.as_chunks::<4>().0.iter().flat_map(on_white).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(width: u32, height: u32, rgba: Vec<u8>) -> Frame {
        Frame { width, height, ratio: 1.0, rgba }
    }

    fn decoded(bytes: &[u8]) -> image::DynamicImage {
        if !bytes.starts_with(b"\x89PNG") {
            return image::load_from_memory(bytes).unwrap();
        }
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        match info.color_type {
            png::ColorType::Rgb => image::RgbImage::from_raw(info.width, info.height, pixels).unwrap().into(),
            _ => image::RgbaImage::from_raw(info.width, info.height, pixels).unwrap().into(),
        }
    }

    /// 64x48 pixels of every shade.
    fn shades(alpha: impl Fn(u32) -> u8) -> Frame {
        let pixels = (0..64 * 48).flat_map(|nth| [(nth % 64 * 4) as u8, (nth / 64 * 5) as u8, 90, alpha(nth)]);
        frame(64, 48, pixels.collect())
    }

    #[test]
    fn exact_formats_give_back_every_pixel() {
        for format in [Format::Png, Format::WebP] {
            let opaque = shades(|_| 255);
            let image = decoded(&encode(&opaque, format).unwrap());
            assert_eq!((image.color(), image.to_rgba8().into_raw()), (image::ColorType::Rgb8, opaque.rgba), "{format}");
            let seen_through = shades(|nth| (nth % 255) as u8 + 1);
            let image = decoded(&encode(&seen_through, format).unwrap());
            assert_eq!(image.to_rgba8().into_raw(), seen_through.rgba, "{format}");
        }
    }

    #[test]
    fn a_jpeg_is_near_and_puts_what_is_transparent_on_white() {
        let near = |one: &[u8], other: &[u8]| one.iter().zip(other).all(|(a, b)| a.abs_diff(*b) < 12);
        let opaque = shades(|_| 255);
        let image = decoded(&encode(&opaque, Format::Jpeg).unwrap());
        assert!(near(&image.to_rgba8().into_raw(), &opaque.rgba));
        let image = decoded(&encode(&shades(|_| 0), Format::Jpeg).unwrap());
        assert!(near(&image.to_rgb8().into_raw(), &[255; 64 * 48 * 3]));
    }

    #[test]
    fn a_frame_with_missing_bytes_or_no_size_is_an_error() {
        for format in [Format::Png, Format::Jpeg, Format::WebP] {
            assert!(encode(&frame(2, 2, vec![0; 4]), format).is_err());
            assert!(encode(&frame(0, 2, Vec::new()), format).is_err());
        }
        assert!(encode(&frame(70_000, 1, vec![255; 280_000]), Format::WebP).is_err());
    }

    #[test]
    fn formats_have_names_and_media_types() {
        for (text, format, media_type) in [
            ("PNG", Format::Png, "image/png"),
            ("jpg", Format::Jpeg, "image/jpeg"),
            ("jpeg", Format::Jpeg, "image/jpeg"),
            ("WebP", Format::WebP, "image/webp"),
        ] {
            assert_eq!((text.parse(), format.media_type()), (Ok(format), media_type));
        }
        let unknown = "bmp".parse::<Format>().unwrap_err();
        assert_eq!(unknown.to_string(), "there is no format `bmp`; there are png, jpeg and webp");
    }
}
