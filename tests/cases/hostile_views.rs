//! Widgets that Qt allows and hardly any app has: reading them neither ends the app, nor holds it up, nor tells secrets.

use crate::containers::Page;
use qtmcp_tests::{Code, Qt, Value, eventually, json, on_both, small};

async fn open(qt: Qt, page: &str) -> Page {
    Page::open(small(qt, "hostileviews").args(["--page", page])).await
}

async fn text(page: &Page) -> String {
    page.call("get_page_text", json!({})).await["text"].as_str().unwrap().to_owned()
}

on_both! {
    async fn a_tree_without_end_is_searched_for_a_while_and_in_all_its_branches(qt: Qt) {
        let page = open(qt, "deep").await;
        let tree = page.number("QTreeView", "deepTree").await;
        for _ in 0..5 {
            let (code, message, _) = page.fault("form_input", json!({"ref": tree, "value": "no such text"})).await;
            assert_eq!(code, Code::NotFound, "{message}");
        }
        // Found, though the branches that they are in are closed.
        for text in ["level 3", "leaf"] {
            let (code, message, _) = page.fault("form_input", json!({"ref": tree, "value": text})).await;
            assert_eq!(code, Code::NotVisible, "{message}");
        }
        let chosen = page.call("form_input", json!({"ref": tree, "value": "other branch"})).await;
        assert_eq!(chosen["value"], "other branch", "{chosen}");
    }
}

on_both! {
    async fn secrets_are_told_as_filled_and_nothing_else(qt: Qt) {
        let page = open(qt, "secrets").await;
        let read = page.call("read_page", json!({})).await["tree"].as_str().unwrap().to_owned();
        let line = |name: &str| read.lines().find(|line| line.contains(name)).unwrap().to_owned();
        for name in ["secretCombo", "secretEdit", "secretSpin"] {
            assert!(line(name).contains("password, filled"), "{read}");
        }
        assert!(line("emptyEdit").contains("password") && !line("emptyEdit").contains("filled"), "{read}");
        for word in ["xyzzy", "4711"] {
            assert!(!read.contains(word) && !text(&page).await.contains(word), "{word} in {read}");
            let found = page.call("find", json!({"query": word})).await;
            assert_eq!(found["matches"], json!([]), "{found}");
        }
    }
}

on_both! {
    async fn a_secret_choice_takes_what_is_typed_and_lists_no_other(qt: Qt) {
        let page = open(qt, "secrets").await;
        let combo = page.number("QComboBox", "secretCombo").await;
        let set = page.call("form_input", json!({"ref": combo, "value": "new one"})).await;
        assert_eq!((&set["value"], &set["refused"]), (&Value::Null, &Value::Null), "{set}");
        assert_eq!((&set["length"], page.get("#secretCombo", "currentText").await), (&json!(7), json!("••••••••")), "{set}");
        let spin = page.number("QSpinBox", "secretSpin").await;
        let set = page.call("form_input", json!({"ref": spin, "value": 12})).await;
        assert_eq!((&set["length"], page.get("#secretSpin", "value").await), (&json!(2), json!("••••••••")), "{set}");
    }
}

on_both! {
    async fn accessibility_that_is_gone_is_not_asked_and_a_circle_is_left(qt: Qt) {
        let page = open(qt, "accessible").await;
        for _ in 0..3 {
            assert_eq!(page.all("Part", "there").await.len(), 1);
            assert_eq!(page.all("Part", "round").await.len(), 1, "{}", page.tree().await);
        }
    }
}

on_both! {
    async fn views_that_answer_slowly_are_read_quickly(qt: Qt) {
        let page = open(qt, "slow").await;
        eventually("the icons", async || page.tree().await.contains("icon 0").then_some(())).await;
        // A call that took longer than its deadline would fail.
        let read = page.tree().await;
        // Between the icons there is nothing, so that finding all takes a while; the first are found at once.
        assert!(read.contains("icon 1"), "{read}");
    }
}

on_both! {
    async fn a_model_that_is_filled_anew_while_it_is_read_does_no_harm(qt: Qt) {
        let page = open(qt, "restless").await;
        for row in ["one", "two", "three"] {
            eventually(row, async || page.tree().await.contains(row).then_some(())).await;
        }
        for _ in 0..20 {
            page.call("find", json!({"query": "two"})).await;
        }
    }
}
