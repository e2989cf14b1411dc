//! The Unix socket of an app and the entry that tells of it: who may use them, what they say, when they go.

use qtmcp_client::registry::list_in;
use qtmcp_tests::{
    Client, Home, PATIENCE, Run, TestApp, Value, built, eventually, gallery, is_alive, json, launch, on_both, product,
    succeed,
};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

fn registry(home: &Home) -> PathBuf {
    home.dir().join("run/qtmcp")
}

fn entry(dir: &Path, pid: u32) -> Option<Value> {
    serde_json::from_slice(&fs::read(dir.join(format!("{pid}.json"))).ok()?).ok()
}

async fn titled(dir: &Path, pid: u32, title: &str) -> Value {
    let what = format!("an entry with the title {title}");
    eventually(&what, async || entry(dir, pid).filter(|entry| entry["title"] == title)).await
}

fn files(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir).into_iter().flatten().flatten();
    names.map(|file| file.file_name().to_string_lossy().into_owned()).collect()
}

async fn end(app: &mut TestApp, signal: i32) {
    Run::plain("sh").args(["-c", &format!("kill -{signal} {}", app.pid)]).end().await;
    app.wait_exit(PATIENCE).await.unwrap();
}

on_both! {
    async fn an_app_is_found_and_served_through_its_socket(qt: Qt) {
        let home = Home::new();
        let dir = registry(&home);
        let mut app = launch(home.launch(built(qt, "gallery"))).await;
        // Nobody asks it anything: the title comes with the window.
        let told = titled(&dir, app.pid, "QtMCP gallery").await;
        let socket = dir.join(format!("{}.sock", app.pid));
        assert_eq!(app.socket.as_deref(), Some(socket.as_path()));
        let expected = json!({"pid": app.pid, "startTime": told["startTime"], "socket": socket, "url": app.url,
            "program": "gallery", "title": "QtMCP gallery", "qtVersion": app.qt_version, "version": env!("CARGO_PKG_VERSION"), "protocol": 1, "token": told["token"]});
        assert_eq!(told, expected);
        let stat = fs::read_to_string(format!("/proc/{}/stat", app.pid)).unwrap();
        assert!(stat.contains(&format!(" {} ", told["startTime"])), "{stat}");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&dir), mode(&socket)), (0o700, 0o600));

        let client = Client::connect(&format!("unix:{}", socket.display())).await.unwrap();
        assert_eq!(succeed(&client, "status", json!({})).await["pid"], app.pid);
        assert_eq!(succeed(&client, "getProperty", json!({"id": "okButton", "property": "text"})).await["value"], "OK");
        assert_eq!(app.quit().await, 0);
        assert_eq!(files(&dir), Vec::<String>::new(), "they went with the app");
    }

    async fn a_title_that_comes_late_is_told_without_asking(qt: Qt) {
        let home = Home::new();
        let app = launch(home.launch(built(qt, "nowindow"))).await;
        assert_eq!(entry(&registry(&home), app.pid).unwrap()["title"], "");
        app.call("invokeMethod", json!({"id": "opener", "method": "start"})).await;
        titled(&registry(&home), app.pid, "Late window").await;
    }

    async fn what_an_app_that_was_killed_left_is_removed(qt: Qt) {
        let home = Home::new();
        let dir = registry(&home);
        let mut killed = launch(home.launch(built(qt, "gallery"))).await;
        end(&mut killed, libc::SIGKILL).await;
        assert_eq!(files(&dir).len(), 2, "nobody was there to remove them");
        let app = launch(home.launch(built(qt, "gallery"))).await;
        let found: Vec<u32> = list_in(&dir).iter().map(|entry| entry.pid).collect();
        assert_eq!(found, [app.pid]);
        let mut left = files(&dir);
        left.sort();
        assert_eq!(left, [format!("{}.json", app.pid), format!("{}.sock", app.pid)]);
    }

    async fn without_a_port_the_socket_is_the_only_way_in(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_PORT", "off")).await;
        let socket = app.socket.clone().unwrap();
        assert_eq!(app.url, format!("unix:{}", socket.display()));
        let line = format!("qtmcp: listening on {} (Qt {}, pid {}, native mode)", app.url, app.qt_version, app.pid);
        assert!(app.stderr().lines().any(|said| said == line), "{}", app.stderr());
        let listening = fs::read_to_string(format!("/proc/{}/net/tcp", app.pid)).unwrap();
        let descriptors = fs::read_dir(format!("/proc/{}/fd", app.pid)).unwrap().flatten();
        let inodes: Vec<String> = descriptors
            .filter_map(|link| fs::read_link(link.path()).ok())
            .filter_map(|target| Some(target.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
            .collect();
        let ours = listening.lines().filter(|line| inodes.iter().any(|inode| line.contains(&format!(" {inode} "))));
        assert_eq!(ours.collect::<Vec<_>>(), Vec::<&str>::new());
    }

    async fn a_taken_port_leaves_the_socket(qt: Qt) {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = taken.local_addr().unwrap().port().to_string();
        let app = launch(gallery(qt).env("QTMCP_PORT", &port)).await;
        assert!(app.url.starts_with("unix:"), "{}", app.url);
        let told = app.stderr();
        assert!(told.contains("not listening on 127.0.0.1:") && told.contains(&app.url), "{told}");
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn a_directory_that_others_may_enter_is_not_used(qt: Qt) {
        let home = Home::new();
        let dir = registry(&home);
        fs::create_dir(&dir).unwrap();
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
        let app = launch(home.launch(built(qt, "gallery"))).await;
        assert_eq!((app.socket.clone(), files(&dir)), (None, Vec::new()));
        assert!(app.stderr().contains("without a Unix socket in"), "{}", app.stderr());
        // Nor one that is only a link to a place of ours.
        let linked = home.dir().join("run/linked");
        let own = home.dir().join("own");
        fs::create_dir(&own).unwrap();
        fs::set_permissions(&own, fs::Permissions::from_mode(0o700)).unwrap();
        std::os::unix::fs::symlink(&own, &linked).unwrap();
        let app = launch(home.launch(built(qt, "gallery")).env("QTMCP_REGISTRY", &linked)).await;
        assert_eq!((app.socket.clone(), files(&own)), (None, Vec::new()));
    }

    async fn it_can_be_switched_off(qt: Qt) {
        let home = Home::new();
        let app = launch(home.launch(built(qt, "gallery")).env("QTMCP_REGISTRY", "off")).await;
        assert_eq!((app.socket.clone(), files(&registry(&home))), (None, Vec::new()));
        assert_eq!(app.stderr().lines().filter(|line| line.starts_with("qtmcp: ")).count(), 1, "{}", app.stderr());
    }

    async fn a_forked_child_leaves_entry_and_socket_alone(qt: Qt) {
        let home = Home::new();
        let dir = registry(&home);
        let app = launch(home.launch(built(qt, "gallery"))).await;
        app.show_page("threadsPage").await;
        app.call("invokeMethod", json!({"id": "forkButton", "method": "click"})).await;
        app.said("FORK 0").await;
        assert!(is_alive(app.pid) && entry(&dir, app.pid).is_some());
        let client = Client::connect(&format!("unix:{}", app.socket.clone().unwrap().display())).await.unwrap();
        assert_eq!(succeed(&client, "ping", json!({})).await["pong"], true);
    }

    async fn an_app_of_another_user_is_out_of_reach(qt: Qt) {
        let home = Home::new();
        let app = launch(home.launch(built(qt, "gallery"))).await;
        let socket = app.socket.clone().unwrap();
        assert_eq!(fs::metadata(&socket).unwrap().uid(), fs::metadata(home.dir()).unwrap().uid());
        // Only who may be anybody can try to be somebody else.
        let Some(mut stranger) = stranger() else { return };
        // The door stands open, as it does for the user root: it is the probe itself that must ask who comes.
        for open in [home.dir().to_owned(), home.dir().join("run"), registry(&home)] {
            fs::set_permissions(open, fs::Permissions::from_mode(0o755)).unwrap();
        }
        fs::set_permissions(&socket, fs::Permissions::from_mode(0o666)).unwrap();
        let script = "import socket, sys\ns = socket.socket(socket.AF_UNIX)\ns.settimeout(10)\ns.connect(sys.argv[1])\n\
            try:\n    s.sendall(b'GET / HTTP/1.1\\r\\nHost: localhost\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\
            Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\n\\r\\n')\n    \
            print('ANSWER', s.recv(12))\nexcept (ConnectionResetError, BrokenPipeError):\n    print('ANSWER', b'')\n";
        stranger = stranger.args(["/usr/bin/python3", "-c", script]).args([&socket]);
        let ended = stranger.end().await;
        assert_eq!(ended.stdout, "ANSWER b''\n", "{}", ended.stderr);
        eventually("a word about it", async || app.stderr().contains("was turned away").then_some(())).await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }
}

#[tokio::test]
async fn a_probe_that_is_stopped_takes_entry_and_socket_with_it() {
    let home = Home::new();
    let sign = home.dir().join("stop");
    let script = "import ctypes, os, sys\nfrom PyQt5 import QtCore\napp = QtCore.QCoreApplication([])\n\
        timer = QtCore.QTimer()\ndef look():\n    if os.path.exists(sys.argv[2]):\n        \
        ctypes.CDLL(sys.argv[1]).qtmcp_stop()\n        print('STOPPED', flush=True)\n        timer.stop()\n\
        timer.timeout.connect(look)\ntimer.start(10)\napp.exec_()\n";
    let python = home.launch("/usr/bin/python3").args(["-c", script]).arg(product("lib/libqtmcp.so")).arg(&sign);
    let app = launch(python).await;
    assert_eq!(entry(&registry(&home), app.pid).unwrap()["program"], "python3");
    fs::write(&sign, "").unwrap();
    app.said("STOPPED").await;
    assert!(is_alive(app.pid));
    assert_eq!(files(&registry(&home)), Vec::<String>::new());
}

/// A way to run something as nobody, for who has it.
fn stranger() -> Option<Run> {
    let is_root = fs::metadata("/proc/self").ok()?.uid() == 0;
    is_root.then(|| Run::plain("setpriv").args(["--reuid=65534", "--regid=65534", "--clear-groups"]))
}
