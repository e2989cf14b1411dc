//! A page as minified JSON: role, name, value, states, ref and children, where there are any.

use super::page::Element;
use serde_json::{Map, Value, json};

pub(super) fn write(windows: &[Element]) -> String {
    Value::Array(windows.iter().map(element).collect()).to_string()
}

fn element(element: &Element) -> Value {
    let mut members = Map::new();
    members.insert("role".into(), json!(element.role));
    for (member, text) in [("name", &element.name), ("value", &element.value)] {
        if !text.is_empty() {
            members.insert(member.into(), json!(text));
        }
    }
    if !element.states.is_empty() {
        members.insert("states".into(), json!(element.states));
    }
    members.insert("ref".into(), json!(element.number));
    let options = element.options.iter().map(|(option, chosen)| match chosen {
        true => json!({"role": "option", "name": option, "states": ["selected"]}),
        false => json!({"role": "option", "name": option}),
    });
    let children: Vec<Value> = options.chain(element.inside.iter().map(self::element)).collect();
    if !children.is_empty() {
        members.insert("children".into(), children.into());
    }
    members.into()
}

#[cfg(test)]
mod tests {
    use super::super::page::tests::form;
    use super::*;

    #[test]
    fn every_element_is_there_without_a_space_too_many() {
        let text = write(&form());
        assert!(!text.contains(": ") && !text.contains(", ") && !text.contains("[]"), "{text}");
        let windows: Value = serde_json::from_str(&text).unwrap();
        let [central, ok] = [0, 1].map(|at| &windows[0]["children"][at]);
        assert_eq!(*ok, json!({"role": "button", "name": "OK", "states": ["disabled"], "ref": 8}));
        let red = json!({"role": "option", "name": "Red", "states": ["selected"]});
        assert_eq!(central["children"][3]["children"], json!([red, {"role": "option", "name": "Green"}]));
    }
}
