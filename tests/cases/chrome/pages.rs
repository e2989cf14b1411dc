//! Pages as text: the specification's example in both dialects, its text, and the dialect of a whole session.

use qtmcp_tests::{Code, Page, Value, first_line, gallery, json, on_both, small};

const QT: &str = include_str!("golden/addressform.qt.txt");
const CHROME: &str = include_str!("golden/addressform.chrome.txt");
const TEXT: &str = include_str!("golden/addressform.text.txt");

async fn example(qt: qtmcp_tests::Qt) -> Page {
    Page::open(small(qt, "addressform")).await
}

on_both! {
    async fn the_specifications_example_is_read_as_it_is_written_there(qt: Qt) {
        let page = example(qt).await;
        let read = page.call("read_page", json!({})).await;
        assert_eq!(read["tree"].as_str().unwrap().trim_end(), QT.trim_end());
        for (number, class, name, x, y) in [("7", "QToolButton", "New", 50, 80), ("11", "QLineEdit", "", 200, 150)] {
            let about = &read["refs"][number];
            assert_eq!((&about["class"], &about["name"]), (&json!(class), &json!(name)));
            assert_eq!((&about["x"], &about["y"]), (&json!(x), &json!(y)));
        }
    }

    async fn the_example_is_short_in_the_browsers_dialect(qt: Qt) {
        let page = example(qt).await;
        assert_eq!(page.tree("chrome").await.trim_end(), CHROME.trim_end());
    }

    async fn the_examples_text_is_as_a_person_reads_it(qt: Qt) {
        let page = example(qt).await;
        let answer = page.call("get_page_text", json!({})).await;
        assert_eq!(answer["text"].as_str().unwrap().trim_end(), TEXT.trim_end());
        let chrome = page.call("get_page_text", json!({"dialect": "chrome", "tabId": 1})).await;
        let head = "Title: My Application\nURL: app://addressform/my-application\nSource element: <main>\n---\n";
        assert!(chrome["text"].as_str().unwrap().starts_with(head), "{chrome}");
    }

    async fn refs_are_the_same_whenever_and_by_whomever_the_page_is_read(qt: Qt) {
        let page = example(qt).await;
        let first = page.tree("qt").await;
        page.tree("chrome").await;
        let other = qtmcp_tests::Client::connect(&page.url).await.unwrap();
        let again = qtmcp_tests::succeed(&other, "read_page", json!({})).await;
        assert_eq!(again["tree"], json!(first));
    }

    async fn a_long_text_comes_in_full_and_is_cut_only_where_asked(qt: Qt) {
        let page = Page::tab(qt, "form").await;
        let long: String = (0..2000).map(|line| format!("line {line}\n")).collect();
        page.set("notesEdit", "plainText", json!(long)).await;
        let whole = page.call("get_page_text", json!({})).await;
        assert!(whole["text"].as_str().unwrap().contains("line 1999"), "{whole}");
        let cut = page.call("get_page_text", json!({"max_chars": 2000})).await;
        let cut = cut["text"].as_str().unwrap();
        assert!(!cut.contains("line 1999") && cut.contains("more characters"), "{cut}");
        assert!(cut.chars().count() < 2200);
        let huge = "a line of a very long text, one of many that are alike\n".repeat(4000);
        page.set("notesEdit", "plainText", json!(huge)).await;
        let capped = page.call("get_page_text", json!({})).await;
        assert!(capped["text"].as_str().unwrap().chars().count() < 51_000);
    }

    async fn the_dialect_of_a_session_is_that_of_every_text_and_error(qt: Qt) {
        let page = Page::open(gallery(qt).args(["--tab", "form"]).env("QTMCP_DIALECT", "chrome")).await;
        let read = page.call("read_page", json!({})).await;
        let tree = read["tree"].as_str().unwrap();
        assert!(tree.contains("button \"Submit\" [ref_") && tree.contains("\nViewport: "), "{tree}");
        let found = page.call("find", json!({"query": "submit button"})).await;
        let text = found["text"].as_str().unwrap();
        assert!(text.starts_with("Found ") && text.contains("- ref_") && text.contains("button \"Submit\" (button) - "), "{text}");
        let number = &found["matches"][0]["ref"];
        let clicked = page.call("click", json!({"ref": number})).await;
        assert_eq!(first_line(&clicked), format!("Clicked on element ref_{number}"));
        let (code, message, _) = page.fault("click", json!({"ref": 99_999})).await;
        assert_eq!(code, Code::UnknownRef);
        assert!(message.starts_with("No element found with reference: \"ref_99999\"."), "{message}");
        let (_, message, _) = page.fault("find", json!({"query": "x", "tabId": 99_999})).await;
        assert_eq!(message, "No tab with id: 99999");
        let qt = page.call("find", json!({"query": "submit button", "dialect": "qt"})).await;
        assert!(qt["text"].as_str().unwrap().contains("] QPushButton \"Submit\""), "{qt}");
    }

    async fn what_is_not_a_parameter_is_refused_with_those_there_are(qt: Qt) {
        let page = example(qt).await;
        for (tool, known) in [
            ("find", "query"),
            ("get_page_text", "max_chars"),
            ("tabs_context", "dialect"),
            ("computer", "start_coordinate"),
            ("wait_for", "textGone"),
            ("resize_window", "width"),
        ] {
            let (code, message, next) = page.fault(tool, json!({"colour": "red"})).await;
            assert_eq!(code, Code::BadArgument);
            assert!(message.contains("unknown field `colour`") && message.contains(known), "{message}");
            assert!(next.contains("listTools"), "{next}");
        }
        let tools = page.call("listTools", json!({})).await;
        let names: Vec<&str> = tools["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
        for name in "read_page find click form_input get_page_text navigate tabs_context read_console_messages computer \
                     resize_window browser_batch wait_for file_upload".split_whitespace() {
            assert!(names.contains(&name), "{name} is not among {names:?}");
        }
        assert!(!names.contains(&"tabs_context_mcp"), "an alias is found by its name and not listed");
    }

    async fn gone_elements_are_stale_and_unknown_ones_unknown(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let victim = page.call("find", json!({"query": "victim button"})).await["matches"][0]["ref"].clone();
        page.call("click", json!({"ref": victim})).await;
        let delete = page.path("deleteButton").await;
        page.call("click", json!({"id": delete})).await;
        for (tool, arguments) in [
            ("click", json!({"ref": victim})),
            ("computer", json!({"action": "left_click", "ref": victim})),
            ("computer", json!({"action": "hover", "ref": victim})),
            ("computer", json!({"action": "scroll_to", "ref": victim})),
            ("wait_for", json!({"ref": victim})),
            ("read_page", json!({"ref_id": victim})),
        ] {
            let (code, message, next) = page.fault(tool, arguments.clone()).await;
            assert_eq!(code, Code::StaleRef, "{tool} {arguments}: {message}");
            assert!(message.contains(&format!("[{victim}]")), "{message}");
            assert!(next.contains("`read_page`"), "{next}");
        }
        let gone = page.call("wait_for", json!({"ref": victim, "state": "gone"})).await;
        assert_eq!(gone["success"], true);
        let (code, _, next) = page.fault("computer", json!({"action": "left_click", "ref": "ref_70000"})).await;
        assert_eq!(code, Code::UnknownRef);
        assert!(next.contains("`find`"), "{next}");
    }

    async fn a_batch_fills_a_form_and_keeps_its_pictures(qt: Qt) {
        let page = Page::pattern(qt).await;
        let (name, submit) = (page.number("QLineEdit", "nameInput").await, page.number("QPushButton", "Submit").await);
        let actions = json!([
            {"name": "computer", "input": {"action": "left_click", "ref": name, "dialect": "chrome"}},
            {"name": "computer", "input": {"action": "type", "text": "Grüße 日本 🎉"}},
            {"name": "computer", "input": {"action": "screenshot", "scale": 0.5}},
            {"name": "click", "input": {"ref": submit}},
        ]);
        let done = page.call("browser_batch", json!({"actions": actions})).await;
        page.said("SUBMIT Grüße 日本 🎉|").await;
        assert_eq!(done["completed"], 4);
        let text = done["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("[computer:left_click] Clicked on element ref_{name}")), "{text}");
        assert!(text.contains("\n[computer:screenshot] ") && text.contains("\n[click] Clicked "), "{text}");
        let shot = &done["results"][2];
        assert!(shot["screenshot"]["data"].as_str().unwrap().len() > 100, "{shot}");
        let half = |of: &Value| of.as_u64().unwrap() / 2;
        assert_eq!((half(&shot["frame"][0]), half(&shot["frame"][1])), (shot["width"].as_u64().unwrap(), shot["height"].as_u64().unwrap()));

        let failing = json!([
            {"name": "computer", "input": {"action": "key", "text": "Tab"}},
            {"name": "computer", "input": {"action": "zoom", "region": [0, 0, 90_000, 5]}},
        ]);
        let (code, message, _) = page.fault("browser_batch", json!({"actions": failing})).await;
        assert_eq!(code, Code::BadArgument);
        assert!(message.starts_with("actions[1] (computer:zoom) failed: Region (0,0) to (90000,5) is outside"), "{message}");
        assert!(message.contains("(1 completed, 0 remaining)"), "{message}");
    }
}
