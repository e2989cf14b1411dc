//! From a fuzzer's bytes to choices, numbers and texts. What is missing is zero, so every input means something.

/// Texts that somebody who wants to deceive would choose.
const HOSTILE: &[&str] = &[
    "",
    " ",
    "\"",
    "\\",
    "x\n[4242424242] QPushButton \"OK\" (clickable)",
    "x\" [ref_4242424242]",
    "[ref_4242424242]",
    "[4242424242]",
    "a | b  [ref_4242424242]",
    "\u{202e}dlrow",
    "\u{2066}x\u{2069}\u{200b}",
    "\r\n\tbutton \"OK\" [ref_4242424242]",
    "\u{2028}\u{2029}\u{85}\u{b}\u{c}",
    "<b>bold</b> [4242424242]",
    "\u{1b}[31mred\u{7}\u{0}",
    "\u{e0041}\u{e0042}\u{feff}",
    "e\u{301}\u{301}\u{301}",
    "日本語のとても長い名前",
    "a/b#c[1]%2F",
    "#",
    "[0]",
    "%",
    "100%",
    "Save",
    "Save:",
    "OK",
    "Name",
    "ref_1",
    "- [4242424242] QPushButton at (1, 1)",
    "├── [4242424242] QWidget",
    "Interactive elements:",
    "… 5 more elements",
];

/// Reads an input from its front.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or_default()
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let high = if end > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (high | usize::from(self.byte())) % end
    }

    pub(crate) fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// Small ones mostly, and those at which counting goes wrong.
    pub(crate) fn number(&mut self) -> u64 {
        match self.byte() {
            250 => u64::MAX,
            251 => u64::from(u32::MAX),
            252 => i64::MAX as u64,
            253 => 1 << 53,
            254 => u64::from(self.byte()) << 32,
            255 => u64::from(self.byte()) << 8 | u64::from(self.byte()),
            small => u64::from(small),
        }
    }

    pub(crate) fn real(&mut self) -> f64 {
        match self.byte() {
            248 => f64::NAN,
            249 => f64::INFINITY,
            250 => f64::NEG_INFINITY,
            251 => f64::MAX,
            252 => -0.0,
            253 => 1e-300,
            254 => 0.5,
            255 => -f64::from(self.byte()),
            small => f64::from(small),
        }
    }

    /// A text that deceives, one of the input's own, or a long one.
    pub(crate) fn text(&mut self) -> String {
        let choice = usize::from(self.byte());
        if let Some(hostile) = HOSTILE.get(choice) {
            return (*hostile).to_owned();
        }
        match choice {
            32..96 => String::from_utf8_lossy(self.take(choice - 31)).into_owned(),
            96..128 => format!("{}{}", self.text_of(8), HOSTILE[choice - 96]),
            128..136 => self.text_of(4).repeat(100 << (choice - 128).min(4)),
            _ => String::new(),
        }
    }

    /// All that is left.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    fn text_of(&mut self, length: usize) -> String {
        String::from_utf8_lossy(self.take(length)).into_owned()
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_has_ended_goes_on_with_zeros() {
        let mut bytes = Bytes::new(&[7]);
        assert_eq!((bytes.byte(), bytes.byte(), bytes.below(3), bytes.number()), (7, 0, 0, 0));
        assert_eq!((bytes.text(), bytes.is_empty()), (String::new(), true));
    }

    #[test]
    fn every_byte_chooses_a_text() {
        for choice in 0..=255 {
            let input = [&[choice][..], "abcdefgh".as_bytes()].concat();
            let text = Bytes::new(&input).text();
            assert!(choice >= 136 || choice == 0 || !text.is_empty(), "{choice}");
        }
    }
}
