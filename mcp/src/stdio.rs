//! MCP on stdin and stdout, until stdin closes.

use crate::bounded::Bounded;
use crate::console;
use crate::handler::Handler;
use qtmcp_guard::rules::Rules;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

/// How long calls that are under way may take after stdin has closed: clients that end a server wait about as long before
/// they send signals.
const LAST_CALLS: Duration = Duration::from_secs(2);
/// And how long the way of the last answer may be.
const LAST_ANSWER: Duration = Duration::from_millis(100);

const A_MOMENT: Duration = Duration::from_millis(10);

/// Serves until stdin closes.
pub(crate) async fn serve(handler: Handler) -> Result<(), Box<dyn std::error::Error>> {
    let (stdin, stdout) = stdio_pipes();
    let closed = Arc::new(Notify::new());
    let (rules, complaints) = Rules::read(|name| std::env::var(name).ok());
    complaints.iter().for_each(console::note);
    let stdin = Bounded::new(Watched { stdin, closed: Arc::clone(&closed) }, rules.limits);
    let calls = handler.calls();
    // The lines that come through are within the limit already.
    let transport = AsyncRwTransport::new(stdin, stdout).with_max_line_length(usize::MAX);
    let service = match handler.serve(transport).await {
        Ok(service) => service,
        // Whoever looked whether it starts, and said nothing.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let waiting = service.waiting();
    tokio::pin!(waiting);
    tokio::select! {
        ended = &mut waiting => drop(ended?),
        () = closed.notified() => {
            // rmcp itself waits for whatever is open, a client's listening, which never ends, among it.
            let answered = async {
                while calls.load(Ordering::Relaxed) > 0 {
                    sleep(A_MOMENT).await;
                }
            };
            let _ = timeout(LAST_CALLS, answered).await;
            let _ = timeout(LAST_ANSWER, waiting).await;
        }
    }
    Ok(())
}

/// Stdin, and word of its end.
struct Watched<R> {
    stdin: R,
    closed: Arc<Notify>,
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stdin).poll_read(context, buffer);
        let has_ended = match &read {
            Poll::Ready(Ok(())) => buffer.filled().len() == before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if has_ended {
            this.closed.notify_one();
        }
        read
    }
}
