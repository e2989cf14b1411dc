//! A picture of an app, as it came from the toolkit.

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
    /// The pixel at a place in device pixels, or `None` outside.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba.get(start..start + 4)?.try_into().ok()
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Frame({}x{} @{})", self.width, self.height, self.ratio)
    }
}
