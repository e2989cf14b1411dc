//! Tabs and pages by name.

use super::{Place, first_line};
use qtmcp_tests::{Code, gallery, json, on_both, qml_gallery};

on_both! {
    async fn a_tab_of_a_tab_widget_opens_by_its_name(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        let opened = place.go("tab", "input LAB").await;
        assert!(first_line(&opened).starts_with("Opened the tab \"Input lab\" ["), "{opened}");
        assert!(opened.contains("Tab \"Input lab\": selected"), "{opened}");
        assert_eq!(place.get("inputLabPage", "visible").await, true);
        let opened = place.go_as_chrome("tab", "List").await;
        assert_eq!(first_line(&opened), "Navigated to List");
        assert_eq!(place.get("listPage", "visible").await, true);
        let (code, message) = place.refuses("tab", "Lists").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("no tab \"Lists\""), "{message}");
        assert!(message.contains("it has \"Form\", \"Table\", \"Tree\", \"List\", \"Canvas\""), "{message}");
        assert!(!message.contains("formPage"), "{message}");
    }

    async fn a_tab_that_is_open_stays_so_and_a_disabled_one_says_so(qt: Qt) {
        let place = Place::page(qt, "containers").await;
        let opened = place.go("tab", "beta").await;
        assert!(first_line(&opened).starts_with("Opened the tab \"Beta\" ["), "{opened}");
        place.said("TAB &Beta").await;
        let again = place.go("tab", "Beta").await;
        assert!(first_line(&again).ends_with("] is open already."), "{again}");
        assert_eq!(place.times("TAB &Beta"), 1);
        let (code, message) = place.refuses("tab", "Gamma").await;
        assert_eq!(code, Code::Disabled);
        assert!(message.contains("Tab \"Gamma\" is disabled"), "{message}");
        assert_eq!(place.get("innerTabs", "currentIndex").await, 1);
    }

    async fn pages_of_a_tool_box_and_of_a_stack_open_by_their_titles(qt: Qt) {
        let place = Place::page(qt, "containers").await;
        let opened = place.go("tab", "colours").await;
        assert!(first_line(&opened).starts_with("Opened the tab \"Colours\" ["), "{opened}");
        assert!(opened.contains("coloursEdit"), "{opened}");
        place.said("TOOLBOX Colours").await;
        let opened = place.go("tab", "account").await;
        assert_eq!(first_line(&opened), "Opened the tab \"Account\".");
        assert!(opened.contains("+ ") && opened.contains("accountEdit"), "{opened}");
        place.said("STACK Account").await;
        let opened = place.go_as_chrome("tab", "Summary").await;
        assert_eq!(first_line(&opened), "Navigated to Summary");
        place.said("STACK Summary").await;
        let (code, message) = place.refuses("tab", "Missing").await;
        assert_eq!(code, Code::NotFound);
        for name in ["Alpha", "Beta", "Gamma", "Basics", "Colours", "Extras", "Welcome", "Account", "Summary"] {
            assert!(message.contains(&format!("\"{name}\"")), "{name}: {message}");
        }
        assert!(!message.contains("alphaEdit"), "the stack inside the tab widget is none of its own: {message}");
    }

    async fn tabs_of_windows_within_a_window_are_told_apart_by_ref(qt: Qt) {
        let place = Place::page(qt, "mdi").await;
        place.press("QToolButton", "Tabs").await;
        place.go("tab", "First").await;
        place.said("MDI activated First").await;
        place.set("secondWindow", "windowTitle", json!("First")).await;
        let (code, message) = place.refuses("tab", "first").await;
        assert_eq!(code, Code::Ambiguous);
        let tabs = place.all("Tab", "First").await;
        assert_eq!(tabs.len(), 2, "{message}");
        assert!(tabs.iter().all(|tab| message.contains(&format!("[{tab}]"))), "{message} {tabs:?}");
        assert!(message.contains("`click`"), "{message}");
    }

    async fn a_list_at_the_side_serves_as_tabs(qt: Qt) {
        let place = Place::page(qt, "docks").await;
        let (code, message) = place.refuses("tab", "Readme").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("it has \"readme.txt\", \"notes.md\", \"photo.png\"."), "{message}");
        let opened = place.go("tab", "Notes.md").await;
        assert!(first_line(&opened).starts_with("Opened the tab \"notes.md\" ["), "{opened}");
        assert!(opened.contains("Item \"notes.md\": selected"), "{opened}");
        assert_eq!(place.get("filesList", "currentRow").await, 1);
    }

    async fn a_window_without_any_tabs_says_so(qt: Qt) {
        let place = Place::quick(qt, "menus").await;
        let (code, message) = place.refuses("tab", "General").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("it has nothing") && message.contains("`read_page`"), "{message}");
    }

    async fn qml_tabs_open_by_name_and_turn_the_pages(qt: Qt) {
        let place = Place::open(qml_gallery(qt)).await;
        let opened = place.go("tab", "stack").await;
        assert!(first_line(&opened).starts_with("Opened the tab \"Stack\" ["), "{opened}");
        assert!(opened.contains("Button \"Push\""), "{opened}");
        let (code, message) = place.refuses("tab", "Stacks").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("it has \"Form\", \"List\", \"Stack\", \"Dialogs\", \"Canvas\", \"Flick\""), "{message}");
    }

    async fn qml_tabs_over_a_swipe_view_open_by_name(qt: Qt) {
        let place = Place::quick(qt, "pages").await;
        let opened = place.go_as_chrome("tab", "Sent").await;
        assert_eq!(first_line(&opened), "Navigated to Sent");
        assert!(opened.contains("+ button \"Open Sent\""), "{opened}");
        assert_eq!(place.get("swipeView", "currentIndex").await, 1);
        let (code, message) = place.refuses("tab", "Drafts").await;
        assert_eq!(code, Code::Disabled, "{message}");
        assert_eq!(place.get("swipeView", "currentIndex").await, 1);
        place.set("sentTab", "text", json!("Inbox")).await;
        let (code, message) = place.refuses("tab", "Inbox").await;
        assert_eq!(code, Code::Ambiguous);
        for tab in place.all("TabButton", "Inbox").await {
            assert!(message.contains(&format!("[{tab}]")), "{message}");
        }
    }
}
