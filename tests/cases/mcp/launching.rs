//! What an agent may launch: what the person named, however it is spelled, and nothing that would run in its place.

use qtmcp_tests::{Home, Qt, Run, Serve, built, json, on_both, product};
use std::ffi::OsString;
use std::os::unix::fs::symlink;

fn words(words: &[&str]) -> impl Iterator<Item = OsString> {
    words.iter().map(OsString::from).collect::<Vec<_>>().into_iter()
}

on_both! {
    async fn only_the_program_of_the_command_line_is_launched(qt: Qt) {
        let (form, list) = (built(qt, "gallery"), built(qt, "plain"));
        let mcp = Serve::as_it_is(words(&["--"]).chain([form.clone().into()])).start().await;
        mcp.call("app_status", json!({})).await;
        let refused = mcp.fail("launch_app", json!({"program": list}), "denied").await;
        let next = format!("--allow-launch {}", list.display());
        assert!(refused.text.contains("may not be launched") && refused.text.contains(&next), "{}", refused.text);
        mcp.fail("launch_app", json!({"program": "sh", "args": ["-c", "true"]}), "denied").await;
        // The same again, with other arguments, and by a way around.
        mcp.call("launch_app", json!({})).await;
        mcp.call("launch_app", json!({"program": form, "args": ["--tab", "Table"]})).await;
        let (dir, name) = (form.parent().unwrap(), form.file_name().unwrap().to_str().unwrap());
        let relative = json!({"program": format!("./{name}"), "dir": dir});
        mcp.call("launch_app", relative).await;
        let running = mcp.call("list_apps", json!({})).await.structure;
        assert_eq!(running["apps"].as_array().unwrap().len(), 4, "{running}");
        mcp.close().await;
    }

    async fn what_is_allowed_by_name_is_launched_and_a_link_of_another_name_is_not(qt: Qt) {
        let home = Home::new();
        let (bin, trap) = (home.dir().join("bin"), home.dir().join("trap"));
        std::fs::create_dir(&bin).unwrap();
        std::fs::create_dir(&trap).unwrap();
        symlink(built(qt, "gallery"), bin.join("gallery")).unwrap();
        // The name that is allowed, and another program behind it.
        symlink(built(qt, "plain"), trap.join("gallery")).unwrap();
        symlink(built(qt, "gallery"), trap.join("other")).unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mcp = Serve::as_it_is(words(&["--allow-launch", "gallery"])).env("PATH", path).start().await;
        mcp.call("launch_app", json!({"program": "gallery"})).await;
        mcp.call("launch_app", json!({"program": built(qt, "gallery")})).await;
        for name in ["gallery", "other"] {
            mcp.fail("launch_app", json!({"program": trap.join(name)}), "denied").await;
        }
        mcp.fail("launch_app", json!({"program": "gallery", "env": {"PATH": trap}}), "denied").await;
        mcp.close().await;
    }

    async fn no_variable_brings_code_into_an_allowed_app(qt: Qt) {
        let mcp = Serve::as_it_is(words(&["--"]).chain([built(qt, "gallery").into()])).start().await;
        for name in ["LD_PRELOAD", "QTMCP_ACCESS", "QTMCP_DENY", "QT_PLUGIN_PATH", "QML2_IMPORT_PATH", "PYTHONPATH", "HOME"] {
            let env = json!({name: "/tmp/x"});
            let refused = mcp.fail("launch_app", json!({"program": built(qt, "gallery"), "env": env}), "denied").await;
            assert!(refused.text.contains(name) && refused.text.contains("LC_*"), "{}", refused.text);
        }
        let program = built(qt, "gallery");
        mcp.call("launch_app", json!({"program": program, "env": {"LANG": "C", "QT_QPA_PLATFORM": "offscreen"}})).await;
        mcp.close().await;
    }
}

#[tokio::test]
async fn an_interpreter_is_launched_again_only_as_it_was() {
    let script = format!("exec '{}'", built(Qt::Six, "gallery").display());
    let mcp = Serve::as_it_is(words(&["--", "sh", "-c", &script])).start().await;
    mcp.call("app_status", json!({})).await;
    mcp.call("launch_app", json!({})).await;
    mcp.call("launch_app", json!({"program": "sh", "args": ["-c", script]})).await;
    let refused = mcp.fail("launch_app", json!({"program": "sh", "args": ["-c", "true"]}), "denied").await;
    assert!(refused.text.contains("runs what its arguments say"), "{}", refused.text);
    mcp.close().await;
}

#[tokio::test]
async fn rules_that_are_not_understood_end_the_server_before_anybody_is_served() {
    for (name, value) in [("QTMCP_ACCESS", "readonly"), ("QTMCP_DENY", "#"), ("QTMCP_AUDIT", "/proc")] {
        let ended = Run::plain(product("bin/qtmcp")).args(["serve"]).env(name, value).end().await;
        assert!(ended.code != 0 && ended.stderr.contains(name), "{name}: {}", ended.stderr);
    }
}
