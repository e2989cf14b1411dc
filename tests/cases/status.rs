//! What `status` tells at a glance: the app's title, the program, the screens, and nothing of it while the app hangs.

use qtmcp_tests::{Client, TestApp, Value, eventually, gallery, json, launch, on_both, qml_gallery, succeed};

async fn titled(app: &TestApp, title: &str) -> Value {
    eventually(&format!("the title {title}"), async || {
        let status = app.call("status", json!({})).await;
        (status["title"] == title).then_some(status)
    })
    .await
}

on_both! {
    async fn title_program_and_screens_are_told(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let status = titled(&app, "QtMCP gallery").await;
        assert_eq!(status["program"], "gallery");
        let screens = status["screens"].as_array().unwrap();
        assert_eq!(screens.len(), 1, "{status}");
        let screen = &screens[0];
        assert_eq!((&screen["x"], &screen["y"], &screen["primary"]), (&json!(0.0), &json!(0.0), &json!(true)), "{status}");
        assert!(screen["name"].is_string(), "{status}");
        // Offscreen the app's own screen is the real one, as long as nobody asks for another.
        for member in ["width", "height", "ratio"] {
            assert!(screen[member].as_f64().unwrap() >= 1.0, "{status}");
            assert_eq!(status["screen"][member], screen[member], "{status}");
        }
        let app = launch(gallery(qt).env("QTMCP_SCREEN", "1000x600")).await;
        let status = titled(&app, "QtMCP gallery").await;
        assert_eq!(status["screen"], json!({"width": 1000.0, "height": 600.0, "ratio": status["screen"]["ratio"]}));
        let picture = app.call("computer", json!({"action": "screenshot"})).await;
        assert_eq!((&picture["width"], &picture["height"]), (&json!(1000), &json!(600)), "it is what pictures are of");
    }

    async fn the_title_is_that_of_the_window_one_works_in(qt: Qt) {
        let app = launch(gallery(qt)).await;
        titled(&app, "QtMCP gallery").await;
        app.show_page("dialogsPage").await;
        app.click("modalButton").await;
        titled(&app, "A modal dialog").await;
        app.click("dialogCancelButton").await;
        titled(&app, "QtMCP gallery").await;
        let app = launch(qml_gallery(qt)).await;
        let title = app.get("qmlWindow", "title").await;
        titled(&app, title.as_str().unwrap()).await;
    }

    async fn an_app_that_hangs_or_has_no_screen_tells_the_rest_at_once(qt: Qt) {
        let app = launch(gallery(qt)).await;
        titled(&app, "QtMCP gallery").await;
        let blocker = Client::connect(&app.url).await.unwrap();
        let blocking = tokio::spawn(async move {
            blocker.call("invokeMethod", json!({"id": "values", "method": "sleepMs", "args": [2000]})).await
        });
        let status = eventually("a block", async || {
            let status = succeed(&app.client, "status", json!({})).await;
            (status["responsive"] == false).then_some(status)
        })
        .await;
        let unknown = ["title", "screens", "screen"].map(|member| status[member].clone());
        assert_eq!((unknown, &status["program"]), ([Value::Null, Value::Null, Value::Null], &json!("gallery")));
        blocking.await.unwrap().unwrap();
        titled(&app, "QtMCP gallery").await;

        let app = launch(gallery(qt).args(["--core"])).await;
        let status = app.call("status", json!({})).await;
        assert_eq!(status["screens"], Value::Null, "{status}");
        assert_eq!(status["program"], "gallery");
    }
}
