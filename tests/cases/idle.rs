//! A client that is connected and silent costs the app nothing.

use qtmcp_tests::{Run, TestApp, built, cpu_time, eventually, gallery, json, launch, on_both};
use std::fs;
use std::time::Duration;

/// How long nothing is done for; a thread that polls shows in far less.
const WINDOW: Duration = Duration::from_secs(3);

/// Less than a hundredth of the window. An idle gallery itself takes less than a millisecond.
const NOT_MEASURABLE: Duration = Duration::from_millis(20);

/// The CPU time of the probe's own thread and how often it has woken, as the kernel counts them.
fn our_thread(pid: u32) -> (u64, u64) {
    let is_ours =
        |task: &fs::DirEntry| fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name == "qtmcp\n");
    let task =
        fs::read_dir(format!("/proc/{pid}/task")).unwrap().flatten().find(is_ours).expect("a thread called qtmcp");
    let read = |file: &str| fs::read_to_string(task.path().join(file)).unwrap();
    let nanoseconds = read("schedstat").split(' ').next().unwrap().parse().unwrap();
    let status = read("status");
    let switches = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:")).unwrap();
    (nanoseconds, switches.trim().parse().unwrap())
}

/// What a process takes while nobody does anything: the least of a few looks, since other things happen on a machine.
async fn idle_cost(pid: u32) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..3 {
        let before = cpu_time(pid);
        tokio::time::sleep(WINDOW / 3).await;
        least = least.min(cpu_time(pid) - before);
    }
    least
}

async fn rests(app: &TestApp) {
    // The last reply is there before the thread that wrote it is at rest.
    let before = eventually("rest", async || {
        let before = our_thread(app.pid);
        tokio::time::sleep(WINDOW / 10).await;
        (our_thread(app.pid) == before).then_some(before)
    })
    .await;
    assert!(before.1 > 0, "it has served its client");
    let cost = idle_cost(app.pid).await;
    assert_eq!(our_thread(app.pid), before, "our thread woke up although nobody asked anything");
    assert!(cost < NOT_MEASURABLE, "the app took {cost:?}");
}

on_both! {
    async fn an_idle_client_costs_nothing(qt: Qt) {
        let app = launch(gallery(qt)).await;
        app.call("getObjectTree", json!({})).await;
        rests(&app).await;
    }

    async fn subscriptions_to_what_does_not_happen_cost_nothing(qt: Qt) {
        let app = launch(gallery(qt)).await;
        app.call("subscribeSignals", json!({"id": "okButton", "signals": ["clicked", "pressed"]})).await;
        app.call("subscribeLifecycle", json!({"className": "QDialog"})).await;
        app.call("subscribeChanges", json!({})).await;
        app.call("screenshot", json!({})).await;
        app.click("okButton").await;
        eventually("its events", async || app.client.next_event(Duration::ZERO).await.ok()).await;
        rests(&app).await;
    }

    async fn the_app_itself_is_as_idle_as_without_us(qt: Qt) {
        let probed = launch(gallery(qt)).await;
        let plain = Run::plain(built(qt, "gallery")).start();
        let pid = plain.id().unwrap();
        eventually("a plain gallery at rest", async || {
            let before = cpu_time(pid);
            tokio::time::sleep(WINDOW / 10).await;
            (!before.is_zero() && cpu_time(pid) - before < NOT_MEASURABLE / 10).then_some(())
        })
        .await;
        let (plain_cost, probed_cost) = tokio::join!(idle_cost(pid), idle_cost(probed.pid));
        assert!(probed_cost < plain_cost + NOT_MEASURABLE / 2, "{probed_cost:?} with the probe, {plain_cost:?} without");
    }
}
