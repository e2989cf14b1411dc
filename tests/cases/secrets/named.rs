//! Secrets by name: typed without being seen, and masked in whatever leaves.

use super::vault::{Kind, MASK, file, write_with};
use qtmcp_tests::{Code, Events, Home, Qt, Run, Serve, TestApp, built, eventually, json, launch, on_both};
use std::time::Duration;

const VALUE: &str = "Kx5-\"quoted\" \\ value";
const FILE: &str = "# keys\nKEY='Kx5-\"quoted\" \\ value'\nOTHER=Kx5-other\n";
const NAMED: &str = "<secret>KEY</secret>";

async fn open(kind: Kind, qt: Qt, home: &Home) -> TestApp {
    let secrets = file(home, "secrets", FILE);
    let shown = file(home, "shown", &format!("{VALUE}\nKx5-other\n"));
    let app =
        kind.launch(qt).args(["--shown", shown.to_str().unwrap(), "--text", "none"]).env("QTMCP_SECRETS", secrets);
    let app = launch(app).await;
    app.appears("pictured").await;
    app
}

on_both! {
    async fn a_name_types_its_value_into_any_field_and_only_the_name_comes_back(qt: Qt) {
        let home = Home::new();
        let app = open(Kind::Widgets, qt, &home).await;
        let mut events = Events::of(&app.client);
        app.call("subscribeSignals", json!({"id": "plainEdit", "signals": ["textChanged"]})).await;
        app.call("sendKeys", json!({"id": "plainEdit", "text": format!("<{NAMED}>")})).await;
        // The app has it, and says so by itself on its own stderr.
        eventually("the value", async || app.stderr().contains(&format!("plain: <{VALUE}>")).then_some(())).await;
        // From now on it is a secret field: what is left when a part of the value is taken away would be no text to be found.
        assert_eq!(app.get("plainEdit", "text").await, MASK);
        app.call("sendKeys", json!({"id": "plainEdit", "keys": "BackSpace BackSpace"})).await;
        assert_eq!(app.get("plainEdit", "text").await, MASK);
        let signals: Vec<String> = events.so_far().iter().map(|event| event.data.to_string()).collect();
        assert!(!signals.is_empty() && signals.iter().all(|event| !event.contains("Kx")), "{signals:?}");
        let said = app.call("read_console_messages", json!({"limit": 1000})).await.to_string();
        assert!(!said.contains("Kx") && said.contains("plain: "), "{said}");

        assert_eq!(app.set("plainEdit", "text", json!(NAMED)).await, "1 characters");
        let plain = app.call("find", json!({"query": "Anything"})).await;
        let number = plain["matches"][0]["ref"].clone();
        let set = app.call("form_input", json!({"ref": number, "value": "<secret>OTHER</secret>"})).await;
        assert_eq!((&set["length"], &set["refused"]), (&json!(1), &json!(null)), "{set}");
        eventually("the value", async || app.stderr().contains("plain: Kx5-other\n").then_some(())).await;
        let page = app.call("read_page", json!({})).await.to_string();
        assert!(!page.contains("Kx5") && page.contains("Key: <secret>KEY</secret>."), "{page}");
    }

    async fn a_name_that_nobody_gave_types_nothing(qt: Qt) {
        let home = Home::new();
        let app = open(Kind::Widgets, qt, &home).await;
        let wrong = json!({"id": "plainEdit", "text": "<secret>KYE</secret>"});
        let (code, message, _) = app.fault("sendKeys", wrong).await;
        assert_eq!((code, message.as_str()), (Code::BadArgument, "There is no secret `KYE`; there is KEY, OTHER."));
        assert_eq!(app.get("plainEdit", "text").await, "");
    }

    async fn a_guess_at_a_value_is_not_confirmed(qt: Qt) {
        let home = Home::new();
        let app = open(Kind::Widgets, qt, &home).await;
        let found = app.call("findByText", json!({"text": "Kx5"})).await;
        assert_eq!(found["objects"], json!([]), "{found}");
        let named = app.call("findByText", json!({"text": NAMED})).await;
        assert_eq!(named["objects"].as_array().map(Vec::len), Some(1), "{named}");
    }

    async fn a_file_that_others_can_read_lets_nobody_in(qt: Qt) {
        let home = Home::new();
        let path = home.dir().join("open");
        write_with(&path, FILE, 0o644);
        let launching = Kind::Widgets.launch(qt).env("QTMCP_SECRETS", &path);
        let failed = launching.deadline(Duration::from_secs(4)).launch().await.err().expect("nobody listens").to_string();
        assert!(failed.contains("others may read or write it (mode 644)"), "{failed}");
        let served = Run::qtmcp(home.dir()).args(["serve"]).env("QTMCP_SECRETS", &path).end().await;
        assert!(served.stderr.contains("others may read or write it (mode 644)"), "{}", served.stderr);
    }

    async fn the_server_does_not_tell_a_value_that_the_app_wrote_itself(qt: Qt) {
        let home = Home::new();
        let secrets = file(&home, "secrets", "KEY=Kx5-on-stdout\n");
        let shown = file(&home, "shown", &"Kx5-on-stdout\n".repeat(8));
        let vault = built(qt, "vault");
        let args = ["--mode", "native", "--", vault.to_str().unwrap(), "--shown", shown.to_str().unwrap()];
        // Of an app whose password fields hold something no line would be told at all.
        let mcp = Serve::new(args).env("QTMCP_SECRETS", secrets).env("QTMCP_REVEAL", "1");
        let mcp = mcp.env("QTMCP_REGISTRY", home.dir().join("apps")).start().await;
        let said = eventually("what the app wrote", async || {
            let status = mcp.call("app_status", json!({})).await.structure.to_string();
            (status.contains("KEY <secret>KEY</secret>") && status.contains("key on stderr")).then_some(status)
        })
        .await;
        assert!(!said.contains("Kx5"), "{said}");
        assert!(!mcp.call("list_apps", json!({})).await.structure.to_string().contains("Kx5"));
    }
}
