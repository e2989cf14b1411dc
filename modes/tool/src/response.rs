//! What a tool answers with: a result for the wire, and the images and text in it kept apart for clients that show them.

use serde_json::Value;

/// An encoded picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Such as `image/png`.
    pub media_type: &'static str,
    /// The file's bytes.
    pub bytes: Vec<u8>,
    /// The member of the result that carries it as base64 over the WebSocket.
    pub member: &'static str,
}

/// A tool's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Response {
    /// The result as the specification has it, images left out.
    pub result: Value,
    /// Pictures that belong to the result.
    pub images: Vec<Image>,
}

impl Response {
    /// A result without pictures.
    #[must_use]
    pub fn json(result: Value) -> Self {
        Self { result, images: Vec::new() }
    }

    /// Adds a picture.
    #[must_use]
    pub fn with_image(mut self, image: Image) -> Self {
        self.images.push(image);
        self
    }
}
