//! Progress of a call that takes long, for clients that ask for it.

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use std::future::Future;
use std::time::Duration;
use tokio::time::{Instant, interval_at};

const EVERY: Duration = Duration::from_secs(1);

/// Runs `call`; while it lasts, a client that gave a token is told each second for how long.
pub(crate) async fn shown<T>(name: &str, context: &RequestContext<RoleServer>, call: impl Future<Output = T>) -> T {
    let Some(token) = context.meta.get_progress_token() else { return call.await };
    tokio::pin!(call);
    let began = Instant::now();
    let mut tick = interval_at(began + EVERY, EVERY);
    loop {
        tokio::select! {
            answer = &mut call => return answer,
            _ = tick.tick() => {
                let seconds = began.elapsed().as_secs();
                #[allow(clippy::cast_precision_loss)]
                let progress = ProgressNotificationParam::new(token.clone(), seconds as f64)
                    .with_message(format!("{name}: {seconds} s"));
                // A client that is gone ends the call by itself.
                let _ = context.peer.notify_progress(progress).await;
            }
        }
    }
}
