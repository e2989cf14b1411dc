//! A picture of an app, as it came from the toolkit.

use crate::Size;

/// Pixels: RGBA, eight bits each, not premultiplied, rows without padding.
#[derive(Clone, PartialEq)]
pub struct Frame {
    /// In device pixels.
    pub width: u32,
    /// In device pixels.
    pub height: u32,
    /// Device pixels per logical pixel.
    pub ratio: f64,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Frame {
    /// A picture without transparency from pixels in the order blue, green, red and one byte that says nothing, as
    /// toolkits paint them. The bytes are turned round where they are.
    #[must_use]
    pub fn from_bgrx(width: u32, height: u32, ratio: f64, mut pixels: Vec<u8>) -> Frame {
        // Whole words and no shuffled bytes: this is what compilers turn into vector instructions.
        for pixel in pixels.as_chunks_mut::<4>().0 {
            let bgrx = u32::from_le_bytes(*pixel);
            let rgba = 0xff00_0000 | (bgrx & 0xff) << 16 | (bgrx & 0xff00) | (bgrx >> 16 & 0xff);
            *pixel = rgba.to_le_bytes();
        }
        Frame { width, height, ratio, rgba: pixels }
    }

    /// How many pixels it has.
    #[must_use]
    pub fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The pixel at a place in device pixels, or `None` outside.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba.get(start..start + 4)?.try_into().ok()
    }

    /// Whether nothing of it is transparent.
    pub(crate) fn is_opaque(&self) -> bool {
        // Without a way out in the middle, so that it is done by vectors of pixels.
        let pixels = self.rgba.as_chunks::<4>().0;
        pixels.iter().fold(u32::MAX, |all, pixel| all & u32::from_le_bytes(*pixel)) >> 24 == 255
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Frame({}x{} @{})", self.width, self.height, self.ratio)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn painted_pixels_change_their_order_and_lose_their_fourth_byte() {
        let frame = Frame::from_bgrx(3, 1, 1.5, vec![1, 2, 3, 0, 4, 5, 6, 255, 7, 8, 9, 10]);
        assert_eq!(frame.rgba, [3, 2, 1, 255, 6, 5, 4, 255, 9, 8, 7, 255]);
        assert_eq!((frame.size(), frame.ratio), (Size { width: 3, height: 1 }, 1.5));
        assert_eq!(frame.pixel(1, 0), Some([6, 5, 4, 255]));
        assert_eq!(frame.pixel(0, 1), None);
    }

    #[test]
    fn one_transparent_pixel_is_enough_not_to_be_opaque() {
        let mut frame = Frame { width: 9, height: 9, ratio: 1.0, rgba: vec![255; 9 * 9 * 4] };
        assert!(frame.is_opaque());
        frame.rgba[4 * 40 + 3] = 254;
        assert!(!frame.is_opaque());
    }
}
