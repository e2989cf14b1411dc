//! What an app's life costs with the probe and without: start-up, memory, objects.

use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use anyhow::{Context, Result};
use std::time::Instant;

/// One value per start.
#[derive(Default)]
pub(super) struct Figures {
    pub(super) start_up_ms: Vec<f64>,
    pub(super) resident_mb: Vec<f64>,
    pub(super) object_ns: Vec<f64>,
}

/// Starts the gallery twice: as it is, for start-up and memory, and to make and delete objects.
pub(super) fn measure(layout: &Layout, qt: Qt, preload: Preload, figures: &mut Figures) -> Result<()> {
    let began = Instant::now();
    let mut gallery = Gallery::start(layout, qt, preload, &["--print-startup"])?;
    gallery.line("READY_NS")?;
    figures.start_up_ms.push(began.elapsed().as_secs_f64() * 1e3);
    // The server must be up before its memory is counted.
    if preload == Preload::Probe {
        gallery.url()?;
    }
    figures.resident_mb.push(gallery.resident_mb()?);
    drop(gallery);
    let mut gallery = Gallery::start(layout, qt, preload, &["--churn", "20000", "--exit-after", "0"])?;
    figures.object_ns.push(gallery.line("CHURN_NS")?.parse().context("CHURN_NS is no number")?);
    Ok(())
}
