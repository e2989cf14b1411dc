//! Refs in blocks: clients that ask for one have numbers that no other client has.

use qtmcp_tests::{Client, Code, TestApp, eventually, gallery, json, launch, on_both, succeed};
use std::collections::HashSet;

async fn in_block(app: &TestApp, block: &str) -> Client {
    Client::connect(&format!("{}?refs={block}", app.url)).await.unwrap()
}

/// The refs of what is shown.
async fn refs(client: &Client) -> HashSet<u64> {
    let page = succeed(client, "read_page", json!({})).await;
    let refs = page["refs"].as_object().unwrap_or_else(|| panic!("{page}"));
    assert!(refs.len() > 10, "{page}");
    refs.keys().map(|number| number.parse().unwrap()).collect()
}

on_both! {
    async fn blocks_never_meet(qt: Qt) {
        let app = launch(gallery(qt).refs(0)).await;
        let (second, far) = (in_block(&app, "1").await, in_block(&app, "99999").await);
        let (own, one, last) = (refs(&app.client).await, refs(&second).await, refs(&far).await);
        assert!(own.contains(&1) && own.iter().all(|number| (1..100_000).contains(number)), "{own:?}");
        assert!(one.iter().all(|number| (100_001..200_000).contains(number)), "{one:?}");
        assert!(last.iter().all(|number| (9_999_900_001..10_000_000_000).contains(number)), "{last:?}");
        assert_eq!(own.len(), one.len(), "the same page");

        // A ref of another block is none, whatever element has it there.
        let foreign = *one.iter().next().unwrap();
        let (code, message, _) = app.fault("click", json!({"ref": foreign})).await;
        assert_eq!(code, Code::UnknownRef, "{message}");
        assert!(second.call("read_page", json!({"ref_id": foreign})).await.is_ok());
    }

    async fn a_block_is_the_same_for_all_who_use_it_and_outlives_them(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let (first, beside) = (in_block(&app, "7").await, in_block(&app, "7").await);
        let seen = refs(&first).await;
        assert_eq!(refs(&beside).await, seen);
        first.close().await;
        beside.close().await;
        assert_eq!(refs(&in_block(&app, "7").await).await, seen);
        // Who asks for no block shares the app's own numbers, which are not those of block 0.
        let (shared, other) = (refs(&app.client).await, Client::connect(&app.url).await.unwrap());
        assert_eq!(refs(&other).await, shared);
        app.show_page("dialogsPage").await;
        refs(&app.client).await;
        assert_eq!(refs(&in_block(&app, "0").await).await.iter().min(), Some(&1));
    }

    async fn what_is_no_block_is_refused(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for block in ["100000", "-1", "x", ""] {
            let refused = Client::connect(&format!("{}?refs={block}", app.url)).await;
            assert!(refused.err().is_some_and(|error| error.to_string().contains("400")), "{block}");
        }
        let socket = app.socket.clone().unwrap();
        let client = Client::connect(&format!("unix:{}?refs=3", socket.display())).await.unwrap();
        let lowest = eventually("a page", async || refs(&client).await.into_iter().min()).await;
        assert_eq!(lowest, 300_001);
    }
}
