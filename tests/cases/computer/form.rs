//! A whole form filled by looking at it: what stands where is read off the pixels of a numbered picture, all is done by
//! coordinate, and the app says what it was given. The list that comes with the picture only says what a number is.

use super::{everywhere, quick_tab, tab};
use qtmcp_tests::{Area, Computer, Mark, Seen, Value, eventually, json, read_marks};

/// Whoever sees only pictures.
struct Onlooker(Computer);

/// What was seen in one picture: the line of each element, and where its box was drawn.
struct Sight(Vec<(String, Mark)>);

/// The marks that an answer lists: the number of each, its element's line and its place.
fn listed(seen: &Seen) -> Vec<(u64, String, [u32; 2])> {
    let marks = seen.answer["marks"].as_array().unwrap_or_else(|| panic!("no marks in {}", seen.text));
    let side = |mark: &Value, axis: &str| u32::try_from(mark[axis].as_u64().unwrap()).unwrap();
    let line = |mark: &Value| mark["element"].as_str().unwrap().to_owned();
    marks.iter().map(|mark| (mark["ref"].as_u64().unwrap(), line(mark), [side(mark, "x"), side(mark, "y")])).collect()
}

async fn look_at_marks(computer: &Computer) -> Seen {
    computer.act(json!({"action": "screenshot", "marks": true})).await
}

impl Sight {
    /// The mark of the element whose line begins so.
    fn find(&self, element: &str) -> Mark {
        let found = self.0.iter().find(|(line, _)| line.starts_with(element));
        found.unwrap_or_else(|| panic!("no {element} among {:#?}", self.0)).1
    }
}

impl Onlooker {
    async fn look(&self) -> Sight {
        let seen = look_at_marks(&self.0).await;
        let listed = listed(&seen);
        let line = |mark: &Mark| listed.iter().find(|listed| listed.0 == mark.number).map(|listed| listed.1.clone());
        Sight(read_marks(&seen.picture()).into_iter().filter_map(|mark| Some((line(&mark)?, mark))).collect())
    }

    /// Clicks what was seen, and it must be what is hit.
    async fn click(&self, sight: &Sight, element: &str) {
        let at = sight.find(element).middle();
        let said = self.0.quietly(json!({"action": "left_click", "coordinate": at})).await;
        assert!(said.contains(&format!(": {element}")), "{said}");
    }

    async fn key(&self, keys: &str) {
        self.0.quietly(json!({"action": "key", "text": keys})).await;
    }

    async fn write(&self, text: &str) {
        self.0.quietly(json!({"action": "type", "text": text})).await;
    }

    /// Clicks a field, presses keys in it and types.
    async fn fill(&self, sight: &Sight, element: &str, keys: &str, text: &str) {
        self.click(sight, element).await;
        if !keys.is_empty() {
            self.key(keys).await;
        }
        self.write(text).await;
    }

    /// Opens a combo box and looks again: its entries were in no picture before.
    async fn choose(&self, sight: &Sight, combo: &str, entry: &str) {
        self.click(sight, combo).await;
        let opened = self.look().await;
        self.click(&opened, entry).await;
    }

    /// Pulls something from one place to another.
    async fn pull(&self, from: [u32; 2], to: [u32; 2]) {
        self.0.quietly(json!({"action": "left_click_drag", "start_coordinate": from, "coordinate": to})).await;
    }

    /// Pulls the handle of a slider, which is in its middle, to the right.
    async fn slide(&self, sight: &Sight, element: &str, right: u32) {
        let [x, y] = sight.find(element).middle();
        self.pull([x, y], [x + right, y]).await;
    }

    /// Turns a dial from its lowest value, at the lower left, upright.
    async fn turn_upright(&self, sight: &Sight, element: &str) {
        let dial = sight.find(element);
        let ([x, y], reach) = (dial.middle(), dial.area.width / 4);
        self.pull([x - reach, y + reach], [x, y - reach]).await;
    }

    /// What the app was given.
    async fn submitted(&self) -> Value {
        let line = eventually("what was submitted", async || {
            self.0.stdout().lines().find_map(|line| line.strip_prefix("SUBMIT ").map(str::to_owned))
        });
        serde_json::from_str(&line.await).unwrap()
    }
}

/// Every number that is listed is read in the picture and no other, each in a box around the listed place; the boxes of
/// some named objects are where the app has these; and a picture without marks has none.
async fn the_picture_and_the_list_agree(computer: &Computer, objects: &[(&str, &str)]) {
    assert_eq!(read_marks(&computer.look().await), []);
    let seen = look_at_marks(computer).await;
    let listed = listed(&seen);
    let read = read_marks(&seen.picture());
    let sorted = |mut numbers: Vec<u64>| {
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(
        sorted(read.iter().map(|mark| mark.number).collect()),
        sorted(listed.iter().map(|listed| listed.0).collect()),
        "read and listed numbers"
    );
    let box_of = |number: u64| *read.iter().find(|mark| mark.number == number).unwrap();
    for (number, line, place) in &listed {
        let mark = box_of(*number);
        let [x, y] = mark.middle();
        assert!(x.abs_diff(place[0]) <= 1 && y.abs_diff(place[1]) <= 1, "{line} at {place:?}, but seen {mark:?}");
    }
    for (element, object) in objects {
        let (number, ..) = listed.iter().find(|listed| listed.1.starts_with(element)).unwrap();
        let Area { x, y, width, height } = box_of(*number).area;
        let expected = computer.place(object).await.map(|side| side.round() as u32);
        assert_eq!([x, y, width, height], expected, "{element}");
    }
}

everywhere! {
    async fn all_marks_of_the_widgets_form_are_read_in_its_picture(computer: Computer = tab("form")) {
        let objects = [
            ("textbox \"Notes\"", "notesEdit"), ("combobox \"City\"", "cityCombo"), ("slider \"Volume\"", "volumeSlider"),
            ("spinbutton \"Date\"", "dateEdit"), ("button \"OK\"", "okButton"),
        ];
        the_picture_and_the_list_agree(&computer, &objects).await;
    }

    async fn all_marks_of_the_qml_form_are_read_in_its_picture(computer: Computer = quick_tab("form")) {
        let objects = [
            ("textbox \"Name\"", "nameEdit"), ("combobox \"City\"", "cityCombo"), ("slider \"Volume\"", "volumeSlider"),
            ("checkbox \"I agree\"", "agreeCheck"), ("slider \"Dial\"", "dial"),
        ];
        the_picture_and_the_list_agree(&computer, &objects).await;
    }

    async fn the_widgets_form_is_filled_by_coordinates_alone(computer: Computer = tab("form")) {
        let onlooker = Onlooker(computer);
        let form = onlooker.look().await;
        onlooker.fill(&form, "textbox \"Name\"", "", "Grace Hopper").await;
        onlooker.fill(&form, "textbox \"Password\"", "", "s3cret").await;
        onlooker.fill(&form, "textbox \"Notes\"", "", "Compilers.\nAnd moths.").await;
        onlooker.fill(&form, "textbox \"Code\"", "", "PERFORM UNTIL DONE").await;
        onlooker.fill(&form, "spinbutton \"Age\"", "ctrl+a", "85").await;
        onlooker.fill(&form, "spinbutton \"Price\"", "ctrl+a", "12.25").await;
        onlooker.choose(&form, "combobox \"Colour\"", "listitem \"Blue\"").await;
        onlooker.fill(&form, "combobox \"City\"", "ctrl+a", "Arlington").await;
        onlooker.click(&form, "checkbox \"I agree\"").await;
        onlooker.click(&form, "checkbox \"Partly\"").await;
        onlooker.click(&form, "radio \"Large\"").await;
        onlooker.slide(&form, "slider \"Volume\"", 60).await;
        onlooker.click(&form, "slider \"Dial\"").await;
        onlooker.key("Home Page_Up").await;
        // A click beside the text is one on its last part; the part that is stepped back to is selected, and what is typed
        // goes on to the next one.
        onlooker.fill(&form, "spinbutton \"Date\"", "shift+Tab shift+Tab", "19061209").await;
        onlooker.fill(&form, "spinbutton \"Time\"", "shift+Tab", "1445").await;
        let back = "shift+Tab shift+Tab shift+Tab shift+Tab";
        onlooker.fill(&form, "spinbutton \"Date and time\"", back, "194709091530").await;
        onlooker.click(&form, "textbox \"Shortcut\"").await;
        onlooker.key("ctrl+k").await;
        onlooker.click(&form, "button \"Submit\"").await;
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
        let form = onlooker.look().await;
        onlooker.fill(&form, "textbox \"Name\"", "ctrl+a", "Grace Hopper").await;
        onlooker.fill(&form, "textbox \"Password\"", "", "s3cret").await;
        onlooker.fill(&form, "textbox \"Notes\"", "", "Compilers.\nAnd moths.").await;
        onlooker.fill(&form, "spinbutton \"Age\"", "ctrl+a", "85").await;
        onlooker.choose(&form, "combobox \"Colour\"", "listitem \"Blue\"").await;
        onlooker.fill(&form, "combobox \"City\"", "ctrl+a", "Arlington").await;
        onlooker.slide(&form, "slider \"Volume\"", 60).await;
        onlooker.turn_upright(&form, "slider \"Dial\"").await;
        onlooker.click(&form, "radio \"Large\"").await;
        onlooker.click(&form, "checkbox \"I agree\"").await;
        onlooker.click(&form, "checkbox \"Night\"").await;
        onlooker.click(&form, "button \"Submit\"").await;
        let mut submitted = onlooker.submitted().await;
        let volume = submitted["volume"].take().as_i64().unwrap();
        assert!((60..=100).contains(&volume), "{volume}");
        let expected = json!({
            "name": "Grace Hopper", "password": "s3cret", "notes": "Compilers.\nAnd moths.", "agree": true, "size": "Large",
            "volume": null, "age": 85, "colour": "Blue", "city": "Arlington", "night": true, "dial": 50,
        });
        assert_eq!(submitted, expected);
    }
}
