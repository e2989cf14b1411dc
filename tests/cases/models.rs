//! Item models are read in pages, whatever their size: only the cells asked for are touched.

use qtmcp_tests::{Code, TestApp, Value, gallery, json, launch, on_both, qml_gallery};

async fn read(app: &TestApp, arguments: Value) -> Value {
    app.call("getModelData", arguments).await
}

on_both! {
    async fn a_small_table_is_read_whole(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let page = read(&app, json!({"id": "smallTable"})).await;
        assert_eq!((&page["rowCount"], &page["columnCount"], &page["offset"]), (&json!(5), &json!(3), &json!(0)));
        assert_eq!((&page["canFetchMore"], &page["headers"]), (&json!(false), &json!(["Name", "Address", "Balance"])));
        assert_eq!(
            page["rows"],
            json!([
                ["Ada", "12 Mill Lane", "10.50"],
                ["Bob", "3 High Street", "0.00"],
                ["Cleo", "9 Harbour Road", "-4.25"],
                ["Dmitri", "1 Station Way", "7.00"],
                ["Eve", "77 Hill View", "99.99"],
            ])
        );
        assert_eq!(page.get("hasChildren"), None);
        let part = json!({"id": "smallTable", "offset": 1, "limit": 2, "columnOffset": 1, "columnLimit": 1});
        let part = read(&app, part).await;
        assert_eq!(
            (&part["rows"], &part["headers"]),
            (&json!([["3 High Street"], ["9 Harbour Road"]]), &json!(["Address"]))
        );
        assert_eq!((&part["rowCount"], &part["offset"]), (&json!(5), &json!(1)));
        // Past the end there is nothing, and nothing is wrong with that.
        assert_eq!(read(&app, json!({"id": "smallTable", "offset": 5})).await["rows"], json!([]));
        assert_eq!(read(&app, json!({"id": "smallTable", "limit": 0})).await["rows"], json!([]));
    }

    async fn a_million_rows_are_not_walked(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let calls = async || app.get("bigModel", "dataCalls").await.as_i64().unwrap();
        let before = calls().await;
        let page = read(&app, json!({"id": "bigTable", "offset": 999_990, "limit": 100})).await;
        assert_eq!((&page["rowCount"], &page["columnCount"]), (&json!(1_000_000), &json!(4)));
        assert_eq!(page["headers"], json!(["Number", "Name", "Eighth", "Even"]));
        let rows = page["rows"].as_array().unwrap();
        assert_eq!((rows.len(), &rows[9]), (10, &json!([999_999, "Item 999999", 124_999.875, false])));
        let read_cells = calls().await - before;
        assert!((40..=120).contains(&read_cells), "{read_cells} calls for 40 cells");

        // The model itself may be named instead of its view.
        let before = calls().await;
        let one =
            json!({"id": "bigModel", "offset": 500_000, "limit": 1, "columnLimit": 1, "roles": ["square", "toolTip"]});
        let one = read(&app, one).await;
        assert_eq!(one["rows"], json!([[{"square": 250_000_000_000_i64, "toolTip": "Row 500000"}]]));
        assert_eq!(calls().await - before, 2);
        let most = read(&app, json!({"id": "bigTable", "limit": 1000})).await;
        assert_eq!(most["rows"].as_array().unwrap().len(), 1000);
        assert_eq!(most["rows"][999][0], 999);
    }

    async fn trees_are_read_level_by_level(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let top = read(&app, json!({"id": "treeView"})).await;
        assert_eq!((&top["rowCount"], &top["headers"]), (&json!(5), &json!(["Section"])));
        assert_eq!(top["rows"], json!([["Part 1"], ["Part 2"], ["Part 3"], ["Part 4"], ["Part 5"]]));
        assert_eq!(top["hasChildren"], json!([true, true, true, true, true]));
        let chapters = read(&app, json!({"id": "treeView", "parent": [1], "offset": 8})).await;
        assert_eq!(
            (&chapters["rowCount"], &chapters["rows"]),
            (&json!(10), &json!([["Chapter 2.9"], ["Chapter 2.10"]]))
        );
        let sections = read(&app, json!({"id": "treeModel", "parent": [4, 9]})).await;
        assert_eq!(sections["rows"], json!([["Section 5.10.1"], ["Section 5.10.2"], ["Section 5.10.3"]]));
        assert_eq!(sections.get("hasChildren"), None);
        let leaf = read(&app, json!({"id": "treeModel", "parent": [4, 9, 2]})).await;
        assert_eq!((&leaf["rowCount"], &leaf["rows"]), (&json!(0), &json!([])));

        let places = read(&app, json!({"id": "treeWidget", "parent": [0, 0]})).await;
        assert_eq!(places["rows"], json!([["Paris", "2.1 M"], ["Lyon", "0.5 M"]]));
        let tokyo = json!({"id": "treeWidget", "parent": [1, 0], "columnLimit": 1, "roles": ["display", "checkState"]});
        let tokyo = read(&app, tokyo).await;
        assert_eq!(tokyo["rows"][0][0]["display"], "Tokyo");
        assert_eq!(tokyo["rows"][0][0]["checkState"], 0, "{tokyo}");
    }

    async fn rows_still_to_be_fetched_are_fetched_when_asked_for(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let first = read(&app, json!({"id": "fetchList", "limit": 10})).await;
        assert_eq!((&first["rows"][9], &first["canFetchMore"]), (&json!(["Fetched 9"]), &json!(true)));
        let loaded = first["rowCount"].as_i64().unwrap();
        assert!(loaded < 1000, "{loaded} rows were fetched for ten");
        let far = read(&app, json!({"id": "fetchModel", "offset": 640, "limit": 3})).await;
        assert_eq!(far["rows"], json!([["Fetched 640"], ["Fetched 641"], ["Fetched 642"]]));
        assert_eq!((&far["rowCount"], &far["canFetchMore"]), (&json!(700), &json!(true)));
        let last = read(&app, json!({"id": "fetchModel", "offset": 999, "limit": 50})).await;
        assert_eq!((&last["rows"], &last["canFetchMore"]), (&json!([["Fetched 999"]]), &json!(false)));
    }

    async fn lists_and_combo_boxes_have_models_too(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let list =
            read(&app, json!({"id": "listWidget", "offset": 3, "limit": 2, "roles": ["display", "checkState"]})).await;
        assert_eq!(list["rowCount"], 50);
        assert_eq!(list["rows"][0][0], json!({"display": "Item 4", "checkState": null}));
        assert_eq!(list["rows"][1][0]["display"], "Item 5");
        assert_eq!(list["rows"][1][0]["checkState"], 0);
        let combo = read(&app, json!({"id": "colourCombo"})).await;
        assert_eq!((&combo["rows"], &combo["columnCount"]), (&json!([["Red"], ["Green"], ["Blue"]]), &json!(1)));
        // What changes is read anew.
        app.invoke("listWidget", "clear", json!([])).await;
        assert_eq!(read(&app, json!({"id": "listWidget"})).await["rowCount"], 0);
    }

    async fn what_is_no_model_or_not_in_it_says_so(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (arguments, code, says) in [
            (json!({"id": "okButton"}), Code::Unsupported, "model"),
            (json!({"id": "treeView", "parent": [5]}), Code::NotFound, "row"),
            (json!({"id": "treeView", "parent": [0, 10]}), Code::NotFound, "row"),
            (json!({"id": "treeView", "parent": [-1]}), Code::NotFound, "row"),
            (json!({"id": "smallTable", "limit": 1001}), Code::BadArgument, "limit"),
            (json!({"id": "smallTable", "offset": -1}), Code::BadArgument, "offset"),
            (json!({"id": "smallTable", "roles": ["colour"]}), Code::NotFound, "colour"),
            (json!({"id": "noTable"}), Code::NotFound, "noTable"),
        ] {
            let (found, message, _) = app.fault("getModelData", arguments.clone()).await;
            assert_eq!(found, code, "{arguments}: {message}");
            assert!(message.contains(says), "{arguments}: {message}");
        }
    }

    async fn qml_views_show_models_as_well(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let page = read(&app, json!({"id": "rowsView", "offset": 998, "roles": ["name", "square"]})).await;
        assert_eq!(page["rowCount"], 1000);
        assert_eq!(
            page["rows"],
            json!([[{"name": "Row 998", "square": 996_004}], [{"name": "Row 999", "square": 998_001}]])
        );
        let known: Vec<_> = page["roles"].as_array().unwrap().clone();
        assert!(known.contains(&json!("name")) && known.contains(&json!("square")), "{known:?}");
        let model = app.get("rowsView", "model").await;
        let same = read(&app, json!({"id": model, "limit": 1, "roles": ["name"]})).await;
        assert_eq!(same["rows"], json!([[{"name": "Row 0"}]]));
    }
}
