//! An app that is owned ends with the process that launched it, however that one ends, and only then.

use qtmcp_client::registry;
use qtmcp_tests::{
    Client, Launch, PATIENCE, Qt, Run, Value, built, code, eventually, gallery, is_alive, json, launch, on_both,
    product, small, succeed,
};
use std::fs::{self, File};
use std::io::PipeWriter;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Child;

/// A process to own apps; a shell that reads for ever.
fn owner() -> Child {
    Run::plain("sh").args(["-c", "read line; sleep 600"]).start()
}

fn named(pid: u32) -> String {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let rest = stat.rsplit_once(") ").unwrap().1;
    format!("{pid}:{}", rest.split(' ').nth(19).unwrap())
}

/// An end of a pipe that programs which are started from here inherit, how it is named, and the end that an owner keeps.
fn pipe() -> (File, String, PipeWriter) {
    let (theirs, ours) = std::io::pipe().unwrap();
    let theirs = File::from(OwnedFd::from(theirs));
    rustix::io::fcntl_setfd(&theirs, rustix::io::FdFlags::empty()).unwrap();
    let name = format!("{}:{}", theirs.as_raw_fd(), theirs.metadata().unwrap().ino());
    (theirs, name, ours)
}

/// The name of a process that has ended.
async fn ended() -> String {
    let mut owner = owner();
    let name = named(owner.id().unwrap());
    owner.kill().await.unwrap();
    name
}

/// Waits until the app that announces itself there has shown its window, after which it has nothing more to say.
async fn up(announcement: &Path) -> u32 {
    let announced: Value =
        eventually("the app", async || serde_json::from_slice(&fs::read(announcement).ok()?).ok()).await;
    let _ = fs::remove_file(announcement);
    let client = Client::connect(announced["url"].as_str().unwrap()).await.unwrap();
    eventually("its window", async || {
        let status = succeed(&client, "status", json!({})).await;
        status["title"].as_str().is_some_and(|title| !title.is_empty()).then_some(())
    })
    .await;
    announced["pid"].as_u64().unwrap() as u32
}

async fn kill(pid: u32) {
    Run::plain("sh").args(["-c", &format!("kill -9 {pid}")]).end().await;
}

async fn ends(pid: u32) {
    eventually("the end of the app", async || (!is_alive(pid)).then_some(())).await;
}

fn note(qt: Qt, name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("qtmcp-owner-{name}-{}-{}", qt.major(), std::process::id()))
}

#[test]
fn the_end_of_the_thread_that_launched_an_app_is_not_the_end_of_its_owner() {
    let launching = std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let editor = built(Qt::Six, "editor");
        // The script has no Qt: it is the kernel that ends it with its parent.
        let script = Launch::new("sh").args(["-c", "\"$0\"; exit 5", editor.to_str().unwrap()]).platform("offscreen");
        let app = runtime.block_on(script.owned(true).launch()).unwrap();
        (runtime, app)
    });
    let (runtime, mut app) = launching.join().unwrap();
    runtime.block_on(async {
        let early = app.wait_exit(Duration::from_millis(500)).await;
        assert!(early.is_err() && app.ended().is_none(), "{early:?}");
        assert_eq!(succeed(&app.client, "ping", json!({})).await["pong"], true);
        app.kill().await.unwrap();
    });
}

on_both! {
    async fn an_app_ends_with_its_owner(qt: Qt) {
        let mut owner = owner();
        let pid = owner.id().unwrap();
        let mut app = launch(gallery(qt).env("QTMCP_OWNER", named(pid))).await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
        kill(pid).await;
        let _ = owner.wait().await;
        assert_eq!(code(app.wait_exit(PATIENCE).await.unwrap()), -libc::SIGTERM);
    }

    async fn one_that_ignores_the_signal_is_killed(qt: Qt) {
        let mut owner = owner();
        let pid = owner.id().unwrap();
        let mut app = launch(small(qt, "editor").args(["--deaf"]).env("QTMCP_OWNER", named(pid))).await;
        kill(pid).await;
        let _ = owner.wait().await;
        assert_eq!(code(app.wait_exit(PATIENCE).await.unwrap()), -libc::SIGKILL);
    }

    async fn an_app_whose_words_nobody_reads_any_more_ends_too(qt: Qt) {
        // Its output goes to the owner, as it does for whoever keeps it: what the probe has to say last is not heard.
        let start = "import os, subprocess, sys\nstart = open('/proc/self/stat').read().rsplit(') ', 1)[1].split()[19]\n\
            env = dict(os.environ, LD_PRELOAD=sys.argv[1], QTMCP_OWNER=f'{os.getpid()}:{start}')\n\
            pipe = subprocess.PIPE\napp = subprocess.Popen(sys.argv[2:], env=env, stdout=pipe, stderr=pipe)\n\
            print(app.pid, flush=True)\napp.wait()\n";
        let announcement = note(qt, "unheard");
        let run = Run::plain("/usr/bin/python3").env("QTMCP_PORT", "auto").env("QTMCP_ANNOUNCE", &announcement);
        let run = run.args(["-c", start]).args([product("lib/libqtmcp.so"), built(qt, "editor")]).args(["--deaf"]);
        let mut owner = run.start();
        let mut lines = BufReader::new(owner.stdout.take().unwrap()).lines();
        let app: u32 = lines.next_line().await.unwrap().unwrap().parse().unwrap();
        up(&announcement).await;
        assert!(is_alive(app));
        kill(owner.id().unwrap()).await;
        let _ = owner.wait().await;
        ends(app).await;
    }

    async fn an_owner_of_another_start_is_none(qt: Qt) {
        // Its number has come to mean another process: the one that was meant is gone, which nobody can see from inside a
        // container. The app is nobody's then.
        let other = named(std::process::id());
        let (pid, start) = other.split_once(':').unwrap();
        let start: u64 = start.parse().unwrap();
        let app = launch(gallery(qt).env("QTMCP_OWNER", format!("{pid}:{}", start - 1))).await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn an_owner_that_ended_before_the_app_began_takes_it_along(qt: Qt) {
        let (_theirs, pipe, ours) = pipe();
        drop(ours);
        for program in [built(qt, "gallery"), built(qt, "plain")] {
            let run = Run::probed(program).env("QTMCP_OWNER", format!("{}:{pipe}", ended().await));
            assert_eq!(run.end().await.code, -libc::SIGTERM);
        }
    }

    async fn an_owner_that_is_not_seen_from_a_container_is_known_by_its_pipe(qt: Qt) {
        let (theirs, pipe, ours) = pipe();
        // As in a container, where its number means nothing.
        let mut app = launch(gallery(qt).env("QTMCP_OWNER", format!("{}:{pipe}", ended().await))).await;
        drop(theirs);
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
        assert!(app.ended().is_none());
        drop(ours);
        assert_eq!(code(app.wait_exit(PATIENCE).await.unwrap()), -libc::SIGTERM);
    }

    async fn a_descriptor_that_has_become_another_file_is_no_owners(qt: Qt) {
        let (_theirs, pipe, ours) = pipe();
        drop(ours);
        let (descriptor, inode) = pipe.split_once(':').unwrap();
        let other = format!("{descriptor}:{}", inode.parse::<u64>().unwrap() + 1);
        let me = named(std::process::id());
        let app = launch(gallery(qt).env("QTMCP_OWNER", format!("{me}:{other}"))).await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
        assert!(fs::exists(format!("/proc/{}/fd/{descriptor}", app.pid)).unwrap(), "it is the app's");
    }

    async fn children_of_the_app_are_nobodys(qt: Qt) {
        let app = launch(gallery(qt).owned(true)).await;
        let environment = fs::read(format!("/proc/{}/environ", app.pid)).unwrap();
        let has = |name: &str| environment.split(|byte| *byte == 0).any(|line| line.starts_with(name.as_bytes()));
        assert!(has("QTMCP_OWNER=") && has("QTMCP_PORT=off") && has("QTMCP_REGISTRY="), "as it was started");
        assert!(app.url.starts_with("unix:"), "{}", app.url);
        let dir = registry::dir().unwrap().canonicalize().unwrap();
        assert_eq!(app.socket.as_deref().and_then(|socket| socket.parent()), Some(dir.as_path()));
        assert_eq!(registry::find(app.pid).unwrap().socket, app.socket.clone());
    }

    async fn a_wrapper_and_what_has_no_qt_yet_end_as_well(qt: Qt) {
        let (pids, announcement) = (note(qt, "pids"), note(qt, "announcement"));
        // The owner is the direct parent of a shell that starts the app and waits for it, and of a program without Qt.
        let start = "export QTMCP_OWNER=$$:$(cut -d' ' -f22 /proc/$$/stat); export LD_PRELOAD=$1; \
            sh -c '\"$0\" & echo $! $$ >> \"$1\"; wait' \"$2\" \"$3\" & sh -c 'echo $$ >> \"$0\"; exec sleep 600' \"$3\" & read line";
        let run = Run::plain("sh").env("QTMCP_PORT", "auto").env("QTMCP_ANNOUNCE", &announcement);
        let run = run.args(["-c", start, "owner"]).args([product("lib/libqtmcp.so"), built(qt, "gallery"), pids.clone()]);
        let mut owner = run.start();
        let announced = up(&announcement).await;
        let all = eventually("all three", async || {
            let text = fs::read_to_string(&pids).ok()?;
            let all: Vec<u32> = text.split_whitespace().map(|pid| pid.parse().unwrap()).collect();
            (all.len() == 3).then_some(all)
        })
        .await;
        let _ = fs::remove_file(&pids);
        assert!(all.contains(&announced), "{all:?}");
        assert!(all.iter().all(|pid| is_alive(*pid)));
        kill(owner.id().unwrap()).await;
        let _ = owner.wait().await;
        for pid in all {
            ends(pid).await;
        }
    }
}
