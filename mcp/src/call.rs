//! `qtmcp call`: one call to an app from a shell.

mod arguments;
mod picture;

use crate::console::{self, Stop};
use crate::exit::{Exit, exit_codes};
use crate::options;
use crate::target::{Target, call_failed};
use clap::Args;
use qtmcp_tool::Mode;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Call one method of a running app and print its result as JSON
///
/// Methods are the tools of every mode and those of the connection; `qtmcp call listTools` describes them.
#[derive(Args)]
#[command(after_help = concat!("Examples:
  qtmcp call status
  qtmcp call read_page
  qtmcp call click ref=7
  qtmcp call setProperty '{\"id\": \"#nameEdit\", \"property\": \"text\", \"value\": \"Ada\"}'
  qtmcp call screenshot --output shot.png
  echo '{\"name\": \"okButton\"}' | qtmcp call findByObjectName -
  qtmcp call --app kcalc --mode all listTools

Arguments are a JSON object, or pairs: KEY=VALUE, where the method's own definition says whether VALUE is text or
JSON, and KEY:=JSON for what must be JSON. `-` reads a JSON object from stdin.

A fault is told on stderr with its code and the next step.

", exit_codes!()))]
pub(crate) struct Call {
    #[command(flatten)]
    target: Target,

    /// The mode in which the method's name is understood; the app's own without it
    #[arg(long, value_name = "MODE", value_parser = options::mode_parser())]
    mode: Option<Mode>,

    /// Write the first picture of the result to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the result on one line and with nothing left out, pictures included
    #[arg(long)]
    raw: bool,

    /// How long to wait for the answer
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = options::seconds)]
    timeout: Duration,

    /// The method, such as `status`, `read_page`, `click`
    method: String,

    /// Its arguments: a JSON object, KEY=VALUE pairs, or `-` for stdin
    #[arg(value_name = "ARGUMENTS")]
    arguments: Vec<String>,
}

impl Call {
    pub(crate) fn run(self) -> Result<Exit, Stop> {
        let arguments = arguments::read(&self.method, self.mode.unwrap_or_default(), &self.arguments)?;
        let mut result = options::block_on(self.call(arguments))?;
        if self.raw && self.output.is_none() {
            console::print(&result.to_string())?;
            return Ok(Exit::Success);
        }
        let written = match &self.output {
            Some(file) => Some(write_picture(&mut result, file)?),
            None => None,
        };
        picture::shorten(&mut result);
        console::print(&if self.raw { result.to_string() } else { format!("{result:#}") })?;
        if written == Some(false) {
            return Err(Stop::failure("the result has no picture, so --output wrote nothing"));
        }
        Ok(Exit::Success)
    }

    async fn call(&self, arguments: Value) -> Result<Value, Stop> {
        let client = self.target.connect().await?;
        if let Some(mode) = self.mode {
            // The mode is the connection's, and this connection makes one call only.
            client.call("setMode", json!({"mode": mode})).await.map_err(call_failed)?;
        }
        let result = client.call_within(self.timeout, &self.method, arguments).await.map_err(call_failed);
        client.close().await;
        result
    }
}

/// Takes the first picture out of a result and writes it; false if there is none.
fn write_picture(result: &mut Value, file: &Path) -> Result<bool, Stop> {
    let Some(place) = picture::first(result) else { return Ok(false) };
    let bytes = picture::decode(place).ok_or_else(|| Stop::failure("the picture in the result is not base64"))?;
    fs::write(file, &bytes).map_err(|error| Stop::failure(format!("cannot write {}: {error}", file.display())))?;
    *place = Value::String(format!("({} bytes, written to {})", bytes.len(), file.display()));
    Ok(true)
}
