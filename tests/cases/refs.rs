//! Refs of widgets and QML items: each is one object's for good, whoever reads it and wherever the object goes, and one
//! that cannot be used says why.

use crate::containers::Page;
use qtmcp_tests::{Client, Code, Value, eventually, gallery, json, on_both, qml_gallery, succeed, text};

/// The calls that act on an element, or read it.
fn uses(number: u64) -> [(&'static str, Value); 5] {
    [
        ("click", json!({"ref": number, "dialect": "chrome"})),
        ("computer", json!({"action": "left_click", "ref": number, "dialect": "chrome"})),
        ("computer", json!({"action": "hover", "ref": number, "dialect": "chrome"})),
        ("form_input", json!({"ref": number, "value": "x", "dialect": "chrome"})),
        ("read_page", json!({"ref_id": number, "dialect": "chrome"})),
    ]
}

on_both! {
    async fn a_deleted_widget_is_stale_and_named_and_its_successor_is_another(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let victim = page.number("QPushButton", "Victim").await;
        let deleted = page.press("QPushButton", "Delete victim").await;
        assert!(text(&deleted).contains(&format!("- button \"Victim\" [ref_{victim}]")), "{deleted}");
        let gone = format!(
            "No element found with reference: \"ref_{victim}\". The element may have been removed from the page. \
             It was button \"Victim\" [ref_{victim}]."
        );
        for (tool, arguments) in uses(victim) {
            let (code, message, next) = page.fault(tool, arguments).await;
            assert_eq!((code, &message), (Code::StaleRef, &gone), "{tool}");
            assert!(next.contains("`read_page`"), "{next}");
        }
        let (_, message, _) = page.fault("click", json!({"ref": victim})).await;
        assert_eq!(message, format!("[{victim}] QPushButton \"Victim\" is gone: the app has removed it."));

        page.press("QPushButton", "Make victim anew").await;
        let successor = page.number("QPushButton", "Victim").await;
        assert!(successor > victim, "a number is given once");
        assert_eq!(page.fault("click", json!({"ref": victim})).await.0, Code::StaleRef);
        page.hit(successor).await;
        page.said("CLICK victimButton Victim").await;
    }

    async fn rows_of_widgets_made_anew_have_refs_of_their_own(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let mut before = Vec::new();
        for row in 1..=5 {
            before.push(page.number("QPushButton", &format!("Row {row}")).await);
        }
        page.press("QPushButton", "Rebuild the list").await;
        for (row, old) in (1..=5).zip(before) {
            let (code, message, _) = page.fault("click", json!({"ref": old})).await;
            assert_eq!(code, Code::StaleRef, "{message}");
            assert!(message.contains(&format!("\"Row {row}\"")), "{message}");
            assert!(page.number("QPushButton", &format!("Row {row}")).await > old);
        }
        assert!(!page.stdout().contains("CLICK listButton"), "{}", page.stdout());
    }

    async fn a_widget_under_another_parent_keeps_its_ref_and_is_used_there(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let mover = page.number("QLineEdit", "moverEdit").await;
        for (text, around) in [("in the right box", "rightBox"), ("in the left box", "leftBox")] {
            page.press("QPushButton", "Move to the other box").await;
            assert!(page.path("moverEdit").await.contains(around));
            assert_eq!(page.number("QLineEdit", "moverEdit").await, mover);
            let set = page.call("form_input", json!({"ref": mover, "value": text})).await;
            assert_eq!(set["value"], text, "{set}");
            assert_eq!(page.get("moverEdit", "text").await, text);
        }
    }

    async fn of_two_that_change_places_or_texts_each_keeps_its_ref(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let (alpha, beta) = (page.number("QPushButton", "Alpha").await, page.number("QPushButton", "Beta").await);
        page.press("QPushButton", "Swap places").await;
        page.hit(alpha).await;
        page.said("CLICK alphaButton Alpha").await;
        page.hit(beta).await;
        page.said("CLICK betaButton Beta").await;
        let swapped = page.press("QPushButton", "Swap texts").await;
        assert!(text(&swapped).contains(&format!("button \"Beta\" [ref_{alpha}] (was \"Alpha\")")), "{swapped}");
        page.hit(alpha).await;
        page.said("CLICK alphaButton Beta").await;
        assert_eq!(page.number("QPushButton", "Alpha").await, beta);
    }

    async fn a_window_shown_again_has_its_refs_and_one_made_again_new_ones(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let target = |answer: &Value| -> u64 {
            let line = text(answer).lines().find(|line| line.contains("button \"Target\" [ref_")).unwrap().to_owned();
            line.split("[ref_").nth(1).unwrap().split(']').next().unwrap().parse().unwrap()
        };
        let same = target(&page.press("QPushButton", "Show the same window").await);
        page.hit(same).await;
        page.said("CLICK sameWindowTarget Target").await;
        page.press("QPushButton", "Close").await;
        for (tool, arguments) in uses(same).into_iter().filter(|(tool, _)| *tool != "form_input") {
            let (code, message, _) = page.fault(tool, arguments).await;
            let hidden = format!("button \"Target\" [ref_{same}] is hidden.");
            assert_eq!((code, message), (Code::NotVisible, hidden), "{tool}");
        }
        assert_eq!(target(&page.press("QPushButton", "Show the same window").await), same);
        page.hit(same).await;
        page.press("QPushButton", "Close").await;

        let fresh = target(&page.press("QPushButton", "Open a new window").await);
        page.press("QPushButton", "Close").await;
        assert_eq!(page.fault("click", json!({"ref": fresh})).await.0, Code::StaleRef);
        let other = target(&page.press("QPushButton", "Open a new window").await);
        assert!(other > fresh, "{other} {fresh}");
        let (code, message, _) = page.fault("click", json!({"ref": fresh})).await;
        assert_eq!(code, Code::StaleRef, "{message}");
        page.hit(other).await;
        page.said("CLICK freshWindowTarget Target").await;
    }

    async fn every_client_has_the_same_refs_and_so_has_one_that_comes_back(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let ours = page.call("read_page", json!({})).await;
        let other = Client::connect(&page.url).await.unwrap();
        let theirs = succeed(&other, "read_page", json!({})).await;
        assert_eq!(theirs["refs"], ours["refs"]);
        let alpha = page.number("QPushButton", "Alpha").await;
        page.press("QPushButton", "Delete victim").await;
        page.press("QPushButton", "Make victim anew").await;
        let victim = page.number("QPushButton", "Victim").await;
        drop(other);
        let again = Client::connect(&page.url).await.unwrap();
        // It has read nothing yet: what the app has given holds for it too.
        succeed(&again, "click", json!({"ref": alpha})).await;
        page.said("CLICK alphaButton Alpha").await;
        succeed(&again, "click", json!({"ref": victim})).await;
        page.said("CLICK victimButton Victim").await;
        let theirs = succeed(&again, "read_page", json!({})).await;
        let ours = page.call("read_page", json!({})).await;
        assert_eq!(theirs["refs"], ours["refs"]);
    }

    async fn a_ref_is_one_however_it_is_written_and_unknown_until_it_is_given(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let alpha = page.number("QPushButton", "Alpha").await;
        for written in [json!(alpha), json!(alpha.to_string()), json!(format!("ref_{alpha}"))] {
            let clicked = page.call("click", json!({"ref": written, "dialect": "chrome"})).await;
            assert!(text(&clicked).starts_with(&format!("Clicked on element ref_{alpha}")), "{written}: {clicked}");
        }
        let said = "CLICK alphaButton Alpha";
        eventually("three clicks", async || (page.stdout().matches(said).count() == 3).then_some(())).await;

        for (tool, arguments) in uses(90_000) {
            let (code, message, next) = page.fault(tool, arguments).await;
            assert_eq!(code, Code::UnknownRef, "{tool}: {message}");
            let unknown = "No element found with reference: \"ref_90000\". It was never given; refs go up to ";
            assert!(message.starts_with(unknown), "{message}");
            assert!(next.contains("`read_page`") && next.contains("`find`"), "{next}");
        }
        let (_, message, _) = page.fault("click", json!({"ref": 90_000})).await;
        assert!(message.starts_with("There is no element [90000]: refs go up to "), "{message}");
        for wrong in [json!("button"), json!(-1), json!(1.5), Value::Null, json!([alpha])] {
            let (code, message, _) = page.fault("click", json!({"ref": wrong})).await;
            assert_eq!(code, Code::BadArgument, "{message}");
            assert!(message.contains("such as 7 or \"ref_7\""), "{message}");
        }
    }

    async fn what_is_hidden_or_disabled_says_so_until_it_is_no_more(qt: Qt) {
        let page = Page::more(qt, "refs").await;
        let shy = page.number("QPushButton", "Shy").await;
        page.press("QPushButton", "Hide or show").await;
        assert!(page.all("QPushButton", "Shy").await.is_empty());
        let (code, message, _) = page.fault("click", json!({"ref": shy})).await;
        assert_eq!((code, message), (Code::NotVisible, format!("[{shy}] QPushButton \"Shy\" is hidden.")));
        let (code, message, next) = page.fault("read_page", json!({"ref_id": shy})).await;
        assert_eq!((code, message), (Code::NotVisible, format!("[{shy}] QPushButton \"Shy\" is hidden.")));
        assert!(next.contains("filter all"), "{next}");
        let hidden = page.call("read_page", json!({"ref_id": shy, "filter": "all", "dialect": "chrome"})).await;
        let line = format!("button \"Shy\" [ref_{shy}] hidden");
        assert!(hidden["tree"].as_str().unwrap().starts_with(&line), "{hidden}");
        page.press("QPushButton", "Hide or show").await;
        assert_eq!(page.number("QPushButton", "Shy").await, shy);

        page.press("QPushButton", "Disable or enable").await;
        for (tool, arguments) in [&uses(shy)[0], &uses(shy)[1]] {
            let (code, message, _) = page.fault(tool, arguments.clone()).await;
            assert_eq!((code, message), (Code::Disabled, format!("button \"Shy\" [ref_{shy}] is disabled.")), "{tool}");
        }
        assert!(!page.stdout().contains("CLICK shyButton"), "{}", page.stdout());
        page.press("QPushButton", "Disable or enable").await;
        page.hit(shy).await;
        page.said("CLICK shyButton Shy").await;
    }

    async fn what_a_dialog_covers_names_the_dialog_and_its_ref(qt: Qt) {
        let page = Page::open(gallery(qt).args(["--tab", "dialogs"])).await;
        let ok = page.number("QPushButton", "OK").await;
        page.press("QPushButton", "Modal…").await;
        page.appears("modalDialog").await;
        let dialog = page.call("tabs_context", json!({})).await["activeWindow"].clone();
        for (dialect, expected) in [
            ("chrome", format!("button \"OK\" [ref_{ok}] is covered by dialog \"A modal dialog\" [ref_{dialog}].")),
            ("qt", format!("[{ok}] QPushButton \"OK\" is covered by dialog \"A modal dialog\" [{dialog}].")),
        ] {
            for action in ["left_click", "hover"] {
                let acts = json!({"action": action, "ref": ok, "dialect": dialect});
                let (code, message, next) = page.fault("computer", acts).await;
                assert_eq!((code, &message), (Code::BlockedByDialog, &expected));
                assert!(next.contains("`read_page`"), "{next}");
            }
        }
        assert!(!page.stdout().lines().any(|line| line == "OK"));
        page.key("Escape").await;
        page.hit(ok).await;
        page.said("OK").await;
    }

    async fn what_another_widget_covers_names_that(qt: Qt) {
        let page = Page::open(gallery(qt).args(["--tab", "input lab"])).await;
        let covered = page.number("QPushButton", "Covered").await;
        let (code, message, next) = page.fault("click", json!({"ref": covered, "dialect": "chrome"})).await;
        assert_eq!(code, Code::Covered, "{message}");
        assert!(message.starts_with(&format!("button \"Covered\" [ref_{covered}] is covered by ")), "{message}");
        assert!(message.contains("\"A cover over a button\" [ref_"), "{message}");
        assert!(!next.is_empty());
        assert!(!page.stdout().contains("COVERED"), "{}", page.stdout());
    }

    async fn qml_items_that_are_destroyed_are_stale_and_new_ones_are_new(qt: Qt) {
        let page = Page::open(qml_gallery(qt).args(["--page", "pages"])).await;
        let hall = page.number("TextField", "A note").await;
        let kitchen = async || {
            page.press("Button", "To the Kitchen").await;
            eventually("the kitchen", async || {
                let notes = page.all("TextField", "A note").await;
                notes.into_iter().find(|number| *number != hall)
            })
            .await
        };
        let first = kitchen().await;
        page.press("ToolButton", "Back").await;
        eventually("the hall", async || (page.all("TextField", "A note").await == [hall]).then_some(())).await;
        let (code, message, _) = page.fault("click", json!({"ref": first})).await;
        assert_eq!(code, Code::StaleRef, "{message}");
        assert!(message.contains(&format!("[{first}] TextField")), "{message}");
        let second = kitchen().await;
        assert!(second > first, "{second} {first}");
    }

    async fn a_qml_window_and_dialog_shown_again_have_the_same_refs(qt: Qt) {
        let page = Page::open(qml_gallery(qt).args(["--page", "menus"])).await;
        let later = page.number("Button", "Later").await;
        let ask = async || {
            page.press("Button", "Ask…").await;
            eventually("the dialog", async || page.all("TextField", "Name").await.pop()).await
        };
        let field = ask().await;
        let (code, message, _) = page.fault("click", json!({"ref": later, "dialect": "chrome"})).await;
        assert!([Code::Covered, Code::BlockedByDialog].contains(&code), "{code}: {message}");
        assert!(message.contains("is covered by dialog \"A name, please\" [ref_"), "{message}");
        page.press("Button", "Cancel").await;
        eventually("no dialog", async || page.all("TextField", "Name").await.is_empty().then_some(())).await;
        assert_eq!(page.fault("click", json!({"ref": field})).await.0, Code::NotVisible);
        assert_eq!(ask().await, field);
    }
}
