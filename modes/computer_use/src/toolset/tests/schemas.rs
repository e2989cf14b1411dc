//! Every member and what it takes is as the published toolsets have it.

use crate::toolset::member::{Kind, Member};
use crate::toolset::{Family, browser, computer};
use qtmcp_tool::Access;
use serde_json::{Map, Value as Json, json};

const COMPUTER: &str = include_str!("../../../tests/schemas/computer_toolset_20260801.json");
const BROWSER: &str = include_str!("../../../tests/schemas/browser_toolset_20260801.json");

#[test]
fn every_member_is_there_and_takes_what_the_published_one_takes() {
    for (published, members) in [(COMPUTER, computer::MEMBERS), (BROWSER, browser::MEMBERS)] {
        let published: Map<String, Json> = serde_json::from_str(published).unwrap();
        let names: Vec<&str> = members.iter().map(|member| member.name).collect();
        let wanted: Vec<&str> = published.keys().map(String::as_str).collect();
        assert_eq!(names, wanted);
        for member in members {
            let theirs = &published[member.name]["input_schema"];
            let ours = (member.schema)();
            assert_eq!(shape(&ours, &ours), shape(theirs, theirs), "{}", member.name);
            assert_ne!(ours.get("additionalProperties"), Some(&json!(false)), "{}", member.name);
        }
    }
}

#[test]
fn every_result_and_acknowledgement_is_the_published_one() {
    for (published, members) in [(COMPUTER, computer::MEMBERS), (BROWSER, browser::MEMBERS)] {
        let published: Map<String, Json> = serde_json::from_str(published).unwrap();
        for member in members {
            let theirs = &published[member.name];
            let given = theirs["result"].as_str().unwrap();
            let (kinds, words): (&[&str], Option<&str>) = match member.kind {
                Kind::Act(words) => (&["none"], Some(words)),
                Kind::Text => (&["text", "point"], None),
                Kind::Picture => (&["screenshot"], None),
                Kind::Navigation => (&["navigate"], None),
                Kind::Windows => (&["tab", "tabs", "none"], None),
                Kind::Missing => (&["tab", "text"], None),
            };
            assert!(kinds.contains(&given), "{}: {given}", member.name);
            assert_eq!(theirs["ack"].as_str(), words, "{}", member.name);
        }
    }
}

#[test]
fn what_is_missing_is_little_and_said() {
    assert_eq!(Family::Computer.missing(Access::Full).count(), 0);
    assert_eq!(
        Family::Browser.missing(Access::Full).collect::<Vec<_>>(),
        ["new_tab", "read_network", "javascript_exec"]
    );
    let input = |member: &Member| if member.name == "javascript_exec" { json!({"text": "1"}) } else { json!({}) };
    let client = super::Loop::new();
    for member in browser::MEMBERS.iter().filter(|member| member.kind == Kind::Missing) {
        let said = client.error("browser", member.name, input(member));
        let refusal = format!("The browser toolset member '{}' is not available in this environment. ", member.name);
        assert!(said.starts_with(&refusal) && said.len() > refusal.len(), "{said}");
    }
}

/// What of a schema says which JSON fits it, in one form for all ways of writing it.
fn shape(schema: &Json, root: &Json) -> Json {
    if let Some(name) = schema["$ref"].as_str() {
        let place = name.trim_start_matches('#');
        return shape(root.pointer(place).unwrap_or_else(|| panic!("{name}")), root);
    }
    if let Some(all) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Json::as_array) {
        let mut shapes: Vec<String> = all.iter().map(|one| shape(one, root).to_string()).collect();
        shapes.sort();
        return if shapes.len() == 1 { serde_json::from_str(&shapes[0]).unwrap() } else { json!({"any": shapes}) };
    }
    if let Some(types) = schema["type"].as_array() {
        let one = |kind: &Json| {
            let mut single = schema.clone();
            single["type"] = kind.clone();
            if kind == "null" { json!({"type": "null"}) } else { single }
        };
        return shape(&json!({"anyOf": types.iter().map(one).collect::<Vec<_>>()}), root);
    }
    if let Some(constant) = schema.get("const") {
        return json!({"one_of": [constant]});
    }
    if let Some(names) = schema["enum"].as_array() {
        let mut names: Vec<&str> = names.iter().filter_map(Json::as_str).collect();
        names.sort_unstable();
        return json!({"one_of": names});
    }
    match schema["type"].as_str() {
        Some("array") => json!({"list_of": shape(&schema["items"], root)}),
        Some("object") => {
            let mut required: Vec<&str> =
                schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
            required.sort_unstable();
            let members = schema["properties"].as_object().into_iter().flatten();
            let mut members: Vec<(String, Json)> =
                members.map(|(name, one)| (name.clone(), shape(one, root))).collect();
            members.sort_by(|one, other| one.0.cmp(&other.0));
            json!({"object": members, "required": required})
        }
        Some(plain) => json!(plain),
        None => panic!("no type in {schema}"),
    }
}
