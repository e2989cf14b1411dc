//! What a tool answers with: a result for the wire, and the images and text in it kept apart for clients that show them.

use serde_json::Value;
use std::borrow::Cow;

/// An encoded picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Such as `image/png`.
    pub media_type: &'static str,
    /// The file's bytes.
    pub bytes: Vec<u8>,
    /// Where in the result it goes as base64 over the WebSocket: a JSON pointer, such as `/data` or `/screenshot/data`.
    pub place: Cow<'static, str>,
}

/// A tool's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Response {
    /// The result as the specification has it, images left out.
    pub result: Value,
    /// Pictures that belong to the result.
    pub images: Vec<Image>,
    /// The same for a model to read, where the result's JSON is not the best form of it.
    pub text: Option<String>,
}

impl Response {
    /// A result without pictures.
    #[must_use]
    pub fn json(result: Value) -> Self {
        Self { result, images: Vec::new(), text: None }
    }

    /// A result together with the text a model reads.
    #[must_use]
    pub fn told(text: String, result: Value) -> Self {
        Self { result, images: Vec::new(), text: Some(text) }
    }

    /// The result as it goes over the WebSocket: each picture, written by `write`, stands at its place.
    #[must_use]
    pub fn with_pictures_inside(self, write: impl Fn(&[u8]) -> String) -> Value {
        let mut result = self.result;
        for image in self.images {
            let Some((holder, member)) = image.place.rsplit_once('/') else { continue };
            if let Some(Value::Object(members)) = result.pointer_mut(holder) {
                members.insert(member.to_owned(), Value::String(write(&image.bytes)));
            }
        }
        result
    }

    /// Adds a picture.
    #[must_use]
    pub fn with_image(mut self, image: Image) -> Self {
        self.images.push(image);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_picture_stands_where_its_place_says_however_deep() {
        let image =
            |place: &'static str, byte| Image { media_type: "image/png", bytes: vec![byte], place: place.into() };
        let response = Response::json(json!({"results": [{"shot": {"type": "base64"}}]}))
            .with_image(image("/data", 1))
            .with_image(image("/results/0/shot/data", 2))
            .with_image(image("/nowhere/data", 3));
        let expected = json!({"results": [{"shot": {"type": "base64", "data": "[2]"}}], "data": "[1]"});
        assert_eq!(response.with_pictures_inside(|bytes| format!("{bytes:?}")), expected);
    }
}
