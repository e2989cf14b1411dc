//! `toolDefinitions`: the entries of a Messages API request that give a model this app, with the size of the screen where
//! an entry has one and without the members that an app cannot have.

use crate::toolset::Family;
use qtmcp_tool::vision::Budget;
use qtmcp_tool::{Access, Code, Effect, Fault, Permits, Response, Session, Tool, computer};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

/// Give the entries for `tools` of a Messages API request, with the beta header that a type needs. Answer the model's
/// tool_use blocks by toolUse.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolDefinitions {
    /// Only this one; all if omitted.
    #[serde(rename = "type")]
    kind: Option<Kind>,
    /// What later screenshots fit into: xga, wxga, fwxga, standard, hires, full, or WIDTHxHEIGHT.
    fit: Option<String>,
    /// Whether the model may zoom; true if omitted.
    enable_zoom: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
enum Kind {
    #[serde(rename = "computer_20250124")]
    Computer20250124,
    #[serde(rename = "computer_20251124")]
    Computer20251124,
    #[serde(rename = "computer_toolset_20260801")]
    ComputerToolset20260801,
    #[serde(rename = "browser_toolset_20260801")]
    BrowserToolset20260801,
}

impl Tool for ToolDefinitions {
    const NAME: &'static str = "toolDefinitions";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        if let Some(fit) = &self.fit {
            let budget: Budget = fit.parse().map_err(|error| {
                Fault::new(Code::BadArgument, format!("toolDefinitions: fit: {error}."))
                    .next("Give xga, wxga, fwxga, standard, hires, full or a size such as 1280x800.")
            })?;
            session.set_budget(budget);
        }
        let display = computer::space(session).await?.image();
        let size = (display.width, display.height);
        let zoom = self.enable_zoom.unwrap_or(true);
        let wanted = || Kind::ALL.into_iter().filter(|kind| self.kind.is_none_or(|only| only == *kind));
        let tools: Vec<Json> = wanted().map(|kind| kind.entry(size, zoom, session.access())).collect();
        let beta = |kind: Kind| kind.beta().map(|beta| (kind.name().to_owned(), json!(beta)));
        let betas: Map<String, Json> = wanted().filter_map(beta).collect();
        let display = json!({"width": display.width, "height": display.height});
        Ok(Response::json(json!({"tools": tools, "betas": betas, "display": display})))
    }
}

impl Kind {
    /// The oldest first.
    const ALL: [Kind; 4] =
        [Kind::Computer20250124, Kind::Computer20251124, Kind::ComputerToolset20260801, Kind::BrowserToolset20260801];

    fn name(self) -> &'static str {
        match self {
            Kind::Computer20250124 => "computer_20250124",
            Kind::Computer20251124 => "computer_20251124",
            Kind::ComputerToolset20260801 => "computer_toolset_20260801",
            Kind::BrowserToolset20260801 => "browser_toolset_20260801",
        }
    }

    /// The header without which the API refuses it; the toolsets need none.
    fn beta(self) -> Option<&'static str> {
        match self {
            Kind::Computer20250124 => Some("computer-use-2025-01-24"),
            Kind::Computer20251124 => Some("computer-use-2025-11-24"),
            Kind::ComputerToolset20260801 | Kind::BrowserToolset20260801 => None,
        }
    }

    fn entry(self, (width, height): (u32, u32), zoom: bool, access: Access) -> Json {
        let name = self.name();
        let single = json!({"type": name, "name": "computer", "display_width_px": width, "display_height_px": height});
        match self {
            Kind::Computer20250124 => single,
            Kind::Computer20251124 => {
                let mut entry = single;
                entry["enable_zoom"] = json!(zoom);
                entry
            }
            Kind::ComputerToolset20260801 => toolset(name, Family::Computer, zoom, access),
            Kind::BrowserToolset20260801 => toolset(name, Family::Browser, zoom, access),
        }
    }
}

/// What an app cannot have, or the client may not use, is switched off, so that no model is offered it.
fn toolset(name: &str, family: Family, zoom: bool, access: Access) -> Json {
    let off = family.missing(access).chain((!zoom).then_some("zoom"));
    let configs: Map<String, Json> = off.map(|member| (member.to_owned(), json!({"enabled": false}))).collect();
    let mut entry = json!({"type": name});
    if !configs.is_empty() {
        entry["configs"] = Json::Object(configs);
    }
    entry
}

#[cfg(test)]
mod tests {
    use crate::AGENT_LOOP_TOOLS;
    use expect_test::expect;
    use qtmcp_tool::fake::{FakeApp, block_on};
    use qtmcp_tool::{Access, Catalog, Code, Fault, Mode, Session};
    use serde_json::{Value as Json, json};
    use std::sync::Arc;
    use std::time::Duration;

    fn session() -> Session {
        let app = FakeApp::new("QApplication\n QMainWindow#main at=0,0,640,480");
        let catalog = Catalog { modes: &[], beside: &[] };
        Session::new(Arc::new(app), catalog, Mode::Native, Duration::from_secs(60), Arc::new(|_| ()))
    }

    fn ask(session: &Session, arguments: Json) -> Result<Json, Fault> {
        let tool = AGENT_LOOP_TOOLS.iter().find(|tool| tool.name == "toolDefinitions").unwrap();
        block_on(tool.call(arguments, session)).map(|response| response.result)
    }

    #[test]
    fn all_four_are_given_with_the_size_of_the_screen_where_they_have_one() {
        let answer = ask(&session(), json!({})).unwrap();
        let (width, height) = (&answer["display"]["width"], &answer["display"]["height"]);
        assert!(width.as_u64().unwrap() > 0 && height.as_u64().unwrap() > 0, "{answer}");
        let expected = json!([
            {"type": "computer_20250124", "name": "computer", "display_width_px": width, "display_height_px": height},
            {"type": "computer_20251124", "name": "computer", "display_width_px": width, "display_height_px": height,
             "enable_zoom": true},
            {"type": "computer_toolset_20260801"},
            {"type": "browser_toolset_20260801", "configs": {
                "new_tab": {"enabled": false}, "read_network": {"enabled": false}, "javascript_exec": {"enabled": false}}},
        ]);
        assert_eq!(answer["tools"], expected);
        let betas =
            json!({"computer_20250124": "computer-use-2025-01-24", "computer_20251124": "computer-use-2025-11-24"});
        assert_eq!(answer["betas"], betas);
    }

    #[test]
    fn whoever_may_only_look_is_offered_what_looks() {
        let answer = ask(&session().with_access(Access::Read), json!({"type": "computer_toolset_20260801"})).unwrap();
        let configs = answer["tools"][0]["configs"].as_object().unwrap();
        let off = |member: &str| configs.get(member).is_some_and(|config| config["enabled"] == false);
        assert!(["left_click", "type", "key", "scroll", "mouse_move"].into_iter().all(off), "{answer}");
        assert!(!["screenshot", "zoom", "wait", "cursor_position"].into_iter().any(off), "{answer}");
    }

    #[test]
    fn one_can_be_asked_for_and_zooming_be_switched_off() {
        let answer = ask(&session(), json!({"type": "computer_toolset_20260801", "enable_zoom": false})).unwrap();
        expect![[r#"[{"type":"computer_toolset_20260801","configs":{"zoom":{"enabled":false}}}]"#]]
            .assert_eq(&answer["tools"].to_string());
        assert_eq!(answer["betas"], json!({}));
        let answer = ask(&session(), json!({"type": "computer_20251124", "enable_zoom": false})).unwrap();
        assert_eq!(answer["tools"][0]["enable_zoom"], false);
        assert_eq!(answer["tools"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_fit_holds_for_what_follows() {
        let session = session();
        let size = |answer: &Json| (answer["display"]["width"].clone(), answer["display"]["height"].clone());
        let usual = size(&ask(&session, json!({})).unwrap());
        let small = size(&ask(&session, json!({"fit": "4x3"})).unwrap());
        assert!(small.0.as_u64() <= Some(4) && small.1.as_u64() <= Some(3), "{small:?}");
        assert_ne!(usual, small);
        assert_eq!(size(&ask(&session, json!({})).unwrap()), small);
    }

    #[test]
    fn what_is_no_type_and_no_size_is_said() {
        let fault = ask(&session(), json!({"fit": "enormous"})).unwrap_err();
        assert_eq!(fault.code, Code::BadArgument);
        assert!(fault.message.contains("enormous") && fault.next.contains("1280x800"), "{fault}");
        for wrong in [json!({"type": "computer_19990101"}), json!({"kind": "computer_20250124"})] {
            assert_eq!(ask(&session(), wrong).unwrap_err().code, Code::BadArgument);
        }
    }
}
