//! What the screen costs: screenshots of three sizes, as they are and fitted, with the parts they are made of; and a click
//! that answers with one.

use super::floor::bare_request;
use super::table::{Row, Table, Unit};
use super::turns::{request, time, try_out};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::socket::Socket;
use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use qtmcp_tool::vision::{Budget, Format, Frame, Size, encode};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

/// A screen: how large, how often it is measured, and what a screenshot of it should take, as it is and fitted.
struct Screen {
    name: &'static str,
    size: Size,
    count: usize,
    aim_ms: Option<f64>,
    fitted_aim_ms: Option<f64>,
}

const SCREENS: [Screen; 3] = [
    Screen {
        name: "800×600",
        size: Size { width: 800, height: 600 },
        count: 100,
        aim_ms: Some(6.0),
        fitted_aim_ms: None,
    },
    Screen {
        name: "1920×1080",
        size: Size { width: 1920, height: 1080 },
        count: 50,
        aim_ms: Some(18.0),
        fitted_aim_ms: Some(25.0),
    },
    Screen {
        name: "3840×2160",
        size: Size { width: 3840, height: 2160 },
        count: 20,
        aim_ms: None,
        fitted_aim_ms: None,
    },
];

pub(super) async fn measure(layout: &Layout, qt: Qt, table: &mut Table) -> Result<()> {
    let bare = super::floor::start()?;
    let mut floor = Socket::connect(&bare.url).await?;
    for screen in SCREENS {
        let size = screen.size.to_string();
        let mut gallery = Gallery::start_with(layout, qt, Preload::Probe, &[], &[("QTMCP_SCREEN", &size)])?;
        gallery.ignore_output();
        let mut app = Socket::connect(&gallery.url()?).await?;
        fill(&mut app, screen.size).await?;
        let mut bench = Bench { qt, table, floor: &mut floor, app: &mut app, screen: &screen };
        bench.screenshots().await?;
        if screen.size.width == 800 {
            bench.click().await?;
        }
    }
    Ok(())
}

/// Makes the main window as large as the screen.
async fn fill(app: &mut Socket, size: Size) -> Result<()> {
    app.call("waitFor", json!({"id": "#mainWindow", "state": "visible"})).await?;
    let area = json!({"x": 0, "y": 0, "width": size.width, "height": size.height});
    app.call("setProperty", json!({"id": "#mainWindow", "property": "geometry", "value": area})).await?;
    Ok(())
}

struct Bench<'a> {
    qt: Qt,
    table: &'a mut Table,
    floor: &'a mut Socket,
    app: &'a mut Socket,
    screen: &'a Screen,
}

impl Bench<'_> {
    async fn screenshots(&mut self) -> Result<()> {
        let Screen { name, size, aim_ms, fitted_aim_ms, .. } = *self.screen;
        let plain = format!("screenshot {name}");
        let (whole, sending) = self.call(&plain, "screenshot", json!({}), aim_ms).await?;
        let frame = self.frame().await?;
        let copies: Vec<f64> = self.repeated(&|| drop(black_box(frame.clone())));
        let parts = self.parts(&plain, (&frame, &copies), size);
        // What remains of the whole is what the app's own thread did.
        self.push(&format!("{plain}: grab"), &[(whole - sending - parts).max(0.0)], &copies, None);
        let fitted = Budget::Standard.fit(size);
        if fitted != size {
            let name = format!("{plain}, fitted");
            self.call(&name, "screenshot", json!({"fit": "standard"}), fitted_aim_ms).await?;
            self.parts(&name, (&frame, &copies), fitted);
        }
        Ok(())
    }

    async fn click(&mut self) -> Result<()> {
        let button = self.app.call("getGeometry", json!({"id": "#agreeCheck"})).await?;
        let number = |member: &str| button["global"][member].as_f64().context("the check box has no place");
        let middle = [number("x")? + number("width")? / 2.0, number("y")? + number("height")? / 2.0];
        self.app.call("setMode", json!({"mode": "computer_use"})).await?;
        let click = json!({"action": "left_click", "coordinate": middle.map(|place| place as u32)});
        self.call("click, settled, with screenshot", "computer", click, Some(60.0)).await?;
        Ok(())
    }

    /// A call beside a server that answers as many bytes; the medians of both in milliseconds.
    async fn call(&mut self, name: &str, method: &str, params: Value, aim_ms: Option<f64>) -> Result<(f64, f64)> {
        let request = request(method, &params);
        let reply = try_out(self.app, &request).await?;
        let floor = bare_request(request.len(), reply.len());
        let requests = [(0, &*floor), (1, &*request)];
        let [floor, times] = time(&mut [self.floor, self.app], requests, self.screen.count).await?;
        let ms = |times: &[f64]| times.iter().map(|time| time / 1e3).collect::<Vec<_>>();
        let (times, floor) = (ms(&times), ms(&floor));
        self.push(name, &times, &floor, aim_ms);
        Ok((median(&times), median(&floor)))
    }

    /// The screen's pixels, as the app has them.
    async fn frame(&mut self) -> Result<Frame> {
        let shot = self.app.call("screenshot", json!({})).await?;
        let data = shot["data"].as_str().context("a screenshot without data")?;
        let mut reader = png::Decoder::new(std::io::Cursor::new(STANDARD.decode(data)?)).read_info()?;
        let mut pixels = vec![0; reader.output_buffer_size().context("a picture too large")?];
        let info = reader.next_frame(&mut pixels)?;
        let rgba = pixels.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
        Ok(Frame { width: info.width, height: info.height, ratio: 1.0, rgba })
    }

    /// What is done with the pixels off the app's own thread, each beside a copy of them; the sum of the medians.
    fn parts(&mut self, name: &str, (frame, copies): (&Frame, &[f64]), size: Size) -> f64 {
        let scaled = frame.scaled(size);
        let file = encode(&scaled, Format::Png).unwrap_or_default();
        let mut sum = 0.0;
        let mut part = |what: &str, work: &dyn Fn()| {
            let times = self.repeated(work);
            sum += median(&times);
            self.push(&format!("{name}: {what}"), &times, copies, None);
        };
        if size != frame.size() {
            part("scale", &|| drop(black_box(frame.scaled(size))));
        }
        part("encode", &|| drop(black_box(encode(&scaled, Format::Png))));
        part("base64", &|| drop(black_box(STANDARD.encode(&file))));
        sum
    }

    fn repeated(&self, work: &dyn Fn()) -> Vec<f64> {
        (0..self.screen.count).map(|_| milliseconds(work)).collect()
    }

    fn push(&mut self, name: &str, times: &[f64], floor: &[f64], aim_ms: Option<f64>) {
        let row = Row::measured(name, self.qt, Unit::Milliseconds, times, floor, None);
        self.table.push(row.aiming_at(aim_ms));
    }
}

fn milliseconds(work: &dyn Fn()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e3
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
