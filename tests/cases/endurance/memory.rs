//! Clicks and snapshots in a row: memory, descriptors and threads stay as they are.

use qtmcp_tests::{Launch, anonymous_bytes, gallery, json, launch, on_both, open_descriptors, qml_gallery, threads};

/// What may be gained after the first rounds, in which caches fill.
const MOST_GROWTH_BYTES: u64 = 2 << 20;

const FIRST_ROUNDS: usize = 20;
const ROUNDS: usize = 60;

/// How many of the rounds are looked at, at their beginning and at their end.
const WINDOW: usize = 15;

/// Pictures on their way and a garbage collector make single moments of one app differ by megabytes; what is leaked is held
/// at the best of moments too.
async fn stays_as_it_is(app: Launch, button: &str) {
    let app = launch(app).await;
    app.appears(button).await;
    let round = async |nth: usize| {
        // A click takes longer than all the rest.
        if nth.is_multiple_of(4) {
            app.click(button).await;
        }
        app.call("read_page", json!({})).await;
        app.call("read_page", json!({"dialect": "chrome"})).await;
        app.call("getObjectTree", json!({"depth": 100})).await;
        app.call("screenshot", json!({})).await;
        anonymous_bytes(app.pid)
    };
    for nth in 0..FIRST_ROUNDS {
        round(nth).await;
    }
    let (descriptors, threads_then) = (open_descriptors(app.pid), threads(app.pid));
    let (mut before, mut after) = (u64::MAX, u64::MAX);
    for nth in 0..ROUNDS {
        let held = round(nth).await;
        if nth < WINDOW {
            before = before.min(held);
        } else if nth >= ROUNDS - WINDOW {
            after = after.min(held);
        }
    }
    assert!(after <= before + MOST_GROWTH_BYTES, "{before} bytes have become {after}");
    assert!(
        open_descriptors(app.pid) <= descriptors,
        "{} descriptors, {descriptors} before",
        open_descriptors(app.pid)
    );
    assert!(threads(app.pid) <= threads_then, "{} threads, {threads_then} before", threads(app.pid));
}

on_both! {
    async fn clicks_and_snapshots_of_widgets_leave_nothing_behind(qt: Qt) {
        stays_as_it_is(gallery(qt), "okButton").await;
    }

    async fn clicks_and_snapshots_of_qml_leave_nothing_behind(qt: Qt) {
        stays_as_it_is(qml_gallery(qt), "submitButton").await;
    }
}
