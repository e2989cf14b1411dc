//! How deep JSON is nested, found by a look at its brackets before anything is built of it.

/// Counts the brackets of a text that may come in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nesting {
    depth: usize,
    in_text: bool,
    is_escaped: bool,
}

impl Nesting {
    /// Takes the next byte and answers how deep it is: 0 outside of everything.
    pub fn take(&mut self, byte: u8) -> usize {
        if self.in_text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
            return self.depth;
        }
        match byte {
            b'"' => self.in_text = true,
            b'[' | b'{' => self.depth += 1,
            b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.depth
    }
}

/// Whether nothing in `json` is nested deeper than `most`. What is no JSON is for its parser to refuse.
#[must_use]
pub fn is_within(json: &[u8], most: usize) -> bool {
    let mut nesting = Nesting::default();
    json.iter().all(|byte| nesting.take(*byte) <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> String {
        "[".repeat(depth) + &"]".repeat(depth)
    }

    #[test]
    fn the_limit_itself_is_within() {
        assert!(is_within(nested(64).as_bytes(), 64) && !is_within(nested(65).as_bytes(), 64));
        assert!(is_within(nested(2).repeat(100).as_bytes(), 2), "one after the other is not one in the other");
        assert!(!is_within("{\"a\":[{\"b\":[".repeat(17).as_bytes(), 64));
        assert!(is_within(b"]]]]", 0) && is_within(b"", 0));
    }

    #[test]
    fn brackets_in_text_do_not_count() {
        let text = format!("{{\"a\":\"{}\\\\\"}}", "[\\\"{".repeat(1000));
        assert!(is_within(text.as_bytes(), 1));
        assert!(!is_within(b"\"\\\\\"[", 0) && is_within(b"\"\\\"[\"", 0));
        assert!(is_within("\"日本[\"".as_bytes(), 0));
    }
}
