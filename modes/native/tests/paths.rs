//! Paths, whatever objects are called: each object has one, it leads back to that object, and it stays one line.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use qtmcp_tool::fake::{FakeApp, FakeClient};
use qtmcp_tool::{Catalog, Code, Mode};
use serde_json::{Value as Json, json};
use std::fmt::Write;

const CATALOG: Catalog = Catalog { modes: &[(Mode::Native, qtmcp_native::TOOLS)], beside: &[] };

fn config() -> ProptestConfig {
    let kept = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { failure_persistence: Some(Box::new(kept)), ..ProptestConfig::default() }
}

/// Names as programmers and their users make them, and those that a path could be mistaken in.
fn names() -> impl Strategy<Value = String> {
    let awkward = [
        "",
        "a",
        "/",
        "a/b",
        "//",
        "#",
        "##",
        "a#b",
        "[",
        "]",
        "[0]",
        "a[1]",
        "[-1]",
        "%",
        "%2F",
        "%2f",
        "%%",
        "100%",
        "%zz",
        "%ff",
        "\"",
        "\\",
        "'",
        " ",
        " a ",
        "a b",
        "\t",
        "\n",
        "\u{a0}",
        "\u{85}",
        "\u{2028}",
        "\u{202e}",
        "é",
        "日本",
        "🎈",
        "e\u{301}",
        "QWidget",
        "QApplication",
        "QWidget#a",
        "Button_QMLTYPE_3",
        "_QML_1",
        "@",
        "a@b",
        ".",
        "..",
        "ref_1",
    ];
    prop_oneof![
        3 => proptest::sample::select(awkward.map(str::to_owned).to_vec()),
        1 => proptest::collection::vec(any::<char>(), 0..8).prop_map(String::from_iter),
    ]
}

#[derive(Clone, Debug)]
struct Line {
    class: &'static str,
    name: String,
    qml_id: Option<String>,
    /// Where the next one goes: this many levels up from below this one.
    up: usize,
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let classes = vec!["QWidget", "QLabel", "QPushButton", "QVBoxLayout", "Button", "a"];
    let line = (proptest::sample::select(classes), names(), proptest::option::weighted(0.2, names()), 0..4_usize)
        .prop_map(|(class, name, qml_id, up)| Line { class, name, qml_id, up });
    proptest::collection::vec(line, 1..25)
}

/// The text of such an app; each object has a number as its property `mark`, the application 0.
fn fixture(lines: &[Line]) -> String {
    let mut text = String::from("QApplication mark=0\n");
    let mut depth = 1;
    for (at, line) in lines.iter().enumerate() {
        let _ = write!(text, "{}{}#{}", " ".repeat(depth), line.class, json!(line.name));
        if let Some(id) = &line.qml_id {
            let _ = write!(text, "@{}", json!(id));
        }
        let _ = writeln!(text, " mark={}", at + 1);
        depth = (depth + 1).saturating_sub(line.up).max(1);
    }
    text
}

fn path_of(client: &FakeClient, mark: usize) -> String {
    let found = client.call("findByProperty", json!({"property": "mark", "value": mark}));
    found["objects"][0]["id"].as_str().map(str::to_owned).unwrap_or_default()
}

fn mark_of(client: &FakeClient, path: &str) -> Result<Json, Code> {
    let answer = client.respond("getProperty", json!({"id": path, "property": "mark"}));
    answer.map(|response| response.result["value"].clone()).map_err(|fault| fault.code)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_path_of_an_object_leads_back_to_it(lines in lines()) {
        let client = FakeClient::new(FakeApp::new(&fixture(&lines)), CATALOG, Mode::Native);
        let mut paths = Vec::new();
        for mark in 0..=lines.len() {
            let path = path_of(&client, mark);
            prop_assert!(!path.contains(char::is_control), "{path:?}");
            prop_assert_eq!(mark_of(&client, &path), Ok(json!(mark)), "{}\n{}", path, fixture(&lines));
            // As somebody would copy it.
            prop_assert_eq!(mark_of(&client, &format!(" {path}\n")), Ok(json!(mark)), "{}", path);
            paths.push(path);
        }
        paths.sort();
        paths.dedup();
        prop_assert_eq!(paths.len(), lines.len() + 1, "two objects have the same path");
    }

    #[test]
    fn a_path_means_one_object_or_says_why_not(lines in lines(), path in "[A-Za-z#/\\[\\]%0-9 ]{0,24}|\\PC{0,24}") {
        let client = FakeClient::new(FakeApp::new(&fixture(&lines)), CATALOG, Mode::Native);
        match mark_of(&client, &path) {
            Ok(mark) => prop_assert!(mark.as_u64().is_some_and(|mark| mark <= lines.len() as u64)),
            Err(code) => prop_assert!(matches!(code, Code::NotFound | Code::Ambiguous | Code::BadArgument), "{code}"),
        }
    }

    #[test]
    fn an_object_with_a_name_of_its_own_is_found_by_it(lines in lines(), name in "[a-z]{9}") {
        let mut text = fixture(&lines);
        let _ = writeln!(text, " QLabel#{name} mark=999");
        let client = FakeClient::new(FakeApp::new(&text), CATALOG, Mode::Native);
        for path in [format!("#{name}"), name.clone(), format!("QLabel#{name}"), format!("QApplication/#{name}")] {
            prop_assert_eq!(mark_of(&client, &path), Ok(json!(999)), "{}", path);
        }
    }
}
