//! What a click hits: at every ratio and in every budget the middle of each of two hundred elements, as it is seen in the
//! picture, is that element.

use qtmcp_tests::{
    Computer, Launch, OnScreen, PATIENCE, Place, Qt, Screen, eventually, gallery, json, on_both, pixel, qml_gallery,
};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::timeout;

/// Of the private screen, in logical pixels: larger than a window of two hundred elements.
const SCREEN: (u32, u32) = (1280, 900);

const BUDGETS: [&str; 7] = ["xga", "wxga", "fwxga", "standard", "hires", "full", "640x400"];

/// The gallery's page of two hundred elements, and the name of its window.
#[derive(Clone, Copy)]
enum Kit {
    Widgets,
    Quick,
}

impl Kit {
    fn launch(self, qt: Qt, ratio: f64) -> Launch {
        let app = match self {
            Kit::Widgets => gallery(qt),
            Kit::Quick => qml_gallery(qt),
        };
        app.args(["--page", "grid"]).ratio(ratio).screen(SCREEN.0, SCREEN.1)
    }

    fn window(self) -> &'static str {
        match self {
            Kit::Widgets => "gridPage",
            Kit::Quick => "moreWindow",
        }
    }
}

/// The names of all elements and where they are on the screen.
async fn elements(computer: &Computer, kit: Kit) -> Vec<(String, Place)> {
    let [left, top, ..] = computer.place(kit.window()).await;
    let places = computer.invoke("gridPage", "places", json!([])).await;
    let read = |line: &str| {
        let (name, numbers) = line.split_once(' ').unwrap();
        let numbers: Vec<f64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
        (name.to_owned(), [left + numbers[0], top + numbers[1], numbers[2], numbers[3]])
    };
    let elements: Vec<_> = places.as_str().unwrap().lines().map(read).collect();
    assert_eq!(elements.len(), 200);
    elements
}

/// Clicks every element once in a picture of this budget.
async fn every_click_hits(app: Launch, kit: Kit, budget: &str) {
    let computer = Computer::open(app.fit(budget)).await;
    if let Kit::Quick = kit {
        // Offscreen, Qt 5 makes a scaled QML window smaller than it was told at first.
        computer.set(kit.window(), "width", json!(860)).await;
        computer.set(kit.window(), "height", json!(640)).await;
    }
    let picture = computer.display(None).await;
    let mut expected = Vec::new();
    for (name, place) in elements(&computer, kit).await {
        let at = pixel(place, SCREEN, picture);
        computer.quietly(json!({"action": "left_click", "coordinate": at})).await;
        expected.push(format!("CLICK {name}"));
    }
    let clicked = || {
        let said = computer.stdout();
        said.lines().filter(|line| line.starts_with("CLICK ")).map(str::to_owned).collect::<Vec<_>>()
    };
    // What is said last may come a moment after the answer; what is missed never comes.
    let all = async || (clicked().last() == expected.last()).then_some(());
    let _ = timeout(PATIENCE / 4, eventually("the last click", all)).await;
    let clicked = clicked();
    let missed: Vec<_> = expected.iter().filter(|line| !clicked.contains(line)).collect();
    assert!(clicked == expected, "{budget} ({picture:?}): {} hits, missed {missed:?}", clicked.len());
}

/// The same in every budget, side by side: each click waits for the app to settle far longer than it works.
async fn every_click_hits_in_every_budget(qt: Qt, kit: Kit, ratio: f64) {
    let mut apps = JoinSet::new();
    LocalSet::new()
        .run_until(async {
            for budget in BUDGETS {
                apps.spawn_local(every_click_hits(kit.launch(qt, ratio), kit, budget));
            }
            while let Some(ended) = apps.join_next().await {
                ended.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
            }
        })
        .await;
}

macro_rules! at_ratio {
    ($($name:ident = $ratio:literal),+) => {$(
        mod $name {
            use super::*;

            on_both! {
                async fn every_widget_is_hit_in_every_budget(qt: Qt) {
                    every_click_hits_in_every_budget(qt, Kit::Widgets, $ratio).await;
                }

                async fn every_item_is_hit_in_every_budget(qt: Qt) {
                    every_click_hits_in_every_budget(qt, Kit::Quick, $ratio).await;
                }

                async fn every_widget_is_hit_on_a_real_screen(qt: Qt) {
                    let screen = Screen::start();
                    let app = screen.show(Kit::Widgets.launch(qt, $ratio));
                    every_click_hits(app, Kit::Widgets, "standard").await;
                }

                async fn every_item_is_hit_on_a_real_screen(qt: Qt) {
                    let screen = Screen::start();
                    let app = screen.show(Kit::Quick.launch(qt, $ratio));
                    every_click_hits(app, Kit::Quick, "standard").await;
                }
            }
        }
    )+};
}

at_ratio!(ratio_1 = 1.0, ratio_1_25 = 1.25, ratio_1_5 = 1.5, ratio_2 = 2.0);
