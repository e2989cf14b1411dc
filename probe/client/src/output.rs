//! What an app writes to stdout or stderr: read all the time so that it never blocks, and only the end of it kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;
use tokio::time::timeout;

const KEPT_BYTES: usize = 1 << 20;

/// One stream of an app.
pub(crate) struct Output {
    tail: Arc<Mutex<Tail>>,
    reading: JoinHandle<()>,
}

#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
    dropped: usize,
}

impl Output {
    pub(crate) fn of(mut stream: impl AsyncRead + Unpin + Send + 'static) -> Self {
        let tail = Arc::new(Mutex::new(Tail::default()));
        let shared = Arc::clone(&tail);
        let reading = tokio::spawn(async move {
            let mut chunk = vec![0; 16 << 10];
            while let Ok(count @ 1..) = stream.read(&mut chunk).await {
                lock(&shared).push(&chunk[..count]);
            }
        });
        Self { tail, reading }
    }

    /// What has been read so far.
    pub(crate) fn text(&self) -> String {
        lock(&self.tail).text()
    }

    /// Waits for the end of the stream, which a child of the app may hold open.
    pub(crate) async fn drain(&mut self, patience: Duration) {
        if !self.reading.is_finished() {
            let _ = timeout(patience, &mut self.reading).await;
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

impl Tail {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        let excess = self.bytes.len().saturating_sub(KEPT_BYTES);
        self.bytes.drain(..excess);
        self.dropped += excess;
    }

    fn text(&self) -> String {
        let (front, back) = self.bytes.as_slices();
        let text = String::from_utf8_lossy(&[front, back].concat()).into_owned();
        match self.dropped {
            0 => text,
            dropped => format!("[the first {dropped} bytes are left out]\n{text}"),
        }
    }
}

fn lock(tail: &Mutex<Tail>) -> MutexGuard<'_, Tail> {
    tail.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_end_is_kept_and_the_rest_is_counted() {
        let written = [vec![b'a'; KEPT_BYTES], b"the end".to_vec()].concat();
        let mut output = Output::of(std::io::Cursor::new(written));
        output.drain(Duration::from_secs(5)).await;
        let text = output.text();
        assert!(text.starts_with("[the first 7 bytes are left out]\naaa") && text.ends_with("athe end"));
    }
}
