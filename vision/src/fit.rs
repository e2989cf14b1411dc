//! How large a picture may be for the model that looks at it.

use crate::Size;
use std::fmt;
use std::str::FromStr;

/// The largest picture a client can use. `standard` where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Budget {
    /// 1024x768.
    Xga,
    /// 1280x800.
    Wxga,
    /// 1366x768.
    Fwxga,
    /// What most models see without shrinking it themselves: edges to 1568 pixels, 1568 tokens.
    #[default]
    Standard,
    /// What the newest models see: edges to 2576 pixels, 4784 tokens.
    HiRes,
    /// All the pixels there are.
    Full,
    /// A size of the client's own.
    Within(Size),
}

/// Text that is no budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBudget(String);

impl fmt::Display for UnknownBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no budget is called `{}`; there are ", self.0)?;
        for (name, _) in NAMES {
            write!(f, "{name}, ")?;
        }
        f.write_str("or a size such as 1280x720")
    }
}

impl std::error::Error for UnknownBudget {}

const NAMES: [(&str, Budget); 6] = [
    ("xga", Budget::Xga),
    ("wxga", Budget::Wxga),
    ("fwxga", Budget::Fwxga),
    ("standard", Budget::Standard),
    ("hires", Budget::HiRes),
    ("full", Budget::Full),
];

/// The edge, in pixels, of the square that models count as one token.
const TOKEN: u32 = 28;

/// How far the ratio of the sides may be off for a picture to be made exactly the size that was asked for.
const SAME_SHAPE: f64 = 0.02;

impl Budget {
    /// The size in which a picture of size `source` is sent: never larger, the sides in the same proportion.
    #[must_use]
    pub fn fit(self, source: Size) -> Size {
        match self {
            Budget::Xga => within(source, Size { width: 1024, height: 768 }),
            Budget::Wxga => within(source, Size { width: 1280, height: 800 }),
            Budget::Fwxga => within(source, Size { width: 1366, height: 768 }),
            Budget::Standard => in_tokens(source, 1568, 1568),
            Budget::HiRes => in_tokens(source, 2576, 4784),
            Budget::Full => source,
            Budget::Within(most) => within(source, most),
        }
    }
}

impl FromStr for Budget {
    type Err = UnknownBudget;

    fn from_str(text: &str) -> Result<Self, UnknownBudget> {
        if let Some((_, budget)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(*budget);
        }
        let length = |text: &str| text.parse().ok().filter(|pixels| *pixels > 0);
        let size = text.split_once(['x', 'X']).and_then(|(width, height)| length(width).zip(length(height)));
        let (width, height) = size.ok_or_else(|| UnknownBudget(text.to_owned()))?;
        Ok(Budget::Within(Size { width, height }))
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, NAMES.iter().find(|(_, budget)| budget == self)) {
            (Budget::Within(size), _) => size.fmt(f),
            (_, Some((name, _))) => f.write_str(name),
            (_, None) => Ok(()),
        }
    }
}

/// `most` itself where it has the shape of `source`, otherwise the largest size of that shape inside it.
fn within(source: Size, most: Size) -> Size {
    if source.width <= most.width && source.height <= most.height {
        return source;
    }
    // The longer side of the source over the other: of narrow pictures the same difference would be a much larger part.
    let shape = |Size { width, height }: Size| {
        let (long, short) = if source.width >= source.height { (width, height) } else { (height, width) };
        f64::from(long) / f64::from(short.max(1))
    };
    let smaller = most.width <= source.width && most.height <= source.height;
    if smaller && (shape(source) - shape(most)).abs() < SAME_SHAPE {
        return most;
    }
    largest(source, |size| size.width <= most.width && size.height <= most.height)
}

/// The largest size whose edges, filled up to whole tokens, are no longer than `edge` and that has no more than `tokens`.
fn in_tokens(source: Size, edge: u32, tokens: u32) -> Size {
    largest(source, |size| {
        let (across, down) = (size.width.div_ceil(TOKEN), size.height.div_ceil(TOKEN));
        across.saturating_mul(TOKEN) <= edge
            && down.saturating_mul(TOKEN) <= edge
            && across.saturating_mul(down) <= tokens
    })
}

/// The largest size of the shape of `source`, not larger than it, that is `small_enough`: found by halving the longer
/// edge's range. The shorter edge is rounded, halves to even.
fn largest(source: Size, small_enough: impl Fn(Size) -> bool) -> Size {
    if small_enough(source) {
        return source;
    }
    let (long, short) = (source.width.max(source.height), source.width.min(source.height));
    let of_long = |edge: u32| {
        let other = (f64::from(edge) * f64::from(short) / f64::from(long)).round_ties_even().max(1.0) as u32;
        let other = other.min(short);
        let (width, height) = if source.width >= source.height { (edge, other) } else { (other, edge) };
        Size { width, height }
    };
    // `fits` always does, or is the least there is; `too_long` never does.
    let (mut fits, mut too_long) = (1, long);
    while too_long - fits > 1 {
        let middle = fits + (too_long - fits) / 2;
        if small_enough(of_long(middle)) {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    of_long(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(width: u32, height: u32) -> Size {
        Size { width, height }
    }

    fn fit(budget: &str, width: u32, height: u32) -> (u32, u32) {
        let fitted = budget.parse::<Budget>().unwrap().fit(size(width, height));
        (fitted.width, fitted.height)
    }

    #[test]
    fn the_published_sizes_come_out() {
        assert_eq!(fit("standard", 1075, 1520), (924, 1307));
        assert_eq!(fit("standard", 1920, 1080), (1456, 819));
        assert_eq!(fit("hires", 1920, 1080), (1920, 1080));
        assert_eq!(fit("hires", 3840, 2160), (2576, 1449));
    }

    #[test]
    fn a_named_target_is_met_exactly_by_its_shape_and_held_by_others() {
        assert_eq!(fit("xga", 1600, 1200), (1024, 768));
        assert_eq!(fit("wxga", 1920, 1200), (1280, 800));
        assert_eq!(fit("fwxga", 1920, 1080), (1366, 768));
        assert_eq!(fit("xga", 1920, 1080), (1024, 576));
        assert_eq!(fit("wxga", 1200, 1920), (500, 800));
        assert_eq!(fit("xga", 800, 600), (800, 600));
        assert_eq!(fit("fwxga", 1366, 700), (1366, 700));
        assert_eq!(fit("640X360", 1366, 768), (640, 360));
        assert_eq!(fit("858x2559", 2642, 7709), (858, 2504));
        assert_eq!(fit("full", 7680, 4320), (7680, 4320));
    }

    #[test]
    fn what_fits_is_within_its_limits_as_large_as_can_be_and_of_the_same_shape() {
        let limits = [("standard", 1568, 1568), ("hires", 2576, 4784)];
        for (width, height) in (1..60).flat_map(|a| (1..60).map(move |b| (a * 131 + b, b * 97 + a))) {
            for (budget, edge, tokens) in limits {
                let fits = |size: Size| {
                    let (across, down) = (size.width.div_ceil(28), size.height.div_ceil(28));
                    across * 28 <= edge && down * 28 <= edge && across * down <= tokens
                };
                let (source, (fitted_width, fitted_height)) = (size(width, height), fit(budget, width, height));
                let fitted = size(fitted_width, fitted_height);
                let seen = format!("{budget}: {source} became {fitted}");
                assert!(fits(fitted) && fitted.width <= width && fitted.height <= height, "{seen}");
                assert!(!fits(source) || fitted == source, "{seen}");
                let by = f64::from(fitted.width.max(fitted.height)) / f64::from(width.max(height));
                let shorter = f64::from(width.min(height)) * by;
                assert!((f64::from(fitted.width.min(fitted.height)) - shorter).abs() <= 0.5 + 1e-9, "{seen}");
                if fitted != source {
                    let long = fitted.width.max(fitted.height) + 1;
                    let short = f64::from(long) * f64::from(width.min(height)) / f64::from(width.max(height));
                    let short = short.round_ties_even() as u32;
                    let next = if width >= height { size(long, short) } else { size(short, long) };
                    assert!(!fits(next), "{seen}, but {next} would fit");
                }
            }
            for (budget, most) in [("xga", size(1024, 768)), ("300x900", size(300, 900))] {
                let (fitted_width, fitted_height) = fit(budget, width, height);
                assert!(fitted_width <= most.width.min(width) && fitted_height <= most.height.min(height));
                assert!(fitted_width > 0 && fitted_height > 0);
            }
        }
    }

    #[test]
    fn extreme_shapes_keep_a_pixel_on_each_side() {
        assert_eq!(fit("standard", 100_000, 1), (1568, 1));
        assert_eq!(fit("xga", 1, 100_000), (1, 768));
        assert_eq!(fit("1x1", 500, 400), (1, 1));
        assert_eq!(fit("standard", 0, 0), (0, 0));
        assert_eq!(fit("hires", u32::MAX, u32::MAX), (1932, 1932));
    }

    #[test]
    fn budgets_are_read_in_any_case_and_written_as_they_are_read() {
        for name in ["xga", "wxga", "fwxga", "standard", "hires", "full", "1280x720"] {
            assert_eq!(name.to_uppercase().parse::<Budget>().unwrap().to_string(), name);
        }
        assert_eq!(Budget::default(), Budget::Standard);
        for wrong in ["", "4k", "1280", "0x720", "1280x", "-1x5"] {
            let message = wrong.parse::<Budget>().unwrap_err().to_string();
            assert!(
                message.ends_with("xga, wxga, fwxga, standard, hires, full, or a size such as 1280x720"),
                "{message}"
            );
        }
    }
}
