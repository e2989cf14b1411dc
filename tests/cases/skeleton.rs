//! One call through all layers.

use qtmcp_tests::{gallery, json, launch, on_both};

on_both! {
    async fn a_probed_app_answers(qt: Qt) {
        let app = launch(gallery(qt)).await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
        let status = app.call("status", json!({})).await;
        assert_eq!(status["responsive"], true, "{status}");
        assert_eq!(status["platform"], "offscreen");
        assert!(status["qtVersion"].as_str().is_some_and(|version| version.starts_with(&qt.major().to_string())));
        let found = app.call("findByObjectName", json!({"name": "submitButton"})).await;
        assert_eq!(found["objects"][0]["className"], "QPushButton", "{found}");
    }
}
