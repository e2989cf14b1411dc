//! `subscribeChanges`: told when what is seen has changed and come to rest, and when the app speaks; never for nothing.

use qtmcp_tests::{
    Client, Event, PATIENCE, TestApp, Value, eventually, gallery, json, launch, on_both, qml_gallery, succeed,
};
use std::time::{Duration, Instant};

/// In so long, whatever is still on its way has come.
const QUIET: Duration = Duration::from_millis(700);

async fn subscribed(app: &TestApp) -> Client {
    let client = Client::connect(&app.url).await.unwrap();
    let answer = succeed(&client, "subscribeChanges", json!({})).await;
    assert_eq!(answer, json!({"success": true, "subscriptionId": "sub_1"}));
    // What the start of the app has changed is told of first.
    while client.next_event(QUIET).await.is_ok() {}
    client
}

async fn next(client: &Client) -> Value {
    let Event { kind, data } = client.next_event(PATIENCE).await.unwrap();
    assert_eq!(kind, "changed", "{data}");
    data
}

/// The next that is no word: some platforms complain of what they cannot do.
async fn next_page(client: &Client) -> Value {
    loop {
        let data = next(client).await;
        if data["console"] != true {
            return data;
        }
    }
}

async fn nothing(client: &Client) {
    let event = client.next_event(QUIET).await;
    assert!(event.is_err(), "{event:?}");
}

fn page() -> Value {
    json!({"page": true, "subscriptionId": "sub_1"})
}

on_both! {
    async fn a_change_is_told_once_it_can_be_read(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = subscribed(&app).await;
        app.set("okButton", "text", json!("Fine")).await;
        assert_eq!(next_page(&client).await, page());
        let read = succeed(&client, "getProperty", json!({"id": "okButton", "property": "text"})).await;
        assert_eq!(read["value"], "Fine");
        nothing(&client).await;
        // Another window, and its end.
        app.show_page("dialogsPage").await;
        assert_eq!(next_page(&client).await, page());
        nothing(&client).await;
        app.click("nonModalButton").await;
        assert_eq!(next_page(&client).await, page());
        while client.next_event(QUIET).await.is_ok() {}
        app.click("nonModalCloseButton").await;
        assert_eq!(next_page(&client).await, page());
    }

    async fn what_happens_behind_a_dialog_of_our_own_doing_is_told(qt: Qt) {
        let app = launch(gallery(qt)).await;
        app.show_page("dialogsPage").await;
        let client = subscribed(&app).await;
        // The click that opened it has not returned.
        app.click("modalButton").await;
        app.appears("modalDialog").await;
        assert_eq!(next_page(&client).await, page());
        while client.next_event(QUIET).await.is_ok() {}
        app.set("dialogEdit", "text", json!("typed")).await;
        assert_eq!(next_page(&client).await, page());
    }

    async fn looking_is_no_change(qt: Qt) {
        for app in [gallery(qt), qml_gallery(qt)] {
            let app = launch(app).await;
            // Whoever looks for the first time has things made that were not there.
            for _ in 0..2 {
                app.call("screenshot", json!({})).await;
                app.call("read_page", json!({})).await;
            }
            let client = subscribed(&app).await;
            app.call("screenshot", json!({})).await;
            app.call("read_page", json!({})).await;
            app.call("getObjectTree", json!({})).await;
            app.call("status", json!({})).await;
            succeed(&client, "screenshot", json!({})).await;
            nothing(&client).await;
        }
    }

    async fn qml_is_watched_too(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let client = subscribed(&app).await;
        app.set("submitButton", "text", json!("Off with it")).await;
        assert_eq!(next_page(&client).await, page());
        nothing(&client).await;
    }

    async fn words_are_told_apart_from_pictures(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = subscribed(&app).await;
        app.invoke("values", "warn", json!(["look out"])).await;
        assert_eq!(next(&client).await, json!({"console": true, "subscriptionId": "sub_1"}));
        nothing(&client).await;
        app.invoke("values", "warn", json!(["again"])).await;
        assert_eq!(next(&client).await["console"], true);
    }

    async fn an_app_that_never_rests_is_told_of_a_few_times_a_second(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = subscribed(&app).await;
        app.call("setProperty", json!({"id": "progressBar", "property": "maximum", "value": 0})).await;
        let window = Duration::from_secs(2);
        let end = Instant::now() + window;
        let mut count = 0;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            if client.next_event(left).await.is_ok() {
                count += 1;
            }
        }
        assert!((1..=11).contains(&count), "{count} in {window:?}");
    }

    async fn it_ends_with_the_subscription_and_with_the_connection(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let (client, other) = (subscribed(&app).await, subscribed(&app).await);
        succeed(&client, "unsubscribeChanges", json!({"subscriptionId": "sub_1"})).await;
        let again = client.call("unsubscribeChanges", json!({"subscriptionId": "sub_1"})).await;
        assert!(again.is_err_and(|error| error.to_string().contains("subscribeChanges")));
        app.set("okButton", "text", json!("for the other")).await;
        assert_eq!(next_page(&other).await, page());
        assert!(client.next_event(Duration::ZERO).await.is_err());
        other.close().await;
        // And it begins again for the next who asks.
        let third = subscribed(&app).await;
        app.set("okButton", "text", json!("for the third")).await;
        assert_eq!(next_page(&third).await, page());
    }

    async fn a_second_application_is_watched_like_the_first(qt: Qt) {
        let app = launch(gallery(qt).args(["--two-apps", "--exit-after", "1500"])).await;
        let client = Client::connect(&app.url).await.unwrap();
        succeed(&client, "subscribeChanges", json!({})).await;
        app.said("APP 2").await;
        eventually("its event loop", async || {
            let status = app.call("status", json!({})).await;
            (status["responsive"] == true && status["title"] == "QtMCP gallery").then_some(())
        })
        .await;
        while client.next_event(QUIET).await.is_ok() {}
        app.set("okButton", "text", json!("second")).await;
        assert_eq!(next_page(&client).await, page());
    }
}
