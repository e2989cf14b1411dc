//! Refs of rows and cells follow what they show: through inserting, sorting, moving and editing, and never to another row.

use qtmcp_tests::{Page, Qt, eventually, json, on_both};

/// The gallery's page of item views.
struct Records(Page);

impl std::ops::Deref for Records {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.0
    }
}

impl Records {
    async fn open(qt: Qt) -> Self {
        Self(Page::more(qt, "records").await)
    }

    /// Presses one of the page's buttons and waits until it has done its work.
    async fn press(&self, button: &str) {
        let line = format!("RECORDS {button}");
        let before = self.times(&line);
        self.click(button).await;
        eventually(&line, async || (self.times(&line) > before).then_some(())).await;
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
        assert!(records.line(ben).await.contains("\"Ben\""), "{}", records.line(ben).await);
        assert!(records.line(city).await.contains("\"Zürich\""));
        assert_eq!(records.number("Row", "Ben").await, ben, "the same row has the same ref");
        records.press("sortByNameButton").await;
        assert!(records.line(ben).await.contains("\"Ben\""));
        assert_eq!(records.number("Row", "Ben").await, ben);
        records.press("unsortButton").await;
        assert!(records.line(ben).await.contains("\"Ben\""));
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
        assert!(records.line(adam).await.contains("\"Adam\""));
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
        assert!(records.line(zoe).await.contains("\"Zoe\""));
        assert!(records.line(lima).await.contains("\"Lima\""));
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
            assert!(records.line(*number).await.contains(&format!("\"{word}\"")));
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
        assert!(records.line(apples).await.contains("\"Apples\""));
        assert!(records.line(flour).await.contains("\"Flour\""));
    }

    async fn an_edited_cell_keeps_its_ref(qt: Qt) {
        let records = Records::open(qt).await;
        records.press("sortByNameButton").await;
        let (row, cell) = (records.number("Row", "Ben").await, records.number("Cell", "Ben").await);
        // Sorted by what is edited, the row also goes to another place.
        let answer = records.call("form_input", json!({"ref": cell, "value": "Zacharias"})).await;
        assert_eq!(answer["value"], "Zacharias", "{answer}");
        assert!(records.line(cell).await.contains("\"Zacharias\""));
        assert!(records.line(row).await.contains("\"Zacharias\""));
        assert_eq!(records.number("Cell", "Zacharias").await, cell);
    }
}
