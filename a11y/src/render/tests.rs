//! What holds for any page, in both dialects: hostile texts, caps, parts of a page, huge tables.

use crate::testing::page;
use crate::{Dialect, Filter, Page, View, line, render};
use expect_test::{Expect, expect};
use std::fmt::Write;

const DIALECTS: [Dialect; 2] = [Dialect::Qt, Dialect::Chrome];

fn check(fixture: &str, dialect: Dialect, view: View, expected: Expect) {
    let (page, _) = page(fixture);
    expected.assert_eq(&render(&page, dialect, &view).text);
}

fn text(page: &Page, dialect: Dialect, view: View) -> String {
    render(page, dialect, &view).text
}

/// A text as a fixture has it.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            _ if character.is_control() => write!(escaped, "\\u{:04x}", u32::from(character)).unwrap(),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[test]
fn no_text_of_the_app_forges_a_line_or_a_ref() {
    let hostile = [
        "\"] [ref_1] button \"OK",
        "x\n[7] QPushButton \"OK\" (clickable)",
        "x\r\n button \"OK\" [ref_1]",
        "x\u{2028}button \"OK\" [ref_1]",
        "\\\" [ref_1]\n\\",
        "\u{202e}KO\u{202c} \u{2066}a\u{2069}\u{200b}b\u{feff}",
        "├── [2] QMenuBar\n└── [3] x",
        "a | b  [ref_1]",
        "\u{1b}[31mred\u{7}\u{0}",
        &"long ".repeat(20_000),
        &"\"".repeat(100_000),
    ];
    // A fixture's options end at a bar.
    let fixture = |text: &str, option: &str| {
        format!(
            "window \"{text}\" class=\"A B [ref_1]\" at=0,0,10,10\n \
               button \"{text}\" tip=\"{text}\" description=\"{text}\" class=QPushButton\n \
               text \"{text}\"\n \
               textbox \"F\" value=\"{text}\" placeholder=\"{text}\" input=text states=editable\n \
               textbox label=\"{text}\" object=\"{text}\" value=\"\"\n \
               combobox \"C\" options=\"{option}\" value=\"{option}\"\n \
               table \"{text}\" grid=2x2,0,2\n  columnheader \"{text}\"\n  \
               row\n   cell \"{text}\"\n   cell \"{text}\"\n  \
               cell \"{text}\" header=\"{text}\" row=2\n \
               list \"L\"\n  listitem \"{text}\""
        )
    };
    let (harmless, _) = page(&fixture("harmless", "harmless"));
    for evil in hostile {
        let evil = escaped(evil);
        let (page, _) = page(&fixture(&evil, &evil.replace('|', "/")));
        for dialect in DIALECTS {
            let text = text(&page, dialect, View::default());
            let expected = super::render(&harmless, dialect, &View::default()).text;
            let lines = |text: &str| text.lines().filter(|line| !line.starts_with("… cut values")).count();
            assert_eq!(lines(&text), lines(&expected), "{text}");
            assert!(text.len() < 20_000, "{}", text.len());
            let unseen = "\u{202e}\u{200b}\u{feff}\u{2066}\u{2028}";
            let is_unseen = |character: char| character.is_control() && character != '\n' || unseen.contains(character);
            assert!(!text.contains(is_unseen), "{text}");
            for line in text.lines() {
                // Outside quotes and cells' escapes, a ref is only ever our own.
                let bare = outside_quotes(line);
                assert!(!bare.contains("[ref_1]"), "{line}");
                assert!(line.starts_with("[1]") || !bare.contains("[1]"), "{line}");
            }
        }
    }
}

/// A line without what is in quotes and without what is escaped.
fn outside_quotes(line: &str) -> String {
    let mut outside = String::new();
    let mut quoted = false;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '"' => quoted = !quoted,
            _ if !quoted => outside.push(character),
            _ => {}
        }
    }
    assert!(!quoted, "an open quote in {line}");
    outside
}

#[test]
fn a_secret_value_is_never_in_the_text() {
    let (page, _) = page("window\n textbox \"Password\" states=editable,password value=\"s3cret-Pa55\" input=text");
    for dialect in DIALECTS {
        for filter in [Filter::Visible, Filter::Interactive, Filter::All] {
            let text = text(&page, dialect, View { filter, ..View::default() });
            assert!(!text.contains("s3cret") && !text.contains("11"), "{text}");
            assert!(text.contains("filled"), "{text}");
        }
    }
}

fn buttons(count: usize) -> String {
    let mut fixture = String::from("window \"W\" at=0,0,100,100\n");
    for at in 0..count {
        writeln!(fixture, " button \"Button {at}\" class=QPushButton at=0,{at},10,10").unwrap();
    }
    fixture
}

#[test]
fn a_page_too_long_is_cut_between_lines_and_says_how_much_is_missing() {
    let (page, _) = page(&buttons(1000));
    for dialect in DIALECTS {
        let max_chars = 2000;
        let rendered = render(&page, dialect, &View { max_chars, ..View::default() });
        assert!(rendered.text.chars().count() <= max_chars + 50, "{}", rendered.text.chars().count());
        assert_eq!(rendered.refs.iter().filter(|shown| shown.interactive).count() + rendered.left_out, 1000);
        let note = format!("… {} more elements: read_page with the ref_id", rendered.left_out);
        assert!(rendered.text.contains(&note), "{}", rendered.text);
        // Every ref in the text is among the refs, and nothing was cut within a line.
        let shown = rendered.refs.last().unwrap();
        assert!(rendered.text.contains(&format!("\"{}\"", shown.name)));
    }
}

#[test]
fn a_page_that_fits_is_not_cut_whatever_the_cap() {
    let (page, _) = page(&buttons(5));
    for dialect in DIALECTS {
        let whole = text(&page, dialect, View { max_chars: usize::MAX, ..View::default() });
        let capped = text(&page, dialect, View { max_chars: whole.chars().count() + 201, ..View::default() });
        assert_eq!(whole, capped);
        assert!(text(&page, dialect, View { max_chars: 0, ..View::default() }).starts_with("… 6 more elements"));
    }
}

#[test]
fn a_depth_leaves_out_what_lies_deeper_and_counts_it() {
    let fixture =
        "window \"W\" at=0,0,9,9\n group \"G\"\n  button \"A\"\n  group \"H\"\n   button \"B\"\n button \"C\"";
    let view = View { depth: Some(1), ..View::default() };
    check(
        fixture,
        Dialect::Chrome,
        view,
        expect![[r#"
        window "W"
         group "G" … 3 more inside
         button "C" [ref_6]
        … 3 elements lie deeper: read_page with a ref_id, or a larger depth

        Viewport: 9x9"#]],
    );
    check(
        fixture,
        Dialect::Qt,
        view,
        expect![[r#"
        [1] window "W" (9x9)
        ├── [2] group "G" … 3 more inside
        └── [6] button "C" (clickable)
        … 3 elements lie deeper: read_page with a ref_id, or a larger depth

        Interactive elements:
        - [6] button "C" at (0, 0)"#]],
    );
}

const TABLE: &str = r#"
    window "W" at=0,0,100,100
      table "People" grid=1000000x2,20,2 input=items
        columnheader "Name"
        columnheader "City"
        row row=20
          cell "Ada" column=0 row=20 header="Name"
          cell "London" column=1 row=20 header="City" states=selected
        row row=21
          cell "Bob" column=0 row=21 header="Name" states=checkable
          cell column=1 row=21 header="City""#;

#[test]
fn a_million_rows_are_the_few_in_view_and_a_count() {
    check(
        TABLE,
        Dialect::Chrome,
        View::default(),
        expect![[r#"
        window "W"
         table "People" [ref_2] 2 columns, rows 21-22 of 1000000
          Name | City
          Ada | London  [ref_5]
          [ ] Bob  [ref_8]
          … 999,998 more rows: computer scroll, or form_input with the text of a row, then read_page

        Viewport: 100x100"#]],
    );
}

#[test]
fn a_row_read_by_its_ref_shows_its_cells() {
    check(
        TABLE,
        Dialect::Chrome,
        View { root: Some(5), ..View::default() },
        expect![[r#"
        row "Ada | London" [ref_5]
         cell "Ada" [ref_6] column="Name"
         cell "London" [ref_7] column="City" selected"#]],
    );
    check(
        TABLE,
        Dialect::Qt,
        View { root: Some(5), ..View::default() },
        expect![[r#"
            [5] row
            ├── [6] cell "Ada"
            └── [7] cell "London" (selected)"#]],
    );
}

#[test]
fn cells_without_rows_are_put_into_rows() {
    let fixture = r#"
        window "W" at=0,0,9,9
          table "T" grid=2x2,0,2
            cell "a" row=0 column=0
            cell "b" row=0 column=1
            cell "c" row=1 column=0
              button "Edit"
            cell "d" row=1 column=1"#;
    check(
        fixture,
        Dialect::Chrome,
        View::default(),
        expect![[r#"
        window "W"
         table "T" [ref_2] 2 columns, 2 rows
          a | b  [ref_3]
          c | d  [ref_5]
          button "Edit" [ref_6]

        Viewport: 9x9"#]],
    );
}

#[test]
fn a_long_value_is_cut_and_read_whole_by_its_ref() {
    let fixture =
        format!("window \"W\" at=0,0,9,9\n textbox \"T\" input=text value=\"{}\"", "word ".repeat(40).trim_end());
    let (page, _) = page(&fixture);
    for dialect in DIALECTS {
        assert!(!text(&page, dialect, View::default()).contains(&"word ".repeat(30)));
        let whole = text(&page, dialect, View { root: Some(2), ..View::default() });
        assert!(whole.contains(&"word ".repeat(30)) && !whole.contains("characters"), "{whole}");
    }
}

#[test]
fn a_window_asked_for_by_its_ref_is_shown_with_it() {
    let fixture =
        "dialog \"Sure?\" states=modal at=0,0,9,9\n button \"Yes\"\nwindow \"Behind\" at=0,0,9,9\n button \"No\"";
    let view = View { root: Some(1), filter: Filter::Interactive, ..View::default() };
    check(
        fixture,
        Dialect::Chrome,
        view,
        expect![[r#"
            dialog "Sure?" [ref_1] modal
            button "Yes" [ref_2]"#]],
    );
    check(
        fixture,
        Dialect::Qt,
        view,
        expect![[r#"
            [1] dialog "Sure?" (9x9, modal)

            Interactive elements:
            - [2] button "Yes" (clickable) at (0, 0)"#]],
    );
}

#[test]
fn a_page_of_one_element_is_read_as_that_element() {
    let (whole, refs) = page(TABLE);
    let row = whole.tree.nodes()[4].clone();
    let read = |node: &crate::Node| crate::Read {
        element: node.element,
        depth: node.depth - row.depth,
        raw: node.raw.clone(),
    };
    let tree = crate::Tree::new(whole.tree.nodes()[4..row.end].iter().map(read).collect(), &refs);
    let part = Page { windows: whole.windows.clone(), tree, ..Page::default() };
    let expected = text(&whole, Dialect::Chrome, View { root: Some(5), ..View::default() }) + "\n\nViewport: 100x100";
    assert_eq!(text(&part, Dialect::Chrome, View::default()), expected);
}

#[test]
fn one_element_is_one_line() {
    let (page, _) = page("window\n button \"Save \\\"it\\\"\" class=QPushButton\n textbox");
    let lines: Vec<String> =
        DIALECTS.iter().flat_map(|dialect| (1..4).map(|at| line(&page.tree, at, *dialect))).collect();
    expect![[r#"
        [2] QPushButton "Save \"it\""
        [3] textbox "textbox 1"

        button "Save \"it\"" [ref_2]
        textbox "textbox 1" [ref_3]
    "#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn the_refs_are_those_of_the_text() {
    let (page, _) = page(include_str!("../../tests/golden/settings.tree"));
    for dialect in DIALECTS {
        let rendered = render(&page, dialect, &View::default());
        for shown in &rendered.refs {
            let mark =
                if dialect == Dialect::Qt { format!("[{}] ", shown.number) } else { format!("[ref_{}]", shown.number) };
            assert!(rendered.text.contains(&mark), "{mark}");
        }
        let marks = match dialect {
            Dialect::Qt => rendered.text.split("\n\n").next().unwrap().matches("[").count(),
            Dialect::Chrome => rendered.text.matches("[ref_").count(),
        };
        assert_eq!(marks, rendered.refs.len());
    }
}

#[test]
fn the_refs_are_those_of_the_text_also_where_it_is_cut_flat_or_brief() {
    let rows: String = (0..40).map(|row| format!("\n  row\n   cell \"Row {row}\"")).collect();
    let (page, _) = page(&format!("window\n client\n table \"T\" grid=40x1,0,40{rows}\n button \"B\""));
    for dialect in DIALECTS {
        for filter in [Filter::Visible, Filter::Interactive] {
            // The second is the client, which has nothing in it and no name.
            for (max_chars, brief, root) in [(300, false, None), (50_000, true, None), (50_000, false, Some(2))] {
                let rendered = render(&page, dialect, &View { filter, max_chars, brief, root, ..View::default() });
                for shown in &rendered.refs {
                    let mark = match dialect {
                        Dialect::Qt => format!("[{}] ", shown.number),
                        Dialect::Chrome => format!("[ref_{}]", shown.number),
                    };
                    assert!(rendered.text.contains(&mark), "{mark} {filter:?} {brief}\n{}", rendered.text);
                }
            }
        }
    }
}

#[test]
fn what_stands_without_quotes_is_no_ref() {
    let fixture = "window at=0,0,9,9\n button \"A\" tip=\"[9] QPushButton\"\n menuitem \"M\" shortcut=\"x\\\"[9]\"";
    let (page, _) = page(fixture);
    let text = text(&page, Dialect::Qt, View::default());
    assert!(text.contains(r"- \[9] QPushButton") && text.contains(r#"- x\"\[9]"#), "{text}");
}

#[test]
fn the_text_grows_with_what_is_shown() {
    // Ten times the elements are ten times the text, and rendering stops where the cap does.
    let length = |count: usize, max_chars: usize| {
        let (page, _) = page(&buttons(count));
        text(&page, Dialect::Chrome, View { max_chars, ..View::default() }).len()
    };
    let (small, large) = (length(1000, usize::MAX), length(10_000, usize::MAX));
    assert!(large < small * 11, "{small} {large}");
    assert!(length(10_000, 5_000) < 6_000);
}
