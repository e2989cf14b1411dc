//! Frames as image files.

use crate::Frame;
use std::fmt;

/// The frame's size and its bytes do not agree, or the encoder refused.
#[derive(Debug)]
pub struct EncodeError(String);

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the image could not be encoded: {}", self.0)
    }
}

impl std::error::Error for EncodeError {}

/// A PNG, compressed for speed. A frame without transparency is written as RGB, a quarter less to compress.
pub fn png(frame: &Frame) -> Result<Vec<u8>, EncodeError> {
    let opaque = frame.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, frame.width, frame.height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    let written = encoder.write_header().and_then(|mut writer| {
        if opaque {
            let rgb: Vec<u8> = frame.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
            writer.write_image_data(&rgb)?;
        } else {
            writer.write_image_data(&frame.rgba)?;
        }
        writer.finish()
    });
    written.map_err(|error| EncodeError(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (png::ColorType, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.color_type, pixels)
    }

    #[test]
    fn an_opaque_frame_comes_back_as_rgb() {
        let frame = Frame { width: 2, height: 1, ratio: 1.0, rgba: vec![1, 2, 3, 255, 4, 5, 6, 255] };
        assert_eq!(decoded(&png(&frame).unwrap()), (png::ColorType::Rgb, vec![1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn transparency_is_kept() {
        let frame = Frame { width: 1, height: 1, ratio: 1.0, rgba: vec![1, 2, 3, 4] };
        assert_eq!(decoded(&png(&frame).unwrap()), (png::ColorType::Rgba, vec![1, 2, 3, 4]));
    }

    #[test]
    fn a_frame_with_missing_bytes_is_an_error() {
        let frame = Frame { width: 2, height: 2, ratio: 1.0, rgba: vec![0; 4] };
        assert!(png(&frame).is_err());
    }
}
