//! A client of another version of the protocol is told so; one that names none is served.

use super::{answer, at_home, entry, registry, upgrade};
use qtmcp_tests::{Client, Home, Run, Serve, json, on_both, succeed};

on_both! {
    async fn a_client_of_another_version_is_told_both_and_what_to_do(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        for other in ["0", "2", "1.0", "-1", "", "one", "99999999999999999999"] {
            let (status, told) = answer(&app.url, upgrade(&format!("/?protocol={other}"), &["Host: localhost"])).await;
            assert_eq!(status, 400, "{other}: {told}");
            assert!(told.contains("speaks protocol 1") && told.contains("of the same version"), "{told}");
        }
        let refused = Client::connect(&format!("{}?protocol=2", app.url)).await.map(drop).unwrap_err().to_string();
        assert!(refused.contains("asks for protocol 2") && refused.contains("speaks protocol 1"), "{refused}");
        for target in ["/", "/?refs=2", "/?protocol=1", "/?refs=2&protocol=1", "/anywhere"] {
            assert_eq!(answer(&app.url, upgrade(target, &["Host: localhost"])).await.0, 101, "{target}");
        }
        assert_eq!(entry(&home, app.pid)["protocol"], 1);
        let own = Client::connect(&app.url).await.unwrap();
        assert_eq!(succeed(&own, "ping", json!({})).await["pong"], true);
    }

    async fn the_command_and_the_server_pass_that_on(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let other = format!("{}?protocol=2", app.url);
        let ended = Run::qtmcp(registry(&home)).args(["call", "--app", &other, "ping"]).end().await;
        assert!(ended.code != 0 && ended.stderr.contains("asks for protocol 2"), "{}", ended.stderr);
        let mcp = Serve::new(["--connect", &other]).start().await;
        let fault = mcp.fail("getObjectTree", json!({}), "not_connected").await;
        assert!(fault.text.contains("asks for protocol 2") && fault.text.contains("speaks protocol 1"), "{}", fault.text);
    }
}
