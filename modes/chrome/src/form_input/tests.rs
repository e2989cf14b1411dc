//! `form_input` on a fake app: which input is sent for each kind, and what is answered.

use crate::testing::Client;
use expect_test::expect;
use qtmcp_tool::{App, Code, ElementId};
use serde_json::{Value as Json, json};

const FORM: &str = r##"
QApplication
 QMainWindow#main windowTitle="Form" at=0,0,640,480
  QLineEdit#name accessibleName="Name" text="" at=10,10,100,20
  QLineEdit#port accessibleName="Port" text="42" accepts="0123456789" maxLength=5 at=10,30,100,20
  QLineEdit#pin accessibleName="PIN" text="" maxLength=2 next->#name at=300,200,100,20
  QLineEdit#secret accessibleName="Password" text="old" password=true at=10,50,100,20
  QLineEdit#fixed accessibleName="Fixed" text="as it is" readOnly=true at=10,70,100,20
  QLineEdit#off accessibleName="Off" text="" disabled at=10,90,100,20
  QLineEdit#gone accessibleName="Gone" text="" hidden at=10,110,100,20
  QTextEdit#notes accessibleName="Notes" text="old" at=10,130,100,60
  QSpinBox#age accessibleName="Age" text="4" value=4 minimum=0 maximum=120 at=10,200,100,20
  QSlider#volume accessibleName="Volume" value=50 minimum=0 maximum=100 at=10,220,100,20
  QDateEdit#date accessibleName="Date" value="2026-01-15" at=10,240,100,20
  QKeySequenceEdit#keys accessibleName="Shortcut" value="" at=10,260,100,20
  Gauge#gauge accessibleName="Gauge" value=1 at=10,280,100,20
  QCheckBox#agree text="I agree" checked=false at=200,10,100,20
  QCheckBox#three text="Three" checked=false tristate=true at=200,30,100,20
  QCheckBox#wide text="Wide" checked=false wide=true at=200,50,400,20
  QCheckBox#never text="Never" checked=false vetoes=true at=200,70,100,20
  QRadioButton#small text="Small" checked=true at=200,90,100,20
  QRadioButton#large text="Large" checked=false at=200,110,100,20
  QLabel#label text="A label" at=200,130,100,20
  QPushButton#ok text="OK" at=200,150,100,20
"##;

fn set(client: &Client, target: &str, value: Json) -> Json {
    let number = client.give(target);
    client.call("form_input", json!({"ref": number, "value": value}))
}

fn said(client: &Client, target: &str, value: Json, dialect: &str) -> String {
    let number = client.give(target);
    let text = client.read("form_input", json!({"ref": number, "value": value, "dialect": dialect}));
    text.lines().next().unwrap_or_default().to_owned()
}

fn fail(client: &Client, target: &str, value: Json) -> (Code, String) {
    let number = client.give(target);
    client.fail("form_input", json!({"ref": number, "value": value}))
}

#[test]
fn text_replaces_what_a_field_holds() {
    let client = Client::new(FORM);
    let answer = set(&client, "#name", json!("Jö"));
    assert_eq!((&answer["value"], &answer["previous"]), (&json!("Jö"), &json!("")));
    expect![[r#"
        focus QLineEdit#name
        key down a ctrl
        key up a ctrl
        type J
        type ö
    "#]]
    .assert_eq(&client.app.take_input());
    assert_eq!(set(&client, "#name", json!(7))["value"], json!("7"));
    assert_eq!(set(&client, "#name", json!(""))["previous"], json!("7"));
    assert!(client.app.take_input().ends_with("key down Delete\nkey up Delete\n"));
    assert_eq!(fail(&client, "#name", json!(true)).0, Code::BadArgument);
}

#[test]
fn both_dialects_tell_what_was_and_what_is() {
    let client = Client::new(FORM);
    let qt = said(&client, "#name", json!("John Doe"), "qt");
    assert_eq!(qt, r#"Set [1] QLineEdit "Name" to "John Doe" (was "")."#);
    let chrome = |target, value| said(&client, target, value, "chrome");
    assert_eq!(chrome("#name", json!("x")), r#"Set text value to "x" (previous: "John Doe")"#);
    assert_eq!(chrome("#age", json!(5)), "Set number input to 5 (previous: 4)");
    assert_eq!(chrome("#agree", json!(true)), "Checkbox checked (previous: false)");
    assert_eq!(chrome("#date", json!("2026-02-01")), r#"Set date to "2026-02-01" (previous: "2026-01-15")"#);
    assert_eq!(chrome("#volume", json!("70")), "Set range to 70 (previous: 50)");
}

#[test]
fn lines_are_typed_with_return_and_a_tab_stays_in_the_field() {
    let client = Client::new(FORM);
    set(&client, "#notes", json!("a\r\n\tb"));
    let input = client.app.take_input();
    assert!(input.contains("type a\nkey down Return\nkey up Return\ntype \t\ntype b\n"), "{input}");
    let answer = set(&client, "#name", json!("a\nb"));
    assert_eq!(answer["value"], json!("a b"));
    assert!(answer["text"].as_str().unwrap().contains("line breaks and tabs were typed as spaces"), "{answer}");
}

#[test]
fn what_a_field_refuses_is_said_with_what_it_has() {
    let client = Client::new(FORM);
    let text = said(&client, "#port", json!("abc"), "qt");
    assert!(text.ends_with(r#"did not take "abc": it still has "42"."#), "{text}");
    let answer = set(&client, "#port", json!("1234567"));
    assert_eq!((&answer["value"], &answer["refused"]), (&json!("12345"), &json!("\"1234567\"")));
}

#[test]
fn what_would_go_to_another_field_is_not_typed() {
    let client = Client::new(FORM);
    let answer = set(&client, "#pin", json!("1234"));
    assert_eq!((&answer["value"], &answer["refused"]), (&json!("12"), &json!("\"1234\"")));
    assert!(answer["text"].as_str().unwrap().contains("something else took the focus"), "{answer}");
    assert_eq!(set(&client, "#name", json!(""))["previous"], json!(""), "nothing came there");
}

#[test]
fn a_password_is_never_told() {
    let client = Client::new(FORM);
    let answer = set(&client, "#secret", json!("hunter2"));
    assert_eq!((&answer["value"], &answer["previous"], &answer["length"]), (&Json::Null, &Json::Null, &json!(7)));
    assert!(!answer.to_string().contains("hunter2") && !answer.to_string().contains("old"), "{answer}");
    assert!(answer["text"].as_str().unwrap().contains("7 characters"), "{answer}");
}

#[test]
fn what_cannot_be_set_says_why_and_gets_no_input() {
    let client = Client::new(FORM);
    let (code, message) = fail(&client, "#fixed", json!("x"));
    assert_eq!(code, Code::Unsupported);
    assert!(message.contains("is read-only: it has \"as it is\""), "{message}");
    assert_eq!(fail(&client, "#off", json!("x")).0, Code::Disabled);
    assert_eq!(fail(&client, "#gone", json!("x")).0, Code::NotVisible);
    let (code, message) = fail(&client, "#label", json!("x"));
    assert_eq!(code, Code::Unsupported);
    assert!(message.ends_with("takes no value."), "{message}");
    let label = client.give("#label");
    let (_, message) = client.fail("form_input", json!({"ref": label, "value": "x", "dialect": "chrome"}));
    assert_eq!(message, "Element type \"QLabel\" is not a supported form input");
    assert_eq!(fail(&client, "#agree", json!("Ada")).0, Code::BadArgument);
    let (code, message) = fail(&client, "#age", json!(500));
    assert_eq!(code, Code::BadArgument);
    assert!(message.contains("500 is out of range; it takes 0 to 120"), "{message}");
    assert_eq!(fail(&client, "#volume", json!("loud")).0, Code::BadArgument);
    assert_eq!(fail(&client, "#volume", json!(-1)).0, Code::BadArgument);
    assert_eq!(fail(&client, "#date", json!("soon")).0, Code::BadArgument);
    let nobody = client.fail("form_input", json!({"ref": 999, "value": 1}));
    assert_eq!(nobody.0, Code::UnknownRef);
    assert!(!client.app.take_input().contains("type"), "nothing was typed");
}

#[test]
fn a_number_is_typed_and_committed() {
    let client = Client::new(FORM);
    let answer = set(&client, "#age", json!(30));
    assert_eq!((&answer["value"], &answer["previous"]), (&json!(30), &json!(4)));
    let input = client.app.take_input();
    assert!(input.ends_with("type 3\ntype 0\ncommit\n"), "{input}");
}

#[test]
fn sliders_dates_and_unknown_inputs_are_assigned() {
    let client = Client::new(FORM);
    assert_eq!(set(&client, "#volume", json!(75))["value"], json!(75));
    assert_eq!(set(&client, "#date", json!("2026-12-24"))["previous"], json!("2026-01-15"));
    assert_eq!(set(&client, "#gauge", json!(3))["value"], json!("3"));
    assert_eq!(client.app.take_input().matches("assign").count(), 3);
}

#[test]
fn a_key_combination_is_pressed() {
    let client = Client::new(FORM);
    assert_eq!(set(&client, "#keys", json!("Ctrl+K"))["value"], json!("Ctrl+K"));
    assert!(client.app.take_input().contains("key down k ctrl"));
    let (code, message) = fail(&client, "#keys", json!("Ctrl+Quux"));
    assert_eq!(code, Code::BadArgument);
    assert!(message.contains("Quux"), "{message}");
}

#[test]
fn a_box_is_clicked_only_when_it_is_not_yet_so() {
    let client = Client::new(FORM);
    assert_eq!(set(&client, "#agree", json!(true))["value"], json!(true));
    assert_eq!(client.app.take_input().matches("press").count(), 1);
    assert!(said(&client, "#agree", json!("on"), "qt").ends_with("already was checked."));
    assert_eq!(client.app.take_input(), "");
    assert_eq!(set(&client, "#agree", json!("unchecked"))["value"], json!(false));
    let (code, message) = fail(&client, "#agree", json!("mixed"));
    assert_eq!(code, Code::BadArgument);
    assert!(message.contains("no mixed state"), "{message}");
}

#[test]
fn a_box_of_three_states_reaches_each() {
    let client = Client::new(FORM);
    for (wanted, value) in [(json!(true), json!(true)), (json!("mixed"), json!("mixed")), (json!(false), json!(false))]
    {
        assert_eq!(set(&client, "#three", wanted)["value"], value);
    }
}

#[test]
fn a_box_that_misses_the_click_is_switched_by_the_keyboard() {
    let client = Client::new(FORM);
    assert_eq!(set(&client, "#wide", json!(true))["value"], json!(true));
    assert!(client.app.take_input().contains("key down Space"));
}

#[test]
fn a_box_that_refuses_says_so() {
    let client = Client::new(FORM);
    let text = said(&client, "#never", json!(true), "qt");
    assert!(text.ends_with("did not take true: it still has unchecked."), "{text}");
}

#[test]
fn a_radio_button_goes_on_and_another_off() {
    let client = Client::new(FORM);
    assert_eq!(set(&client, "#large", json!(true))["value"], json!(true));
    assert_eq!(set(&client, "#small", json!(false))["value"], json!(false), "it went off already");
    let (code, message) = fail(&client, "#large", json!(false));
    assert_eq!(code, Code::BadArgument);
    assert!(message.contains("another of its group"), "{message}");
    assert_eq!(set(&client, "#small", json!("Small"))["value"], json!(true), "by its own name");
}

const CHOICES: &str = r##"
QApplication
 QMainWindow#main at=0,0,640,480
  QComboBox#colour currentText="Red" options=["Red","Green","Dark blue"] popup->#colours at=10,10,100,20
  QComboBox#city currentText="Paris" editable=true options=["Paris","Zürich"] popup->#cities completes="Paris" at=10,40,100,20
  QComboBox#bare currentText="A" options=["A","B"] at=10,70,100,20
  QLineEdit#country text="" completions->#offers at=10,100,100,20
 QListView#colours popup hidden rows=[["Red"],["Green"],[{"display":"Dark blue","disabled":true}]] at=10,30,100,60
 QListView#cities popup hidden rows=[["Paris"],["Zürich"]] at=10,60,100,60
 QListView#offers popup hidden rows=[["Peru"]] at=10,120,100,60
"##;

#[test]
fn an_option_is_clicked_in_the_list_that_opens() {
    let client = Client::new(CHOICES);
    let answer = set(&client, "#colour", json!("green"));
    assert_eq!((&answer["value"], &answer["previous"]), (&json!("Green"), &json!("Red")));
    assert_eq!(client.app.take_input().matches("press").count(), 2, "one opens, one chooses");
    assert!(said(&client, "#colour", json!("Green"), "qt").ends_with("already was \"Green\"."));
    assert_eq!(client.app.take_input(), "");
    let chrome = said(&client, "#colour", json!("Red"), "chrome");
    assert_eq!(chrome, "Selected option \"Red\" in dropdown (previous: \"Green\")");
}

#[test]
fn a_wrong_option_lists_the_options_and_opens_nothing() {
    let client = Client::new(CHOICES);
    let (code, message) = fail(&client, "#colour", json!("Pink"));
    assert_eq!(code, Code::NotFound);
    assert_eq!(message, r#"Option "Pink" not found. Available options: "Red", "Green", "Dark blue"."#);
    assert_eq!(client.app.take_input(), "");
}

#[test]
fn a_disabled_option_says_so_and_the_list_is_closed_again() {
    let client = Client::new(CHOICES);
    let (code, message) = fail(&client, "#colour", json!("Dark blue"));
    assert_eq!((code, message.as_str()), (Code::Disabled, "The option \"Dark blue\" is disabled."));
    assert_eq!(set(&client, "#colour", json!("Green"))["value"], json!("Green"), "nothing is in the way");
}

#[test]
fn an_editable_choice_is_chosen_or_typed() {
    let client = Client::new(CHOICES);
    assert_eq!(set(&client, "#city", json!("Zürich"))["value"], json!("Zürich"));
    assert!(!client.app.take_input().contains("type"));
    let answer = set(&client, "#city", json!("Par"));
    assert_eq!((&answer["value"], &answer["refused"]), (&json!("Par"), &Json::Null), "what it completed is taken out");
    assert!(client.app.take_input().ends_with("type P\ntype a\ntype r\nkey down Delete\nkey up Delete\n"));
}

#[test]
fn a_choice_without_a_list_to_see_is_assigned() {
    let client = Client::new(CHOICES);
    assert_eq!(set(&client, "#bare", json!("B"))["value"], json!("B"));
    assert!(client.app.take_input().contains("assign"));
}

#[test]
fn offers_to_complete_are_closed_and_the_dialog_around_stays() {
    let client = Client::new(&CHOICES.replace("QMainWindow#main", "QDialog#main modal"));
    assert_eq!(set(&client, "#country", json!("P"))["value"], json!("P"));
    assert_eq!(set(&client, "#country", json!("Peru"))["value"], json!("Peru"), "the dialog is open, the list is not");
    let input = client.app.take_input();
    assert_eq!(input.matches("key down Escape").count(), 2, "{input}");
}

const VIEWS: &str = r##"
QApplication
 QMainWindow#main at=0,0,640,480
  QTabWidget#tabs rows=[["General"],["Network"]] at=0,0,200,20
  QListView#list rows=[["Ada"],["Grace"],["Gert"]] at=0,30,200,60
  QTableView#table rows=[[{"display":"Ada","editable":true},{"display":"London","editable":true},{"display":"","check":false}],["Bo","Oslo","x"]] at=0,100,300,60
"##;

fn part(client: &Client, view: &str, row: u64, column: Option<u64>) -> u64 {
    let part = 1 + row * 32 + column.map_or(0, |column| column + 1);
    client.app.refs().give(ElementId { object: client.app.id(view), part }, || "a part".to_owned())
}

#[test]
fn a_tab_is_chosen_by_its_name_or_number() {
    let client = Client::new(VIEWS);
    assert_eq!(set(&client, "#tabs", json!("network"))["value"], json!("Network"));
    let answer = set(&client, "#tabs", json!(1));
    assert_eq!((&answer["value"], &answer["previous"]), (&json!("General"), &json!("Network")));
    let (code, message) = fail(&client, "#tabs", json!("Sound"));
    assert_eq!(code, Code::NotFound);
    assert!(message.contains("\"General\", \"Network\""), "{message}");
}

#[test]
fn an_item_is_selected_by_its_text_its_beginning_or_its_row() {
    let client = Client::new(VIEWS);
    assert_eq!(set(&client, "#list", json!("Grace"))["value"], json!("Grace"));
    assert_eq!(set(&client, "#list", json!("ger"))["previous"], json!("Grace"));
    assert_eq!(set(&client, "#list", json!(1))["value"], json!("Ada"));
    assert_eq!(fail(&client, "#list", json!("G")).0, Code::NotFound, "two begin so");
    assert_eq!(fail(&client, "#list", json!(9)).0, Code::NotFound);
}

#[test]
fn an_item_is_selected_and_deselected() {
    let client = Client::new(VIEWS);
    let grace = part(&client, "#list", 1, None);
    let call = |value| client.call("form_input", json!({"ref": grace, "value": value}));
    assert_eq!(call(json!(true))["value"], json!("Grace"));
    assert_eq!(call(json!(false))["value"], Json::Null);
    assert_eq!(call(json!("selected"))["value"], json!("Grace"));
    let (code, message) = client.fail("form_input", json!({"ref": grace, "value": "Hopper"}));
    assert_eq!(code, Code::Unsupported);
    assert!(message.contains("cannot be edited"), "{message}");
}

#[test]
fn a_cell_is_edited_in_its_editor() {
    let client = Client::new(VIEWS);
    let city = part(&client, "#table", 0, Some(1));
    let answer = client.call("form_input", json!({"ref": city, "value": "Paris"}));
    assert_eq!((&answer["value"], &answer["previous"]), (&json!("Paris"), &json!("London")));
    let input = client.app.take_input();
    assert!(input.contains("key down F2") && input.contains("key down Return"), "{input}");
    assert!(!input.contains("double press"), "{input}");
}

#[test]
fn a_cell_is_checked_at_its_box_and_a_row_at_its_only_one() {
    let client = Client::new(VIEWS);
    let active = part(&client, "#table", 0, Some(2));
    assert_eq!(client.call("form_input", json!({"ref": active, "value": true}))["value"], json!(true));
    let row = part(&client, "#table", 0, None);
    assert_eq!(client.call("form_input", json!({"ref": row, "value": false}))["value"], json!(false));
    let (code, message) = client.fail("form_input", json!({"ref": row, "value": "Bo"}));
    assert_eq!(code, Code::BadArgument);
    assert!(message.contains("\"Ada\" [") && message.contains("\"London\" ["), "{message}");
}

#[test]
fn arguments_in_all_spellings_are_taken_and_others_named() {
    let client = Client::new(FORM);
    let number = client.give("#name");
    client.call("form_input", json!({"ref": format!("ref_{number}"), "value": "x", "tabId": 3}));
    client.call("form_input", json!({"ref": number.to_string(), "value": "x", "tab_id": "3"}));
    let (code, message) = client.fail("form_input", json!({"ref": number, "value": "x", "how": 1}));
    assert_eq!(code, Code::BadArgument);
    assert!(message.contains("`ref`, `value`"), "{message}");
}
