//! Children of the app: those it starts are left alone, those it forks go on without us.

use qtmcp_tests::{
    Client, PATIENCE, Run, TestApp, built, eventually, gallery, is_alive, json, launch, on_both, product, succeed,
};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

async fn preload_of_a_child(app: &TestApp) -> String {
    app.call("invokeMethod", json!({"id": "childProcessButton", "method": "click"})).await;
    eventually("the child's word", async || {
        let stdout = app.stdout();
        stdout.lines().find_map(|line| line.strip_prefix("CHILD_PRELOAD [")?.strip_suffix(']').map(str::to_owned))
    })
    .await
}

on_both! {
    async fn children_are_not_probed_unless_asked(qt: Qt) {
        let app = launch(gallery(qt)).await;
        assert_eq!(preload_of_a_child(&app).await, "");
        let app = launch(gallery(qt).env("QTMCP_CHILDREN", "1")).await;
        assert_eq!(preload_of_a_child(&app).await, product("lib/libqtmcp.so").to_string_lossy());
        // What somebody else wants preloaded stays.
        let other = product("lib/libqtmcp.so").with_file_name(format!("libqtmcp-qt{}.so", qt.major()));
        let app = launch(gallery(qt).env("LD_PRELOAD", &other)).await;
        assert_eq!(preload_of_a_child(&app).await, other.to_string_lossy());
    }

    async fn a_fork_in_the_middle_of_calls_works_on(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_TIMEOUT_MS", "20000")).await;
        let mut load = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let client = Client::connect(&app.url).await.unwrap();
            succeed(&client, "subscribeLifecycle", json!({})).await;
            load.spawn(async move {
                loop {
                    succeed(&client, "findByClassName", json!({"className": "QLabel"})).await;
                }
            });
        }
        app.call("invokeMethod", json!({"id": "startThreadsButton", "method": "click"})).await;
        for round in 1..=10 {
            app.call("invokeMethod", json!({"id": "forkButton", "method": "click"})).await;
            eventually("the child's end", async || (app.stdout().matches("FORK ").count() == round).then_some(())).await;
        }
        assert_eq!(app.stdout().matches("FORK 0\n").count(), 10, "{}", app.stdout());
        load.shutdown().await;
        assert_eq!(app.get("forkLabel", "text").await, "Child ended with 0");
    }

    async fn a_forked_child_leaves_the_port_free_once_its_parent_is_gone(qt: Qt) {
        let announcement = std::env::temp_dir().join(format!("qtmcp-fork-{}.json", std::process::id()));
        let mut parent = Run::probed(built(qt, "forker")).env("QTMCP_ANNOUNCE", &announcement).start();
        let mut lines = BufReader::new(parent.stdout.take().unwrap()).lines();
        let mut stdin = parent.stdin.take().unwrap();
        let mut child = None;
        let mut is_at_work = false;
        while child.is_none() || !is_at_work {
            let line = tokio::time::timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["PARENT", _, pid] => child = pid.parse().ok(),
                ["CHILD_OK", _] => is_at_work = true,
                _ => panic!("{line}"),
            }
        }
        let announced: qtmcp_tests::Value = serde_json::from_slice(&std::fs::read(&announcement).unwrap()).unwrap();
        std::fs::remove_file(&announcement).unwrap();
        let url = announced["url"].as_str().unwrap();
        let client = Client::connect(url).await.unwrap();
        assert_eq!(succeed(&client, "status", json!({})).await["pid"], parent.id().unwrap());
        assert!(succeed(&client, "getObjectTree", json!({})).await["tree"].is_object(), "the parent is served as before");

        stdin.write_all(b"quit\n").await.unwrap();
        let status = tokio::time::timeout(PATIENCE, parent.wait()).await.unwrap().unwrap();
        assert_eq!(status.code(), Some(3));
        let child = child.unwrap();
        assert!(is_alive(child), "the child lives on");
        eventually("the end of the connection", async || client.closed()).await;
        let address = url.trim_start_matches("ws://");
        assert!(std::net::TcpStream::connect(address).is_err(), "nobody listens");
        std::net::TcpListener::bind(address).unwrap();
        assert!(is_alive(child), "and it was alive all that time");
        drop(stdin);
        let last = tokio::time::timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap();
        assert_eq!(last.as_deref(), Some("CHILD_END"));
        eventually("the child's end", async || (!is_alive(child)).then_some(())).await;
    }
}
