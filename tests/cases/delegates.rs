//! Refs of rows in QML views, whose items are used again for other rows: they follow what a row shows and never the item.

use qtmcp_tests::{Page, Qt, Value, eventually, json, on_both};

/// A page of the QML gallery that shows rows.
struct Rows(Page);

impl std::ops::Deref for Rows {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.0
    }
}

impl Rows {
    async fn open(qt: Qt, name: &str) -> Self {
        let page = Self(Page::quick(qt, name).await);
        eventually("rows", async || {
            let shown = page.call("read_page", json!({})).await;
            let refs = shown["refs"].as_object()?.clone();
            refs.values().any(|about| about["class"] == "Item").then_some(())
        })
        .await;
        page
    }

    /// Clicks an element and waits for what the app says to that.
    async fn click_says(&self, number: u64, line: &str) -> Value {
        let before = self.times(line);
        let answer = self.call("click", json!({"ref": number})).await;
        eventually(line, async || (self.times(line) > before).then_some(())).await;
        answer
    }

    /// Presses one of the page's buttons.
    async fn press(&self, button: &str, line: &str) {
        let number = self.number("Button", button).await;
        self.click_says(number, line).await;
    }

    /// Scrolls the list so far that none of its first rows has an item any more.
    async fn scroll_to_the_end(&self) {
        let number = self.number("Button", "To the end").await;
        self.call("click", json!({"ref": number})).await;
        eventually("the last row", async || {
            let page = self.call("read_page", json!({})).await;
            page["tree"].as_str()?.contains("\"Item 60\"").then_some(())
        })
        .await;
    }
}

on_both! {
    async fn a_row_keeps_its_ref_when_rows_are_inserted_above_it(qt: Qt) {
        let page = Rows::open(qt, "Rows").await;
        let (milk, soap) = (page.number("Item", "Milk").await, page.number("Item", "Soap").await);
        page.press("Insert at top", "ROWS inserted").await;
        assert!(page.line(milk).await.contains("\"Milk\""), "{}", page.line(milk).await);
        assert_eq!(page.number("Item", "Milk").await, milk);
        assert!(page.number("Item", "New 1").await > soap, "a number is given once");
        page.click_says(soap, "ROW 4 Soap false").await;
    }

    async fn a_removed_row_is_stale_and_the_others_are_not(qt: Qt) {
        let page = Rows::open(qt, "Rows").await;
        let (milk, bread) = (page.number("Item", "Milk").await, page.number("Item", "Bread").await);
        page.press("Remove first", "ROWS removed").await;
        page.is_stale(milk).await;
        page.click_says(bread, "ROW 0 Bread true").await;
    }

    async fn a_moved_row_keeps_its_ref(qt: Qt) {
        let page = Rows::open(qt, "Rows").await;
        let (milk, soap) = (page.number("Item", "Milk").await, page.number("Item", "Soap").await);
        page.press("Move first down", "ROWS moved").await;
        assert_eq!(page.number("Item", "Milk").await, milk);
        page.click_says(milk, "ROW 3 Milk true").await;
        page.click_says(soap, "ROW 2 Soap false").await;
    }

    async fn of_two_rows_that_are_alike_each_has_its_own_ref(qt: Qt) {
        let page = Rows::open(qt, "Rows").await;
        let rice = page.all("Item", "Rice").await;
        assert_eq!(rice.len(), 2);
        page.press("Insert at top", "ROWS inserted").await;
        assert_eq!(page.all("Item", "Rice").await, rice);
        page.click_says(rice[1], "ROW 6 Rice true").await;
        // New 1, Milk, Bread, Apples, Soap, and the first of the two.
        for _ in 0..6 {
            page.press("Remove first", "ROWS removed").await;
        }
        page.is_stale(rice[0]).await;
        assert_eq!(page.all("Item", "Rice").await, [rice[1]]);
    }

    async fn a_ref_meets_its_row_although_the_item_shows_another_by_now(qt: Qt) {
        let page = Rows::open(qt, "Rows").await;
        let (milk, last) = (page.number("Item", "Milk").await, page.all("Item", "Item 1").await[0]);
        page.scroll_to_the_end().await;
        assert!(page.line(milk).await.contains("\"Milk\""), "{}", page.line(milk).await);
        let far = page.number("Item", "Item 60").await;
        assert!(far > last, "a row that comes into sight is a new one");
        page.click_says(milk, "ROW 0 Milk true").await;
        page.click_says(far, "ROW 65 Item 60 true").await;
    }

    async fn rows_that_are_filled_anew_are_other_rows(qt: Qt) {
        let page = Rows::open(qt, "Rows").await;
        let (milk, soap) = (page.number("Item", "Milk").await, page.number("Item", "Soap").await);
        page.press("Refill", "ROWS refilled").await;
        for number in [milk, soap] {
            page.is_stale(number).await;
        }
        assert!(page.number("Item", "Other 1").await > soap);
    }

    async fn rows_of_a_model_that_was_cleared_are_gone(qt: Qt) {
        let page = Rows::open(qt, "Rows").await;
        let milk = page.number("Item", "Milk").await;
        page.press("Clear and fill", "ROWS reset").await;
        page.is_stale(milk).await;
        let jam = page.number("Item", "Jam").await;
        page.click_says(jam, "ROW 1 Jam true").await;
    }

    async fn a_row_that_was_checked_keeps_its_ref_and_says_so(qt: Qt) {
        let page = Rows::open(qt, "Rows").await;
        let milk = page.number("Item", "Milk").await;
        let answer = page.call("form_input", json!({"ref": milk, "value": true})).await;
        assert_eq!(answer["value"], true, "{answer}");
        assert!(page.line(milk).await.contains(" checked"), "{}", page.line(milk).await);
        assert_eq!(page.number("Item", "Milk").await, milk);
    }

    async fn a_cell_of_a_table_is_met_after_scrolling_far_away(qt: Qt) {
        let page = Rows::open(qt, "Views").await;
        let (row, cell) = (page.number("Row", "A2").await, page.number("Cell", "B2").await);
        page.click_says(cell, "CELL 1 1 B2").await;
        let table = page.number("QQuickTableView", "cellsTable").await;
        let answer = page.call("form_input", json!({"ref": table, "value": "C150"})).await;
        eventually("a click on a cell far below", async || {
            page.stdout().lines().any(|said| said == "CELL 149 2 C150").then_some(())
        })
        .await;
        assert!(answer["text"].as_str().unwrap().contains("C150"), "{answer}");
        page.click_says(cell, "CELL 1 1 B2").await;
        assert!(page.line(row).await.contains("\"A2\""), "{}", page.line(row).await);
    }

    async fn a_button_in_a_row_goes_with_its_row(qt: Qt) {
        let page = Rows::open(qt, "Views").await;
        let delete = page.all("Button", "Delete").await;
        assert_eq!(delete.len(), 3);
        page.click_says(delete[1], "DELETE photo.png").await;
        page.is_stale(delete[1]).await;
        page.click_says(delete[2], "DELETE notes.md").await;
    }
}

#[tokio::test]
async fn a_tree_opens_down_to_the_row_that_is_wanted() {
    let page = Rows::open(Qt::Six, "Views").await;
    let tree = page.number("TreeBox", "placesTree").await;
    let country = page.number("Item", "Country 2").await;
    let path = "Country 1 > Town 1.1 > Street 1.1.2";
    page.call("form_input", json!({"ref": tree, "value": path})).await;
    eventually("a click in the tree", async || {
        page.stdout().lines().any(|said| said == "TREE Street 1.1.2").then_some(())
    })
    .await;
    assert!(page.line(country).await.contains("\"Country 2\""), "{}", page.line(country).await);
    page.click_says(country, "TREE Country 2").await;
}
