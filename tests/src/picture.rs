//! Screenshots as a test looks at them.

use crate::Value;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::collections::BTreeSet;
use std::io::Cursor;

/// Red, green and blue.
pub type Colour = [u8; 3];

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its left edge.
    pub x: u32,
    /// Its top edge.
    pub y: u32,
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
}

/// A decoded screenshot.
#[derive(PartialEq, Eq)]
pub struct Picture {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    pixels: Vec<Colour>,
}

impl Picture {
    /// What a `screenshot` call answered with; its size must be as the answer says.
    #[must_use]
    pub fn of(answer: &Value) -> Self {
        let picture = Self::encoded(&answer["data"]);
        assert_eq!((answer["width"].as_u64(), answer["height"].as_u64()), {
            (Some(picture.width.into()), Some(picture.height.into()))
        });
        picture
    }

    /// A PNG in base64.
    #[must_use]
    pub fn encoded(data: &Value) -> Self {
        decode(bytes(data)).unwrap_or_else(|error| panic!("not a picture: {error}"))
    }

    /// How many colours there are in it.
    #[must_use]
    pub fn colours(&self) -> usize {
        self.pixels.iter().collect::<BTreeSet<_>>().len()
    }

    /// The colour of a pixel, which must be in it.
    #[must_use]
    pub fn at(&self, x: u32, y: u32) -> Colour {
        assert!(x < self.width && y < self.height, "({x}, {y}) is not in {}x{}", self.width, self.height);
        self.pixels[(y * self.width + x) as usize]
    }

    /// The smallest rectangle that has all pixels of a colour.
    #[must_use]
    pub fn extent(&self, colour: Colour) -> Option<Area> {
        let places = (0..).zip(&self.pixels).filter(|(_, pixel)| **pixel == colour);
        let places: Vec<(u32, u32)> = places.map(|(i, _): (u32, _)| (i % self.width, i / self.width)).collect();
        let (left, right) = (places.iter().map(|at| at.0).min()?, places.iter().map(|at| at.0).max()?);
        let (top, bottom) = (places.iter().map(|at| at.1).min()?, places.iter().map(|at| at.1).max()?);
        Some(Area { x: left, y: top, width: right - left + 1, height: bottom - top + 1 })
    }
}

/// What base64 stands for.
#[must_use]
pub fn bytes(data: &Value) -> Vec<u8> {
    let bytes = BASE64_STANDARD.decode(data.as_str().unwrap_or_default());
    bytes.unwrap_or_else(|error| panic!("not base64: {error}"))
}

/// Whether two colours look the same: resampling rounds.
#[must_use]
pub fn is_near(one: Colour, other: Colour) -> bool {
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) <= 2)
}

fn decode(data: Vec<u8>) -> Result<Picture, png::DecodingError> {
    let mut reader = png::Decoder::new(Cursor::new(data)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let frame = reader.next_frame(&mut pixels)?;
    pixels.truncate(frame.buffer_size());
    let samples = frame.color_type.samples();
    assert!(samples >= 3, "not in colour");
    let pixels = pixels.chunks(samples).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Picture { width: frame.width, height: frame.height, pixels })
}
