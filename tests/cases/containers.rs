//! What holds other widgets, or shows them somewhere else than in the plain row of a form: docks, windows in a window,
//! wizards, scenes, QML inside Widgets, popups of fields, and the controls that stand for several.

use qtmcp_tests::{Code, Launch, Page as Shown, Qt, Value, eventually, json, on_both, small, text};

/// A window of a test app, whose answers are in the browser's dialect.
pub(crate) struct Page(Shown);

impl std::ops::Deref for Page {
    type Target = Shown;

    fn deref(&self) -> &Shown {
        &self.0
    }
}

impl Page {
    pub(crate) async fn open(app: Launch) -> Self {
        Self(Shown::open(app).await)
    }

    /// A page of the Widgets gallery beyond the tabs.
    pub(crate) async fn more(qt: Qt, name: &str) -> Self {
        Self(Shown::more(qt, name).await)
    }

    /// The active window with what belongs to it.
    pub(crate) async fn tree(&self) -> String {
        self.0.tree("chrome").await
    }

    /// The ref of the only one inside an element.
    async fn inside(&self, around: u64, class: &str, name: &str) -> u64 {
        let all = self.all_in(json!({"ref_id": around}), class, name).await;
        assert_eq!(all.len(), 1, "of {class} \"{name}\" there are {} in [{around}]", all.len());
        all[0]
    }

    /// Clicks an element.
    pub(crate) async fn hit(&self, number: u64) -> Value {
        self.call("click", json!({"ref": number, "dialect": "chrome"})).await
    }

    /// Clicks the element of this class and name.
    pub(crate) async fn press(&self, class: &str, name: &str) -> Value {
        self.hit(self.number(class, name).await).await
    }

    /// Sets the input of this class and name.
    async fn fill(&self, class: &str, name: &str, value: impl Into<Value>) -> Value {
        let number = self.number(class, name).await;
        self.call("form_input", json!({"ref": number, "value": value.into(), "dialect": "chrome"})).await
    }

    pub(crate) async fn key(&self, key: &str) -> Value {
        self.call("computer", json!({"action": "key", "text": key, "dialect": "chrome"})).await
    }
}

on_both! {
    async fn a_dock_is_read_with_its_content_closed_and_shown_again(qt: Qt) {
        let page = Page::more(qt, "docks").await;
        let (files, list) = (page.number("QDockWidget", "Files").await, page.number("QListWidget", "filesList").await);
        page.number("QDockWidget", "Properties").await;
        let notes = page.inside(files, "Item", "notes.md").await;
        assert!(text(&page.hit(notes).await).contains(&format!("listitem \"notes.md\" [ref_{notes}] selected")));
        let set = page.fill("QLineEdit", "Title:", "Hello").await;
        assert_eq!(set["value"], "Hello", "{set}");
        page.said("PROPERTY Hello").await;

        let closed = page.hit(page.inside(files, "QDockWidgetTitleButton", "Close").await).await;
        page.said("DOCK filesDock closed").await;
        assert!(text(&closed).contains(&format!("\"Files\" [ref_{files}]")), "{closed}");
        assert!(!page.tree().await.contains("notes.md"));
        let (code, message, _) = page.fault("click", json!({"ref": notes})).await;
        assert_eq!(code, Code::NotVisible, "{message}");

        page.call("navigate", json!({"action": "menu", "target": "View > Files"})).await;
        page.said("DOCK filesDock shown").await;
        assert_eq!(page.number("QListWidget", "filesList").await, list);
        assert_eq!(page.inside(files, "Item", "notes.md").await, notes);
    }

    async fn a_dock_that_floats_is_a_window_whose_elements_keep_their_refs(qt: Qt) {
        let page = Page::more(qt, "docks").await;
        let (files, title) = (page.number("QDockWidget", "Files").await, page.number("QLineEdit", "Title:").await);
        let (notes, dock) = (page.number("Item", "notes.md").await, page.number("QPushButton", "Dock files").await);
        let floated = page.hit(page.inside(files, "QDockWidgetTitleButton", "Float").await).await;
        page.said("DOCK filesDock floating").await;
        let opened = text(&floated).lines().find(|line| line.starts_with("Opened ")).unwrap_or_default();
        assert!(opened.contains(&format!("\"Files\" [ref_{files}]")), "{floated}");
        let windows = page.call("tabs_context", json!({})).await["windows"].as_array().unwrap().len();
        assert_eq!(windows, 2);

        assert!(text(&page.hit(notes).await).contains("selected"));
        let set = page.call("form_input", json!({"ref": title, "value": "From afar"})).await;
        assert_eq!(set["value"], "From afar", "{set}");
        page.said("PROPERTY From afar").await;
        page.hit(dock).await;
        page.said("DOCK filesDock docked").await;
        assert_eq!(page.inside(files, "Item", "notes.md").await, notes);
        assert_eq!(page.call("tabs_context", json!({})).await["windows"].as_array().unwrap().len(), 1);
    }

    async fn windows_inside_a_window_are_read_typed_into_and_closed(qt: Qt) {
        let page = Page::more(qt, "mdi").await;
        let tree = page.tree().await;
        for name in ["First", "Second"] {
            assert!(tree.contains(&format!("window \"{name}\"\n  textbox \"Text of {name}\" [ref_")), "{tree}");
            page.fill("QLineEdit", &format!("Text of {name}"), format!("I am {name}")).await;
            page.said(&format!("MDI text {name} I am {name}")).await;
        }
        let opened = page.press("QToolButton", "Third").await;
        assert!(text(&opened).contains("+ window \"Third\" [ref_"), "{opened}");
        let third = page.number("QMdiSubWindow", "Third").await;
        let edit = page.number("QLineEdit", "Text of Third").await;
        page.call("form_input", json!({"ref": edit, "value": "x"})).await;
        let closed = page.key("ctrl+F4").await;
        assert!(text(&closed).contains(&format!("- window \"Third\" [ref_{third}]")), "{closed}");
        let (code, message, _) = page.fault("click", json!({"ref": edit})).await;
        assert_eq!(code, Code::StaleRef, "{message}");
        assert!(message.contains("\"Text of Third\""), "{message}");
        assert_eq!(page.get("firstEdit", "text").await, "I am First");
    }

    async fn of_windows_that_lie_on_each_other_the_one_below_is_covered_until_it_is_brought_up(qt: Qt) {
        let page = Page::more(qt, "mdi").await;
        let first = page.number("QLineEdit", "Text of First").await;
        page.press("QToolButton", "Tabs").await;
        page.call("navigate", json!({"action": "tab", "target": "Second"})).await;
        let (code, message, _) = page.fault("click", json!({"ref": first, "dialect": "chrome"})).await;
        assert_eq!(code, Code::Covered, "{message}");
        let second = page.number("QMdiSubWindow", "Second").await;
        assert!(message.ends_with(&format!("is covered by window \"Second\" [ref_{second}].")), "{message}");
        page.call("navigate", json!({"action": "tab", "target": "First"})).await;
        page.call("form_input", json!({"ref": first, "value": "up"})).await;
        page.said("MDI text First up").await;
    }

    async fn a_wizard_goes_on_once_its_fields_are_filled(qt: Qt) {
        let page = Page::more(qt, "wizard").await;
        let opened = page.press("QPushButton", "New account…").await;
        assert!(text(&opened).contains("\nOpened dialog \"New account\" [ref_"), "{opened}");
        let (next, back) = (page.number("QPushButton", "Next >").await, page.number("QPushButton", "< Back").await);
        page.hit(next).await;
        page.said("WIZARD step Details").await;
        let (code, message, _) = page.fault("click", json!({"ref": next, "dialect": "chrome"})).await;
        assert_eq!((code, message), (Code::Disabled, format!("button \"Next >\" [ref_{next}] is disabled.")));
        let set = page.fill("QLineEdit", "Name:", "Ada").await;
        assert!(text(&set).contains(&format!("button \"Next >\" [ref_{next}] enabled")), "{set}");
        page.fill("QComboBox", "Plan:", "Team").await;
        page.hit(next).await;
        page.said("WIZARD step Confirm").await;
        assert!(page.tree().await.contains("text \"Ada, plan Team\""));
        let finish = page.number("QPushButton", "Finish").await;
        assert_eq!(page.fault("click", json!({"ref": finish})).await.0, Code::Disabled);

        page.hit(back).await;
        eventually("the step before", async || (page.times("WIZARD step Details") == 2).then_some(())).await;
        page.fill("QLineEdit", "Name:", "Grace").await;
        page.hit(next).await;
        page.fill("QCheckBox", "All of this is right", true).await;
        let finished = page.hit(finish).await;
        page.said("WIZARD accepted Grace|Team").await;
        assert!(text(&finished).contains("\nClosed dialog \"New account\""), "{finished}");
    }

    async fn widgets_in_a_scene_are_used_straight_scaled_and_turned(qt: Qt) {
        let page = Page::more(qt, "graphics").await;
        for (name, says) in [
            ("Proxy button", "CLICK proxyButton"),
            ("Twice as large", "CLICK scaledButton"),
            ("Turned", "CLICK turnedButton"),
        ] {
            let pressed = page.press("QPushButton", name).await;
            page.said(says).await;
            assert!(text(&pressed).contains(says), "{pressed}");
        }
        let set = page.fill("QLineEdit", "Type in the scene", "né 日").await;
        assert_eq!(set["value"], "né 日", "{set}");
        page.said("PROXY né 日").await;
        page.fill("QComboBox", "proxyCombo", "Two").await;
        page.said("PROXY Two").await;
        page.press("QComboBox", "proxyCombo").await;
        page.press("Item", "Three").await;
        page.said("PROXY Three").await;
    }

    async fn qml_inside_widgets_is_in_the_page_once_and_is_used_like_the_rest(qt: Qt) {
        let page = Page::open(small(qt, "quickhost").env("QT_QUICK_BACKEND", "software")).await;
        let tree = page.tree().await;
        for once in ["textbox", "checkbox", "combobox", "button \"QML button\"", "button \"Widget button\""] {
            assert_eq!(tree.matches(once).count(), 1, "{once} in:\n{tree}");
        }
        let set = page.fill("TextField", "A QML field", "Ada").await;
        assert_eq!(set["value"], "Ada", "{set}");
        page.said("TEXT quickField Ada").await;
        page.press("TextField", "A QML field").await;
        page.key("End").await;
        page.call("computer", json!({"action": "type", "text": "né"})).await;
        page.said("TEXT quickField Adané").await;
        page.press("CheckBox", "A QML check box").await;
        page.said("TOGGLED quickCheck true").await;
        page.fill("ComboBox", "A QML combo box", "High").await;
        page.said("ACTIVATED quickCombo High").await;
        let pressed = page.press("Button", "QML button").await;
        assert!(text(&pressed).contains("text \"Clicked with Adané\""), "{pressed}");
        page.press("QPushButton", "Widget button").await;
        page.said("CLICK widgetButton").await;
    }

    async fn a_completer_shows_what_fits_and_is_chosen_from(qt: Qt) {
        let page = Page::more(qt, "fields").await;
        let country = page.number("QLineEdit", "Country:").await;
        page.hit(country).await;
        let typed = page.call("computer", json!({"action": "type", "text": "G", "dialect": "chrome"})).await;
        assert!(text(&typed).contains("\nOpened list "), "{typed}");
        for shown in ["Germany", "Ghana", "Greece"] {
            assert!(text(&typed).contains(&format!("listitem \"{shown}\" [ref_")), "{typed}");
        }
        assert!(!text(&typed).contains("Japan"), "{typed}");
        let chosen = page.press("Item", "Ghana").await;
        let changed = format!("textbox \"Country\" [ref_{country}] =\"Ghana\" (was \"G\")");
        assert!(text(&chosen).contains(&changed), "{chosen}");
        assert!(text(&chosen).contains("\nClosed list "), "{chosen}");
        assert_eq!(page.get("countryEdit", "text").await, "Ghana");
    }

    async fn a_tool_box_opens_its_parts_and_shows_only_the_open_one(qt: Qt) {
        let page = Page::more(qt, "containers").await;
        assert!(page.tree().await.contains("checkbox \"Use basics\""));
        let check = page.number("QCheckBox", "Use basics").await;
        page.press("QToolBoxButton", "Colours").await;
        page.said("TOOLBOX Colours").await;
        assert!(!page.tree().await.contains("Use basics"));
        assert_eq!(page.fault("click", json!({"ref": check})).await.0, Code::NotVisible);
        let edit = page.number("QLineEdit", "coloursEdit").await;
        page.call("form_input", json!({"ref": edit, "value": "green"})).await;
        assert_eq!(page.get("coloursEdit", "text").await, "green");
    }

    async fn what_a_scroll_area_hides_is_scrolled_to_and_clicked(qt: Qt) {
        let page = Page::more(qt, "containers").await;
        let tree = page.tree().await;
        let line = tree.lines().find(|line| line.contains("\"Option 30\"")).unwrap();
        assert!(line.ends_with(" offscreen"), "{line}");
        for option in [30, 1, 17] {
            let checked = page.press("QCheckBox", &format!("Option {option}")).await;
            page.said(&format!("CHECK areaCheck{option} on")).await;
            assert!(text(&checked).contains(" checked"), "{checked}");
        }
        let tree = page.tree().await;
        assert!(tree.lines().any(|line| line.contains("\"Option 17\"") && line.ends_with(" checked")), "{tree}");
        assert_eq!(tree.matches(" checked").count(), 3, "{tree}");
    }

    async fn buttons_open_their_menus(qt: Qt) {
        let page = Page::more(qt, "buttons").await;
        for (class, button, action) in [
            ("QToolButton", "Tools", "ACTION toolSecondAction"),
            ("QPushButton", "Menu button", "ACTION pushSecondAction"),
        ] {
            let opened = page.press(class, button).await;
            assert!(text(&opened).contains("\nOpened menu "), "{opened}");
            let chosen = page.press("QAction", "Second tool").await;
            page.said(action).await;
            assert!(text(&chosen).contains("\nClosed menu "), "{chosen}");
        }
        page.press("QToolButton", "Run").await;
        page.said("CLICK splitToolButton").await;
    }

    async fn a_calendar_takes_a_date_and_a_click_on_a_day(qt: Qt) {
        let page = Page::more(qt, "fields").await;
        let set = page.fill("QCalendarWidget", "calendar", "2026-03-20").await;
        assert_eq!((&set["previous"], &set["value"]), (&json!("2026-01-15"), &json!("2026-03-20")), "{set}");
        page.said("DATE 2026-03-20").await;
        assert!(page.tree().await.contains("button \"March\""));
        page.press("QPrevNextCalButton", "Next month").await;
        let day = page.number("Cell", "20").await;
        page.hit(day).await;
        page.said("DATE 2026-04-20").await;
    }

    async fn buttons_that_show_an_icon_alone_have_names(qt: Qt) {
        let page = Page::more(qt, "buttons").await;
        let tree = page.tree().await;
        for name in ["Refresh", "document-save", "Archive", "nothing button"] {
            assert_eq!(tree.matches(&format!("button \"{name}\" [ref_")).count(), 1, "{name} in:\n{tree}");
        }
        assert!(!tree.contains("button ["), "{tree}");
        for (name, says) in [("Refresh", "CLICK tooltipIconButton"), ("Archive", "CLICK actionIconButton")] {
            page.press("QToolButton", name).await;
            page.said(says).await;
        }
    }

    async fn the_links_of_a_label_are_followed_by_the_keyboard(qt: Qt) {
        let page = Page::more(qt, "buttons").await;
        assert!(page.tree().await.contains("text \"Read the help page or open the settings.\" [ref_"));
        // Backwards from the group after it: the label, its last link, its first link.
        page.fill("QGroupBox", "Advanced", true).await;
        page.fill("QGroupBox", "Advanced", false).await;
        page.key("shift+Tab shift+Tab Return").await;
        page.said("LINK app:settings").await;
        page.key("shift+Tab").await;
        let followed = page.key("Return").await;
        page.said("LINK https://example.org/help").await;
        assert!(text(&followed).contains("text \"LINK https://example.org/help\""), "{followed}");
    }

    async fn a_group_with_a_box_is_checked_by_a_click_and_by_its_value(qt: Qt) {
        let page = Page::more(qt, "buttons").await;
        let (group, verbose) = (page.number("QGroupBox", "Advanced").await, page.number("QCheckBox", "Verbose").await);
        assert_eq!(page.fault("click", json!({"ref": verbose})).await.0, Code::Disabled);
        let clicked = page.hit(group).await;
        page.said("GROUP on").await;
        assert!(text(&clicked).contains(&format!("checkbox \"Verbose\" [ref_{verbose}] enabled")), "{clicked}");
        page.hit(verbose).await;
        let set = page.call("form_input", json!({"ref": group, "value": false})).await;
        assert_eq!((&set["previous"], &set["value"]), (&json!(true), &json!(false)), "{set}");
        page.said("GROUP off").await;
    }

    async fn a_colour_is_given_in_the_dialogs_own_field(qt: Qt) {
        let page = Page::more(qt, "fields").await;
        let opened = page.press("QPushButton", "Colour…").await;
        assert!(text(&opened).contains("textbox \"HTML\" [ref_"), "{opened}");
        let set = page.fill("QLineEdit", "HTML:", "#ff8000").await;
        assert_eq!(set["value"], "#ff8000", "{set}");
        assert!(text(&set).contains("spinbutton \"Red\"") && text(&set).contains("=\"255\""), "{set}");
        page.press("QPushButton", "OK").await;
        page.said("COLOUR #ff8000").await;
    }

    async fn every_button_of_a_button_box_is_pressed(qt: Qt) {
        let page = Page::more(qt, "buttons").await;
        for name in ["Save", "Discard", "Apply", "Reset", "Help"] {
            page.press("QPushButton", name).await;
            page.said(&format!("CLICK {}Button", name.to_lowercase())).await;
        }
    }
}
