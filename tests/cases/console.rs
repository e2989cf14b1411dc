//! What the app says: all of it is kept, with level, category, place and count, and all of it still goes where it would
//! without the probe.

use qtmcp_tests::{
    Ended, Home, Launch, Qt, Run, TestApp, Value, built, environment, eventually, json, launch, memory, on_both,
    product, qml_gallery, small,
};

/// A talker that has taken these steps and now runs its event loop.
async fn talker(qt: Qt, steps: &[&str]) -> TestApp {
    launch(small(qt, "talker").args(steps)).await
}

async fn console(app: &TestApp, arguments: Value) -> Value {
    app.call("read_console_messages", arguments).await
}

/// Level, category, text and count of each message.
async fn heard(app: &TestApp) -> Vec<(String, String, String, u64)> {
    let answer = console(app, json!({"limit": 5000})).await;
    let of = |message: &Value, member: &str| message[member].as_str().unwrap().to_owned();
    let entry = |message: &Value| {
        (of(message, "level"), of(message, "category"), of(message, "text"), message["count"].as_u64().unwrap())
    };
    answer["messages"].as_array().unwrap().iter().map(entry).collect()
}

fn said(level: &str, text: &str, count: u64) -> (String, String, String, u64) {
    (level.into(), "default".into(), text.into(), count)
}

/// Runs the talker to its end with the probe and without, which must not differ.
async fn ends_alike(qt: Qt, steps: &[&str], variables: &[(&str, &str)]) -> Ended {
    let run = |run: Run| variables.iter().fold(run, |run, (name, value)| run.env(name, value)).args(steps).end();
    let plain = run(Run::plain(built(qt, "talker"))).await;
    let mut probed = run(Run::probed(built(qt, "talker"))).await;
    let own = probed.stderr.lines().filter(|line| !line.starts_with("qtmcp: "));
    probed.stderr = own.map(|line| format!("{line}\n")).collect();
    assert_eq!(probed, plain, "{steps:?}");
    plain
}

on_both! {
    async fn every_level_and_category_is_kept_in_order(qt: Qt) {
        let app = talker(qt, &["debug=a", "info=b", "warning=c", "critical=é 日本語 🎉", "category=d"]).await;
        let category = ("warning".into(), "talker.net".into(), "d".into(), 1);
        let expected =
            [said("debug", "a", 1), said("info", "b", 1), said("warning", "c", 1), said("critical", "é 日本語 🎉", 1), category];
        assert_eq!(heard(&app).await, expected);
        let answer = console(&app, json!({})).await;
        assert_eq!((&answer["dropped"], &answer["total"]), (&json!(0), &json!(5)), "{answer}");
        assert_eq!(answer.get("incomplete"), None);
        let first = &answer["messages"][0];
        assert!(first["place"].as_str().unwrap().starts_with("talker.cpp:"), "{first}");
        let time = first["time"].as_str().unwrap();
        assert!(time.starts_with("20") && time.ends_with('Z'), "{time}");
        let serious = console(&app, json!({"level": "critical"})).await;
        assert_eq!(serious["messages"][0]["text"], "é 日本語 🎉");
        assert_eq!(serious["total"], 1);
    }

    async fn repeats_are_counted_and_a_long_text_is_cut(qt: Qt) {
        let app = talker(qt, &["repeat=1000", "debug=other", "repeat=2", "long=200000"]).await;
        let heard = heard(&app).await;
        assert_eq!(heard[..3], [said("debug", "again", 1000), said("debug", "other", 1), said("debug", "again", 2)]);
        let long = &heard[3].2;
        assert!(long.len() < 17_000 && long.ends_with("x… (200000 characters)"), "{} bytes", long.len());
    }

    async fn a_hundred_thousand_messages_are_bounded_and_none_is_lost_to_the_app(qt: Qt) {
        let app = talker(qt, &["first", "debug=one", "app"]).await;
        let before = memory(app.pid).peak_bytes;
        drop(app);
        let app = talker(qt, &["first", "many=100000"]).await;
        let grown = memory(app.pid).peak_bytes.saturating_sub(before);
        assert!(grown < 6 << 20, "{grown} bytes more");
        let answer = console(&app, json!({"limit": 100_000})).await;
        assert_eq!((&answer["total"], &answer["dropped"]), (&json!(2000), &json!(98_000)));
        assert_eq!(answer["messages"][1999]["text"], "line 99999");
        eventually("the app's own handler", async || {
            let stdout = app.stdout();
            (stdout.ends_with("FIRST 0 default line 99999\n")).then_some(())
        })
        .await;
    }

    async fn messages_of_many_threads_are_all_kept(qt: Qt) {
        let app = talker(qt, &["first", "threads=400"]).await;
        let heard = heard(&app).await;
        assert_eq!(heard.len(), 1600);
        for thread in 0..4 {
            let of_thread: Vec<_> = heard.iter().filter(|entry| entry.2.starts_with(&format!("thread {thread} "))).collect();
            let in_order = (0..400).map(|line| format!("thread {thread} line {line}"));
            assert!(of_thread.iter().map(|entry| &entry.2).eq(&in_order.collect::<Vec<_>>()), "thread {thread}");
        }
        assert_eq!(app.stdout().lines().filter(|line| line.starts_with("FIRST 4 default thread ")).count(), 1600);
    }

    async fn handlers_of_the_app_hear_and_are_told_what_they_would_be(qt: Qt) {
        let steps: [&[&str]; 5] = [
            &["first", "debug=a", "second", "warning=b", "none", "critical=c", "none", "first", "exit=3"],
            &["chain", "info=a", "restore", "info=b", "exit=0"],
            &["first", "chain", "category=a", "none", "info=b", "app", "info=c", "exit=0"],
            &["first", "fork", "warning=after", "exit=0"],
            &["warning=a", "fork", "exit=0"],
        ];
        for steps in steps {
            ends_alike(qt, steps, &[]).await;
        }
        let told = ends_alike(qt, steps[0], &[]).await.stdout;
        assert_eq!(told.matches("BEFORE qt").count(), 3, "{told}");
        let app = talker(qt, &["first", "debug=a", "second", "warning=b", "none", "critical=c"]).await;
        assert_eq!(heard(&app).await, [said("debug", "a", 1), said("warning", "b", 1), said("critical", "c", 1)]);
    }

    async fn a_fork_in_the_middle_of_installing_a_handler_goes_on(qt: Qt) {
        let ended = ends_alike(qt, &["forks=200", "exit=0"], &[]).await;
        assert_eq!(ended.stdout, "FORKS 200\n");
    }

    async fn the_default_output_keeps_its_pattern(qt: Qt) {
        let steps = ["debug=a", "app", "category=b", "exit=0"];
        let pattern = "[%{type}] %{category} %{file}:%{line} %{function} %{message} %{backtrace depth=3}";
        let ended = ends_alike(qt, &steps, &[("QT_MESSAGE_PATTERN", pattern)]).await;
        assert!(ended.stderr.contains("[warning] talker.net"), "{}", ended.stderr);
    }

    async fn a_fatal_message_ends_the_app_as_ever(qt: Qt) {
        for steps in [&["fatal=boom"][..], &["app", "fatal=boom"], &["app", "first", "fatal=boom"]] {
            assert_eq!(ends_alike(qt, steps, &[]).await.code, -libc::SIGABRT, "{steps:?}");
        }
    }

    async fn messages_before_main_and_during_exit_are_no_harm(qt: Qt) {
        let statics = [("TALKER_STATICS", "1")];
        let ended = ends_alike(qt, &["atexit", "app", "debug=a", "exit=4"], &statics).await;
        assert_eq!((ended.code, ended.stderr.lines().count()), (4, 4), "{}", ended.stderr);
        for _ in 0..10 {
            ends_alike(qt, &["atexit", "first", "many=50", "exit=5"], &statics).await;
        }
        let app = launch(small(qt, "talker").env("TALKER_STATICS", "1")).await;
        assert_eq!(heard(&app).await, [said("warning", "static constructor", 1)]);
    }

    async fn a_handler_put_past_the_probe_is_left_alone_and_said(qt: Qt) {
        ends_alike(qt, &["past", "warning=a", "none", "warning=b", "first", "warning=c", "exit=0"], &[]).await;
        ends_alike(qt, &["chain-past", "warning=a", "first", "warning=b", "exit=0"], &[]).await;
        let app = talker(qt, &["warning=a", "past", "warning=b"]).await;
        assert_eq!(heard(&app).await, [said("warning", "a", 1)]);
        let answer = console(&app, json!({})).await;
        assert!(answer["incomplete"].as_str().unwrap().contains("past the probe"), "{answer}");
        assert_eq!(app.stdout(), "FIRST 1 default b\n");
    }

    async fn an_app_that_starts_the_probe_itself_is_heard_until_it_replaces_the_handler(qt: Qt) {
        let start = format!("start={}", product("lib/libqtmcp.so").display());
        let program = built(qt, "talker");
        let embedded = |steps: &[&str]| {
            let before = ["-u", "LD_PRELOAD", program.to_str().unwrap(), "first", "warning=before", &start, "warning=a"];
            launch(Launch::new("env").args([&before, steps].concat()))
        };
        let app = embedded(&["critical=b"]).await;
        assert_eq!(heard(&app).await, [said("warning", "a", 1), said("critical", "b", 1)]);
        assert_eq!(console(&app, json!({})).await.get("incomplete"), None);
        assert!(app.stdout().ends_with("FIRST 1 default a\nFIRST 2 default b\n"), "{}", app.stdout());

        // One that calls the handler it found there: that is ours.
        let app = embedded(&["chain", "warning=b"]).await;
        assert_eq!(heard(&app).await, [said("warning", "a", 1), said("warning", "b", 1)]);
        assert!(app.stdout().ends_with("CHAINING 1 default b\nFIRST 1 default b\n"), "{}", app.stdout());

        let app = embedded(&["second", "warning=b"]).await;
        let answer = console(&app, json!({})).await;
        assert_eq!(answer["total"], 1, "{answer}");
        assert!(answer["incomplete"].as_str().unwrap().contains("past the probe"), "{answer}");
        assert!(app.stdout().ends_with("SECOND 1 default b\n"), "{}", app.stdout());
    }

    async fn switched_off_nothing_is_in_the_way(qt: Qt) {
        let steps = ["first", "debug=a", "none", "warning=b", "exit=2"];
        let plain = Run::plain(built(qt, "talker")).args(steps).end().await;
        let off = Run::probed(built(qt, "talker")).env("QTMCP_ENABLED", "0").args(steps).end().await;
        assert_eq!(off, plain);
    }

    async fn the_probes_own_words_are_not_the_apps(qt: Qt) {
        let app = launch(qml_gallery(qt).env("QTMCP_LOG_LEVEL", "trace")).await;
        app.call("getObjectTree", json!({})).await;
        let said = heard(&app).await;
        assert!(said.iter().all(|message| !message.2.contains("qtmcp")), "{said:?}");
    }

    async fn two_clients_read_the_same_and_clear_for_themselves(qt: Qt) {
        let app = talker(qt, &["debug=a", "info=b"]).await;
        let other = qtmcp_tests::Client::connect(&app.url).await.unwrap();
        assert_eq!(console(&app, json!({"clear": true})).await["total"], 2);
        assert_eq!(console(&app, json!({})).await["total"], 0);
        let theirs = qtmcp_tests::succeed(&other, "read_console_messages", json!({"pattern": "^[ab]$"})).await;
        assert_eq!(theirs["total"], 2);
    }
}

#[tokio::test]
async fn a_handler_of_qt5s_older_kind_hears_what_it_would() {
    for steps in [
        &["older", "warning=a", "first", "warning=b", "none", "warning=c", "no-older", "warning=d", "exit=0"][..],
        &["first", "older", "warning=a", "none", "warning=b", "older", "exit=0"],
    ] {
        let ended = ends_alike(Qt::Five, steps, &[]).await;
        assert!(ended.stdout.contains("OLDER 1 - "), "{}", ended.stdout);
    }
}

#[tokio::test]
async fn a_python_app_with_a_handler_is_heard_and_hears() {
    let home = Home::new();
    let script = "
import sys
from PySide6 import QtCore
QtCore.qWarning('before')
app = QtCore.QCoreApplication([])
first = QtCore.qInstallMessageHandler(lambda kind, context, text: print('PYTHON', text, flush=True))
QtCore.qWarning('to python')
QtCore.qInstallMessageHandler(None)
QtCore.qWarning('to qt')
app.exec()";
    let python = environment("pyside6-newest").join("bin/python");
    let app = launch(home.launch(python).args(["-c", script])).await;
    let texts: Vec<_> = heard(&app).await.into_iter().map(|message| message.2).collect();
    assert!(texts.ends_with(&["to python".into(), "to qt".into()]), "{texts:?}");
    assert_eq!(app.stdout(), "PYTHON to python\n");
    assert!(app.stderr().contains("to qt") && !app.stderr().contains("to python"), "{}", app.stderr());
}
