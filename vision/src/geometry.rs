//! Places in three kinds of pixels that do not mix: logical (what toolkits lay out in), device (what the screen is
//! made of) and image (what a client was sent).

/// A point in logical pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// A rectangle in logical pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Extent to the right.
    pub width: f64,
    /// Extent downwards.
    pub height: f64,
}

/// How many pixels a picture has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Size {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// A point in device pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DevicePoint {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// A point of a picture as a client has it. Pixel `n` reaches from `n` to `n + 1`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImagePoint {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// A rectangle of a picture as a client has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImageRect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Extent to the right.
    pub width: f64,
    /// Extent downwards.
    pub height: f64,
}

/// What a picture shows: `area` of the screen in `image` pixels. The way from what a client saw to where the mouse goes,
/// and back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Space {
    area: Rect,
    image: Size,
}

impl Point {
    /// The same place on a screen that has `ratio` device pixels to a logical one.
    #[must_use]
    pub fn to_device(self, ratio: f64) -> DevicePoint {
        DevicePoint { x: self.x * ratio, y: self.y * ratio }
    }
}

impl DevicePoint {
    /// The same place where `ratio` device pixels are a logical one.
    #[must_use]
    pub fn to_logical(self, ratio: f64) -> Point {
        Point { x: self.x / ratio, y: self.y / ratio }
    }
}

impl Rect {
    /// The middle.
    #[must_use]
    pub fn center(&self) -> Point {
        Point { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    /// Whether `point` lies inside; the right and bottom edges do not belong to it.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        (self.x..self.x + self.width).contains(&point.x) && (self.y..self.y + self.height).contains(&point.y)
    }
}

impl ImageRect {
    /// The middle.
    #[must_use]
    pub fn center(&self) -> ImagePoint {
        ImagePoint { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl Space {
    /// The space of a picture with `image` pixels that shows `area` of the screen.
    #[must_use]
    pub fn new(area: Rect, image: Size) -> Self {
        Self { area, image }
    }

    /// What of the screen the picture shows.
    #[must_use]
    pub fn area(&self) -> Rect {
        self.area
    }

    /// How many pixels the picture has.
    #[must_use]
    pub fn image(&self) -> Size {
        self.image
    }

    /// Whether the picture has this point; its right and bottom edges do not belong to it.
    #[must_use]
    pub fn contains(&self, point: ImagePoint) -> bool {
        (0.0..f64::from(self.image.width)).contains(&point.x) && (0.0..f64::from(self.image.height)).contains(&point.y)
    }

    /// The place on the screen; the picture's edges are the area's edges.
    #[must_use]
    pub fn to_logical(&self, point: ImagePoint) -> Point {
        let (across, down) = self.step();
        Point { x: self.area.x + point.x * across, y: self.area.y + point.y * down }
    }

    /// The place in the picture; the area's edges are the picture's edges.
    #[must_use]
    pub fn to_image(&self, point: Point) -> ImagePoint {
        let (across, down) = self.step();
        ImagePoint { x: (point.x - self.area.x) / across, y: (point.y - self.area.y) / down }
    }

    /// The rectangle on the screen.
    #[must_use]
    pub fn rect_to_logical(&self, rect: ImageRect) -> Rect {
        let (across, down) = self.step();
        let Point { x, y } = self.to_logical(ImagePoint { x: rect.x, y: rect.y });
        Rect { x, y, width: rect.width * across, height: rect.height * down }
    }

    /// The rectangle in the picture.
    #[must_use]
    pub fn rect_to_image(&self, rect: Rect) -> ImageRect {
        let (across, down) = self.step();
        let ImagePoint { x, y } = self.to_image(Point { x: rect.x, y: rect.y });
        ImageRect { x, y, width: rect.width / across, height: rect.height / down }
    }

    /// Where the mouse goes for a pixel that a client names: the whole logical pixel under the middle of that pixel.
    /// Toolkits count mouse positions by whole pixels and round halves up, so that the middle itself, at `n.5`, would
    /// arrive one too far.
    #[must_use]
    pub fn pixel_to_logical(&self, x: f64, y: f64) -> Point {
        let middle = self.to_logical(ImagePoint { x: x.floor() + 0.5, y: y.floor() + 0.5 });
        // An area that begins between two logical pixels has no whole one at its edge.
        Point { x: middle.x.floor().max(self.area.x), y: middle.y.floor().max(self.area.y) }
    }

    /// The pixel in which a client finds the mouse: the one over the middle of the logical pixel at `point`, or the
    /// nearest at the edge. For the point that a pixel was turned into it is that pixel again, as long as the picture is
    /// no finer than the logical pixels.
    #[must_use]
    pub fn logical_to_pixel(&self, point: Point) -> (u32, u32) {
        let middle = self.to_image(Point { x: point.x.floor() + 0.5, y: point.y.floor() + 0.5 });
        let inside = |place: f64, length: u32| place.floor().clamp(0.0, f64::from(length.max(1) - 1)) as u32;
        (inside(middle.x, self.image.width), inside(middle.y, self.image.height))
    }

    /// Logical pixels to an image pixel, across and down.
    fn step(&self) -> (f64, f64) {
        let step = |length: f64, pixels: u32| if length > 0.0 { length / f64::from(pixels.max(1)) } else { 1.0 };
        (step(self.area.width, self.image.width), step(self.area.height, self.image.height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    const SCREENS: [(f64, f64); 7] = [
        (640.0, 480.0),
        (800.0, 600.0),
        (1024.0, 768.0),
        (1366.0, 768.0),
        (1920.0, 1080.0),
        (2560.0, 1440.0),
        (3840.0, 2160.0),
    ];

    /// Spaces as sessions have them: each screen at each ratio in each budget, and of windows that stand elsewhere.
    fn spaces() -> Vec<Space> {
        let mut spaces = Vec::new();
        for (width, height) in SCREENS {
            for ratio in [1.0, 1.25, 1.5, 1.75, 2.0, 3.0] {
                for budget in ["xga", "wxga", "fwxga", "standard", "hires", "full", "500x500"] {
                    let device = Size { width: (width * ratio) as u32, height: (height * ratio) as u32 };
                    let image = budget.parse::<Budget>().unwrap().fit(device);
                    for (x, y) in [(0.0, 0.0), (37.0, -12.0)] {
                        spaces.push(Space::new(Rect { x, y, width, height }, image));
                    }
                }
            }
        }
        spaces
    }

    /// Places all over a length, not in step with any pixel grid.
    fn places(length: f64) -> impl Iterator<Item = f64> {
        (0..61).map(move |nth| (f64::from(nth) * 61.803_398_9 + 0.5) % length)
    }

    fn near(one: f64, other: f64, most: f64) -> bool {
        (one - other).abs() <= most
    }

    #[test]
    fn points_and_rectangles_come_back_from_the_picture() {
        for space in spaces() {
            let area = space.area();
            for (x, y) in places(area.width).zip(places(area.height)) {
                let point = Point { x: area.x + x, y: area.y + y };
                assert!(space.contains(space.to_image(point)), "{space:?} {point:?}");
                let back = space.to_logical(space.to_image(point));
                assert!(near(back.x, point.x, 1e-6) && near(back.y, point.y, 1e-6), "{space:?} {point:?}");
                let rect = Rect { x: point.x, y: point.y, width: 13.0, height: 7.5 };
                let back = space.rect_to_logical(space.rect_to_image(rect));
                assert!(near(back.x, rect.x, 1e-6) && near(back.y + back.height, rect.y + 7.5, 1e-6), "{space:?}");
            }
        }
    }

    #[test]
    fn a_pixel_a_client_names_is_the_pixel_it_is_told() {
        for space in spaces() {
            let (image, area) = (space.image(), space.area());
            let edges = [(0, 0), (image.width - 1, image.height - 1)];
            let inside = places(f64::from(image.width)).zip(places(f64::from(image.height)));
            for (x, y) in edges.into_iter().chain(inside.map(|(x, y)| (x as u32, y as u32))) {
                let point = space.pixel_to_logical(x.into(), y.into());
                assert!(area.contains(point), "{space:?} ({x}, {y}) is {point:?}");
                let (back_x, back_y) = space.logical_to_pixel(point);
                if f64::from(image.width) <= area.width {
                    assert_eq!((back_x, back_y), (x, y), "{space:?}");
                }
                // Where the picture is finer than the mouse, both pixels lie in the same logical one.
                assert_eq!(space.pixel_to_logical(back_x.into(), back_y.into()), point, "{space:?} ({x}, {y})");
            }
        }
    }

    #[test]
    fn a_logical_pixel_comes_back_within_half_a_pixel_of_whichever_is_coarser() {
        for space in spaces() {
            let area = space.area();
            let most_x = 0.5 * (area.width / f64::from(space.image().width)).max(1.0);
            let most_y = 0.5 * (area.height / f64::from(space.image().height)).max(1.0);
            for (x, y) in places(area.width).zip(places(area.height)) {
                let point = Point { x: area.x + x.floor(), y: area.y + y.floor() };
                let (column, row) = space.logical_to_pixel(point);
                let middle = space.to_logical(ImagePoint { x: f64::from(column) + 0.5, y: f64::from(row) + 0.5 });
                assert!(near(middle.x, point.x + 0.5, most_x + 1e-9), "{space:?} {point:?}");
                assert!(near(middle.y, point.y + 0.5, most_y + 1e-9), "{space:?} {point:?}");
            }
        }
    }

    #[test]
    fn a_picture_in_logical_pixels_means_them_one_to_one() {
        let space = Space::new(Rect { x: 0.0, y: 0.0, width: 800.0, height: 600.0 }, Size { width: 800, height: 600 });
        assert_eq!(space.pixel_to_logical(212.0, 148.0), Point { x: 212.0, y: 148.0 });
        assert_eq!(space.pixel_to_logical(212.7, 148.9), Point { x: 212.0, y: 148.0 });
        assert_eq!(space.logical_to_pixel(Point { x: 212.5, y: 148.0 }), (212, 148));
        assert_eq!(space.logical_to_pixel(Point { x: -9.0, y: 9000.0 }), (0, 599));
        assert!(space.contains(ImagePoint { x: 799.0, y: 599.0 }));
        assert!(!space.contains(ImagePoint { x: 800.0, y: 0.0 }));
        assert!(!space.contains(ImagePoint { x: 0.0, y: -1.0 }));
    }

    #[test]
    fn device_pixels_are_logical_ones_by_the_ratio() {
        for ratio in [1.0, 1.25, 1.5, 2.0, 3.0] {
            for (x, y) in places(4000.0).zip(places(3000.0)) {
                let back = Point { x, y }.to_device(ratio).to_logical(ratio);
                assert!(near(back.x, x, 1e-9) && near(back.y, y, 1e-9));
            }
        }
        assert_eq!(Point { x: 10.0, y: 4.0 }.to_device(1.5), DevicePoint { x: 15.0, y: 6.0 });
    }

    #[test]
    fn a_space_without_size_has_finite_places() {
        let space = Space::default();
        let point = space.pixel_to_logical(3.0, 4.0);
        assert!(point.x.is_finite() && point.y.is_finite());
        assert_eq!(space.logical_to_pixel(Point { x: 3.0, y: 4.0 }), (0, 0));
    }
}
