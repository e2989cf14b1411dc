//! Pages with names that deceive, as text: in both dialects, read out, compared and searched. No name makes a line or a
//! ref, nothing unseen is written, and no text is longer than it may be.

mod page;
mod seen;

use crate::bytes::Bytes;
use qtmcp_tool::a11y::{
    Dialect, Filter, PageText, Refs, View, diff, find, line, long_texts, page_text, render as written, sanitize,
};
use qtmcp_tool::vision::{Rect, Size, Space};
use std::collections::{HashMap, HashSet};

/// Besides the lines of the outline there is what is said of the rest, and other windows.
const SAID_OF_THE_REST: usize = 600;
/// A line has a few texts, each of which is cut.
const LONGEST_LINE: usize = 4000;

/// Writes two pages of the same app in every way there is.
pub fn render(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let refs = Refs::default();
    let view = View {
        filter: *bytes.pick(&[Filter::Visible, Filter::Interactive, Filter::All]),
        depth: Some(u32::from(bytes.byte())).filter(|depth| *depth < 20),
        root: Some(u64::from(bytes.byte())).filter(|root| *root < 20),
        max_chars: *bytes.pick(&[50_000, 2000, 500, 80, 0, usize::MAX]),
        brief: bytes.flag(),
        space: bytes.flag().then(|| {
            let area = Rect { x: 0.0, y: 0.0, width: bytes.real(), height: bytes.real() };
            Space::new(area, Size { width: bytes.byte().into(), height: bytes.byte().into() })
        }),
    };
    let query = bytes.text();
    let before = page::read(&mut bytes, &refs);
    let after = page::read(&mut bytes, &refs);
    let given: HashSet<u64> = (1..=refs.last()).collect();
    for page in [&before, &after] {
        let others: usize = page.windows.len() * 700;
        for dialect in [Dialect::Qt, Dialect::Chrome] {
            let rendered = written(page, dialect, &view);
            seen::check(&rendered.text, dialect, &given);
            let chars = rendered.text.chars().count();
            assert!(chars <= view.max_chars.saturating_add(SAID_OF_THE_REST + others), "{chars} > {}", view.max_chars);
            for shown in &rendered.refs {
                let spelling = match dialect {
                    Dialect::Qt => format!("[{}] ", shown.number),
                    Dialect::Chrome => format!("[ref_{}]", shown.number),
                };
                assert!(rendered.text.contains(&spelling), "{spelling} is not in\n{}", rendered.text);
                seen::check_text(&shown.name);
            }
            for index in 0..page.tree.nodes().len() {
                let line = line(&page.tree, index, dialect);
                assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
                seen::check(&line, dialect, &given);
            }
            let full: HashMap<_, _> = long_texts(page).into_iter().map(|element| (element, query.repeat(3))).collect();
            let wanted = PageText { url: "app:fuzz", full: &full, max_chars: view.max_chars };
            let text = page_text(page, dialect, &wanted);
            seen::check_text(&text);
            let cut = text.rfind("\n… ").map_or(text.as_str(), |cut| &text[..cut]);
            assert!(cut.chars().count() <= view.max_chars || text.chars().count() <= view.max_chars);
        }
        for found in find(page, &query) {
            assert!((0.0..=1.0).contains(&found.confidence), "{found:?}");
            assert_eq!(page.tree.index_of(found.number), Some(found.index));
            seen::check_text(&found.reason);
        }
    }
    for dialect in [Dialect::Qt, Dialect::Chrome] {
        assert!(diff(&before, &before, dialect).is_empty());
        let changes = diff(&before, &after, dialect);
        assert!(changes.changed.len() <= 13);
        for line in changes.lines() {
            assert!(!line.contains('\n') && line.chars().count() <= LONGEST_LINE, "{line:?}");
            seen::check(&line, dialect, &given);
        }
    }
    let limit = 1 + bytes.below(300);
    let safe = sanitize(&query, limit);
    seen::check_text(&safe);
    assert!(!safe.contains('\n') && safe.chars().filter(|c| *c != '\\').count() <= limit, "{safe:?}");
}
