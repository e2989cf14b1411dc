//! A whole form filled by looking at it: numbered pictures say where its fields are, and all is done by coordinate.

use super::{everywhere, quick_tab, tab};
use qtmcp_tests::{Computer, Value, eventually, json};

/// Whoever sees only pictures.
struct Onlooker(Computer);

impl Onlooker {
    /// Where the element of this role and name is, by the marks of a new picture.
    async fn find(&self, element: &str) -> [u64; 2] {
        let seen = self.0.act(json!({"action": "screenshot", "marks": true})).await;
        let marks = seen.answer["marks"].as_array().unwrap_or_else(|| panic!("no marks for {element}"));
        let found = marks.iter().find(|mark| mark["element"].as_str().is_some_and(|line| line.starts_with(element)));
        let found = found.unwrap_or_else(|| panic!("no {element} among {marks:#?}"));
        ["x", "y"].map(|axis| found[axis].as_u64().unwrap())
    }

    async fn click(&self, element: &str) -> [u64; 2] {
        let at = self.find(element).await;
        self.0.quietly(json!({"action": "left_click", "coordinate": at})).await;
        at
    }

    async fn key(&self, keys: &str) {
        self.0.quietly(json!({"action": "key", "text": keys})).await;
    }

    async fn write(&self, text: &str) {
        self.0.quietly(json!({"action": "type", "text": text})).await;
    }

    /// Clicks a field, presses keys in it and types.
    async fn fill(&self, element: &str, keys: &str, text: &str) {
        self.click(element).await;
        if !keys.is_empty() {
            self.key(keys).await;
        }
        self.write(text).await;
    }

    async fn choose(&self, combo: &str, entry: &str) {
        self.click(combo).await;
        self.click(entry).await;
    }

    /// Pulls what is in the middle of an element to the right.
    async fn pull(&self, element: &str, right: u64) {
        let [x, y] = self.find(element).await;
        let drag = json!({"action": "left_click_drag", "start_coordinate": [x, y], "coordinate": [x + right, y]});
        self.0.quietly(drag).await;
    }

    /// What the app was given.
    async fn submitted(&self) -> Value {
        let line = eventually("what was submitted", async || {
            self.0.stdout().lines().find_map(|line| line.strip_prefix("SUBMIT ").map(str::to_owned))
        });
        serde_json::from_str(&line.await).unwrap()
    }
}

everywhere! {
    async fn the_widgets_form_is_filled_by_coordinates_alone(computer: Computer = tab("form")) {
        let onlooker = Onlooker(computer);
        onlooker.fill("textbox \"Name\"", "", "Grace Hopper").await;
        onlooker.fill("textbox \"Password\"", "", "s3cret").await;
        onlooker.fill("textbox \"Notes\"", "", "Compilers.\nAnd moths.").await;
        onlooker.fill("textbox \"Code\"", "", "PERFORM UNTIL DONE").await;
        onlooker.fill("spinbutton \"Age\"", "ctrl+a", "85").await;
        onlooker.fill("spinbutton \"Price\"", "ctrl+a", "12.25").await;
        onlooker.choose("combobox \"Colour\"", "listitem \"Blue\"").await;
        onlooker.fill("combobox \"City\"", "ctrl+a", "Arlington").await;
        onlooker.click("checkbox \"I agree\"").await;
        onlooker.click("checkbox \"Partly\"").await;
        onlooker.click("radio \"Large\"").await;
        onlooker.pull("slider \"Volume\"", 60).await;
        onlooker.click("slider \"Dial\"").await;
        onlooker.key("Home Page_Up").await;
        // A click beside the text is one on its last part; the part that is stepped back to is selected, and what is typed
        // goes on to the next one.
        onlooker.fill("spinbutton \"Date\"", "shift+Tab shift+Tab", "19061209").await;
        onlooker.fill("spinbutton \"Time\"", "shift+Tab", "1445").await;
        let back = "shift+Tab shift+Tab shift+Tab shift+Tab";
        onlooker.fill("spinbutton \"Date and time\"", back, "194709091530").await;
        onlooker.click("textbox \"Shortcut\"").await;
        onlooker.key("ctrl+k").await;
        onlooker.click("button \"Submit\"").await;
        let mut submitted = onlooker.submitted().await;
        let volume = submitted["volume"].take().as_i64().unwrap();
        assert!((60..=100).contains(&volume), "{volume}");
        let expected = json!({
            "name": "Grace Hopper", "password": "s3cret", "notes": "Compilers.\nAnd moths.", "code": "PERFORM UNTIL DONE",
            "age": 85, "price": 12.25, "colour": "Blue", "city": "Arlington", "agree": true, "triState": 2, "size": "Large",
            "volume": null, "dial": 10, "date": "1906-12-09", "time": "14:45:00", "dateTime": "1947-09-09T15:30:00",
            "shortcut": "Ctrl+K",
        });
        assert_eq!(submitted, expected);
    }

    async fn the_qml_form_is_filled_by_coordinates_alone(computer: Computer = quick_tab("form")) {
        let onlooker = Onlooker(computer);
        onlooker.fill("textbox \"Name\"", "ctrl+a", "Grace Hopper").await;
        onlooker.fill("textbox \"Password\"", "", "s3cret").await;
        onlooker.fill("textbox \"Notes\"", "", "Compilers.\nAnd moths.").await;
        onlooker.choose("combobox \"Colour\"", "listitem \"Blue\"").await;
        onlooker.pull("slider \"Volume\"", 60).await;
        onlooker.click("radio \"Large\"").await;
        onlooker.click("checkbox \"I agree\"").await;
        onlooker.click("button \"Submit\"").await;
        let submitted = onlooker.submitted().await;
        assert!(submitted["volume"].as_f64().unwrap() > 50.0, "{submitted}");
        for (field, expected) in [
            ("name", json!("Grace Hopper")), ("password", json!("s3cret")), ("notes", json!("Compilers.\nAnd moths.")),
            ("colour", json!("Blue")), ("size", json!("Large")), ("agree", json!(true)),
        ] {
            assert_eq!(submitted[field], expected, "{field} in {submitted}");
        }
    }
}
