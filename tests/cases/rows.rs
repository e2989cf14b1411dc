//! Refs of rows and cells follow what they show: through inserting, sorting, moving and editing, and never to another row.

use qtmcp_tests::{Code, Qt, TestApp, eventually, gallery, json, launch, on_both};

/// The gallery's page of item views.
struct Records(TestApp);

impl std::ops::Deref for Records {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

impl Records {
    async fn open(qt: Qt) -> Self {
        let app = launch(gallery(qt).args(["--page", "records"])).await;
        app.appears("recordsPage").await;
        Self(app)
    }

    /// What is shown of this class and name, with its refs from top to bottom.
    async fn all(&self, class: &str, name: &str) -> Vec<u64> {
        let page = self.call("read_page", json!({})).await;
        let refs = page["refs"].as_object().unwrap();
        let found = refs.iter().filter(|(_, about)| about["class"] == class && about["name"] == name);
        let mut placed: Vec<(i64, u64)> =
            found.map(|(number, about)| (about["y"].as_i64().unwrap(), number.parse().unwrap())).collect();
        placed.sort_unstable();
        assert!(!placed.is_empty(), "no {class} \"{name}\" in:\n{}", page["tree"].as_str().unwrap());
        placed.into_iter().map(|(_, number)| number).collect()
    }

    async fn number(&self, class: &str, name: &str) -> u64 {
        let all = self.all(class, name).await;
        assert_eq!(all.len(), 1, "there are several of \"{name}\"");
        all[0]
    }

    /// What an element shows now: its own line in `read_page`.
    async fn shows(&self, number: u64) -> String {
        let page = self.call("read_page", json!({"ref_id": number, "depth": 0})).await;
        page["tree"].as_str().unwrap().lines().next().unwrap().to_owned()
    }

    async fn is_stale(&self, number: u64) {
        let (code, message, _) = self.fault("click", json!({"ref": number})).await;
        assert_eq!(code, Code::StaleRef, "{message}");
    }

    /// Presses one of the page's buttons and waits until it has done its work.
    async fn press(&self, button: &str) {
        let line = format!("RECORDS {button}");
        let count = |app: &TestApp| app.stdout().lines().filter(|said| *said == line).count();
        let before = count(self);
        self.click(button).await;
        eventually(&line, async || (count(self) > before).then_some(())).await;
    }

    /// Clicks an element and answers with the line of the one of its class that is selected then.
    async fn selected_by_click(&self, class: &str, number: u64) -> String {
        let answer = self.call("click", json!({"ref": number})).await;
        assert_eq!(answer["success"], true, "{answer}");
        eventually("a selected element", async || {
            let page = self.call("read_page", json!({})).await;
            let tree = page["tree"].as_str().unwrap().to_owned();
            tree.lines().find(|line| line.contains(class) && line.contains("selected")).map(str::to_owned)
        })
        .await
    }
}

on_both! {
    async fn a_ref_follows_its_row_when_rows_are_inserted_and_sorted(qt: Qt) {
        let records = Records::open(qt).await;
        let (ben, city) = (records.number("Row", "Ben").await, records.number("Cell", "Zürich").await);
        records.press("insertRowButton").await;
        assert!(records.shows(ben).await.contains("\"Ben\""), "{}", records.shows(ben).await);
        assert!(records.shows(city).await.contains("\"Zürich\""));
        assert_eq!(records.number("Row", "Ben").await, ben, "the same row has the same ref");
        records.press("sortByNameButton").await;
        assert!(records.shows(ben).await.contains("\"Ben\""));
        assert_eq!(records.number("Row", "Ben").await, ben);
        records.press("unsortButton").await;
        assert!(records.shows(ben).await.contains("\"Ben\""));
    }

    async fn a_click_on_a_ref_meets_its_row_wherever_it_went(qt: Qt) {
        let records = Records::open(qt).await;
        let adam = records.number("Row", "Adam").await;
        records.press("insertRowButton").await;
        records.press("sortByNameButton").await;
        assert!(records.selected_by_click("Row", adam).await.contains("\"Adam\""));
    }

    async fn a_removed_row_is_stale_and_the_others_are_not(qt: Qt) {
        let records = Records::open(qt).await;
        let (mia, adam) = (records.number("Row", "Mia").await, records.number("Row", "Adam").await);
        let paris = records.all("Cell", "Paris").await[0];
        records.press("removeRowButton").await;
        records.is_stale(mia).await;
        records.is_stale(paris).await;
        assert!(records.shows(adam).await.contains("\"Adam\""));
    }

    async fn of_two_rows_that_are_alike_each_has_its_own_ref(qt: Qt) {
        let records = Records::open(qt).await;
        let sams = records.all("Row", "Sam").await;
        assert_eq!(sams.len(), 2);
        records.press("sortByNameButton").await;
        records.press("unsortButton").await;
        assert_eq!(records.all("Row", "Sam").await, sams);
        // Mia, Adam, Zoe, and the first of the two.
        for _ in 0..4 {
            records.press("removeRowButton").await;
        }
        records.is_stale(sams[0]).await;
        assert_eq!(records.all("Row", "Sam").await, [sams[1]]);
    }

    async fn rows_that_are_filled_anew_are_other_rows(qt: Qt) {
        let records = Records::open(qt).await;
        let (mia, zoe) = (records.number("Row", "Mia").await, records.number("Row", "Zoe").await);
        let name = records.number("Cell", "Zoe").await;
        records.press("refillButton").await;
        for number in [mia, zoe, name] {
            records.is_stale(number).await;
        }
        let nora = records.number("Row", "Nora").await;
        assert!(nora > zoe, "a number is given once");
    }

    async fn a_model_reset_to_the_same_rows_keeps_their_refs(qt: Qt) {
        let records = Records::open(qt).await;
        let (zoe, lima) = (records.number("Row", "Zoe").await, records.number("Cell", "Lima").await);
        records.press("resetModelButton").await;
        assert!(records.shows(zoe).await.contains("\"Zoe\""));
        assert!(records.shows(lima).await.contains("\"Lima\""));
        assert_eq!(records.number("Row", "Zoe").await, zoe);
        records.press("refillButton").await;
        records.is_stale(zoe).await;
    }

    async fn a_layout_that_changes_without_a_word_leads_no_ref_astray(qt: Qt) {
        let records = Records::open(qt).await;
        let words = ["Apples", "Bread", "Cheese", "Dates", "Eggs", "Flour"];
        let mut numbers = Vec::new();
        for word in words {
            numbers.push(records.number("Item", word).await);
        }
        records.press("bareLayoutButton").await;
        for (word, number) in words.iter().zip(&numbers) {
            assert!(records.shows(*number).await.contains(&format!("\"{word}\"")));
            assert_eq!(records.number("Item", word).await, *number);
        }
        // Read anew first, then used.
        records.press("bareLayoutButton").await;
        assert_eq!(records.number("Item", "Bread").await, numbers[1]);
        assert!(records.selected_by_click("Item", numbers[1]).await.contains("\"Bread\""));
    }

    async fn a_moved_row_keeps_its_ref(qt: Qt) {
        let records = Records::open(qt).await;
        let (apples, flour) = (records.number("Item", "Apples").await, records.number("Item", "Flour").await);
        records.press("moveRowButton").await;
        assert!(records.shows(apples).await.contains("\"Apples\""));
        assert!(records.shows(flour).await.contains("\"Flour\""));
    }

    async fn an_edited_cell_keeps_its_ref(qt: Qt) {
        let records = Records::open(qt).await;
        records.press("sortByNameButton").await;
        let (row, cell) = (records.number("Row", "Ben").await, records.number("Cell", "Ben").await);
        // Sorted by what is edited, the row also goes to another place.
        let answer = records.call("form_input", json!({"ref": cell, "value": "Zacharias"})).await;
        assert_eq!(answer["value"], "Zacharias", "{answer}");
        assert!(records.shows(cell).await.contains("\"Zacharias\""));
        assert!(records.shows(row).await.contains("\"Zacharias\""));
        assert_eq!(records.number("Cell", "Zacharias").await, cell);
    }
}
