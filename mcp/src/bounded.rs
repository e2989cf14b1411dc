//! Lines from somebody who may send them too long or too deep: such a line is not kept, and earns an error.

use crate::console;
use qtmcp_guard::nesting::Nesting;
use qtmcp_guard::rules::Limits;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};

/// What stands for a refused line: an end to what was passed on of it, and JSON that is no request, which is answered.
const IN_ITS_PLACE: &[u8] = b"\n{}\n";

const CHUNK_BYTES: usize = 64 << 10;

/// A reader that passes on only what is within the limits.
pub(crate) struct Bounded<R> {
    source: R,
    limits: Limits,
    chunk: Box<[u8]>,
    /// What of the chunk is still to be passed on.
    from: usize,
    to: usize,
    length: usize,
    nesting: Nesting,
    is_refused: bool,
    in_place: &'static [u8],
}

impl<R> Bounded<R> {
    pub(crate) fn new(source: R, limits: Limits) -> Self {
        let chunk = vec![0; CHUNK_BYTES].into();
        let (length, nesting) = (0, Nesting::default());
        Self { source, limits, chunk, from: 0, to: 0, length, nesting, is_refused: false, in_place: &[] }
    }

    /// Passes on what there is of the chunk, as far as there is room.
    fn pass_on(&mut self, buffer: &mut ReadBuf<'_>) {
        while buffer.remaining() > 0 {
            if let Some((byte, rest)) = self.in_place.split_first() {
                buffer.put_slice(&[*byte]);
                self.in_place = rest;
                continue;
            }
            let room = buffer.remaining().min(self.to - self.from);
            let fitting = self.fitting(room);
            buffer.put_slice(&self.chunk[self.from..self.from + fitting]);
            self.from += fitting;
            if fitting == room {
                return;
            }
            self.skip();
        }
    }

    /// How many of the next bytes are within the limits.
    fn fitting(&mut self, room: usize) -> usize {
        if self.is_refused {
            return 0;
        }
        for (nth, byte) in self.chunk[self.from..self.from + room].iter().enumerate() {
            if *byte == b'\n' {
                (self.length, self.nesting) = (0, Nesting::default());
                continue;
            }
            self.length += 1;
            let is_deep = self.nesting.take(*byte) > self.limits.depth;
            if is_deep || self.length > self.limits.message_bytes {
                let Limits { message_bytes, depth, .. } = self.limits;
                console::note(if is_deep {
                    format!("a message that is nested deeper than {depth} levels was refused (QTMCP_MAX_DEPTH)")
                } else {
                    format!("a message of more than {message_bytes} bytes was refused (QTMCP_MAX_MESSAGE_BYTES)")
                });
                (self.is_refused, self.in_place) = (true, IN_ITS_PLACE);
                return nth;
            }
        }
        room
    }

    /// Leaves out the rest of a refused line.
    fn skip(&mut self) {
        let rest = &self.chunk[self.from..self.to];
        match rest.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                self.from += end + 1;
                (self.is_refused, self.length, self.nesting) = (false, 0, Nesting::default());
            }
            None => self.from = self.to,
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Bounded<R> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        loop {
            this.pass_on(buffer);
            if buffer.filled().len() > before || buffer.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            let mut chunk = ReadBuf::new(&mut this.chunk);
            ready!(Pin::new(&mut this.source).poll_read(context, &mut chunk))?;
            (this.from, this.to) = (0, chunk.filled().len());
            if this.to == 0 {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    async fn read(text: &str, buffer_bytes: usize) -> String {
        let limits = Limits { message_bytes: 20, depth: 3, connections: 1, in_flight: 1 };
        let mut reader = Bounded::new(text.as_bytes(), limits);
        let (mut all, mut buffer) = (Vec::new(), vec![0; buffer_bytes]);
        loop {
            match reader.read(&mut buffer).await.unwrap() {
                0 => return String::from_utf8(all).unwrap(),
                read => all.extend_from_slice(&buffer[..read]),
            }
        }
    }

    #[tokio::test]
    async fn what_is_within_the_limits_is_passed_on_as_it_is() {
        let text = format!("{}\n[[[]]]\n\n{{\"a\":\"[[[[[[[\"}}\nrest", "x".repeat(20));
        for buffer_bytes in [1, 7, 1000] {
            assert_eq!(read(&text, buffer_bytes).await, text);
        }
    }

    #[tokio::test]
    async fn a_line_past_a_limit_is_cut_and_earns_an_error() {
        let long = format!("a\n{}\nb\n", "x".repeat(300_000));
        let deep = format!("a\n{}\nb\n", "[".repeat(100));
        for buffer_bytes in [1, 7, 1000] {
            assert_eq!(read(&long, buffer_bytes).await, format!("a\n{}\n{{}}\nb\n", "x".repeat(20)));
            assert_eq!(read(&deep, buffer_bytes).await, "a\n[[[\n{}\nb\n");
        }
    }
}
