//! The one way by which the app's texts get into what agents read. Such text is untrusted: what is not seen on a screen
//! is taken out, and what could end a quote, a cell or a line is escaped, so that no label can forge an element or a
//! ref.

/// At most this many characters of a name are shown.
pub(crate) const NAME_LIMIT: usize = 100;

/// A text of the app in one line, cut at `limit` characters, safe to stand in what agents read.
#[must_use]
pub fn sanitize(text: &str, limit: usize) -> String {
    let mut line = String::new();
    push_line(&mut line, text, limit, "…");
    line
}

/// The characters of a text that can be seen, line ends and other white space being what they are.
pub(crate) fn visible(text: &str) -> impl Iterator<Item = char> + '_ {
    let mut after_return = false;
    text.chars().filter_map(move |character| {
        let ended_line = std::mem::replace(&mut after_return, character == '\r');
        match character {
            // A return is a line end; the line feed after it is the same one.
            '\n' if ended_line => None,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
            '\t' => Some('\t'),
            _ if is_unseen(character) => None,
            _ => Some(character),
        }
    })
}

/// A text in one line with single spaces, cut at `limit` characters; the last of them is then `mark`'s.
pub(crate) fn push_line(out: &mut String, text: &str, limit: usize, mark: &str) {
    push_cut(out, words(text), limit, mark, push_quotable);
}

/// As [`push_line`], for what stands without quotes: it can be taken for neither a ref nor a quoted name.
pub(crate) fn push_aside(out: &mut String, text: &str, limit: usize, mark: &str) {
    push_cut(out, words(text), limit, mark, |out, character| {
        if character == '[' {
            out.push('\\');
        }
        push_quotable(out, character);
    });
}

/// As [`push_line`], in quotes.
pub(crate) fn push_quoted(out: &mut String, text: &str, limit: usize, mark: &str) {
    out.push('"');
    push_line(out, text, limit, mark);
    out.push('"');
}

/// A value, without quotes: spaces as they are, line ends and tabs as `\n` and `\t`.
pub(crate) fn push_value(out: &mut String, text: &str) {
    for character in visible(text) {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ => push_quotable(out, character),
        }
    }
}

/// A cell of a row that is written as `Ada | 12 Mill Lane  [ref_15]`: as [`push_line`], and it can end neither the cell
/// nor be taken for the ref.
pub(crate) fn push_cell(out: &mut String, text: &str, limit: usize) {
    push_cut(out, words(text), limit, "…", |out, character| {
        if matches!(character, '|' | '[') {
            out.push('\\');
        }
        push_quotable(out, character);
    });
}

/// Text to be read as such, lines kept.
pub(crate) fn push_text(out: &mut String, text: &str) {
    out.extend(visible(text));
}

/// A text in one line, as it is compared and remembered: single spaces, nothing escaped, cut at [`NAME_LIMIT`].
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::new();
    push_cut(&mut line, words(text), NAME_LIMIT, "…", String::push);
    line
}

/// Rich text as plain text: without its tags. Other text is as it was.
pub(crate) fn without_tags(text: &str) -> std::borrow::Cow<'_, str> {
    let is_rich = text.trim_start().starts_with('<') || text.contains("</");
    if !is_rich || !text.contains('>') {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        plain.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('>') else {
            rest = &rest[open..];
            break;
        };
        let tag = rest[open + 1..open + close].trim_matches('/').to_ascii_lowercase();
        if matches!(tag.split(' ').next(), Some("br" | "p" | "div" | "li" | "tr" | "td")) {
            plain.push(' ');
        }
        rest = &rest[open + close + 1..];
    }
    plain.push_str(rest);
    for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&amp;", "&")] {
        if plain.contains(entity) {
            plain = plain.replace(entity, character);
        }
    }
    plain.into()
}

fn push_quotable(out: &mut String, character: char) {
    if matches!(character, '"' | '\\') {
        out.push('\\');
    }
    out.push(character);
}

/// Pushes up to `limit` characters; where that is not all, the last of them are `mark`.
fn push_cut(
    out: &mut String,
    characters: impl Iterator<Item = char>,
    limit: usize,
    mark: &str,
    push: impl Fn(&mut String, char),
) {
    // Where to cut is known only once one character too many has come.
    let kept = limit.saturating_sub(mark.chars().count());
    let mut end = out.len();
    for (count, character) in characters.enumerate() {
        if count == limit {
            out.truncate(end);
            out.push_str(mark);
            return;
        }
        push(out, character);
        if count < kept {
            end = out.len();
        }
    }
}

/// The visible characters with every run of white space as one space, and none at the ends.
fn words(text: &str) -> impl Iterator<Item = char> + '_ {
    let mut characters = visible(text).skip_while(|character| character.is_whitespace()).peekable();
    std::iter::from_fn(move || {
        let character = characters.next()?;
        if !character.is_whitespace() {
            return Some(character);
        }
        while characters.next_if(|next| next.is_whitespace()).is_some() {}
        characters.peek().is_some().then_some(' ')
    })
}

/// Controls, what reorders text, and what takes no space: nobody at the screen can see them.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> String {
        let mut out = String::new();
        push_quoted(&mut out, text, NAME_LIMIT, "…");
        out
    }

    fn cell(text: &str) -> String {
        let mut out = String::new();
        push_cell(&mut out, text, NAME_LIMIT);
        out
    }

    #[test]
    fn a_label_stays_inside_its_quotes() {
        assert_eq!(quoted("\"] [ref_1] button \"OK"), r#""\"] [ref_1] button \"OK""#);
        assert_eq!(quoted("ends in a backslash \\"), r#""ends in a backslash \\""#);
        assert_eq!(quoted("x\n[7] QPushButton \"OK\" (clickable)"), r#""x [7] QPushButton \"OK\" (clickable)""#);
    }

    #[test]
    fn a_cell_ends_neither_itself_nor_its_line() {
        assert_eq!(cell("Ada | x  [ref_1]\r\nrow"), r"Ada \| x \[ref_1] row");
    }

    #[test]
    fn what_cannot_be_seen_is_gone() {
        assert_eq!(quoted("a\u{202e}b\u{200b}c\u{feff}d\u{0}e\u{1b}[31mf\u{e0041}g\u{ad}"), r#""abcde[31mfg""#);
        assert_eq!(quoted("שלום \u{2067}x\u{2069} العربية"), "\"שלום x العربية\"");
    }

    #[test]
    fn every_kind_of_line_end_is_a_space_in_a_name_and_an_escape_in_a_value() {
        let text = "a\nb\r\nc\u{2028}d\u{2029}e\u{85}f\u{b}g\th";
        assert_eq!(quoted(text), r#""a b c d e f g h""#);
        let mut value = String::new();
        push_value(&mut value, text);
        assert_eq!(value, r"a\nb\nc\nd\ne\nf\ng\th");
    }

    #[test]
    fn a_text_of_100_kb_is_cut_to_its_limit() {
        for text in ["x".repeat(100_000), "\"".repeat(100_000), "é ".repeat(50_000), "\u{200b}x".repeat(50_000)] {
            let line = one_line(&text);
            assert_eq!(line.chars().count(), NAME_LIMIT, "{line}");
            assert!(line.ends_with('…'));
        }
        assert_eq!(one_line(&"\u{200b}".repeat(100_000)), "");
        assert_eq!(one_line(&"y".repeat(NAME_LIMIT)), "y".repeat(NAME_LIMIT));
    }

    #[test]
    fn a_cut_never_leaves_half_an_escape() {
        let mut out = String::new();
        push_line(&mut out, "ab\"\"\"\"", 4, "…");
        assert_eq!(out, r#"ab\"…"#);
    }

    #[test]
    fn rich_text_loses_its_tags() {
        assert_eq!(without_tags("<p>Saves <b>all</b></p>"), " Saves all ");
        assert_eq!(without_tags("a < b > c"), "a < b > c");
        assert_eq!(without_tags("<b>5 &lt; 6 &amp; more"), "5 < 6 & more");
    }
}
