//! Screenshots as a test looks at them.

use crate::Value;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::collections::BTreeSet;
use std::io::Cursor;

/// A decoded screenshot.
pub struct Picture {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    pixels: Vec<u8>,
    bytes_per_pixel: usize,
}

impl Picture {
    /// What a `screenshot` call answered with; its size must be as the answer says.
    #[must_use]
    pub fn of(answer: &Value) -> Self {
        let data = BASE64_STANDARD.decode(answer["data"].as_str().unwrap_or_default());
        let data = data.unwrap_or_else(|error| panic!("not base64: {error}"));
        let picture = decode(data).unwrap_or_else(|error| panic!("not a picture: {error}"));
        assert_eq!((answer["width"].as_u64(), answer["height"].as_u64()), {
            (Some(picture.width.into()), Some(picture.height.into()))
        });
        picture
    }

    /// How many colours there are in it.
    #[must_use]
    pub fn colours(&self) -> usize {
        self.pixels.chunks(self.bytes_per_pixel).collect::<BTreeSet<_>>().len()
    }
}

fn decode(data: Vec<u8>) -> Result<Picture, png::DecodingError> {
    let mut reader = png::Decoder::new(Cursor::new(data)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let frame = reader.next_frame(&mut pixels)?;
    pixels.truncate(frame.buffer_size());
    let bytes_per_pixel = frame.color_type.samples();
    Ok(Picture { width: frame.width, height: frame.height, pixels, bytes_per_pixel })
}
