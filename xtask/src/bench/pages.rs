//! What Chrome mode costs: pages of all sizes read, an element found, a click with its outcome.

use super::floor::{Bare, bare_request};
use super::table::{Limit, Row, Table, Unit};
use super::turns::{request, time, try_out};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::socket::Socket;
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// More characters than any page here has.
pub(super) const ALL: usize = 100_000_000;

/// Ten times as many elements may take this many times as long when all of them are shown: what is over ten is what
/// caches no longer hold.
const LINEAR: f64 = 14.0;

/// Ten times as many elements of which no more are shown.
const FLAT: f64 = 2.0;

/// A page has more to tell of each element than the object tree has of each object.
const OBJECT_TREE: f64 = 3.0;

pub(super) async fn measure(layout: &Layout, qt: Qt, table: &mut Table) -> Result<()> {
    let bare = super::floor::start()?;
    let mut bench = Bench { layout, qt, table, floor: Socket::connect(&bare.url).await?, _bare: bare };
    bench.gallery().await?;
    bench.small(200, 1000, Some(2.0)).await?;
    bench.small(1000, 300, None).await?;
    bench.large().await?;
    bench.million().await
}

struct Bench<'a> {
    layout: &'a Layout,
    qt: Qt,
    table: &'a mut Table,
    floor: Socket,
    _bare: Bare,
}

impl Bench<'_> {
    /// The first page of an app, and what one does with it.
    async fn gallery(&mut self) -> Result<()> {
        let mut app = Shown::start(self.layout, self.qt, "mainWindow", &[]).await?;
        self.reading(&mut app, "read_page, gallery", json!({}), 1000, None).await?;
        self.reading(&mut app, "read_page, gallery, chrome", json!({"dialect": "chrome"}), 1000, None).await?;
        self.call(&mut app, "find, gallery", "find", json!({"query": "the submit button"}), 500, None).await?;
        let page = app.socket.call("read_page", json!({})).await?;
        let refs = page["refs"].as_object().context("read_page gave no refs")?;
        let is_ok = |about: &Value| about["name"] == "OK" && about["class"] == "QPushButton";
        let (number, _) = refs.iter().find(|(_, about)| is_ok(about)).context("the gallery shows no OK")?;
        self.call(&mut app, "click by ref, with outcome", "click", json!({"ref": number}), 40, None).await
    }

    /// Few enough elements that a default answer shows them all.
    async fn small(&mut self, nodes: usize, count: usize, aim_ms: Option<f64>) -> Result<()> {
        let mut app = Shown::nodes(self.layout, self.qt, nodes).await?;
        let name = format!("read_page, {} nodes", grouped(nodes));
        self.reading(&mut app, &name, json!({}), count, aim_ms).await?;
        let chrome = json!({"dialect": "chrome"});
        self.reading(&mut app, &format!("{name}, chrome"), chrome, count, aim_ms).await?;
        self.against_object_tree(&mut app, &name, json!({}), count / 4).await
    }

    /// More elements than a default answer shows.
    async fn large(&mut self) -> Result<()> {
        let mut ten = Shown::nodes(self.layout, self.qt, 10_000).await?;
        let mut hundred = Shown::nodes(self.layout, self.qt, 100_000).await?;
        // Of 100,000 elements the `qt` dialect writes more than a WebSocket frame holds.
        let all = json!({"dialect": "chrome", "max_chars": ALL});
        let name = "read_page, 10,000 nodes";
        self.reading(&mut ten, &format!("{name}, all"), json!({"max_chars": ALL}), 50, Some(80.0)).await?;
        self.reading(&mut ten, &format!("{name}, all, chrome"), all.clone(), 50, Some(80.0)).await?;
        self.against_object_tree(&mut ten, &format!("{name}, all"), json!({"max_chars": ALL}), 30).await?;
        self.reading(&mut ten, &format!("{name}, default cap"), json!({}), 50, None).await?;
        let name = "read_page, 100,000 nodes";
        self.reading(&mut hundred, &format!("{name}, all, chrome"), all.clone(), 10, None).await?;
        self.reading(&mut hundred, &format!("{name}, default cap"), json!({}), 30, None).await?;
        self.growth(&mut ten, &mut hundred, "all shown", &all, 10, LINEAR).await?;
        self.growth(&mut ten, &mut hundred, "default cap", &json!({}), 30, FLAT).await
    }

    async fn million(&mut self) -> Result<()> {
        let mut app = Shown::start(self.layout, self.qt, "millionPage", &["--million"]).await?;
        self.reading(&mut app, "read_page, 1,000,000 rows", json!({}), 500, None).await
    }

    async fn reading(
        &mut self,
        app: &mut Shown,
        name: &str,
        params: Value,
        count: usize,
        aim: Option<f64>,
    ) -> Result<()> {
        self.call(app, name, "read_page", params, count, aim).await
    }

    /// A call beside a server that answers as many bytes.
    async fn call(
        &mut self,
        app: &mut Shown,
        name: &str,
        method: &str,
        params: Value,
        count: usize,
        aim_ms: Option<f64>,
    ) -> Result<()> {
        let request = request(method, &params);
        let reply = try_out(&mut app.socket, &request).await?;
        let floor = bare_request(request.len(), reply.len());
        let [floor, times] = time(&mut [&mut self.floor, &mut app.socket], [(0, &floor), (1, &request)], count).await?;
        self.push(name, &times, &floor, None, aim_ms);
        Ok(())
    }

    /// Reading a page beside reading the same objects as native mode's tree: both grow with what there is.
    async fn against_object_tree(&mut self, app: &mut Shown, name: &str, params: Value, count: usize) -> Result<()> {
        let page = request("read_page", &params);
        let tree = request("getObjectTree", &json!({"root": app.window, "limit": ALL}));
        try_out(&mut app.socket, &tree).await?;
        let [tree, page] = time(&mut [&mut app.socket], [(0, &tree), (0, &page)], count).await?;
        self.push(&format!("{name} ÷ getObjectTree"), &page, &tree, Some(Limit::Times(OBJECT_TREE)), None);
        Ok(())
    }

    /// What ten times as many elements cost.
    async fn growth(
        &mut self,
        ten: &mut Shown,
        hundred: &mut Shown,
        what: &str,
        params: &Value,
        count: usize,
        times: f64,
    ) -> Result<()> {
        let request = request("read_page", params);
        let [floor, grown] =
            time(&mut [&mut ten.socket, &mut hundred.socket], [(0, &request), (1, &request)], count).await?;
        let name = format!("100,000 ÷ 10,000 nodes, {what}");
        self.push(&name, &grown, &floor, Some(Limit::Times(times)), None);
        Ok(())
    }

    fn push(&mut self, name: &str, times: &[f64], floor: &[f64], limit: Option<Limit>, aim_ms: Option<f64>) {
        let ms = |times: &[f64]| times.iter().map(|time| time / 1e3).collect::<Vec<_>>();
        let row = Row::measured(name, self.qt, Unit::Milliseconds, &ms(times), &ms(floor), limit);
        self.table.push(row.aiming_at(aim_ms));
    }
}

/// A gallery that shows its window.
pub(super) struct Shown {
    pub(super) socket: Socket,
    window: String,
    _gallery: Gallery,
}

impl Shown {
    pub(super) async fn start(layout: &Layout, qt: Qt, window: &str, arguments: &[&str]) -> Result<Self> {
        let mut gallery = Gallery::start(layout, qt, Preload::Probe, arguments)?;
        gallery.ignore_output();
        let mut socket = Socket::connect(&gallery.url()?).await?;
        let window = format!("#{window}");
        socket.call("waitFor", json!({"id": window, "state": "visible"})).await?;
        Ok(Self { socket, window, _gallery: gallery })
    }

    async fn nodes(layout: &Layout, qt: Qt, nodes: usize) -> Result<Self> {
        Self::start(layout, qt, "nodesPage", &["--nodes", &nodes.to_string()]).await
    }
}

/// `10000` as `10,000`; what is counted here is under a million.
fn grouped(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}
