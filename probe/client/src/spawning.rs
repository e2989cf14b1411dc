//! The thread that starts processes. The kernel takes the end of the thread that started a process for the end of its
//! parent, so for apps that are to end with this process it must be a thread that ends with nothing less.

use crate::tie::{Held, Tie};
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

type Work = Box<dyn FnOnce() + Send>;

/// Starts a process from a thread that lives as long as this process, tied to it where a tie is given.
pub(crate) async fn spawn(mut command: Command, tie: Option<Tie>) -> io::Result<(Child, Option<Held>)> {
    let (tell, told) = oneshot::channel();
    let runtime = Handle::current();
    let work = move || {
        let _entered = runtime.enter();
        let (started, held) = match tie {
            Some(tie) => {
                let (started, held) = tie.give(|| command.spawn());
                (started, Some(held))
            }
            None => (command.spawn(), None),
        };
        // Dropped untold, the child is killed, as one is that nobody waits for.
        let _ = tell.send(started.map(|child| (child, held)));
    };
    let gone = || io::Error::other("the thread that starts processes is gone");
    thread()?.lock().unwrap_or_else(PoisonError::into_inner).send(Box::new(work)).map_err(|_| gone())?;
    told.await.map_err(|_| gone())?
}

fn thread() -> io::Result<&'static Mutex<Sender<Work>>> {
    static THREAD: OnceLock<Mutex<Sender<Work>>> = OnceLock::new();
    if let Some(thread) = THREAD.get() {
        return Ok(thread);
    }
    let (sender, receiver) = channel::<Work>();
    std::thread::Builder::new().name("qtmcp-spawn".to_owned()).spawn(move || {
        for work in receiver {
            work();
        }
    })?;
    // Of two that were made at once, the one that is not kept ends with its channel, having started nothing.
    Ok(THREAD.get_or_init(|| Mutex::new(sender)))
}
