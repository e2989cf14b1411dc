//! What every client can do, whichever way it comes: lists, calls, pictures, faults, progress, cancelling, hearing of
//! changes, resources, prompts.

use super::connected;
use qtmcp_tests::{Heard, Picture, eventually, json, with_every_client};
use rmcp::model::{ErrorCode, GetPromptRequestParams, ReadResourceRequestParams, ResourceContents};

with_every_client! {
    async fn tools_are_listed_and_called(transport, era) {
        let mcp = connected(transport, era, "chrome", "form").await;
        let tools = mcp.tools().await;
        for name in ["read_page", "click", "launch_app", "set_mode"] {
            assert!(tools.iter().any(|tool| tool == name), "{tools:?}");
        }
        assert_eq!(tools, mcp.tools().await, "the order is always the same");
        let page = mcp.call("read_page", json!({})).await;
        assert!(page.text.contains("QPushButton \"Submit\""), "{}", page.text);
        let name = mcp.find("name field").await;
        let filled = mcp.call("form_input", json!({"ref": name, "value": "né 日本"})).await;
        assert!(filled.text.contains("né 日本"), "{}", filled.text);
        let submit = mcp.find("submit button").await;
        mcp.call("click", json!({"ref": submit})).await;
        let said = mcp.call("app_status", json!({})).await.structure["stdout"].to_string();
        assert!(said.contains("SUBMIT") && said.contains("né 日本"), "{said}");
    }

    async fn structure_pictures_and_faults_come_as_what_they_are(transport, era) {
        let mcp = connected(transport, era, "native", "form").await;
        let got = mcp.call("getProperty", json!({"id": "submitButton", "property": "text"})).await;
        assert_eq!(got.structure["value"], "&Submit");
        assert_eq!(got.text, got.structure.to_string());
        let shot = mcp.call("screenshot", json!({})).await;
        let [(media_type, data)] = shot.pictures.as_slice() else { panic!("{} pictures", shot.pictures.len()) };
        assert_eq!((media_type.as_str(), Picture::encoded(&json!(data)).width > 300), ("image/png", true));
        assert!(shot.structure.is_null() && shot.text.len() < 200, "{}", shot.text);
        let missing = mcp.fail("getProperty", json!({"id": "nobody", "property": "text"}), "not_found").await;
        assert!(missing.text.contains("nobody"), "{}", missing.text);
        let refused = mcp.fail("getProperty", json!({"ident": "x"}), "bad_argument").await;
        assert!(refused.text.contains("ident") && !refused.text.contains("listTools"), "{}", refused.text);
        let unknown = mcp.ask("no_such_tool", json!({})).await.unwrap_err();
        let rmcp::ServiceError::McpError(unknown) = unknown else { panic!("{unknown}") };
        assert_eq!(unknown.code, ErrorCode::INVALID_PARAMS);
        assert!(unknown.message.contains("no_such_tool"), "{}", unknown.message);
    }

    async fn a_wait_tells_its_progress_and_ends_when_it_is_cancelled(transport, era) {
        let mcp = connected(transport, era, "all", "form").await;
        let notes = mcp.find("notes").await;
        mcp.call("click", json!({"ref": notes})).await;
        let text = "word ".repeat(4000);
        let typing = mcp.begin("computer", json!({"action": "type", "text": text})).await;
        eventually("progress", async || {
            let is_told = |heard: &Heard| matches!(heard, Heard::Progress(seconds, message) if *seconds >= 1.0 && message.starts_with("computer: "));
            mcp.ears().all().iter().any(is_told).then_some(())
        })
        .await;
        typing.cancel(Some("enough".to_owned())).await.unwrap();
        let typed = async || {
            let answer = mcp.call("getProperty", json!({"id": "notesEdit", "property": "plainText"})).await;
            answer.structure["value"].as_str().unwrap().len()
        };
        // What was under way may still arrive; then nothing more does.
        let at_rest = eventually("an end of the typing", async || {
            let before = typed().await;
            mcp.call("computer", json!({"action": "wait", "duration": 0.2})).await;
            (typed().await == before).then_some(before)
        })
        .await;
        assert!((1..text.len()).contains(&at_rest), "{at_rest} of {}", text.len());
    }

    async fn a_change_of_the_tools_is_heard(transport, era) {
        let mcp = connected(transport, era, "native", "form").await;
        mcp.listen(&[]).await;
        let native = mcp.tools().await;
        let set = mcp.call("set_mode", json!({"mode": "computer_use"})).await;
        assert_eq!((&set.structure["mode"], &set.structure["tools"]), (&json!("computer_use"), &json!(["computer"])));
        assert!(set.structure["instructions"].as_str().unwrap().contains("screenshot"), "{}", set.text);
        mcp.hears(&Heard::Tools).await;
        let now = mcp.tools().await;
        assert!(native.contains(&"getObjectTree".to_owned()) && !now.contains(&"getObjectTree".to_owned()), "{now:?}");
        assert!(now.contains(&"computer".to_owned()), "{now:?}");
    }

    async fn resources_are_listed_read_and_heard_of(transport, era) {
        let mcp = connected(transport, era, "chrome", "dialogs").await;
        let listed = mcp.peer().list_all_resources().await.unwrap();
        let listed: Vec<_> = listed.iter().map(|resource| resource.uri.as_str()).collect();
        assert_eq!(listed, ["qtmcp://page", "qtmcp://screenshot", "qtmcp://console", "qtmcp://objects"]);
        let templates = mcp.peer().list_all_resource_templates().await.unwrap();
        assert!(templates.iter().any(|template| template.uri_template == "qtmcp://app/{number}/page"));
        let read = async |uri: &str| {
            let read = mcp.peer().read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
            read.contents.into_iter().next().unwrap()
        };
        let text = |contents| match contents {
            ResourceContents::TextResourceContents { text, .. } => text,
            other => panic!("{other:?}"),
        };
        assert!(text(read("qtmcp://page").await).contains("Question"));
        assert!(text(read("qtmcp://app/1/page").await).contains("Question"));
        assert!(text(read("qtmcp://objects").await).contains("questionButton"));
        text(read("qtmcp://console").await);
        let ResourceContents::BlobResourceContents { blob, mime_type, .. } = read("qtmcp://screenshot").await else {
            panic!("no picture")
        };
        assert_eq!((mime_type.as_deref(), Picture::encoded(&json!(blob)).width > 300), (Some("image/png"), true));
        let unknown = mcp.peer().read_resource(ReadResourceRequestParams::new("qtmcp://nothing")).await;
        assert!(unknown.unwrap_err().to_string().contains("qtmcp://nothing"));

        mcp.listen(&["qtmcp://page", "qtmcp://console"]).await;
        let before = mcp.ears().all().len();
        let question = mcp.find("question button").await;
        mcp.call("click", json!({"ref": question})).await;
        eventually("an update of the page", async || {
            mcp.ears().all()[before..].contains(&Heard::Resource("qtmcp://page".to_owned())).then_some(())
        })
        .await;
        assert!(!mcp.ears().all().contains(&Heard::Resource("qtmcp://screenshot".to_owned())), "nobody asked for it");
    }

    async fn updates_are_of_the_app_that_was_asked_for_also_after_a_restart(transport, era) {
        let mcp = connected(transport, era, "chrome", "dialogs").await;
        mcp.listen(&["qtmcp://app/1/page", "qtmcp://page"]).await;
        let heard = async |uri: &str, from: usize| {
            eventually(uri, async || mcp.ears().all()[from..].contains(&Heard::Resource(uri.to_owned())).then_some(())).await;
        };
        let question = mcp.find("question button").await;
        mcp.call("click", json!({"ref": question})).await;
        heard("qtmcp://app/1/page", 0).await;
        heard("qtmcp://page", 0).await;
        let before = mcp.ears().all().len();
        mcp.call("launch_app", json!({})).await;
        heard("qtmcp://page", before).await;
        let before = mcp.ears().all().len();
        let question = mcp.find("question button").await;
        mcp.call("click", json!({"ref": question})).await;
        heard("qtmcp://page", before).await;
    }

    async fn prompts_are_listed_and_filled_in(transport, era) {
        let mcp = connected(transport, era, "chrome", "form").await;
        let listed = mcp.peer().list_all_prompts().await.unwrap();
        let names: Vec<_> = listed.iter().map(|prompt| prompt.name.as_str()).collect();
        for name in ["native", "chrome", "computer_use", "explore_app", "fill_form", "find_bug"] {
            assert!(names.contains(&name), "{names:?}");
        }
        let arguments = json!({"data": "Ada, 36"}).as_object().cloned().unwrap();
        let request = GetPromptRequestParams::new("fill_form").with_arguments(arguments);
        let filled = mcp.peer().get_prompt(request).await.unwrap();
        let text = serde_json::to_string(&filled.messages).unwrap();
        assert!(text.contains("Ada, 36") && text.contains("form_input"), "{text}");
        let missing = mcp.peer().get_prompt(GetPromptRequestParams::new("fill_form")).await.unwrap_err();
        assert!(missing.to_string().contains("data"), "{missing}");
    }
}
