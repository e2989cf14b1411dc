//! Refs as a client knows them, on an app whose objects come and go: a ref acts on the element it was given to, or says
//! that it is gone.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use qtmcp_tool::fake::{FakeApp, FakeClient};
use qtmcp_tool::{App, Catalog, Code, Mode, Value};
use serde_json::json;
use std::collections::HashMap;

const CATALOG: Catalog = Catalog { modes: &[(Mode::Chrome, qtmcp_chrome::TOOLS)], beside: &[] };

fn config() -> ProptestConfig {
    let kept = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { cases: 100, failure_persistence: Some(Box::new(kept)), ..ProptestConfig::default() }
}

#[derive(Clone, Debug)]
enum Deed {
    Create,
    Delete(usize),
    Rename(usize),
    Read,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        3 => Just(Deed::Create),
        2 => (0..100_usize).prop_map(Deed::Delete),
        1 => (0..100_usize).prop_map(Deed::Rename),
        3 => Just(Deed::Read),
    ];
    proptest::collection::vec(deed, 1..25)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_ref_acts_on_its_own_element_or_is_stale(deeds in deeds()) {
        let app = FakeApp::new("QApplication\n QMainWindow#main windowTitle=\"Main\" at=0,0,900,900");
        let client = FakeClient::new(app, CATALOG, Mode::Chrome);
        let mut alive: Vec<String> = Vec::new();
        let mut given: HashMap<u64, String> = HashMap::new();
        let mut born = 0;
        for deed in deeds {
            match deed {
                Deed::Create => {
                    born += 1;
                    let line = format!("QCheckBox#c{born} text=\"Box\" checked=false at=10,{},80,20", born * 30);
                    client.app.add("#main", &line);
                    alive.push(format!("c{born}"));
                }
                Deed::Delete(at) if !alive.is_empty() => {
                    let name = alive.remove(at % alive.len());
                    client.app.remove(&format!("#{name}"));
                }
                Deed::Rename(at) if !alive.is_empty() => {
                    let name = &alive[at % alive.len()];
                    client.app.set(&format!("#{name}"), "text", Value::Text(format!("Renamed {born}")));
                }
                Deed::Read => {
                    client.read("read_page", json!({}));
                    for name in &alive {
                        let number = client.app.refs().of(client.app.id(&format!("#{name}")).into());
                        let number = number.expect("what was read has a ref");
                        let was = given.insert(number, name.clone());
                        prop_assert!(was.as_ref().is_none_or(|was| was == name), "{number} was {was:?}, is {name}");
                    }
                }
                _ => {}
            }
        }
        for (number, name) in &given {
            let answer = client.respond("form_input", json!({"ref": number, "value": true}));
            if alive.contains(name) {
                prop_assert!(answer.is_ok(), "{name} [{number}]: {answer:?}");
            } else {
                prop_assert_eq!(answer.unwrap_err().code, Code::StaleRef, "{} [{}]", name, number);
            }
        }
        // Each of them was acted on, and nothing else.
        let checked = client.read("read_page", json!({"dialect": "chrome"})).matches(" checked").count();
        prop_assert_eq!(checked, given.values().filter(|name| alive.contains(name)).count());
        let never = client.app.refs().last() + 1;
        let answer = client.respond("form_input", json!({"ref": never, "value": true}));
        prop_assert_eq!(answer.unwrap_err().code, Code::UnknownRef);
    }
}
