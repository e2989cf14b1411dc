//! Texts as they are compared: without case and diacritics, cut into words.

use super::words;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Lower case, without diacritics, invisible characters and the like: `Zürich` and `ZURICH` are `zurich`.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            folded.push(character.to_ascii_lowercase());
        } else {
            character.to_lowercase().for_each(|lower| push_plain(lower, &mut folded));
        }
    }
    folded
}

/// The words of a text, folded, and those made one that are [`words::JOINED`].
pub(super) fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    cut(text, &mut |word| found.push(word.to_owned()));
    let mut at = 0;
    while at + 1 < found.len() {
        let known = joined(&found[at], |next| found.get(at + next).map(String::as_str));
        if let Some((length, whole)) = known {
            found.splice(at..at + length, [whole.to_owned()]);
        }
        at += 1;
    }
    found
}

/// Tells the words of a text one by one, folded. Runs of Chinese, Japanese and Korean are one word each; signs are
/// words where they are all there is, or next to so little that they mean something (`=`, `M+`, `1/x`).
pub(super) fn cut(text: &str, found: &mut impl FnMut(&str)) {
    let folded = fold(text);
    let alone = !folded.trim().contains(char::is_whitespace);
    // `ファイル(F)`: the letter is only the key that opens it.
    let shortest = if !folded.is_ascii() && folded.contains(is_cjk) { 2 } else { 1 };
    let mut long_enough = |word: &str| {
        if word.len() >= shortest {
            found(word);
        }
    };
    for chunk in folded.split_whitespace() {
        if chunk.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            long_enough(chunk);
        } else if !chunk.contains(char::is_alphanumeric) && (alone || chunk.contains(is_sign)) {
            long_enough(chunk.trim_end_matches(['…', ':', '?']));
        } else {
            split(chunk, &mut long_enough);
        }
    }
}

/// How many words from here on are one, and which. `next` tells the words that follow.
pub(super) fn joined<'a>(first: &str, next: impl Fn(usize) -> Option<&'a str>) -> Option<(usize, &'static str)> {
    let matches = |parts: &[&str]| (1..parts.len()).all(|at| next(at) == Some(parts[at]));
    let known = FIRST_WORDS.get(first)?.iter().find(|(parts, _)| matches(parts))?;
    Some((known.0.len(), known.1))
}

/// Whether more words may make one with this one.
pub(super) fn begins_joined(word: &str) -> bool {
    FIRST_WORDS.contains_key(word)
}

/// A name that a developer gave with spaces between its words: `saveAsButton`, `save_as_button`.
pub(super) fn spaced(name: &str) -> String {
    let mut spaced = String::with_capacity(name.len() + 8);
    let mut before = ' ';
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        let begins = character.is_uppercase() && (!before.is_uppercase() || after.is_lowercase());
        if begins || (character.is_ascii_digit() && !before.is_ascii_digit()) {
            spaced.push(' ');
        }
        spaced.push(character);
        before = character;
    }
    spaced
}

/// A word without its ending, in the spelling of one side of the Atlantic, so that `contacts`, `contact`, `colour` and
/// `color` meet.
pub(super) fn stem(word: &str) -> String {
    if !word.is_ascii() || word.len() < 4 {
        return word.to_owned();
    }
    let endings = [("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ing", ""), ("s", "")];
    let mut stem = word.to_owned();
    let plural = !word.ends_with("ss") && !word.ends_with("us");
    if let Some((ending, instead)) = endings.iter().find(|(ending, _)| plural && word.ends_with(ending)) {
        let kept = &word[..word.len() - ending.len()];
        if kept.len() + instead.len() >= 3 {
            stem = format!("{kept}{instead}");
        }
    }
    stem = stem.replace("our", "or").replace("isation", "ization").replace("iser", "izer").replace("alogue", "alog");
    for (ending, instead) in [("ise", "ize"), ("tre", "ter")] {
        if let Some(kept) = stem.strip_suffix(ending) {
            stem = format!("{kept}{instead}");
        }
    }
    if stem.len() > 4 && stem.ends_with('e') {
        stem.pop();
    }
    stem
}

/// Whether words of this script are not told apart by spaces, or not only.
pub(super) fn is_cjk(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

fn is_sign(character: char) -> bool {
    matches!(character, '+' | '-' | '−' | '×' | '÷' | '*' | '/' | '=' | '√' | '±' | '%' | '^' | '#' | '@' | '<' | '>')
}

/// Cuts a chunk without spaces where letters and digits end, and between scripts.
fn split(chunk: &str, found: &mut impl FnMut(&str)) {
    let signs_count = chunk.chars().count() <= 4;
    let mut word = String::new();
    let mut end = |word: &mut String| {
        found(word);
        word.clear();
    };
    for character in chunk.chars() {
        let apostrophe = matches!(character, '\'' | '’');
        if character.is_alphanumeric() {
            if word.chars().last().is_some_and(|last| is_cjk(last) != is_cjk(character)) {
                end(&mut word);
            }
            word.push(character);
        } else if !apostrophe {
            end(&mut word);
            if signs_count && is_sign(character) {
                word.push(character);
                end(&mut word);
            }
        }
    }
    end(&mut word);
}

type Joined = (&'static [&'static str], &'static str);

static FIRST_WORDS: LazyLock<HashMap<&str, Vec<Joined>>> = LazyLock::new(|| {
    let mut by_first: HashMap<&str, Vec<Joined>> = HashMap::new();
    for (parts, whole) in words::JOINED {
        by_first.entry(parts[0]).or_default().push((*parts, *whole));
    }
    by_first
});

fn push_plain(lower: char, folded: &mut String) {
    let plain = match lower {
        // Marks that stand on a letter, Arabic vowels and its stretching sign, and characters without width.
        '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{640}' | '\u{670}' => return,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => return,
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ' | 'ả' | 'ấ' | 'ầ' | 'ẩ' | 'ẫ' | 'ậ' | 'ắ' | 'ằ' | 'ẳ' | 'ẵ' | 'ặ' => {
            'a'
        }
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' | 'ð' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ' | 'ẻ' | 'ẽ' | 'ế' | 'ề' | 'ể' | 'ễ' | 'ệ' => {
            'e'
        }
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ĥ' | 'ħ' => 'h',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ỉ' | 'ị' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö'
        | 'ø'
        | 'ō'
        | 'ŏ'
        | 'ő'
        | 'ơ'
        | 'ọ'
        | 'ỏ'
        | 'ố'
        | 'ồ'
        | 'ổ'
        | 'ỗ'
        | 'ộ'
        | 'ớ'
        | 'ờ'
        | 'ở'
        | 'ỡ'
        | 'ợ' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ŧ' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ụ' | 'ủ' | 'ứ' | 'ừ' | 'ử' | 'ữ' | 'ự' => {
            'u'
        }
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' | 'ỳ' | 'ỵ' | 'ỷ' | 'ỹ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        'آ' | 'أ' | 'إ' | 'ٱ' => 'ا',
        'ة' => 'ه',
        'ى' | 'ی' => 'ي',
        'ک' => 'ك',
        // Full-width forms of what ASCII has.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(lower as u32 - 0xfee0).unwrap_or(lower).to_ascii_lowercase(),
        '\u{3000}' => ' ',
        'ß' => return folded.push_str("ss"),
        'æ' => return folded.push_str("ae"),
        'œ' => return folded.push_str("oe"),
        'þ' => return folded.push_str("th"),
        other => other,
    };
    folded.push(plain);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_diacritics_do_not_count_in_any_script() {
        assert_eq!(fold("ZÜRICH Straße Ærø"), "zurich strasse aero");
        assert_eq!(fold("Zu\u{308}rich"), "zurich");
        assert_eq!(fold("СЧЁТ"), "счет");
        assert_eq!(fold("إلغاء"), fold("الغاء"));
        assert_eq!(fold("ＯＫ　Ａ"), "ok a");
    }

    #[test]
    fn words_are_cut_at_spaces_signs_and_scripts() {
        assert_eq!(words("Save As…"), ["save", "as"]);
        assert_eq!(words("debian-12.iso"), ["debian", "12", "iso"]);
        assert_eq!(words("don't"), ["dont"]);
        assert_eq!(words("ファイル(F)"), ["ファイル"]);
        assert_eq!(words("言語 dropdown"), ["言語", "dropdown"]);
    }

    #[test]
    fn signs_are_words_where_they_mean_something() {
        assert_eq!(words("="), ["="]);
        assert_eq!(words("M+"), ["m", "+"]);
        assert_eq!(words("1/x"), ["1", "/", "x"]);
        assert_eq!(words("Name:"), ["name"]);
        assert_eq!(words("Scribe — notes"), ["scribe", "notes"]);
    }

    #[test]
    fn what_is_written_in_one_or_two_words_is_one() {
        assert_eq!(words("User name"), words("username"));
        assert_eq!(words("E-mail"), words("email"));
        assert_eq!(words("Date of birth"), ["birthdate"]);
    }

    #[test]
    fn developers_names_are_cut_at_their_humps() {
        assert_eq!(words(&spaced("saveAsButton")), ["save", "as", "button"]);
        assert_eq!(words(&spaced("exportPDFAction2")), ["export", "pdf", "action", "2"]);
        assert_eq!(words(&spaced("ok_button")), ["ok", "button"]);
    }

    #[test]
    fn endings_and_spellings_meet_in_the_stem() {
        for (one, other) in [
            ("contacts", "contact"),
            ("colour", "color"),
            ("equaliser", "equalizer"),
            ("entries", "entry"),
            ("boxes", "box"),
        ] {
            assert_eq!(stem(one), stem(other));
        }
        assert_ne!(stem("status"), stem("state"));
    }
}
