//! What holds between the screen and a picture of it, whatever their sizes: points come back, pixels stay inside, and a
//! picture fits its budget.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use qtmcp_vision::{Budget, ImagePoint, Point, Rect, Size, Space};

fn config() -> ProptestConfig {
    let kept = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { failure_persistence: Some(Box::new(kept)), ..ProptestConfig::default() }
}

fn budgets() -> impl Strategy<Value = Budget> {
    let named = [Budget::Xga, Budget::Wxga, Budget::Fwxga, Budget::Standard, Budget::HiRes, Budget::Full];
    let own = (1..5000_u32, 1..5000_u32).prop_map(|(width, height)| Budget::Within(Size { width, height }));
    prop_oneof![proptest::sample::select(named.to_vec()), own]
}

fn sizes() -> impl Strategy<Value = Size> {
    (1..9000_u32, 1..9000_u32).prop_map(|(width, height)| Size { width, height })
}

/// An area of a screen and the picture of it that a client is sent. `step` is how finely the area's edges lie.
fn spaces(step: f64) -> impl Strategy<Value = Space> {
    (-9000..9000_i32, -9000..9000_i32, sizes(), 0.5..4.0_f64, budgets()).prop_map(move |(x, y, size, ratio, budget)| {
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let device = |length: f64| (length * ratio).round().max(1.0) as u32;
        let image = budget.fit(Size { width: device(width), height: device(height) });
        Space::new(Rect { x: f64::from(x) * step, y: f64::from(y) * step, width, height }, image)
    })
}

/// A place in a length, given as a part of it; the end does not belong to it.
fn place(part: f64, length: u32) -> u32 {
    ((part * f64::from(length)) as u32).min(length - 1)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_picture_is_within_its_budget_and_keeps_its_shape(source in sizes(), budget in budgets()) {
        let fitted = budget.fit(source);
        prop_assert!(fitted.width >= 1 && fitted.height >= 1);
        prop_assert!(fitted.width <= source.width && fitted.height <= source.height, "{fitted}");
        if let Budget::Within(most) = budget {
            prop_assert!(fitted.width <= most.width && fitted.height <= most.height, "{fitted}");
        }
        if budget == Budget::Full {
            prop_assert_eq!(fitted, source);
        }
        // The sides are whole pixels, so each may be off by one; a size of the client's own is met exactly where the
        // shapes are nearly the same.
        let [across, down] = [(fitted.width, source.width), (fitted.height, source.height)]
            .map(|(fitted, source)| f64::from(fitted) / f64::from(source));
        let pixel = 1.0 / f64::from(source.width) + 1.0 / f64::from(source.height);
        prop_assert!((across - down).abs() <= pixel + 0.02 * across.max(down), "{source} as {fitted}");
    }

    #[test]
    fn points_come_back(space in spaces(0.25), right in 0.0..1.0_f64, down in 0.0..1.0_f64) {
        let area = space.area();
        let point = Point { x: area.x + right * area.width, y: area.y + down * area.height };
        let back = space.to_logical(space.to_image(point));
        prop_assert!((back.x - point.x).abs() < 1e-6 && (back.y - point.y).abs() < 1e-6, "{point:?} {back:?}");
        let rect = Rect { x: point.x, y: point.y, width: 13.0, height: 7.5 };
        let back = space.rect_to_logical(space.rect_to_image(rect));
        prop_assert!((back.width - 13.0).abs() < 1e-6 && (back.height - 7.5).abs() < 1e-6, "{back:?}");
    }

    #[test]
    fn every_pixel_of_a_picture_is_inside_the_area(space in spaces(0.25), right in 0.0..1.0_f64, down in 0.0..1.0_f64) {
        let Size { width, height } = space.image();
        let (x, y) = (place(right, width), place(down, height));
        let point = space.pixel_to_logical(x.into(), y.into());
        prop_assert!(space.area().contains(point), "({x}, {y}) is {point:?} in {space:?}");
        let (back_x, back_y) = space.logical_to_pixel(point);
        prop_assert!(back_x < width && back_y < height);
    }

    #[test]
    fn a_pixel_comes_back_where_the_picture_is_no_finer_than_the_screen(
        space in spaces(1.0),
        right in 0.0..1.0_f64,
        down in 0.0..1.0_f64,
    ) {
        let (image, area) = (space.image(), space.area());
        let (x, y) = (place(right, image.width), place(down, image.height));
        let point = space.pixel_to_logical(x.into(), y.into());
        let (back_x, back_y) = space.logical_to_pixel(point);
        if f64::from(image.width) <= area.width {
            prop_assert_eq!(back_x, x);
        }
        if f64::from(image.height) <= area.height {
            prop_assert_eq!(back_y, y);
        }
        // Where it is finer, both pixels lie in the same pixel of the screen.
        prop_assert_eq!(space.pixel_to_logical(back_x.into(), back_y.into()), point);
    }

    #[test]
    fn a_pixel_of_the_screen_comes_back_within_half_a_pixel_of_the_coarser_grid(
        space in spaces(1.0),
        right in 0.0..1.0_f64,
        down in 0.0..1.0_f64,
    ) {
        let area = space.area();
        let (x, y) = (place(right, area.width as u32), place(down, area.height as u32));
        let point = Point { x: area.x + f64::from(x), y: area.y + f64::from(y) };
        let (column, row) = space.logical_to_pixel(point);
        prop_assert!(column < space.image().width && row < space.image().height);
        let middle = space.to_logical(ImagePoint { x: f64::from(column) + 0.5, y: f64::from(row) + 0.5 });
        let most = |length: f64, pixels: u32| 0.5 * (length / f64::from(pixels)).max(1.0) + 1e-6;
        prop_assert!((middle.x - point.x - 0.5).abs() <= most(area.width, space.image().width), "{space:?} {point:?}");
        prop_assert!((middle.y - point.y - 0.5).abs() <= most(area.height, space.image().height), "{space:?} {point:?}");
    }
}
