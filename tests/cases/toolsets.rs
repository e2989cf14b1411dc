//! Agent loops on the Messages API: `toolDefinitions` gives what goes into the request, `toolUse` answers each block of the
//! model. The models here are scripts; what an answer holds is what the API takes.

use qtmcp_tests::{
    Code, Computer, Launch, OnScreen, Picture, Value, environment, eventually, gallery, json, on_both, pixel,
    qml_gallery,
};
use std::path::Path;
use std::process::{Command, Stdio};

const SCREEN: (u32, u32) = (1280, 900);

/// A loop that answers the blocks of one toolset.
struct Loop {
    app: Computer,
    toolset: &'static str,
    display: (u32, u32),
}

impl Loop {
    /// Starts an app and asks what to put into the request.
    async fn open(launch: Launch, toolset: &'static str) -> Self {
        let app = Computer::open(launch.screen(SCREEN.0, SCREEN.1)).await;
        let kind = format!("{toolset}_toolset_20260801");
        let given = app.call("toolDefinitions", json!({"type": kind})).await;
        assert_eq!((&given["tools"][0]["type"], &given["betas"]), (&json!(kind), &json!({})));
        let side = |name: &str| u32::try_from(given["display"][name].as_u64().unwrap()).unwrap();
        let display = (side("width"), side("height"));
        Self { app, toolset, display }
    }

    async fn answer(&self, name: &str, input: Value) -> Value {
        let block = json!({"name": name, "toolset_name": self.toolset, "input": input});
        let answer = self.app.call("toolUse", block).await;
        let content = answer["content"].as_array().unwrap();
        assert!(!content.is_empty(), "{name} answered nothing");
        let states = content.iter().filter(|block| block["type"] == "browser_state").count();
        let is_error = answer["is_error"] == true;
        for block in content {
            match block["type"].as_str() {
                Some("text") => assert!(!block["text"].as_str().unwrap().is_empty(), "{answer}"),
                Some("image") if !is_error => assert_eq!(block["source"]["type"], "base64", "{name}"),
                Some("browser_state") if !is_error => one_is_active(block),
                _ => panic!("{name}: {block}"),
            }
        }
        assert_eq!(states, usize::from(self.toolset == "browser" && !is_error), "{name}: {answer}");
        answer
    }

    /// The texts of a block's answer, which must be no error.
    async fn does(&self, name: &str, input: Value) -> Vec<String> {
        let answer = self.answer(name, input.clone()).await;
        assert_eq!(answer["is_error"], false, "{name} {input}: {answer}");
        let blocks = answer["content"].as_array().unwrap();
        blocks.iter().filter_map(|block| block["text"].as_str()).map(str::to_owned).collect()
    }

    /// The text of a block's answer, which must be an error.
    async fn fails(&self, name: &str, input: Value) -> String {
        let answer = self.answer(name, input).await;
        assert_eq!(answer["is_error"], true, "{name}: {answer}");
        answer["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// The windows after a block.
    async fn state(&self, name: &str, input: Value) -> Value {
        let answer = self.answer(name, input).await;
        assert_eq!(answer["is_error"], false, "{name}: {answer}");
        answer["content"].as_array().unwrap().last().unwrap().clone()
    }

    async fn picture(&self, name: &str, input: Value) -> Picture {
        let answer = self.answer(name, input).await;
        let block = answer["content"].as_array().unwrap()[0].clone();
        assert_eq!(block["source"]["media_type"], "image/png", "{name}: {}", block["type"]);
        Picture::encoded(&block["source"]["data"])
    }

    /// Where a person sees an object in the screenshot.
    async fn seen(&self, id: &str) -> [u32; 2] {
        pixel(self.app.place(id).await, SCREEN, self.display)
    }

    async fn click(&self, id: &str) -> Vec<String> {
        self.does("left_click", json!({"coordinate": self.seen(id).await})).await
    }

    /// The target of the element whose line on the page has all these words.
    async fn target(&self, words: &[&str]) -> Value {
        let page = self.does("read_page", json!({"filter": "interactive"})).await.remove(0);
        let line = page.lines().find(|line| words.iter().all(|word| line.contains(word)));
        let line = line.unwrap_or_else(|| panic!("no {words:?} in\n{page}"));
        let number = line.split("[ref_").nth(1).and_then(|rest| rest.split(']').next());
        json!({"type": "ref", "ref": format!("ref_{}", number.unwrap_or_else(|| panic!("no ref in {line}")))})
    }

    async fn set(&self, words: &[&str], value: Value) {
        let target = self.target(words).await;
        let said = self.does("form_input", json!({"target": target, "value": value})).await;
        assert_eq!(said[0], format!("Set the value of {}.", target["ref"].as_str().unwrap()));
    }

    /// What the form was submitted with.
    async fn submitted(&self) -> Value {
        eventually("a form that was submitted", async || {
            let stdout = self.app.stdout();
            let line = stdout.lines().find_map(|line| line.strip_prefix("SUBMIT "))?;
            Some(serde_json::from_str(line).unwrap())
        })
        .await
    }
}

/// As the API demands of tabs.
fn one_is_active(state: &Value) {
    let tabs = state["tabs"].as_array().unwrap();
    let active = tabs.iter().filter(|tab| tab["active"] == true).count();
    assert_eq!(active, usize::from(!tabs.is_empty()), "{state}");
    for tab in tabs {
        assert!(["tab_id", "title", "url"].iter().all(|field| tab[field].is_string()), "{tab}");
    }
}

fn titles(state: &Value) -> Vec<&str> {
    state["tabs"].as_array().unwrap().iter().map(|tab| tab["title"].as_str().unwrap()).collect()
}

fn tab_id(state: &Value, title: &str) -> Value {
    let tabs = state["tabs"].as_array().unwrap();
    let tab = tabs.iter().find(|tab| tab["title"] == title).unwrap_or_else(|| panic!("no {title} in {state}"));
    tab["tab_id"].clone()
}

/// What the types of Anthropic's SDK say of these.
fn judged(tools: &Value, results: &[Value], wrong: &Value) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/toolsets/accepted.py");
    let mut python = Command::new(environment("anthropic").join("bin/python"));
    let python = python.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = python.spawn().unwrap();
    let given = json!({"tools": tools, "results": results, "wrong": [wrong]});
    serde_json::to_writer(child.stdin.take().unwrap(), &given).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8_lossy(if output.status.success() { &output.stdout } else { &output.stderr }).into_owned()
}

on_both! {
    async fn a_form_is_filled_through_the_computer_toolset(qt: Qt) {
        let agent = Loop::open(gallery(qt), "computer").await;
        let first = agent.picture("screenshot", json!({})).await;
        assert_eq!((first.width, first.height), agent.display, "the screen is as large as was said");
        let said = agent.click("nameEdit").await;
        let [x, y] = agent.seen("nameEdit").await;
        assert_eq!(said[0], "Clicked.");
        assert!(said[1].starts_with(&format!("at ({x}, {y}): textbox \"Name\" [")), "{said:?}");
        assert_eq!(agent.does("type", json!({"text": "Ada Löve"})).await[0], "Typed.");
        assert_eq!(agent.does("key", json!({"text": "BackSpace", "repeat": 4})).await, ["Pressed BackSpace."]);
        agent.does("triple_click", json!({"coordinate": agent.seen("ageSpin").await})).await;
        agent.does("key", json!({"text": "ctrl+a"})).await;
        agent.does("type", json!({"text": "36"})).await;
        // Only the box and its words take clicks, and the rest of the row is empty.
        let [left, top, _, height] = agent.app.place("agreeCheck").await;
        let agree = pixel([left, top, 20.0, height], SCREEN, agent.display);
        agent.does("left_click", json!({"coordinate": agree})).await;
        agent.click("largeRadio").await;
        agent.click("colourCombo").await;
        agent.does("key", json!({"text": "Down Return"})).await;
        let slider = agent.seen("volumeSlider").await;
        agent.does("mouse_move", json!({"coordinate": slider})).await;
        assert_eq!(agent.does("cursor_position", json!({})).await, [format!("X={},Y={}", slider[0], slider[1])]);
        let wheel = json!({"coordinate": slider, "scroll_direction": "up", "scroll_amount": 2});
        assert_eq!(agent.does("scroll", wheel).await[0], "Scrolled up.");
        agent.click("submitButton").await;
        let form = agent.submitted().await;
        assert_eq!(form["name"], "Ada ", "{form}");
        assert_eq!((&form["age"], &form["agree"], &form["size"]), (&json!(36), &json!(true), &json!("Large")), "{form}");
        assert_eq!(form["colour"], "Green", "{form}");
        assert!(form["volume"].as_i64() > Some(50), "{form}");
        let closer = agent.picture("zoom", json!({"region": [x - 40, y - 20, x + 40, y + 20]})).await;
        assert!(closer.width > 80 && first != agent.picture("screenshot", json!({})).await);
    }

    async fn a_form_is_filled_through_the_browser_toolset(qt: Qt) {
        let agent = Loop::open(gallery(qt), "browser").await;
        agent.set(&["textbox", "\"Name\""], json!("Ada")).await;
        agent.set(&["textbox", "\"Password\""], json!("s3cret")).await;
        agent.set(&["spinbutton", "\"Age\""], json!(36)).await;
        agent.set(&["combobox", "\"Colour\""], json!("Blue")).await;
        agent.set(&["checkbox", "\"I agree\""], json!(true)).await;
        agent.set(&["radio", "\"Medium\""], json!(true)).await;
        agent.set(&["slider", "\"Volume\""], json!(70)).await;
        let found = agent.does("find", json!({"query": "submit button"})).await.remove(0);
        assert!(found.starts_with("Found ") && found.contains("button \"Submit\""), "{found}");
        let submit = agent.target(&["button", "\"Submit\""]).await;
        assert_eq!(agent.does("scroll_to", json!({"target": submit})).await[0], {
            format!("Scrolled to {}.", submit["ref"].as_str().unwrap())
        });
        let said = agent.does("left_click", json!({"target": submit})).await;
        assert_eq!(said[0], "Clicked.");
        let form = agent.submitted().await;
        let (name, password) = (&form["name"], &form["password"]);
        assert_eq!((name, password, &form["age"]), (&json!("Ada"), &json!("s3cret"), &json!(36)), "{form}");
        assert_eq!((&form["colour"], &form["size"]), (&json!("Blue"), &json!("Medium")), "{form}");
        assert_eq!((&form["agree"], &form["volume"]), (&json!(true), &json!(70)), "{form}");
        let text = agent.does("get_page_text", json!({})).await.remove(0);
        assert!(text.contains("Submitted Ada") && !text.contains("s3cret"), "{text}");
    }

    async fn a_qml_form_is_filled_through_the_browser_toolset(qt: Qt) {
        let agent = Loop::open(qml_gallery(qt), "browser").await;
        agent.set(&["textbox", "\"Name\""], json!("Grace")).await;
        agent.set(&["checkbox", "gree"], json!(true)).await;
        let [x, y] = agent.seen("submitButton").await;
        let said = agent.does("left_click", json!({"target": {"type": "coordinate", "x": x, "y": y}})).await;
        assert!(said[1].contains("button \"Submit\""), "{said:?}");
        let form = agent.submitted().await;
        assert_eq!((&form["name"], &form["agree"]), (&json!("Grace"), &json!(true)), "{form}");
    }

    async fn windows_are_tabs_that_open_and_are_turned_to_and_closed(qt: Qt) {
        let agent = Loop::open(gallery(qt).args(["--tab", "Dialogs"]), "browser").await;
        let first = agent.state("list_tabs", json!({})).await;
        assert_eq!(titles(&first).len(), 1, "{first}");
        let main = first["tabs"][0]["title"].as_str().unwrap();
        let open = agent.app.path("nonModalButton").await;
        let button = agent.app.get(&open, "text").await;
        let target = agent.target(&["button", button.as_str().unwrap()]).await;
        let opened = agent.state("left_click", json!({"target": target})).await;
        assert_eq!(titles(&opened).len(), 2, "{opened}");
        let news = opened["state_changes"].as_array().unwrap();
        assert_eq!((news.len(), &news[0]["type"]), (1, &json!("tab_opened")));
        let dialog = titles(&opened).into_iter().find(|title| *title != main).unwrap();
        assert_eq!(news[0]["tab_id"], tab_id(&opened, dialog));
        for title in [main, dialog, main] {
            let id = tab_id(&opened, title);
            let turned = agent.state("switch_tab", json!({"tab_id": id})).await;
            let active = turned["tabs"].as_array().unwrap().iter().find(|tab| tab["active"] == true).unwrap().clone();
            assert_eq!(active["title"], title);
        }
        let url = opened["tabs"].as_array().unwrap().iter().find(|tab| tab["title"] == dialog).unwrap()["url"].clone();
        let went = agent.does("navigate", json!({"url": url})).await.remove(0);
        assert_eq!(went, format!("Navigated to {} — {dialog}", url.as_str().unwrap()));
        let closed = agent.state("close_tab", json!({"tab_id": tab_id(&opened, dialog)})).await;
        assert_eq!(titles(&closed), [main]);
        let kept = agent.fails("close_tab", json!({"tab_id": tab_id(&closed, main)})).await;
        assert!(kept.starts_with("unsupported: "), "{kept}");
        assert_eq!(titles(&agent.state("list_tabs", json!({})).await), [main]);
    }

    async fn a_qml_window_is_turned_to_and_closed(qt: Qt) {
        let agent = Loop::open(qml_gallery(qt).args(["--tab", "More"]), "browser").await;
        let first = agent.state("list_tabs", json!({})).await;
        let [x, y] = agent.seen("openControlsButton").await;
        let opened = agent.state("left_click", json!({"target": {"type": "coordinate", "x": x, "y": y}})).await;
        assert_eq!((titles(&first).len(), titles(&opened).len()), (1, 2), "{opened}");
        let window = opened["state_changes"][0]["tab_id"].clone();
        let main = tab_id(&opened, titles(&first)[0]);
        for id in [&main, &window] {
            let turned = agent.state("switch_tab", json!({"tab_id": id})).await;
            let active = turned["tabs"].as_array().unwrap().iter().find(|tab| tab["active"] == true).unwrap();
            assert_eq!(&active["tab_id"], id, "{turned}");
        }
        let closed = agent.state("close_tab", json!({"tab_id": window})).await;
        assert_eq!(titles(&closed), titles(&first));
    }

    async fn a_modal_dialog_is_told_blocks_and_is_answered(qt: Qt) {
        let agent = Loop::open(gallery(qt).args(["--tab", "Dialogs"]), "browser").await;
        let main = agent.state("list_tabs", json!({})).await["tabs"][0]["tab_id"].clone();
        let button = agent.app.get("questionButton", "text").await;
        let target = agent.target(&["button", button.as_str().unwrap()]).await;
        let said = agent.does("left_click", json!({"target": target})).await;
        assert!(said.get(1).is_some_and(|told| told.starts_with("opened ")), "{said:?}");
        let blocked = agent.fails("switch_tab", json!({"tab_id": main})).await;
        assert!(blocked.contains("is blocked by dialog"), "{blocked}");
        assert!(agent.fails("left_click", json!({"target": target})).await.contains("Answer the dialog first"));
        let yes = agent.target(&["button", "Yes"]).await;
        let said = agent.does("left_click", json!({"target": yes})).await;
        assert!(said.get(1).is_some_and(|told| told.starts_with("closed ")), "{said:?}");
        agent.app.said("DIALOG question yes").await;
        let stale = agent.fails("left_click", json!({"target": yes})).await;
        let number = yes["ref"].as_str().unwrap();
        assert_eq!(stale, format!("Error: {number} is stale or not found on the current page. Re-read the page to get fresh references."));
    }

    async fn a_drag_goes_by_its_parts_and_by_itself_in_both_toolsets(qt: Qt) {
        let agent = Loop::open(gallery(qt).args(["--tab", "Canvas"]), "browser").await;
        let [x, y] = agent.seen("canvas").await;
        let at = |right: u32| json!({"type": "coordinate", "x": x + right, "y": y});
        assert_eq!(agent.does("left_mouse_down", json!({"target": at(0)})).await[0], "Mouse button pressed.");
        agent.does("mouse_move", json!({"target": at(30)})).await;
        let drawn = agent.app.get("canvas", "lastInput").await;
        assert!(drawn.as_str().unwrap().starts_with("drag "), "{drawn}");
        assert_eq!(agent.does("left_mouse_up", json!({"target": at(40)})).await[0], "Mouse button released.");
        assert!(agent.app.get("canvas", "lastInput").await.as_str().unwrap().starts_with("release "));
        agent.does("left_click_drag", json!({"from": at(0), "target": at(40)})).await;
        let agent = Loop { toolset: "computer", ..agent };
        agent.does("mouse_move", json!({"coordinate": [x, y]})).await;
        agent.does("left_mouse_down", json!({})).await;
        agent.does("mouse_move", json!({"coordinate": [x + 30, y]})).await;
        agent.does("left_mouse_up", json!({})).await;
        let said = agent.does("left_click_drag", json!({"start_coordinate": [x, y], "coordinate": [x + 40, y]})).await;
        assert_eq!(said[0], "Dragged.");
        assert!(agent.app.get("canvas", "lastInput").await.as_str().unwrap().starts_with("release "));
    }

    async fn what_a_model_does_wrong_is_an_answer_and_nothing_is_done(qt: Qt) {
        let agent = Loop::open(gallery(qt), "computer").await;
        let (width, height) = agent.display;
        let outside = agent.fails("left_click", json!({"coordinate": [width, height]})).await;
        assert!(outside.contains(&format!("{width}, {height}")) && outside.contains("out of bounds"), "{outside}");
        let wrong = agent.fails("left_click", json!({"coordinate": [5]})).await;
        assert_eq!(wrong, "invalid input for computer member 'left_click': coordinate: expected [x, y]");
        assert_eq!(agent.fails("fly", json!({})).await, "Error: unknown computer toolset member 'fly'");
        assert!(agent.fails("key", json!({"text": "Retrun"})).await.contains("Return"));
        assert!(agent.fails("wait", json!({"duration": 1000})).await.contains("duration=1000"));
        let browser = Loop { toolset: "browser", ..agent };
        for (name, input) in [
            ("new_tab", json!({})),
            ("read_network", json!({})),
            ("javascript_exec", json!({"text": "1 + 1"})),
            ("navigate", json!({"url": "https://example.org"})),
            ("navigate", json!({"url": "back"})),
            ("left_click", json!({"target": {"type": "ref", "ref": "ref_99999"}})),
            ("wait", json!({"duration": 31})),
        ] {
            assert!(!browser.fails(name, input).await.is_empty());
        }
        let (code, message, _) = browser.app.fault("toolUse", json!({"name": "computer", "inputs": {}})).await;
        assert_eq!(code, Code::BadArgument, "{message}");
        assert!(!browser.app.stdout().contains("SUBMIT"));
    }

    async fn the_tools_before_the_toolsets_are_answered_too(qt: Qt) {
        let app = Computer::open(gallery(qt).screen(SCREEN.0, SCREEN.1)).await;
        let given = app.call("toolDefinitions", json!({"type": "computer_20251124", "fit": "wxga"})).await;
        let entry = &given["tools"][0];
        assert_eq!((&entry["name"], &entry["enable_zoom"]), (&json!("computer"), &json!(true)));
        assert_eq!(given["betas"], json!({"computer_20251124": "computer-use-2025-11-24"}));
        let display = (entry["display_width_px"].as_u64().unwrap(), entry["display_height_px"].as_u64().unwrap());
        let display = (u32::try_from(display.0).unwrap(), u32::try_from(display.1).unwrap());
        let at = pixel(app.place("submitButton").await, SCREEN, display);
        // Before any screenshot: the entry alone says what coordinates are.
        let input = json!({"action": "left_click", "coordinate": at});
        let answer = app.call("toolUse", json!({"name": "computer", "input": input})).await;
        let content = answer["content"].as_array().unwrap();
        assert_eq!((content.len(), &answer["is_error"]), (2, &json!(false)));
        let text = content[0]["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("left_click at ({}, {}): button \"Submit\"", at[0], at[1])), "{text}");
        let picture = Picture::encoded(&content[1]["source"]["data"]);
        assert_eq!((picture.width, picture.height), display);
        assert!(app.stdout().contains("SUBMIT "));
        let wrong = app.call("toolUse", json!({"name": "computer", "input": {"action": "left_click", "coordinate": [1]}})).await;
        assert_eq!(wrong["is_error"], true);
        let tools = app.call("listTools", json!({"mode": "all"})).await;
        let listed = tools["tools"].as_array().unwrap();
        assert!(listed.iter().all(|tool| tool["name"] != "toolUse" && tool["name"] != "left_click"));
        let methods = tools["connection"].as_array().unwrap();
        assert!(["toolUse", "toolDefinitions"].iter().all(|name| methods.iter().any(|method| method["name"] == *name)));
    }

    async fn what_is_given_and_answered_fits_the_types_of_the_sdk(qt: Qt) {
        let agent = Loop::open(gallery(qt).args(["--tab", "Dialogs"]), "browser").await;
        let tools = agent.app.call("toolDefinitions", json!({"enable_zoom": false})).await["tools"].clone();
        let [x, y] = agent.seen("nonModalButton").await;
        let mut results = Vec::new();
        for (toolset, name, input) in [
            ("browser", "list_tabs", json!({})),
            ("browser", "read_page", json!({})),
            ("browser", "left_click", json!({"target": {"type": "coordinate", "x": x, "y": y}})),
            ("browser", "screenshot", json!({})),
            ("browser", "new_tab", json!({})),
            ("computer", "screenshot", json!({})),
            ("computer", "left_click", json!({"coordinate": [x, y]})),
            ("computer", "left_click", json!({"coordinate": [x]})),
        ] {
            let block = json!({"name": name, "toolset_name": toolset, "input": input});
            let mut result = agent.app.call("toolUse", block).await;
            result["type"] = json!("tool_result");
            result["tool_use_id"] = json!("toolu_1");
            result["toolset_name"] = json!(toolset);
            results.push(result);
        }
        let mut wrong = results[0].clone();
        wrong["content"][0]["tabs"] = json!([{"title": "without an id"}]);
        assert_eq!(judged(&tools, &results, &wrong), "accepted 12 refused 1\n");
    }
}
