//! The app, the server or a client is killed, five times each.

use qtmcp_tests::{
    Code, Home, Mcp, PATIENCE, Qt, Run, Serve, Signal, TestApp, Value, built, eventually, gallery, is_alive, json,
    kill, launch, on_both, product, with_variable,
};
use std::process::Stdio;
use tokio::process::{Child, Command};

const ROUNDS: usize = 5;

/// Calls that are not over by themselves: one waits, one has the GUI thread at work, one holds a key down.
fn endless(round: usize) -> (&'static str, Value) {
    match round % 3 {
        0 => ("waitFor", json!({"id": "nobody", "state": "visible", "timeoutMs": 60_000})),
        1 => ("invokeMethod", json!({"id": "values", "method": "sleepMs", "args": [60_000]})),
        _ => ("computer", json!({"action": "hold_key", "text": "a", "duration": 30})),
    }
}

/// The gallery on its page for input, which has the focus and tells of every press and release.
async fn lab(qt: Qt) -> TestApp {
    let app = launch(gallery(qt).args(["--tab", "input lab"])).await;
    app.appears("inputLab").await;
    app.click("inputLab").await;
    app
}

/// How often something went down and came up since the log was cleared.
async fn strokes(app: &TestApp) -> (usize, usize) {
    let log = app.get("inputLab", "eventLog").await;
    let lines = log.as_array().unwrap().iter().map(|line| line.as_str().unwrap());
    let lines: Vec<&str> = lines.filter(|line| !line.ends_with(" repeated")).collect();
    let count =
        |begins: &[&str]| lines.iter().filter(|line| begins.iter().any(|begin| line.starts_with(begin))).count();
    (count(&["press ", "double ", "key press "]), count(&["release ", "key release "]))
}

async fn is_held(app: &TestApp) {
    let (down, up) = eventually("something that is held", async || {
        let strokes = strokes(app).await;
        (strokes.0 > 0).then_some(strokes)
    })
    .await;
    assert!(up < down, "it is up again before its time");
}

async fn is_let_go(app: &TestApp) {
    eventually("all to come up", async || {
        let (down, up) = strokes(app).await;
        (down == up).then_some(())
    })
    .await;
    app.invoke("inputLab", "clearLog", json!([])).await;
}

async fn middle(app: &TestApp, id: &str) -> [f64; 2] {
    let [x, y, width, height] = app.place(id).await;
    [(x + width / 2.0).floor(), (y + height / 2.0).floor()]
}

/// A client of its own: `qtmcp call`, which runs until it is killed.
fn client(app: &TestApp, method: &str, arguments: &Value) -> Child {
    let call = ["call", "--app", &app.url, "--mode", "chrome", "--timeout", "60", method, &arguments.to_string()];
    Run::plain(product("bin/qtmcp")).args(call).start()
}

/// One that presses the button at the first of these places, moves on to the last, and stays there.
fn holding_client(app: &TestApp, way: &[[f64; 2]]) -> Child {
    let computer = |input: Value| json!({"name": "computer", "input": input});
    let moves = way.iter().map(|place| computer(json!({"action": "mouse_move", "coordinate": place})));
    let mut actions: Vec<Value> = moves.collect();
    actions.insert(1, computer(json!({"action": "left_mouse_down"})));
    actions.extend(std::iter::repeat_n(computer(json!({"action": "wait", "duration": 10})), 6));
    client(app, "browser_batch", &json!({"actions": actions}))
}

on_both! {
    async fn an_app_killed_in_the_middle_of_a_call_is_told_of(qt: Qt) {
        for round in 0..ROUNDS {
            let mut app = launch(gallery(qt)).await;
            let (method, params) = endless(round);
            let client = app.client.clone();
            let calling = tokio::spawn(async move { client.call_within(PATIENCE * 3, method, params).await });
            // It is read after the call is.
            app.call("ping", json!({})).await;
            kill(app.pid, Signal::KILL);
            let called = tokio::time::timeout(PATIENCE, calling).await.expect("the call ends").unwrap();
            assert!(called.is_err(), "{method} in an app that is gone: {called:?}");
            app.wait_exit(PATIENCE).await.unwrap();
        }
    }

    async fn a_server_tells_of_an_app_killed_in_the_middle_of_a_call_and_starts_it_again(qt: Qt) {
        let app = built(qt, "gallery").into_os_string();
        let mcp = Serve::new(["--mode".into(), "all".into(), "--".into(), app]).start().await;
        let mut before = 0;
        for round in 0..ROUNDS {
            let launched = mcp.call("launch_app", json!({})).await.structure;
            let pid = u32::try_from(launched["pid"].as_u64().unwrap()).unwrap();
            assert!(pid != before && is_alive(pid), "{launched}");
            before = pid;
            mcp.call("getProperty", json!({"id": "okButton", "property": "text"})).await;
            let (tool, arguments) = endless(round);
            let failing = mcp.fail(tool, arguments, Code::AppGone.as_str());
            tokio::pin!(failing);
            // Once round through the server, after the call.
            tokio::select! {
                biased;
                gone = &mut failing => panic!("it was alive: {}", gone.text),
                _ = mcp.call("list_apps", json!({})) => kill(pid, Signal::KILL),
            }
            tokio::time::timeout(PATIENCE, failing).await.expect("the call ends");
        }
    }

    async fn a_server_killed_while_its_app_starts_leaves_none_behind(qt: Qt) {
        let home = Home::new();
        for round in 0..ROUNDS {
            let mark = home.dir().join(round.to_string());
            let marked = || with_variable("QTMCP_TEST_MARK", mark.as_os_str());
            let mut server = Command::new(product("bin/qtmcp"));
            server.args(["serve", "--mode", "all", "--"]).arg(built(qt, "gallery")).env("QTMCP_TEST_MARK", &mark);
            server.env("QT_QPA_PLATFORM", "offscreen").env_remove("LD_PRELOAD").kill_on_drop(true);
            let mut server = server.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            // The first moment there is another process: most likely it is not even the app's program yet.
            let give_up = std::time::Instant::now() + PATIENCE;
            while marked().len() < 2 {
                assert!(std::time::Instant::now() < give_up, "the server starts no app");
                std::thread::yield_now();
            }
            server.kill().await.unwrap();
            eventually("the end of the app", async || marked().is_empty().then_some(())).await;
        }
    }

    async fn a_server_killed_with_a_button_or_a_key_down_leaves_nothing_pressed(qt: Qt) {
        let app = lab(qt).await;
        is_let_go(&app).await;
        let [x, y] = middle(&app, "inputLab").await;
        for round in 0..ROUNDS {
            let mcp: Mcp = Serve::new(["--mode", "chrome", "--connect", &app.url]).start().await;
            let key = json!({"action": "hold_key", "text": "a", "duration": 30});
            let holding = if round.is_multiple_of(2) {
                mcp.call("computer", json!({"action": "mouse_move", "coordinate": [x, y]})).await;
                mcp.call("computer", json!({"action": "left_mouse_down"})).await;
                mcp.call("computer", json!({"action": "mouse_move", "coordinate": [x + 9.0, y + 9.0]})).await;
                None
            } else {
                Some(mcp.begin("computer", key).await)
            };
            is_held(&app).await;
            kill(mcp.pid(), Signal::KILL);
            is_let_go(&app).await;
            drop(holding);
            assert_eq!(app.get("okButton", "text").await, "OK", "the app lives on");
        }
    }

    async fn a_client_killed_with_a_button_or_keys_down_leaves_nothing_pressed(qt: Qt) {
        let app = lab(qt).await;
        is_let_go(&app).await;
        let [x, y] = middle(&app, "inputLab").await;
        for round in 0..ROUNDS {
            let mut client = match round % 2 {
                0 => holding_client(&app, &[[x, y], [x + 9.0, y + 9.0]]),
                _ => client(&app, "computer", &json!({"action": "hold_key", "text": "shift+a", "duration": 30})),
            };
            is_held(&app).await;
            client.kill().await.unwrap();
            is_let_go(&app).await;
        }
        assert_eq!(app.get("okButton", "text").await, "OK", "the app lives on");
    }

    async fn a_client_killed_in_the_middle_of_a_drag_drops_nothing_and_holds_no_button(qt: Qt) {
        let app = launch(gallery(qt).args(["--page", "drag"])).await;
        app.appears("grip").await;
        let (from, to) = (middle(&app, "grip").await, middle(&app, "taker").await);
        let further = |way: f64| [from[0] + way, from[1]];
        for round in 0..ROUNDS {
            let mut client = holding_client(&app, &[from, further(8.0), further(16.0), further(24.0), to]);
            let comes = async |line: &str| {
                eventually(line, async || (app.times(line) > round).then_some(())).await;
            };
            comes("ENTER taker from grip").await;
            client.kill().await.unwrap();
            // The number is what Qt says of the mouse's buttons then.
            comes("DRAG ends nothing buttons 0").await;
        }
        assert!(!app.stdout().contains("DROP "), "{}", app.stdout());
    }
}
