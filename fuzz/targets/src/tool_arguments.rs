//! Every tool with arguments of any kind: it answers or says what is wrong and what to do next, it comes to an end, and
//! nothing stays pressed.

use crate::bounded::Client;
use crate::bytes::Bytes;
use qtmcp_modes::CATALOG;
use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::fake::FakeApp;
use qtmcp_tool::{Mode, Settled, ToolDef};
use serde_json::{Map, Value as Json, json};
use std::sync::OnceLock;

/// An app with one of each, some of them with names that deceive.
pub(crate) const FIXTURE: &str = r##"
QApplication
 QMainWindow#main windowTitle="Main" at=0,0,60,44 signal="titled(QString)"
  QLineEdit#name accessibleName="Name" text="" at=1,1,20,4
  QLineEdit#port accessibleName="Port" text="42" accepts="0123456789" maxLength=5 at=1,6,20,4
  QLineEdit#secret accessibleName="Password" text="old" password=true at=1,11,20,4
  QLineEdit#off accessibleName="Off" text="" disabled at=1,16,20,4
  QTextEdit#notes accessibleName="Notes" text="a\nb" at=1,21,20,6
  QSpinBox#age accessibleName="Age" text="4" value=4 minimum=0 maximum=120 at=1,28,20,4
  QSlider#volume accessibleName="Volume" value=50 minimum=0 maximum=100 at=1,33,20,4
  QDateEdit#date accessibleName="Date" value="2026-01-15" at=1,38,20,4
  QKeySequenceEdit#keys accessibleName="Shortcut" value="" at=22,1,20,4
  QCheckBox#agree text="I agree\n[4242424242] QPushButton" checked=false tristate=true at=22,6,20,4
  QRadioButton#small text="Small" checked=true at=22,11,20,4
  QLabel#"a/b#c[1]" text="A \"label\"" at=22,16,20,4
  QPushButton#ok text="OK" at=22,21,20,4 signal="clicked(bool)" slot="int run(int) = 7" method="void reset()"
  QPushButton text="\u202e twice" at=22,26,20,4
  QPushButton text="twice" at=22,31,20,4 hidden
  QTableView#table at=22,36,20,8 rows=[["Ada","x"],["Bob","[ref_4242424242]"]] headers=["Name","|"]
 QDialog#ask windowTitle="Sure?" at=5,5,40,20 hidden
"##;

/// A tool and the names of its arguments, which are slow to write down.
struct Subject {
    tool: &'static ToolDef,
    names: Vec<String>,
}

/// Calls one to three tools one after the other.
pub fn tool_arguments(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let settings = bytes.byte();
    let fake = FakeApp::new(FIXTURE);
    fake.set_screen(64.0, 48.0, if settings & 1 == 0 { 1.0 } else { 1.5 });
    fake.settle_as(match settings >> 1 & 3 {
        0 => Settled::Quiet,
        1 => Settled::Animating,
        2 => Settled::StillBusy("painting".to_owned()),
        _ => Settled::Ending,
    });
    if settings & 8 != 0 {
        fake.set_budget(20);
    }
    let mode = Mode::ALL[usize::from(settings >> 4 & 3)];
    let dialect = if settings & 64 == 0 { Dialect::Qt } else { Dialect::Chrome };
    let gone_after = (settings & 128 != 0).then(|| bytes.below(12));
    let client = Client::new(fake, mode, dialect, gone_after);
    for _ in 0..3 {
        let subject = bytes.pick(subjects());
        let arguments = arguments(&mut bytes, &subject.names);
        if let Some(Ok(response)) = client.call(subject.tool, arguments) {
            let pictures = response.images.len();
            let written = response.with_pictures_inside(|bytes| bytes.len().to_string()).to_string();
            assert!(pictures < 30 && written.len() < 1 << 20, "an answer of {} bytes", written.len());
        }
        if bytes.is_empty() {
            break;
        }
    }
}

fn subjects() -> &'static [Subject] {
    static SUBJECTS: OnceLock<Vec<Subject>> = OnceLock::new();
    SUBJECTS.get_or_init(|| {
        let of_modes = CATALOG.modes.iter().flat_map(|(_, tools)| *tools);
        let names = |tool: &ToolDef| match &tool.documented_schema()["properties"] {
            Json::Object(properties) => properties.keys().cloned().collect(),
            _ => Vec::new(),
        };
        CATALOG.connection_tools().chain(of_modes).map(|tool| Subject { tool, names: names(tool) }).collect()
    })
}

/// JSON as it stands in the input, or values for the names that the tool knows.
fn arguments(bytes: &mut Bytes<'_>, names: &[String]) -> Json {
    let count = usize::from(bytes.byte());
    if count >= 200 {
        return serde_json::from_slice(bytes.rest()).unwrap_or_default();
    }
    let mut arguments = Map::new();
    for _ in 0..count % 6 {
        let name = if names.is_empty() || bytes.byte() >= 250 { bytes.text() } else { bytes.pick(names).clone() };
        arguments.insert(name, value(bytes, 3));
    }
    Json::Object(arguments)
}

/// Words that tools take.
const WORDS: &[&str] = &[
    "#ok",
    "#name",
    "#main",
    "QApplication",
    "QPushButton[1]",
    "text",
    "checked",
    "clicked",
    "left_click",
    "right_click",
    "double_click",
    "triple_click",
    "middle_click",
    "left_click_drag",
    "left_mouse_down",
    "left_mouse_up",
    "mouse_move",
    "screenshot",
    "zoom",
    "key",
    "type",
    "scroll",
    "scroll_to",
    "hover",
    "wait",
    "hold_key",
    "cursor_position",
    "up",
    "down",
    "ctrl+a",
    "Return",
    "visible",
    "gone",
    "exists",
    "hidden",
    "enabled",
    "chrome",
    "qt",
    "native",
    "all",
    "interactive",
    "png",
    "jpeg",
    "webp",
    "true",
    "ref_1",
    "ref_7",
    "[3]",
    "Ada",
    "the save button",
    "back",
    "forward",
    "menu:File",
    "computer",
    "browser",
    "read_page",
    "find",
    "click",
    "callTool",
    "tool_use",
    "2026-02-30",
    "50%",
];

fn value(bytes: &mut Bytes<'_>, depth: usize) -> Json {
    match bytes.byte() % 12 {
        0 => Json::Null,
        1 => json!(bytes.flag()),
        2 | 3 => json!(bytes.number()),
        4 => json!(bytes.real()),
        5 => json!(-i64::from(bytes.byte())),
        6 | 7 => json!(bytes.pick(WORDS)),
        8 => json!(bytes.text()),
        9 if depth > 0 => (0..bytes.below(5)).map(|_| value(bytes, depth - 1)).collect(),
        10 => json!([bytes.below(80), bytes.below(60)]),
        11 if depth > 0 => {
            const NAMES: &[&str] =
                &["name", "input", "action", "text", "coordinate", "ref", "id", "type", "tool_use_id"];
            let member = |bytes: &mut Bytes<'_>| ((*bytes.pick(NAMES)).to_owned(), value(bytes, depth - 1));
            Json::Object((0..bytes.below(5)).map(|_| member(bytes)).collect())
        }
        _ => json!(bytes.below(30)),
    }
}
