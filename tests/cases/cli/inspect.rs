//! `qtmcp inspect`: the page and the objects in the terminal, coloured only there, and followed while they change.

use super::{gallery_in, qtmcp, registry};
use qtmcp_tests::{Ended, Home, PATIENCE, Run, eventually, json, on_both, product};
use tokio::io::AsyncReadExt;

/// `qtmcp inspect` with a terminal for its stdout.
async fn on_a_terminal(home: &Home, variable: &str) -> Ended {
    let line = format!("{} inspect --objects --depth 2", product("bin/qtmcp").display());
    Run::qtmcp_within(registry(home), "script", &["-qec", &line, "/dev/null"])
        .env("TERM", "xterm")
        .env(variable, "1")
        .end()
        .await
}

on_both! {
    async fn the_page_is_what_an_agent_reads(qt: Qt) {
        let home = Home::new();
        let app = gallery_in(&home, qt).await;
        // The first window may still get its focus between two looks.
        let page = eventually("the same page twice", async || {
            let page = app.call("read_page", json!({})).await["tree"].as_str().unwrap().trim_end().to_owned();
            let ended = qtmcp(&home, &["inspect"]).end().await;
            assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
            (ended.stdout.trim_end() == page).then_some(page)
        })
        .await;
        let shallow = qtmcp(&home, &["inspect", "--depth", "1"]).end().await.stdout;
        assert!(shallow.lines().count() < page.lines().count() && !shallow.contains("\u{1b}"), "{shallow}");
        let wrong = qtmcp(&home, &["inspect", "--root", "99999"]).end().await;
        assert_eq!(wrong.code, 1);
        assert!(wrong.stderr.starts_with("qtmcp: unknown_ref: ") && wrong.stderr.contains("\n  next: "), "{}", wrong.stderr);
    }

    async fn the_objects_are_a_tree_with_class_and_name(qt: Qt) {
        let home = Home::new();
        let app = gallery_in(&home, qt).await;
        let drawn = qtmcp(&home, &["inspect", "--objects"]).end().await.stdout;
        assert!(drawn.starts_with("QApplication\n├─ "), "{drawn}");
        assert!(drawn.lines().any(|line| line.ends_with("─ QPushButton #okButton")), "{drawn}");
        assert!(drawn.lines().any(|line| line.ends_with("─ QMenu #fileMenu (hidden)")), "{drawn}");
        app.set("okButton", "visible", json!(false)).await;
        let part = qtmcp(&home, &["inspect", "--native", "--root", "centralWidget", "--depth", "1"]).end().await.stdout;
        assert!(part.starts_with("QWidget #centralWidget\n") && part.contains("QPushButton #okButton (hidden)"), "{part}");
        assert!(part.contains(" below\n"), "{part}");
    }

    async fn colours_are_for_terminals(qt: Qt) {
        let home = Home::new();
        let _app = gallery_in(&home, qt).await;
        let plain = qtmcp(&home, &["inspect", "--objects", "--depth", "2"]).end().await.stdout;
        assert!(!plain.contains('\u{1b}'));
        let coloured = on_a_terminal(&home, "QTMCP_TEST").await.stdout;
        assert!(coloured.contains("\u{1b}[36m#mainWindow\u{1b}[0m"), "{coloured}");
        let without = on_a_terminal(&home, "NO_COLOR").await.stdout;
        assert!(without.contains("─ QMainWindow #mainWindow\r\n") && !without.contains('\u{1b}'), "{without}");
    }

    async fn a_name_cannot_command_the_terminal(qt: Qt) {
        let home = Home::new();
        let app = gallery_in(&home, qt).await;
        app.set("mainWindow", "objectName", json!("a\u{1b}]0;owned\u{7}")).await;
        let coloured = on_a_terminal(&home, "QTMCP_TEST").await.stdout;
        assert!(coloured.contains("#a\\u001b]0;owned\\u0007"), "{coloured}");
    }

    async fn a_reader_that_leaves_ends_it_quietly(qt: Qt) {
        let home = Home::new();
        let _app = gallery_in(&home, qt).await;
        let line = format!("{} inspect --objects | head -n 1", product("bin/qtmcp").display());
        let ended = Run::qtmcp_within(registry(&home), "sh", &["-c", &line]).end().await;
        assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (0, "QApplication\n", ""));
    }

    async fn a_watched_page_is_shown_again_when_it_has_changed(qt: Qt) {
        let home = Home::new();
        let app = gallery_in(&home, qt).await;
        let mut watching = qtmcp(&home, &["inspect", "--watch"]).start();
        let mut stdout = watching.stdout.take().unwrap();
        let mut shown = String::new();
        let mut until = async |wanted: &str| {
            let read = async {
                while !shown.contains(wanted) {
                    let mut bytes = [0; 64 << 10];
                    let count = stdout.read(&mut bytes).await.unwrap();
                    assert_ne!(count, 0, "it ended: {shown}");
                    shown.push_str(&String::from_utf8_lossy(&bytes[..count]));
                }
            };
            tokio::time::timeout(PATIENCE, read).await.unwrap_or_else(|_| panic!("never came: {wanted}"));
        };
        until("\"OK\"").await;
        app.set("okButton", "text", json!("Changed by a test")).await;
        until("\"Changed by a test\"").await;
        drop(app);
        let ended = tokio::time::timeout(PATIENCE, watching.wait()).await.unwrap().unwrap();
        assert_eq!(ended.code(), Some(4), "the app is gone");
        eventually("an empty registry", async || (qtmcp(&home, &["inspect"]).end().await.code == 3).then_some(())).await;
    }
}
