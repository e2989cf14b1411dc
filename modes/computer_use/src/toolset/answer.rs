//! The content of a `tool_result`: blocks of text and pictures, and whether it is an error. An error has text alone.

use qtmcp_tool::a11y::sanitize;
use qtmcp_tool::{Image, Response};
use serde_json::{Value as Json, json};

/// The line beside an acknowledgement is cut here.
const MOST_TOLD: usize = 600;

/// Changes told of at most; more are seen by looking.
const MOST_CHANGES: usize = 3;

pub(super) struct Answer {
    blocks: Vec<Json>,
    images: Vec<Image>,
    is_error: bool,
}

impl Answer {
    /// A text; the API takes no empty ones.
    pub(super) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        let text = if text.trim().is_empty() { "(empty)".to_owned() } else { text };
        Self { blocks: vec![json!({"type": "text", "text": text})], images: Vec::new(), is_error: false }
    }

    pub(super) fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// The fixed words for a deed, and in a block of its own what it hit and what came of it.
    pub(super) fn acknowledged(said: String, line: &str, result: &Json) -> Self {
        match told(line, result) {
            Some(told) => Self::text(said).and(json!({"type": "text", "text": told})),
            None => Self::text(said),
        }
    }

    /// The pictures alone.
    pub(super) fn picture(response: Response) -> Self {
        if response.images.is_empty() {
            return Self::error("There is no picture.");
        }
        let mut answer = Self { blocks: Vec::new(), images: Vec::new(), is_error: false };
        for image in response.images {
            answer.show(image);
        }
        answer
    }

    /// Text and pictures.
    pub(super) fn of(response: Response) -> Self {
        let text = response.text.filter(|text| !text.trim().is_empty());
        let mut answer = match (text, response.images.is_empty()) {
            (Some(text), _) => Self::text(text),
            (None, true) => Self::text("OK"),
            (None, false) => Self { blocks: Vec::new(), images: Vec::new(), is_error: false },
        };
        for image in response.images {
            answer.show(image);
        }
        answer
    }

    /// Another block.
    pub(super) fn and(mut self, block: Json) -> Self {
        self.blocks.push(block);
        self
    }

    /// One block and nothing else.
    pub(super) fn only(block: Json) -> Self {
        Self { blocks: vec![block], images: Vec::new(), is_error: false }
    }

    fn show(&mut self, image: Image) {
        let place = format!("/content/{}/source/data", self.blocks.len());
        let source = json!({"type": "base64", "media_type": image.media_type});
        self.blocks.push(json!({"type": "image", "source": source}));
        self.images.push(Image { place: place.into(), ..image });
    }
}

impl From<Answer> for Response {
    fn from(answer: Answer) -> Self {
        let result = json!({"content": answer.blocks, "is_error": answer.is_error});
        Response { images: answer.images, ..Response::json(result) }
    }
}

/// What a call hit and what came of it, in one line.
fn told(line: &str, result: &Json) -> Option<String> {
    let line = line.trim_end_matches('.').to_owned();
    let windows = |member: &str| -> Vec<String> {
        let list = result[member].as_array().into_iter().flatten();
        list.filter_map(|one| one["window"].as_str()).map(|window| format!("{member} {window}")).collect()
    };
    let changes = result["changed"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned);
    let busy = result["busyWith"].as_str().map(|with| format!("the app is still busy ({with})"));
    let parts: Vec<String> = std::iter::once(line)
        .chain(windows("opened"))
        .chain(windows("closed"))
        .chain(changes.take(MOST_CHANGES))
        .chain(busy)
        .filter(|part| !part.is_empty())
        .collect();
    (!parts.is_empty()).then(|| one_line(&parts.join("; ")))
}

/// Lines of tools are clean already; only their length and their ends are not.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST_TOLD) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// A title or address of the app for a field of the API's, which takes no more than this.
pub(super) fn field(text: &str) -> String {
    const MOST: usize = 4000;
    sanitize(text, MOST)
}
