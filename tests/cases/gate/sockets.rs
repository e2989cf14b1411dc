//! The Unix socket where somebody wants it, or nowhere.

use super::{at_home, entry, registry};
use qtmcp_tests::{Client, Home, Run, eventually, json, on_both, succeed};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

on_both! {
    async fn the_socket_is_where_it_was_asked_for(qt: Qt) {
        let home = Home::new();
        let socket = home.dir().join("mine/app.sock");
        let mut app = at_home(qt, &home, &[("QTMCP_SOCKET", socket.to_str().unwrap())]).await;
        assert_eq!((app.socket.as_deref(), &entry(&home, app.pid)["socket"]), (Some(socket.as_path()), &json!(socket)));
        let mode = |path| fs::metadata(path).unwrap().mode() & 0o777;
        assert_eq!((mode(socket.as_path()), mode(socket.parent().unwrap())), (0o600, 0o700));
        let client = Client::connect(&format!("unix:{}", socket.display())).await.unwrap();
        assert_eq!(succeed(&client, "ping", json!({})).await["pong"], true);
        let named = Run::qtmcp(registry(&home)).args(["call", "--app", &app.pid.to_string(), "ping"]).end().await;
        assert_eq!(named.code, 0, "found by its number: {}", named.stderr);
        // Whoever comes second leaves it to the first.
        let second = at_home(qt, &home, &[("QTMCP_SOCKET", socket.to_str().unwrap())]).await;
        assert!(second.stderr().contains("another process has this socket"), "{}", second.stderr());
        assert_eq!(succeed(&client, "ping", json!({})).await["pong"], true);
        assert_eq!(app.quit().await, 0);
        assert!(!socket.exists(), "it went with the app");
    }

    async fn a_socket_where_others_may_enter_is_not_made(qt: Qt) {
        let home = Home::new();
        let open = home.dir().join("open");
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
        let app = at_home(qt, &home, &[("QTMCP_SOCKET", open.join("app.sock").to_str().unwrap())]).await;
        let told = |text: String| text.contains("without a Unix socket in") && text.contains("only he may enter");
        eventually("a word about it", async || told(app.stderr()).then_some(())).await;
        assert_eq!((app.socket.clone(), fs::read_dir(&open).unwrap().count()), (None, 0));
        assert_eq!(app.call("ping", json!({})).await["pong"], true, "it has its port");
        assert_eq!(entry(&home, app.pid)["socket"], json!(null));
    }

    async fn what_is_there_already_and_no_socket_stays(qt: Qt) {
        let home = Home::new();
        let file = home.dir().join("run/notes");
        fs::write(&file, "mine").unwrap();
        let app = at_home(qt, &home, &[("QTMCP_SOCKET", file.to_str().unwrap())]).await;
        assert_eq!((app.socket.clone(), fs::read_to_string(&file).unwrap()), (None, "mine".to_owned()));
    }

    async fn without_a_socket_the_port_is_found_by_the_entry(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_SOCKET", "off")]).await;
        assert_eq!((app.socket.clone(), &entry(&home, app.pid)["url"]), (None, &json!(app.url)));
        assert_eq!(fs::read_dir(registry(&home)).unwrap().count(), 1);
        let named = Run::qtmcp(registry(&home)).args(["call", "ping"]).end().await;
        assert!(named.code == 0 && named.stdout.contains("true"), "{}", named.stderr);
    }
}
